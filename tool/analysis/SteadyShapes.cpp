#include "analysis/SteadyShapes.h"

#include "analysis/Lengths.h"
#include "analysis/OnlyValues.h"
#include "ir/Builder.h"
#include "ir/Exchanges.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>
#include <optional>

namespace treelize::analysis {

using namespace ir;

namespace {

bool isFlatVector(const Type& type) {
  return type.is(TypeKind::Vector) && type.element->isScalar();
}

class SteadyShapes {
public:
  explicit SteadyShapes(const Kernel& k) : kernel(k), values(k, k.body) {
    findFills();
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      if (!fills.contains(&stmt))
        noteShapes(stmt);
    });
    for (const Stmt& stmt : kernel.body)
      if (const auto* local = std::get_if<Declare>(&stmt.node))
        madeOnce.insert(local->var);
  }

  using Members = std::vector<VarId>;

  std::vector<Members> run() {
    for (std::size_t i = 0; i < kernel.variables.size(); ++i)
      if (const VarId var{static_cast<unsigned>(i)}; isCallers(kernel[var]))
        begins(var, nullptr);
    std::map<VarId, Members> groups;
    for (const auto& [var, next] : group)
      groups[groupOf(var)].push_back(var);
    std::vector<Members> found;
    for (const auto& [root, members] : groups)
      if (isSteady(members))
        found.push_back(members);
    return found;
  }

  /// Of all members; null where only a local tells.
  ExprRef lengthOf(const Members& members) const {
    for (const VarId var : members)
      if (const auto own = beginnings.find(var); own != beginnings.end())
        for (const Beginning& begun : own->second) {
          if (begun.length)
            return begun.length->type->is(TypeKind::Integer) ? begun.length : nullptr;
          const Role role = kernel[begun.container].role;
          if (role == Role::Parameter || role == Role::Member)
            return size(place(kernel, begun.container));
        }
    return nullptr;
  }

private:
  const Kernel& kernel;
  std::map<VarId, VarId> group; // by a container: another one of its group, or itself
  struct Beginning {
    VarId container;
    ExprRef length; // null: the container itself tells
  };
  std::map<VarId, std::vector<Beginning>> beginnings; // by a container: how it may begin
  std::set<VarId> reshaped, madeOnce;
  const OnlyValues values;
  std::set<const Stmt*> fills; // give a vector of vectors its rows right where it begins

  static bool isCallers(const Variable& variable) {
    return (variable.role == Role::Parameter || variable.role == Role::Member ||
            variable.byReference) &&
           !variable.type->isView() && !hasFixedSize(*variable.type);
  }

  VarId groupOf(VarId var) {
    VarId& next = group.try_emplace(var, var).first->second;
    return next == var ? var : next = groupOf(next);
  }
  void join(VarId a, VarId b) { group[groupOf(a)] = groupOf(b); }
  void begins(VarId var, ExprRef length) {
    groupOf(var);
    beginnings[var].push_back({var, std::move(length)});
  }
  void loses(VarId var) {
    groupOf(var);
    reshaped.insert(var);
  }

  void findFills() {
    std::optional<VarId> begun;
    for (const Stmt& stmt : kernel.body) {
      if (const auto* local = std::get_if<Declare>(&stmt.node)) {
        if (!kernel[local->var].type->isScalar())
          begun = local->var;
        continue;
      }
      const auto* loop = std::get_if<For>(&stmt.node);
      const auto* row =
          loop && loop->body.size() == 1 ? std::get_if<Assign>(&loop->body.front().node) : nullptr;
      if (row && begun && row->target.base == *begun && row->target.path.size() == 1)
        fills.insert(&loop->body.front());
      begun.reset();
    }
  }

  void noteShapes(const Stmt& stmt) {
    if (const auto* s = std::get_if<Declare>(&stmt.node))
      return noteValue(place(kernel, s->var), s->value);
    if (const auto* s = std::get_if<Assign>(&stmt.node)) {
      if (s->op == AssignOp::Set)
        noteValue(s->target, s->value);
      return;
    }
    if (const std::optional<Exchange> s = exchangeOf(stmt);
        s && s->a.path.empty() && s->b.path.empty())
      return join(s->a.base, s->b.base);
    forEachResized(kernel, stmt, [&](const Place& place) { loses(place.base); });
  }

  void noteValue(const Place& target, const ExprRef& value) {
    if (hasFixedSize(*target.type) || target.type->isView())
      return;
    if (!target.path.empty())
      return loses(target.base);
    const auto* copied = value ? std::get_if<Load>(&value->node) : nullptr;
    if (copied && copied->place.path.empty() && !copied->place.type->isView())
      return join(target.base, copied->place.base);
    if (copied && copied->place.path.empty() && isFlatVector(*target.type))
      return begins(target.base, size(copied->place));
    const auto* made = value ? std::get_if<Construct>(&value->node) : nullptr;
    if (!made || made->args.empty() || !isFlatVector(*target.type))
      return begins(target.base, nullptr);
    const ExprRef length = resolved(made->args[0]);
    const auto* size = std::get_if<Size>(&length->node);
    if (size && size->container.path.empty() && isFlatVector(*size->container.type))
      return join(target.base, size->container.base);
    begins(target.base, length);
  }

  /// What a number stands for, by way of locals that have one value each time.
  ExprRef resolved(const ExprRef& expr) const {
    const auto* load = std::get_if<Load>(&expr->node);
    const ExprRef value = load ? values.of(load->place) : nullptr;
    return value ? resolved(value) : expr;
  }

  /// Does the expression have one value throughout the kernel?
  bool isConstant(const Expr& expr) const {
    bool isIt = true;
    forEachRead(expr, [&](const Place& read) {
      isIt = isIt && kernel[read.base].role == Role::Parameter && !values.isAssigned(read.base);
    });
    return isIt;
  }

  bool isSteady(const std::vector<VarId>& members) const {
    std::vector<Beginning> all;
    for (const VarId var : members) {
      if (reshaped.contains(var))
        return false;
      if (const auto own = beginnings.find(var); own != beginnings.end())
        std::ranges::copy(own->second, std::back_inserter(all));
    }
    if (all.empty())
      return false;
    const Beginning& first = all.front();
    if (!first.length)
      return all.size() == 1 &&
             (isCallers(kernel[first.container]) || madeOnce.contains(first.container));
    return std::ranges::all_of(all, [&](const Beginning& b) {
      return b.length && isConstant(*b.length) && isSame(*b.length, *first.length);
    });
  }
};

} // namespace

std::set<VarId> variablesOfSteadyShape(const Kernel& kernel) {
  std::set<VarId> found;
  for (const auto& members : SteadyShapes(kernel).run())
    found.insert(members.begin(), members.end());
  return found;
}

std::map<VarId, ExprRef> steadyLengths(const Kernel& kernel) {
  std::map<VarId, ExprRef> found;
  SteadyShapes shapes(kernel);
  for (const auto& members : shapes.run())
    if (const ExprRef length = shapes.lengthOf(members))
      for (const VarId var : members)
        if (isFlatVector(*kernel[var].type))
          found[var] = length;
  return found;
}

} // namespace treelize::analysis
