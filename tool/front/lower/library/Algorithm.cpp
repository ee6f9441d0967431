// Algorithms over a range, as the counted loops that a person would write.
//
// The library's own bodies would do, but they walk with iterators: a counted loop is what the
// analyses understand, and what reads well. Algorithms that are not here are inlined
// (Library).
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/statements/Statements.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;
using ir::TypeKind;

namespace {

/// The call operator that a generic lambda was used with.
const FunctionDecl* onlyInstance(const CXXRecordDecl* record) {
  const FunctionDecl* found = nullptr;
  for (const Decl* decl : record->decls())
    if (const auto* pattern = dyn_cast<FunctionTemplateDecl>(decl);
        pattern && pattern->getTemplatedDecl()->getOverloadedOperator() == OO_Call)
      for (const FunctionDecl* instance : pattern->specializations()) {
        const FunctionDecl* definition = nullptr;
        if (!instance->hasBody(definition))
          continue;
        if (found)
          return nullptr;
        found = definition;
      }
  return found;
}

std::optional<Op> operatorNamed(llvm::StringRef name) {
  static const std::map<llvm::StringRef, Op> operators = {{"plus", Op::add},
                                                          {"minus", Op::sub},
                                                          {"multiplies", Op::mul},
                                                          {"divides", Op::div},
                                                          {"negate", Op::neg}};
  const auto found = operators.find(name);
  return found == operators.end() ? std::nullopt : std::optional(found->second);
}

class Algorithm {
public:
  Algorithm(Lowering& lowering, const CallExpr* call)
      : l(lowering), expr(call), where(call->getExprLoc()), at(toLocation(where)) {}

  std::optional<Value> run(const std::string& name) {
    const unsigned count = expr->getNumArgs();
    if (count < 2 || !isPointerLike(expr->getArg(0)->getType()))
      return std::nullopt;
    if (name == "copy" && count == 3)
      return copied(range(0, 1), pointer(2));
    if (name == "copy_n" && count == 3)
      return copied(counted(0, 1), pointer(2));
    if (name == "fill" && count == 3)
      return filled(range(0, 1));
    if (name == "fill_n" && count == 3)
      return filled(counted(0, 1));
    if (name == "reverse" && count == 2)
      return reversed(range(0, 1));
    if (name == "swap_ranges" && count == 3)
      return swapped(range(0, 1), pointer(2));
    if (name == "for_each" && count == 3)
      return each(range(0, 1));
    if (name == "transform")
      return transformed();
    if (name == "accumulate" || name == "reduce")
      return folded(name);
    if (name == "inner_product" || (name == "transform_reduce" && count >= 4))
      return innerProduct(name);
    if (name == "sort" || name == "stable_sort")
      return sorted();
    return std::nullopt;
  }

private:
  Lowering& l;
  const CallExpr* expr;
  SourceLocation where;
  Location at;

  struct Range {
    View start;
    ExprRef count;
  };

  View pointer(unsigned i) { return l.frozen(view(l, expr->getArg(i))); }
  Range range(unsigned first, unsigned last) {
    const View start = pointer(first), end = pointer(last);
    return {start, l.frozen(converted(distance(l, start, end, where), ir::sizeType()))};
  }
  Range counted(unsigned first, unsigned number) {
    const View start = pointer(first);
    return {start, l.frozen(converted(rvalue(l, expr->getArg(number)), ir::sizeType()))};
  }
  View after(const Range& range) { return advanced(l, range.start, range.count); }

  void loop(const ExprRef& count, const std::function<void(const ExprRef& i)>& body) {
    countedLoop(l, ir::integer(0, ir::sizeType()), count, at, body);
  }
  Value element(const View& start, const ExprRef& i) { return dereference(l, start, i, where); }
  ExprRef read(const View& start, const ExprRef& i) { return loaded(l, element(start, i), where); }
  void set(const Value& to, ExprRef value) {
    if (std::holds_alternative<Choice>(to))
      value = l.frozen(std::move(value));
    write(l, to, where, [&](const ir::Place& place) {
      l.emit(ir::assign(place, ir::AssignOp::Set,
                        place.type->isScalar() ? converted(value, place.type) : value, at));
    });
  }

  /// A function object, evaluated once.
  Value callable(unsigned i) {
    const Expr* argument = expr->getArg(i);
    return isClosure(argument->getType()) ? closureValue(l, argument)
           : libraryOf(argument->getType()) == Library::functor
               ? Value()
               : (argument->isGLValue()
                      ? glvalue(l, argument)
                      : initialized(l, {"function", argument->getType(), where}, argument));
  }
  Value called(const Value& function, unsigned i, std::vector<Value> values) {
    const QualType type = expr->getArg(i)->getType();
    std::vector<Argument> arguments;
    for (Value& value : values)
      arguments.push_back({nullptr, std::move(value), where});
    const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    if (const auto* closure = std::get_if<Closure>(&function)) {
      const CXXRecordDecl* lambda = closure->state->type;
      return callClosure(l, *closure,
                         lambda && lambda->isGenericLambda() ? onlyInstance(lambda) : nullptr,
                         arguments, where);
    }
    if (libraryOf(type) == Library::functor)
      return combined(record->getName(), arguments);
    const FunctionDecl* method =
        record && record->hasDefinition() ? callOperator(record->getDefinition()) : nullptr;
    if (!method && record && record->hasDefinition())
      method = onlyInstance(record->getDefinition());
    if (!method)
      l.notYet(where, "this function object", "use a lambda");
    return inlineCall(l, method, [function] { return function; }, arguments, where);
  }
  Value combined(llvm::StringRef name, const std::vector<Argument>& arguments) {
    const std::optional<Op> op = operatorNamed(name);
    std::vector<ExprRef> args;
    for (const Argument& argument : arguments)
      args.push_back(loaded(l, argument.value, where));
    if (!op || !args[0]->type->is(TypeKind::Real) ||
        args.back()->type->spelling != args[0]->type->spelling)
      l.notYet(where, "'std::" + name.str() + "' of these operands", "use a lambda");
    const ir::TypeRef type = args[0]->type;
    return ir::apply(*op, std::move(args), type, at);
  }

  // --- the algorithms ---
  Value copied(const Range& from, const View& to) {
    loop(from.count, [&](const ExprRef& i) { set(element(to, i), read(from.start, i)); });
    return advanced(l, to, from.count);
  }
  Value filled(const Range& to) {
    ExprRef value = l.frozen(rvalue(l, expr->getArg(2)));
    loop(to.count, [&](const ExprRef& i) { set(element(to.start, i), value); });
    return after(to);
  }
  void swap(const Value& a, const Value& b) {
    ExprRef kept = l.keep(loaded(l, a, where), "swapped");
    set(a, loaded(l, b, where));
    set(b, std::move(kept));
  }
  Value reversed(const Range& range) {
    const ExprRef two = ir::literal("2", ir::sizeType()), one = ir::literal("1", ir::sizeType());
    const ExprRef half = l.keep(ir::apply(Op::div, {range.count, two}, ir::sizeType(), at), "half");
    const ExprRef last = l.keep(ir::apply(Op::sub, {range.count, one}, ir::sizeType(), at), "last");
    loop(half, [&](const ExprRef& i) {
      swap(element(range.start, i),
           element(range.start, ir::apply(Op::sub, {last, i}, ir::sizeType(), at)));
    });
    return {};
  }
  Value swapped(const Range& a, const View& b) {
    loop(a.count, [&](const ExprRef& i) { swap(element(a.start, i), element(b, i)); });
    return advanced(l, b, a.count);
  }
  Value each(const Range& range) {
    const Value function = callable(2);
    loop(range.count, [&](const ExprRef& i) { called(function, 2, {element(range.start, i)}); });
    return function;
  }
  Value transformed() {
    const bool isBinary = expr->getNumArgs() == 5;
    const Range from = range(0, 1);
    const View second = pointer(2), to = isBinary ? pointer(3) : second;
    const unsigned last = expr->getNumArgs() - 1;
    const Value function = callable(last);
    loop(from.count, [&](const ExprRef& i) {
      std::vector<Value> args = {element(from.start, i)};
      if (isBinary)
        args.push_back(element(second, i));
      ExprRef result = loaded(l, called(function, last, std::move(args)), where);
      set(element(to, i), std::move(result));
    });
    return advanced(l, to, from.count);
  }
  /// s = op(s, e) for every e, in order.
  ir::Place sumVariable(ExprRef start) {
    const ir::VarId id = l.addLocal("sum", start->type, {}, at);
    l.emit(ir::declare(id, std::move(start), at));
    return l.placeOf(id);
  }
  std::optional<Value> folded(const std::string& name) {
    const bool hasOperation = expr->getNumArgs() == 4;
    if (!l.types.of(expr->getType())->isScalar() || expr->getNumArgs() > 4)
      return std::nullopt;
    const Range from = range(0, 1);
    const ir::TypeRef type = l.types.of(expr->getType());
    ExprRef start =
        expr->getNumArgs() > 2 ? converted(rvalue(l, expr->getArg(2)), type) : ir::real(0.0, type);
    if (expr->getNumArgs() == 2 && !type->is(TypeKind::Real))
      return std::nullopt;
    const ir::Place sum = sumVariable(std::move(start));
    const Value function = hasOperation ? callable(3) : Value();
    loop(from.count, [&](const ExprRef& i) {
      if (!hasOperation)
        return add(sum, read(from.start, i));
      ExprRef next = loaded(l, called(function, 3, {ir::load(sum), element(from.start, i)}), where);
      set(sum, std::move(next));
    });
    (void)name;
    return ir::load(sum);
  }
  void add(const ir::Place& sum, ExprRef value) {
    const bool isSame = value->type->kind == sum.type->kind && value->type->bits <= sum.type->bits;
    if (!isSame) // computed in the wider type, as `sum = sum + value`
      value = converted(
          ir::apply(Op::add, {converted(ir::load(sum), value->type), value}, value->type, at),
          sum.type);
    l.emit(ir::assign(sum, isSame ? ir::AssignOp::Add : ir::AssignOp::Set,
                      isSame ? converted(value, sum.type) : value, at));
  }
  std::optional<Value> innerProduct(const std::string& name) {
    const unsigned count = expr->getNumArgs();
    const bool isUnary =
        name == "transform_reduce" && count == 5; // (first, last, start, reduce, transform)
    if (isUnary && isPointerLike(expr->getArg(2)->getType()))
      return std::nullopt;
    const unsigned startAt = isUnary ? 2 : 3;
    const bool hasOperations = isUnary || count == 6;
    if (!l.types.of(expr->getType())->is(TypeKind::Real) || (!isUnary && count != 4 && count != 6))
      return std::nullopt;
    const Range from = range(0, 1);
    const View other = isUnary ? from.start : pointer(2);
    const ir::Place sum =
        sumVariable(converted(rvalue(l, expr->getArg(startAt)), l.types.of(expr->getType())));
    const Value reduce = hasOperations ? callable(count - 2) : Value(),
                combine = hasOperations ? callable(count - 1) : Value();
    loop(from.count, [&](const ExprRef& i) {
      if (!hasOperations) {
        ExprRef a = read(from.start, i), b = read(other, i);
        const ir::TypeRef type =
            a->type->is(TypeKind::Real) && a->type->bits >= b->type->bits ? a->type : b->type;
        return add(sum, ir::apply(Op::mul, {converted(a, type), converted(b, type)}, type, at));
      }
      std::vector<Value> args = {element(from.start, i)};
      if (!isUnary)
        args.push_back(element(other, i));
      ExprRef part = l.frozen(loaded(l, called(combine, count - 1, std::move(args)), where));
      set(sum, loaded(l, called(reduce, count - 2, {ir::load(sum), part}), where));
    });
    return ir::load(sum);
  }
  Value sortedByComparison() {
    const Range range = this->range(0, 1);
    const Value function = callable(2);
    sortBy(l, range.start, range.count,
           [&](const Value& a, const Value& b) { return loaded(l, called(function, 2, {a, b}), where); }, where);
    return {};
  }
  /// The order is found at run time; the numbers then move.
  Value sorted() {
    bool isDescending = false;
    if (expr->getNumArgs() == 3) {
      const CXXRecordDecl* record = expr->getArg(2)->getType()->getAsCXXRecordDecl();
      const bool isKnown = libraryOf(record) == Library::functor &&
                           (record->getName() == "less" || record->getName() == "greater");
      if (!isKnown)
        return sortedByComparison();
      isDescending = record->getName() == "greater";
    }
    const Range range = this->range(0, 1);
    const View& start = range.start;
    if (start.isObject || !start.base.type->isIndexable() ||
        !start.base.type->element->is(TypeKind::Real))
      l.notYet(where, "a sort of anything but real numbers", "sort indices outside the kernel");
    const ExprRef first =
        start.offset ? converted(start.offset, ir::sizeType()) : ir::integer(0, ir::sizeType());
    const ir::TypeRef element = start.base.type->element;
    const ir::Place order =
        l.placeOf(l.addLocal("order", vectorOf(ir::sizeType()), {.isStable = true}, at));
    l.emit(ir::declare(order.base,
                       ir::opaque(std::string("treelize::sorted_order($0, $1, $2, ") +
                                      (isDescending ? "true)" : "false)"),
                                  {ir::load(start.base), first, range.count}, order.type, at),
                       at));
    const ir::Place unsorted = l.placeOf(l.addLocal("unsorted", vectorOf(element), {}, at));
    l.emit(ir::declare(unsorted.base, ir::construct(unsorted.type, {range.count}, at), at));
    loop(range.count, [&](const ExprRef& i) { set(ir::element(unsorted, {i}), read(start, i)); });
    loop(range.count, [&](const ExprRef& i) {
      set(this->element(start, i),
          ir::load(ir::element(unsorted, {ir::load(ir::element(order, {i}))})));
    });
    return {};
  }
};

} // namespace

std::optional<Value> algorithmCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  if (!isInStd(callee) || isa<CXXMethodDecl>(callee) || !callee->getDeclName().isIdentifier())
    return std::nullopt;
  return Algorithm(l, expr).run(callee->getNameAsString());
}

} // namespace treelize::front
