#include "grad/finish/storage/KeepInArena.h"

#include "ir/Builder.h"
#include "ir/Walk.h"

#include <algorithm>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// Which variables can be rooms: local vectors of numbers, each declared with a length and zeros,
/// that are named for elements and lengths alone.
class Candidates {
public:
  explicit Candidates(const Kernel& kernel) : kernel(kernel), isPossible(kernel.variables.size()) {
    for (std::size_t i = 0; i < isPossible.size(); ++i)
      isPossible[i] = isOwnVector(kernel.variables[i]);
    for (const VarId output : kernel.outputs)
      isPossible[output.index] = false;
    forEachStmt(kernel.body, [this](const Stmt& stmt) { look(stmt); });
  }

  bool contains(VarId var) const { return isPossible[var.index]; }
  bool areSome() const { return std::ranges::find(isPossible, true) != isPossible.end(); }

private:
  const Kernel& kernel;
  std::vector<bool> isPossible; // by variable

  static bool isOwnVector(const Variable& variable) {
    const Type& type = *variable.type;
    return variable.role == Role::Local && !variable.byReference && type.is(TypeKind::Vector) &&
           isSameInCpp(type, *vectorOf(type.element)) &&
           (type.element->is(TypeKind::Real) ||
            (type.element->is(TypeKind::Integer) && !type.element->isEnumeration));
  }

  void look(const Stmt& stmt) {
    forEachExpr(stmt, [this](const Expr& e) { read(e); });
    if (const auto* local = std::get_if<Declare>(&stmt.node)) {
      const auto* made = local->value ? std::get_if<Construct>(&local->value->node) : nullptr;
      if (!made || made->args.size() != 1 || !made->args[0]->type->is(TypeKind::Integer))
        leaveOut(local->var);
      return;
    }
    if (const auto* s = std::get_if<For>(&stmt.node); s && s->parallel)
      for (const auto& sum : s->parallel->sums)
        leaveOut(sum);
    if (const Place* place = namedPlace(stmt)) {
      if (place->path.empty())
        leaveOut(place->base);
      forEachIndexRead(*place, [this](const Place& p) { element(p); });
    }
    forEachWritten(kernel, stmt, [this](const Place& p) { element(p); });
  }

  void read(const Expr& e) {
    forEachLoad(e, [this](const Place& p) { element(p); });
    (void)any(e, [this](const Expr& part) {
      if (const auto* zeros = std::get_if<ZerosLike>(&part.node))
        leaveOut(zeros->of.base);
      return false;
    });
  }
  void element(const Place& place) {
    if (place.path.empty())
      leaveOut(place.base);
  }
  void leaveOut(VarId var) { isPossible[var.index] = false; }
};

void declareRooms(Kernel& kernel, const Candidates& rooms, Block& statements) {
  for (Stmt& stmt : statements) {
    for (Block* inner : blocks(stmt))
      declareRooms(kernel, rooms, *inner);
    auto* local = std::get_if<Declare>(&stmt.node);
    if (!local || !rooms.contains(local->var))
      continue;
    const TypeRef& type = kernel[local->var].type;
    const ExprRef count = std::get<Construct>(local->value->node).args[0];
    const ExprRef zero = type->element->is(TypeKind::Real) ? real(0.0) : integer(0, type->element);
    local->value = construct(type, {count, zero}, local->value->location);
  }
}

} // namespace

void keepInArena(Kernel& derived) {
  const Candidates rooms(derived);
  if (!rooms.areSome())
    return;
  for (std::size_t i = 0; i < derived.variables.size(); ++i)
    if (rooms.contains(VarId{static_cast<unsigned>(i)}))
      derived.variables[i].type = roomOf(derived.variables[i].type->element);
  declareRooms(derived, rooms, derived.body);
}

} // namespace treelize::grad
