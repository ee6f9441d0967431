#include "ir/SteadyNumbers.h"

#include "ir/Builder.h"
#include "ir/GivenValue.h"
#include "ir/Literals.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"
#include "ir/WriteCounts.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace treelize::ir {

namespace {

/// All that a number is ever given.
using Gifts = std::map<VarId, std::vector<ExprRef>>;

class SteadyFinder {
public:
  explicit SteadyFinder(const Kernel& kernel) : kernel(kernel), writes(kernel) {
    forEachStmt(kernel.body, [&](const Stmt& stmt) { note(stmt); });
    std::erase_if(
        gifts, [&](const auto& known) { return timesWritten(known.first) != known.second.size(); });
  }

  /// By number that is written again and again, or copied from such a one, what it always is.
  std::map<VarId, ExprRef> run() {
    std::map<VarId, ExprRef> values;
    for (bool grew = true; grew;) {
      grew = false;
      for (const auto& [var, given] : gifts)
        for (const ExprRef& value : given)
          if (const ExprRef known = knownValue(value, values); known && !values.contains(var))
            grew = values.emplace(var, known).second;
    }
    while (std::erase_if(values, [&](const auto& known) { return !isAlways(known, values); }) > 0)
      ;
    std::set<VarId> rewritten;
    for (bool grew = true; grew;) {
      grew = false;
      for (const auto& [var, value] : values)
        if (gifts.at(var).size() > 1 || isCopyOf(*gifts.at(var).front(), rewritten) ||
            isZero(*value)) // an offset that need not be added
          grew |= rewritten.insert(var).second;
    }
    std::erase_if(values, [&](const auto& known) { return !rewritten.contains(known.first); });
    return values;
  }

private:
  const Kernel& kernel;
  const WriteCounts writes;
  Gifts gifts;

  std::size_t timesWritten(VarId var) const {
    return writes.of(var).all() + writes.of(var).counted;
  }

  void note(const Stmt& stmt) {
    if (const std::optional<GivenValue> given = givenBy(stmt);
        given && given->op == AssignOp::Set && isNumber(given->to))
      gifts[given->to].push_back(given->value);
  }

  bool isNumber(VarId var) const {
    const Variable& variable = kernel[var];
    return variable.role == Role::Local && !variable.byReference &&
           variable.type->is(TypeKind::Integer);
  }

  static const VarId* copied(const Expr& value) {
    const auto* load = std::get_if<Load>(&value.node);
    return load && load->place.path.empty() ? &load->place.base : nullptr;
  }

  static bool isCopyOf(const Expr& value, const std::set<VarId>& some) {
    const VarId* from = copied(value);
    return from && some.contains(*from);
  }

  /// A literal or a parameter that nobody writes, or what such a number is known to be.
  ExprRef knownValue(const ExprRef& value, const std::map<VarId, ExprRef>& values) const {
    if (std::holds_alternative<Literal>(value->node))
      return value;
    if (const auto* converted = std::get_if<Cast>(&value->node))
      return literalIn(*value->type, literalOf(converted->arg));
    const VarId* from = copied(*value);
    if (!from)
      return nullptr;
    if (const auto known = values.find(*from); known != values.end())
      return known->second;
    return kernel[*from].role == Role::Parameter && timesWritten(*from) == 0 ? value : nullptr;
  }

  static ExprRef literalIn(const Type& type, const std::optional<std::int64_t>& number) {
    const bool isThere = number && type.is(TypeKind::Integer) && hasValue(type, *number);
    return isThere ? integer(*number, std::make_shared<Type>(type)) : nullptr;
  }

  bool isAlways(const std::pair<const VarId, ExprRef>& known,
                const std::map<VarId, ExprRef>& values) const {
    return isSameInCpp(*known.second->type, *kernel[known.first].type) &&
           std::ranges::all_of(gifts.at(known.first), [&](const ExprRef& given) {
             const ExprRef value = knownValue(given, values);
             return value && isSame(*value, *known.second);
           });
  }
};

void drop(Block& block, const std::map<VarId, ExprRef>& values) {
  std::erase_if(block, [&](const Stmt& stmt) {
    const std::optional<VarId> var = declared(stmt);
    const auto* assigned = std::get_if<Assign>(&stmt.node);
    return (var && values.contains(*var)) || (assigned && values.contains(assigned->target.base));
  });
  for (Stmt& stmt : block)
    for (Block* inner : blocks(stmt))
      drop(*inner, values);
}

/// `a[0 + i]` is `a[i]`, and what has been converted for the sum is the same index without it. A
/// number alone is a std::size_t.
void dropZero(ExprRef& index) {
  const auto* sum = std::get_if<Apply>(&index->node);
  if (sum && sum->op == Op::add && isZero(*sum->args[0])) {
    index = sum->args[1];
    const auto* converted = std::get_if<Cast>(&index->node);
    if (converted && converted->arg->type->is(TypeKind::Integer) &&
        converted->arg->type->bits == 64)
      index = converted->arg;
  }
  if (const std::optional<long double> number = literalNumber(*index); number && *number >= 0)
    index = integer(static_cast<std::int64_t>(*number), sizeType());
}

} // namespace

void replaceSteadyNumbers(Kernel& kernel) {
  const std::map<VarId, ExprRef> values = SteadyFinder(kernel).run();
  if (values.empty())
    return;
  drop(kernel.body, values);
  for (Stmt& stmt : kernel.body)
    for (const auto& [var, value] : values)
      replaceLoads(stmt, var, value);
  changePlaces(kernel.body, [](Place& place) {
    for (Selector& step : place.path)
      std::ranges::for_each(step.indices, dropZero);
  });
}

} // namespace treelize::ir
