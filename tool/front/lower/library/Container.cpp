// Methods of std::vector, std::array, std::span and treelize::field.
//
// They are known by name: access is a place, data and iterators are views.
#include "ClangCompat.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"
#include "ir/Intrinsics.h"

#include <memory>
#include <set>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

ir::ExprRef extentOf(const ir::ExprRef& field, ir::ExprRef dimension, Location at) {
  return ir::intrinsic(ir::Intrinsic::extent, {field, std::move(dimension)}, ir::sizeType(), at);
}

struct Access {
  Lowering& l;
  const CallExpr* expr;
  std::string name;
  Library library;
  std::function<Value()> object;
  std::vector<const Expr*> arguments;
  SourceLocation where;
  QualType vectorType, elementType; // of a vector

  ir::ExprRef zero() const { return ir::integer(0); }
  ir::ExprRef number(unsigned i) const { return rvalue(l, arguments[i]); }

  /// The object and all arguments, as numbers, in C++'s order.
  std::vector<Value> evaluated() const {
    std::vector<std::function<Value()>> operands = {object};
    for (const Expr* argument : arguments)
      operands.push_back(operand(l, argument));
    return l.inOrder(operands);
  }

  Value element() const {
    std::vector<Value> values = evaluated();
    std::vector<ir::ExprRef> indices;
    for (std::size_t i = 1; i < values.size(); ++i)
      indices.push_back(std::get<ir::ExprRef>(values[i]));
    return elementOf(l, values[0], std::move(indices), where);
  }

  /// at(i): out of range it ends the kernel, as the primal does.
  Value checkedElement() const {
    std::vector<Value> values = evaluated();
    const Value container = l.frozen(values[0]);
    ir::ExprRef index = l.frozen(asIndex(std::get<ir::ExprRef>(values[1])));
    ir::ExprRef position = converted(index, ir::sizeType());
    const ir::ExprRef size = converted(sizeOf(l, container, where), ir::sizeType());
    throwFromLibraryIf(l,
                       ir::apply(ir::Op::ge_, {position, size}, ir::boolType(), toLocation(where)),
                       badAccess, where);
    return elementOf(l, container, {index}, where);
  }

  Value last() const {
    const Value container = object();
    ir::ExprRef size = sizeOf(l, container, where);
    ir::ExprRef one = ir::literal("1", size->type, size->location);
    return elementOf(l, container,
                     {ir::apply(ir::Op::sub, {size, one}, size->type, size->location)}, where);
  }

  View start() const {
    const Value container = object();
    if (const auto* choice = std::get_if<Choice>(&container); choice && !choice->heap)
      return startOf(*choice, nullptr);
    View whole = wholeOf(l, container, where);
    whole.size = nullptr;
    return whole;
  }

  View end() const { return advanced(l, start(), sizeOf(l, object(), where)); }

  Value isEmpty() const {
    ir::ExprRef size = sizeOf(l, object(), where);
    ir::ExprRef none = ir::literal("0", size->type, size->location);
    return ir::apply(ir::Op::eq_, {size, none}, ir::boolType(), toLocation(where));
  }

  /// first(n), last(n), subspan(offset), subspan(offset, n) of a span.
  Value part() const {
    View whole = viewOf(l, object(), where);
    ir::ExprRef size = whole.size ? whole.size : ir::size(whole.base, toLocation(where));
    if (arguments.empty())
      l.notYet(where, "a part of a span of constant length", "pass the length as an argument");
    ir::ExprRef first = number(0);
    auto rest = [&](const ir::ExprRef& by) {
      return ir::apply(ir::Op::sub, {size, by}, ir::sizeType(), toLocation(where));
    };
    if (name == "first") {
      whole.size = first;
      return whole;
    }
    if (name == "last") {
      whole = advanced(l, whole, rest(first));
      whole.size = first;
      return whole;
    }
    const bool hasLength = arguments.size() == 2 && !isa<CXXDefaultArgExpr>(arguments[1]);
    ir::ExprRef length = hasLength ? number(1) : rest(first);
    whole = advanced(l, whole, asIndex(first));
    whole.size = std::move(length);
    return whole;
  }

  /// Every element becomes the value: fill, assign(n, value).
  Value filled() const {
    const ir::Place place = target(l, object(), where);
    const Location at = toLocation(where);
    if (name == "assign") {
      ir::ExprRef made = ir::construct(place.type, {number(0), number(1)}, at);
      l.emit(ir::assign(place, ir::AssignOp::Set, std::move(made), at));
      return place;
    }
    ir::ExprRef value = l.frozen(number(0));
    const ir::VarId i = l.addLocal("i", ir::sizeType(), {.isConst = false, .isStable = true}, at);
    ir::For loop;
    loop.counter = i;
    loop.lower = ir::literal("0", ir::sizeType());
    loop.upper = sizeOf(l, place, where);
    loop.body.push_back(
        ir::assign(ir::element(l.frozen(place), {l.loadOf(i)}), ir::AssignOp::Set, value, at));
    l.emit({at, std::move(loop)});
    return place;
  }

  /// Numbers that have no derivative: x.shape(d), x.rank(), and all extents, x.shape().
  Value shape() const {
    const ir::ExprRef field = ir::load(placeFor(l, object(), where));
    const Location at = toLocation(where);
    if (name == "rank")
      return ir::intrinsic(ir::Intrinsic::rank, {field}, ir::sizeType(), at);
    if (arguments.size() == 1)
      return extentOf(field, number(0), at);
    return l.keep(ir::intrinsic(ir::Intrinsic::extents, {field}, ir::vectorOf(ir::sizeType()), at),
                  "shape");
  }

  /// Is it written with other methods, which evaluate the object themselves?
  bool isInlined() const {
    static const std::set<std::string> reversed = {"rbegin", "rend", "crbegin", "crend"};
    return name == "operator=" || reversed.contains(name);
  }

  /// A pointer into one of several vectors.
  static View startOf(const Choice& choice, ir::ExprRef offset) {
    View start{choice.places.front(), std::move(offset), nullptr};
    start.others.assign(choice.places.begin() + 1, choice.places.end());
    start.selector = choice.selector;
    return start;
  }

  /// One of several vectors changes: in the branch of each.
  std::optional<Value> changedChosen() const {
    static const std::set<llvm::StringRef> moving = {"insert", "emplace", "erase"};
    static const std::set<llvm::StringRef> names = {"push_back", "pop_back", "resize",  "clear",
                                                    "assign",    "insert",   "emplace", "erase"};
    if (library != Library::vector || !names.contains(name))
      return std::nullopt;
    const Value chosen = l.frozen(object());
    const auto* choice = std::get_if<Choice>(&chosen);
    if (!choice || choice->heap)
      return std::nullopt;
    const Location at = toLocation(where);
    std::optional<ir::Place> position; // of the iterator that it returns
    if (moving.contains(name)) {
      position = l.placeOf(l.addLocal("position", l.types.offsetType(), {}, at));
      l.emit(ir::declare(position->base, nullptr, at));
    }
    write(l, chosen, where, [&](const ir::Place& place) {
      Access one = *this;
      one.object = [place]() -> Value { return place; };
      const std::optional<Value> result = one.result();
      if (position)
        l.emit(ir::assign(*position, ir::AssignOp::Set,
                          converted(std::get<View>(*result).offset, position->type), at));
    });
    return position ? Value(startOf(*choice, ir::load(*position))) : Value();
  }

  std::optional<Value> result() const {
    if (isInlined())
      return std::nullopt;
    if (library == Library::array && isColumn(object()) && name == "fill")
      l.notYet(where, "'fill' of an array of pointers", "write a loop");
    if (std::optional<Value> changed = changedChosen())
      return changed;
    if (library == Library::vector && isColumn(object()))
      if (std::optional<Value> known =
              columnCall(l, {name, object, arguments, where, elementType}, object()))
        return known;
    const bool isSpan = library == Library::span;
    if (name == "at")
      return checkedElement();
    if (name == "operator[]" || name == "operator()")
      return element();
    if (name == "size")
      return Value(sizeOf(l, object(), where));
    if (name == "empty")
      return isEmpty();
    if (name == "front")
      return elementOf(l, object(), {zero()}, where);
    if (name == "value" && library == Library::field)
      return elementOf(l, object(), {zero()}, where);
    if (name == "back")
      return last();
    if (name == "data" || name == "begin" || name == "cbegin")
      return start();
    if (name == "end" || name == "cend")
      return end();
    if (isSpan && (name == "first" || name == "last" || name == "subspan"))
      return part();
    const bool isCountAndValue =
        name == "assign" && arguments.size() == 2 && arguments[0]->getType()->isIntegerType();
    if (name == "fill" || (isCountAndValue && library == Library::vector))
      return filled();
    if (name == "swap" && isColumn(object())) {
      exchange(l, vectorType, object(), glvalue(l, arguments[0]), where);
      return Value();
    }
    if (name == "swap" && !isSpan)
      return swapped(l, l.inOrder({object, [this]() -> Value { return glvalue(l, arguments[0]); }}),
                     where);
    if (library == Library::field && (name == "shape" || name == "rank"))
      return shape();
    if (name == "reserve" || name == "shrink_to_fit")
      return Value();
    if (name == "capacity")
      l.notYet(where, "'capacity' of a vector, which is the library's own choice,",
               "leave it out: 'reserve' changes no value");
    if (library == Library::vector)
      if (std::optional<Value> changed =
              growthCall(l, {name, object, arguments, where, elementType}))
        return changed;
    l.notYet(where,
             "the method '" + name + "' of a " +
                 (library == Library::vector ? "vector" : "container"),
             "use its elements: indices, begin and end, or a loop over it");
  }
};

/// The object of a call, which is evaluated once, when it is first asked for.
std::function<Value()> once(std::function<Value()> object) {
  const auto known = std::make_shared<std::optional<Value>>();
  return [known, object = std::move(object)]() -> Value {
    if (!*known)
      *known = object();
    return **known;
  };
}

/// v = {a, b, c}
std::optional<Value> listAssignment(Lowering& l, const CXXOperatorCallExpr* expr) {
  const auto* made = dyn_cast<CXXStdInitializerListExpr>(bare(expr->getArg(1)));
  const auto* list = made ? dyn_cast<InitListExpr>(bare(made->getSubExpr())) : nullptr;
  if (!list)
    return std::nullopt;
  const ir::TypeRef type = l.types.of(expr->getArg(0)->getType());
  const Location at = toLocation(expr->getExprLoc());
  Destination to{l.placeOf(l.addLocal("list", type, {}, at)), /*isFresh=*/true, at};
  constructList(l, to, list);
  const Value assigned = glvalue(l, expr->getArg(0));
  write(l, assigned, expr->getExprLoc(), [&](const ir::Place& place) {
    l.emit(ir::assign(place, ir::AssignOp::Set, ir::load(to.place), at));
  });
  return assigned;
}

/// x.shape()[d], x.shape().size() of a field need no copy of the whole shape.
std::optional<Value> shapeCall(Lowering& l, const CallExpr* expr, const std::string& name) {
  const auto* method = dyn_cast<CXXMemberCallExpr>(expr);
  const Expr* vector = method ? method->getImplicitObjectArgument() : expr->getArg(0);
  const auto* shape = dyn_cast<CXXMemberCallExpr>(bare(vector));
  if (!shape || shape->getNumArgs() != 0 || libraryOf(shape->getRecordDecl()) != Library::field)
    return std::nullopt;
  const Location at = toLocation(expr->getExprLoc());
  const auto field = [&] {
    return ir::load(
        placeFor(l, glvalue(l, shape->getImplicitObjectArgument()), shape->getExprLoc()));
  };
  if (name == "operator[]") {
    const ir::ExprRef owner = field();
    return extentOf(owner, rvalue(l, expr->getArg(1)), at);
  }
  if (name == "size")
    return ir::intrinsic(ir::Intrinsic::rank, {field()}, ir::sizeType(), at);
  return std::nullopt;
}

/// it.base() is the pointer in it; its operators are known (iteratorOperator).
std::optional<Value> iteratorMethod(Lowering& l, const CallExpr* expr,
                                    const CXXMethodDecl* method) {
  const auto* call = dyn_cast<CXXMemberCallExpr>(expr);
  const bool isBase = call && method->getDeclName().isIdentifier() && method->getName() == "base";
  return isBase ? std::optional<Value>(view(l, call->getImplicitObjectArgument())) : std::nullopt;
}

} // namespace

std::optional<Value> containerCall(Lowering& l, const CallExpr* expr, const CXXMethodDecl* method) {
  const Library library = libraryOf(method->getParent());
  static const std::set<Library> others = {Library::none,    Library::pair,   Library::tuple,
                                           Library::functor, Library::matrix, Library::eigen};
  if (others.contains(library))
    return std::nullopt;
  const SourceLocation where = expr->getExprLoc();
  if (library == Library::iterator)
    return iteratorMethod(l, expr, method);
  if (const auto* call = dyn_cast<CXXMemberCallExpr>(expr);
      call && isOwner(call->getImplicitObjectArgument()->getType()))
    return ownerCall(l, call, method->getNameAsString());
  static const std::set<Library> known = {Library::array, Library::vector, Library::span,
                                          Library::field, Library::list};
  if (!known.contains(library)) {
    if (const auto* conversion = dyn_cast<CXXConversionDecl>(method))
      l.notYet(where, "the conversion '" + conversion->getNameAsString() + "'",
               "use plain numbers");
    l.notYet(where, "the class '" + l.types.qualifiedName(method->getParent()) + "'",
             "use numbers, structs, std::array, std::vector or std::span");
  }
  Access access{l, expr, method->getNameAsString(), library, nullptr, {}, where, {}, {}};
  if (library == Library::vector) {
    if (std::optional<Value> extent = shapeCall(l, expr, access.name))
      return extent;
    access.vectorType = compat::typeOf(l.ast, method->getParent());
    access.elementType = elementOfVector(access.vectorType);
  }
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(expr)) {
    const Expr* object = member->getImplicitObjectArgument();
    access.object = once([&l, object, where]() -> Value {
      return object->getType()->isPointerType() ? dereference(l, object, where)
                                                : glvalue(l, object);
    });
    access.arguments.assign(expr->arg_begin(), expr->arg_end());
  } else {
    if (const auto* operatorExpr = cast<CXXOperatorCallExpr>(expr);
        operatorExpr->getOperator() == OO_Equal && library == Library::vector)
      if (std::optional<Value> assigned = listAssignment(l, operatorExpr))
        return assigned;
    access.object = once([&l, expr]() -> Value { return glvalue(l, expr->getArg(0)); });
    access.arguments.assign(expr->arg_begin() + 1, expr->arg_end());
  }
  // A field converts to a span of its values.
  if (isa<CXXConversionDecl>(method))
    return viewOf(l, access.start(), where);
  return access.result();
}

} // namespace treelize::front
