// Free functions of the standard library.
//
// A few are known by what they mean; algorithms whose body is plain code are inlined as the user's
// own; everything else is refused at the user's call rather than somewhere inside the library.
#include "front/lower/library/Library.h"
#include "front/lower/library/Followers.h"

#include "front/conditions/PlatformConstants.h"
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"

#include "clang/AST/DeclTemplate.h"

#include <set>
#include <string_view>

namespace treelize::front {

using namespace clang;

namespace {

/// Their bodies are loops over iterators and arithmetic.
bool isInlinable(std::string_view name) {
  static const std::set<std::string_view> names = {"accumulate",
                                                   "inner_product",
                                                   "swap",
                                                   "exchange",
                                                   "for_each",
                                                   "iota",
                                                   "lerp",
                                                   "partial_sum",
                                                   "adjacent_difference",
                                                   "transform_reduce",
                                                   "reduce",
                                                   "transform",
                                                   "min_element",
                                                   "max_element",
                                                   "count_if",
                                                   "count",
                                                   "any_of",
                                                   "all_of",
                                                   "none_of",
                                                   "find_if",
                                                   "for_each_n",
                                                   "generate",
                                                   "generate_n",
                                                   "replace_if",
                                                   "clamp",
                                                   "min",
                                                   "max",
                                                   "midpoint",
                                                   "exclusive_scan",
                                                   "inclusive_scan",
                                                   "equal",
                                                   "copy_if",
                                                   "find",
                                                   "find_if_not",
                                                   "lower_bound",
                                                   "upper_bound",
                                                   "binary_search",
                                                   "adjacent_find",
                                                   "copy",
                                                   "copy_n",
                                                   "reverse_copy",
                                                   "remove",
                                                   "remove_if",
                                                   "remove_copy_if",
                                                   "unique",
                                                   "partition",
                                                   "replace",
                                                   "iter_swap",
                                                   "swap_ranges",
                                                   "fill",
                                                   "fill_n",
                                                   "reverse",
                                                   "is_sorted",
                                                   "is_sorted_until",
                                                   "lexicographical_compare",
                                                   "mismatch",
                                                   "partition_point",
                                                   "next",
                                                   "prev",
                                                   "advance",
                                                   "distance",
                                                   "apply",
                                                   "invoke",
                                                   "back_inserter",
                                                   "bind_front",
                                                   "make_reverse_iterator",
                                                   "rbegin",
                                                   "rend",
                                                   "crbegin",
                                                   "crend",
                                                   "move_backward",
                                                   "transform_inclusive_scan",
                                                   "transform_exclusive_scan",
                                                   "next_permutation",
                                                   "prev_permutation",
                                                   "merge",
                                                   "includes",
                                                   "search",
                                                   "is_permutation",
                                                   "make_heap",
                                                   "push_heap",
                                                   "pop_heap",
                                                   "sort_heap",
                                                   "is_heap",
                                                   "unique_copy",
                                                   "rotate_copy",
                                                   "partition_copy",
                                                   "remove_copy",
                                                   "replace_copy",
                                                   "replace_copy_if",
                                                   "set_union",
                                                   "set_intersection",
                                                   "set_difference",
                                                   "set_symmetric_difference",
                                                   "equal_range",
                                                   "shift_left",
                                                   "shift_right",
                                                   "find_end",
                                                   "find_first_of",
                                                   "search_n",
                                                   "partial_sort_copy",
                                                   "is_partitioned",
                                                   "minmax",
                                                   "lexicographical_compare_three_way",
                                                   "is_eq",
                                                   "is_neq",
                                                   "is_lt",
                                                   "is_lteq",
                                                   "is_gt",
                                                   "is_gteq",
                                                   "ref",
                                                   "cref",
                                                   "bind",
                                                   "not_fn"};
  return names.contains(name);
}

/// They pass their argument through.
bool isIdentity(std::string_view name) {
  static const std::set<std::string_view> names = {"move", "forward", "as_const", "identity"};
  return names.contains(name);
}

/// std::size(x) and x.size(): the same things as methods.
std::optional<Value> rangeFunction(Lowering& l, const CallExpr* expr, const std::string& name) {
  static const std::set<std::string_view> names = {"size", "ssize", "begin", "cbegin",
                                                   "data", "end",   "cend"};
  const SourceLocation where = expr->getExprLoc();
  const Expr* range = expr->getArg(0);
  const bool hasElements = isView(range->getType()) || isColumnType(l, range->getType()) ||
                           libraryOf(range->getType()) == Library::list ||
                           l.types.of(range->getType())->isIndexable();
  if (!names.contains(name))
    return std::nullopt;
  if (!hasElements)
    l.notYet(where, "'std::" + name + "' of a '" + l.types.of(range->getType())->spelling + "'",
             "use an array, a vector or a span");
  auto object = [&] {
    return isView(range->getType()) ? Value(view(l, range)) : glvalue(l, range);
  };
  auto start = [&] {
    View whole = isView(range->getType()) ? view(l, range) : wholeOf(l, glvalue(l, range), where);
    whole.size = nullptr;
    return whole;
  };
  if (name == "size")
    return sizeOf(l, object(), where);
  if (name == "ssize")
    return converted(sizeOf(l, object(), where), l.types.offsetType());
  if (name == "begin" || name == "cbegin" || name == "data")
    return start();
  return advanced(l, start(), sizeOf(l, object(), where));
}

/// Whole containers change places.
Value swapObjects(Lowering& l, const CallExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const std::vector<Value> values =
      l.inOrder({[&]() -> Value { return glvalue(l, expr->getArg(0)); },
                 [&]() -> Value { return glvalue(l, expr->getArg(1)); }});
  if (isView(expr->getArg(0)->getType())) {
    swapViews(l, values[0], values[1], where);
    return {};
  }
  const QualType type = expr->getArg(0)->getType();
  if (std::ranges::none_of(values, [](const Value& object) {
        return std::holds_alternative<Object>(object);
      }))
    return swapped(l, values, where);
  exchange(l, type, values[0], values[1], where);
  return {};
}

/// std::make_unique<T[]>(n), std::make_unique<T>(x)
Value madeUnique(Lowering& l, const CallExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const auto* type = cast<ClassTemplateSpecializationDecl>(expr->getType()->getAsCXXRecordDecl());
  const QualType owned = type->getTemplateArgs()[0].getAsType();
  if (const auto* array = l.ast.getAsArrayType(owned))
    return allocatedArray(l, array->getElementType(), rvalue(l, expr->getArg(0)), where);
  const std::vector<const Expr*> arguments(expr->arg_begin(), expr->arg_end());
  const Expr* made =
      l.options.construction ? l.options.construction(owned, arguments, where) : nullptr;
  if (const HeapGroup* heap = made ? heapOf(l, owned) : nullptr)
    return heapView(heap,
                    std::get<Object>(madeOnHeap(l, {"object", owned, where}, made)).state->number);
  if (!made || dissolves(l, owned))
    l.notYet(where, "'std::make_unique' of this object", "declare it as a local variable");
  return allocatedObject(l, owned, made, where);
}

} // namespace

void exchange(Lowering& l, QualType type, const Value& left, const Value& right,
              SourceLocation where) {
  refuseUnequalCopies(l, type, where);
  const std::vector<Value> sides = l.frozenAgainstWrites({left, right});
  const Value kept = copied(l, {"swapped", type.getNonReferenceType(), where}, sides[0]);
  assignValue(l, type, sides[0], sides[1], where);
  assignValue(l, type, sides[1], kept, where);
}

Value swapped(Lowering& l, const std::vector<Value>& objects, SourceLocation where) {
  const Location at = toLocation(where);
  const std::vector<Value> sides = l.frozenAgainstWrites(objects);
  const ir::Place left = target(l, sides[0], where), right = target(l, sides[1], where);
  if (holdsView(*left.type))
    l.notYet(where, "swapping objects that hold pointers or spans", "swap their elements");
  for (const Value& object : objects)
    refuseFollowers(l, object, where);
  ir::ExprRef kept = l.keep(ir::load(left, at), "swapped");
  l.emit(ir::assign(left, ir::AssignOp::Set, ir::load(right, at), at));
  l.emit(ir::assign(right, ir::AssignOp::Set, std::move(kept), at));
  return {};
}

std::optional<Value> libraryCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const SourceLocation where = expr->getExprLoc();
  const std::string name = callee->getDeclName().isIdentifier() ? callee->getNameAsString() : "";
  if (callee->getBuiltinID() != 0 && name == "__builtin_unreachable")
    return Value();
  if (name == "__assert_fail" || name == "__glibcxx_assert_fail")
    return Value();
  if (!isInStd(callee))
    return std::nullopt;
  const unsigned count = expr->getNumArgs();
  if (count == 1 && isIdentity(name)) {
    const Value object =
        heapBehind(l, expr->getType()) ? glvalue(l, expr->getArg(0)) : value(l, expr->getArg(0));
    if (name == "move") {
      refuseFollowers(l, object, where);
      refuseUseAfterMove(l, expr->getArg(0), object);
    }
    return object;
  }
  if (count == 1 && (name == "addressof" || name == "__addressof"))
    return addressOf(l, expr->getArg(0), where);
  if (count == 1)
    if (std::optional<Value> range = rangeFunction(l, expr, name))
      return range;
  if (std::optional<Value> known = minmaxCall(l, expr))
    return *known;
  if (std::optional<Value> known = tupleCall(l, expr, callee))
    return *known;
  if (count == 2 && name == "swap")
    return swapObjects(l, expr);
  // std::numeric_limits<double>::epsilon()
  if (count == 0 && callee->isConstexpr() && l.types.of(expr->getType())->isScalar()) {
    nameOnly(l.options.platform, expr);
    return ir::literal(l.types.qualifiedName(callee) + "()", l.types.of(expr->getType()),
                       toLocation(where));
  }
  if (count >= 1 && name == "invoke" && isClosure(expr->getArg(0)->getType())) {
    const Value callee = value(l, expr->getArg(0));
    if (const auto* closure = std::get_if<Closure>(&callee))
      return callClosure(l, *closure, nullptr, asArguments({expr->getArgs() + 1, count - 1}),
                         where);
  }
  if (count == 1 && name == "mem_fn")
    return closureValue(l, expr->getArg(0));
  if (std::optional<Value> known = iteratorCall(l, expr, name))
    return *known;
  if (std::optional<Value> known = algorithmCall(l, expr, callee))
    return *known;
  if (name == "make_unique" || name == "make_shared")
    return madeUnique(l, expr);
  if (count == 1 && name == "static_pointer_cast" && heapBehind(l, expr->getType()))
    return nullableView(l, expr->getArg(0));
  if (count == 1 && name == "dynamic_pointer_cast" && heapBehind(l, expr->getType()))
    return dynamicCast(l, nullableView(l, expr->getArg(0)), expr->getType(), where);
  if (isInlinable(name))
    return std::nullopt;
  const bool isHelper = name.starts_with("_"); // of an algorithm that is being inlined
  if (isHelper && l.frames.size() > 1)
    return std::nullopt;
  l.notYet(where, "the library function '" + callee->getQualifiedNameAsString() + "'",
           "write it out, or declare a function of your own with '[[treelize::nondiff]]' around it "
           "if it carries no derivative");
}

} // namespace treelize::front
