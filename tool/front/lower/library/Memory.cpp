// C's memory functions, for numbers and plain structs: malloc, calloc, realloc and alloca are
// blocks as those of `new T[n]`, free is their end, and memcpy, memmove and memset are loops over
// elements.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/Members.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;

namespace {

std::string nameOf(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  const bool isC =
      callee && callee->getDeclName().isIdentifier() && callee->isExternC() && !callee->hasBody();
  return isC ? plainName(callee) : std::string();
}

bool isDouble(const ir::Type& type) {
  return type.is(ir::TypeKind::Real) && type.real == ir::RealKind::Double;
}

/// The factors of a product, as they stand in the source.
void addFactors(const Expr* expr, std::vector<const Expr*>& factors) {
  const Expr* inner = expr->IgnoreParenImpCasts();
  const auto* product = dyn_cast<BinaryOperator>(inner);
  if (!product || product->getOpcode() != BO_Mul)
    return factors.push_back(inner);
  addFactors(product->getLHS(), factors);
  addFactors(product->getRHS(), factors);
}

class MemoryCall {
public:
  MemoryCall(Lowering& lowering, const CallExpr* memory)
      : l(lowering), call(memory), where(memory->getExprLoc()), at(toLocation(where)),
        name(nameOf(memory)) {}

  View block(QualType element) {
    std::vector<const Expr*> factors;
    for (const Expr* argument : call->arguments())
      addFactors(argument, factors);
    if (const HeapGroup* heap = heapOf(l, element))
      return objectOnHeap(factors, element, heap);
    return allocatedArray(l, element, elementsIn(factors, element), where);
  }
  /// realloc(p, n * sizeof(T)): another block, which takes over the elements that both have.
  View grown(QualType element) {
    const View old = l.frozen(nullableView(l, typed(0)));
    std::vector<const Expr*> factors;
    addFactors(call->getArg(1), factors);
    const ExprRef count = l.frozen(elementsIn(factors, element));
    const bool isBlock = old.base.type && !old.isObject && old.others.empty() &&
                         old.base.type->is(ir::TypeKind::Vector);
    if (!old.isNull() && !isBlock)
      refuse("is given anything but a block");
    const View block = l.frozen(allocatedArray(l, element, count, where));
    if (old.isNull())
      return block;
    const ExprRef size = ir::size(old.base, at), none = ir::integer(0, ir::sizeType());
    const ExprRef present = old.isSet ? ir::select(old.isSet, size, none, at) : size;
    const ExprRef isLess = ir::apply(Op::lt_, {present, count}, ir::boolType(), at);
    each(l.keep(ir::select(isLess, present, count, at), "kept"),
         [&](const ExprRef& i) { set(dereference(l, block, i, where), read(old, i)); });
    return block;
  }
  void copy() {
    // Rows of arrays are not assigned but copied element by element.
    const QualType element = l.ast.getBaseElementType(elementOfArgument(0));
    if (!l.ast.hasSameUnqualifiedType(element, l.ast.getBaseElementType(elementOfArgument(1))))
      refuse("copies between objects of two types");
    std::vector<Value> ends =
        l.inOrder({[&]() -> Value { return argument(0); }, [&]() -> Value { return argument(1); }});
    const View to = l.frozen(flattened(l, std::get<View>(ends[0]), where)),
               from = l.frozen(flattened(l, std::get<View>(ends[1]), where));
    const ExprRef count = countIn(2, element);
    const bool mayOverlap = name == "memmove";
    const ir::Place kept =
        mayOverlap ? l.placeOf(l.addLocal("moved", ir::vectorOf(l.types.of(element)), {}, at))
                   : ir::Place();
    if (mayOverlap) {
      l.emit(ir::declare(kept.base, ir::construct(kept.type, {count}, at), at));
      each(count, [&](const ExprRef& i) { set(ir::element(kept, {i}), read(from, i)); });
    }
    each(count, [&](const ExprRef& i) {
      set(dereference(l, to, i, where),
          mayOverlap ? ir::load(ir::element(kept, {i})) : read(from, i));
    });
  }
  void fill() {
    const QualType element = l.ast.getBaseElementType(elementOfArgument(0));
    const ir::TypeRef type = l.types.of(element);
    Expr::EvalResult byte;
    const bool isPlain = type->isScalar() || (type->is(ir::TypeKind::Record) && type->startsAtZero);
    const bool isKnown = call->getArg(1)->EvaluateAsInt(byte, l.ast);
    const bool isMask =
        isKnown && (byte.Val.getInt().getZExtValue() & 0xff) == 0xff && isDouble(*type);
    if (!isKnown || !isPlain || (byte.Val.getInt() != 0 && !isMask))
      refuse("fills with anything but zero numbers");
    const View to = l.frozen(flattened(l, argument(0), where));
    const ExprRef zero = isMask ? ir::opaque("std::bit_cast<double>(~0ull)", {}, type, at)
                         : type->is(ir::TypeKind::Real) ? ir::real(0.0, type)
                         : type->isScalar()             ? ir::integer(0, type)
                                                        : ir::construct(type, {}, at);
    each(countIn(2, element), [&](const ExprRef& i) { set(dereference(l, to, i, where), zero); });
  }

private:
  Lowering& l;
  const CallExpr* call;
  SourceLocation where;
  Location at;
  std::string name;

  [[noreturn]] void refuse(const std::string& how) {
    const bool allocates = name == "malloc" || name == "calloc";
    l.notYet(where, "'" + name + "' that " + how,
             allocates
                 ? "use std::vector, or new double[n]"
                 : "write a loop over the elements; std::bit_cast copies the bits of a number");
  }
  /// A node of a list or a tree: without a value so far.
  View objectOnHeap(const std::vector<const Expr*>& factors, QualType element,
                    const HeapGroup* heap) {
    const ExprRef count = elementsIn(factors, element);
    const auto* literal = std::get_if<ir::Literal>(&count->node);
    const bool isOne = std::ranges::all_of(factors, [&](const Expr* factor) {
      Expr::EvalResult known;
      return isa<UnaryExprOrTypeTraitExpr>(factor) ||
             (factor->EvaluateAsInt(known, l.ast) && known.Val.getInt() == 1);
    });
    if (!literal && !isOne)
      l.notYet(where, "memory for several objects that point at one another",
               "allocate each of them, or hold them in a std::vector");
    const Value made = madeOnHeap(l, {"object", element, where}, nullptr);
    return heapView(heap, std::get<Object>(made).state->number);
  }
  /// Without the conversion to void*.
  const Expr* typed(unsigned i) {
    const Expr* expr = call->getArg(i)->IgnoreParens();
    while (const auto* cast = dyn_cast<CastExpr>(expr)) {
      const bool isKnown = isa<ImplicitCastExpr>(cast) || cast->getType()->isVoidPointerType();
      if (!isKnown || (cast->getCastKind() != CK_BitCast && cast->getCastKind() != CK_NoOp))
        break;
      expr = cast->getSubExpr()->IgnoreParens();
    }
    return expr;
  }
  View argument(unsigned i) { return view(l, typed(i)); }
  QualType elementOfArgument(unsigned i) {
    const QualType type = typed(i)->getType();
    const QualType element = type->isPointerType() ? type->getPointeeType() : QualType();
    if (element.isNull() || element->isVoidType() || element->isPointerType())
      refuse("does not say what it works on");
    return element;
  }
  ExprRef countIn(unsigned i, QualType element) {
    std::vector<const Expr*> factors;
    addFactors(call->getArg(i), factors);
    return l.frozen(elementsIn(factors, element));
  }

  /// n of `n * sizeof(element)`.
  ExprRef elementsIn(const std::vector<const Expr*>& factors, QualType element) {
    ExprRef count;
    unsigned sizes = 0;
    for (const Expr* factor : factors) {
      const auto* size = dyn_cast<UnaryExprOrTypeTraitExpr>(factor);
      ExprRef number;
      if (size && size->getKind() == UETT_SizeOf)
        number = ++sizes == 1 ? extentOf(size->getTypeOfArgument(), element) : nullptr;
      else
        number = l.frozen(converted(rvalue(l, factor), ir::sizeType()));
      if (number)
        count = count ? ir::apply(Op::mul, {count, number}, ir::sizeType(), at) : number;
    }
    const ExprRef one = ir::integer(1, ir::sizeType());
    if (sizes == 0 && !l.blockElement.isNull()) // its caller has counted the bytes
      return ir::apply(
          Op::div,
          {count ? count : one,
           ir::opaque("sizeof(" + l.types.of(element)->spelling + ")", {}, ir::sizeType(), at)},
          ir::sizeType(), at);
    if (sizes != 1)
      refuse("does not count elements by 'sizeof'");
    return count ? count : one;
  }
  /// Of an array the number of its elements, of an element none.
  ExprRef extentOf(QualType type, QualType element) {
    const std::optional<std::uint64_t> extent = numbersIn(type, element);
    if (!extent)
      refuse("has the size of another type");
    return *extent == 1 ? nullptr : ir::integer(static_cast<std::int64_t>(*extent), ir::sizeType());
  }

  /// A class of nothing but such elements, side by side, is an array of them here.
  std::optional<std::uint64_t> numbersIn(QualType type, QualType element) {
    if (l.ast.hasSameUnqualifiedType(type, element))
      return 1;
    if (const ConstantArrayType* array = l.ast.getAsConstantArrayType(type)) {
      const std::optional<std::uint64_t> inner = numbersIn(array->getElementType(), element);
      return inner ? std::optional(*inner * array->getSize().getZExtValue()) : std::nullopt;
    }
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || record->getNumBases() > 0)
      return std::nullopt;
    std::uint64_t count = 0;
    for (const FieldDecl* member : ownMembers(record->getDefinition())) {
      const std::optional<std::uint64_t> inner = numbersIn(member->getType(), element);
      if (!inner)
        return std::nullopt;
      count += *inner;
    }
    const bool isDense = l.ast.getTypeSize(type) == count * l.ast.getTypeSize(element);
    return isDense ? std::optional(count) : std::nullopt;
  }

  ExprRef read(const View& from, const ExprRef& i) {
    return loaded(l, dereference(l, from, i, where), where);
  }
  void set(const Value& to, const ExprRef& value) {
    write(l, to, where,
          [&](const ir::Place& place) { l.emit(ir::assign(place, ir::AssignOp::Set, value, at)); });
  }
  void each(const ExprRef& count, const std::function<void(const ExprRef& i)>& body) {
    countedLoop(l, ir::integer(0, ir::sizeType()), count, at, body);
  }
};

} // namespace

std::optional<View> allocatedByCall(Lowering& l, const Expr* expr, QualType pointer) {
  const auto* call = dyn_cast<CallExpr>(bare(expr));
  const std::string name = call ? nameOf(call) : std::string();
  if (name == "realloc")
    return MemoryCall(l, call).grown(pointer->getPointeeType());
  if (name == "aligned_alloc")
    l.notYet(call->getExprLoc(), "'" + name + "'", "use std::vector, or new double[n]");
  if (name != "malloc" && name != "calloc" && name != "alloca")
    return std::nullopt;
  return MemoryCall(l, call).block(pointer->getPointeeType());
}

bool memoryCall(Lowering& l, const CallExpr* expr) {
  const std::string name = nameOf(expr);
  if (name == "free") // the block dies with its scope
    return true;
  if (name == "memcpy" || name == "memmove")
    MemoryCall(l, expr).copy();
  else if (name == "memset")
    MemoryCall(l, expr).fill();
  else
    return false;
  return true;
}

} // namespace treelize::front
