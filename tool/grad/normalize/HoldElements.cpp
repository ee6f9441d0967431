#include "grad/normalize/HoldElements.h"

#include "analysis/LocalArrays.h"
#include "analysis/Regions.h"
#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

/// The statements from the one that sets an element to the last one that names its array.
struct Span {
  std::size_t first, last;
};

class ElementHolder {
public:
  explicit ElementHolder(Kernel& kernel) : kernel(kernel) {}

  void block(Block& statements) {
    for (Stmt& stmt : statements) {
      for (Block* inner : blocks(stmt))
        block(*inner);
      if (auto* loop = std::get_if<For>(&stmt.node))
        iteration(loop->body);
    }
  }

private:
  Kernel& kernel;

  void iteration(Block& body) {
    for (std::size_t i = 0; i < body.size(); ++i)
      if (const std::optional<Span> steps = stepsFrom(body, i))
        hold(body, *steps);
  }

  /// Nothing else in the body names another element of the array, and branches alone change this
  /// one.
  std::optional<Span> stepsFrom(const Block& body, std::size_t at) const {
    const auto* set = std::get_if<Assign>(&body[at].node);
    if (!set || set->op != AssignOp::Set || !isOfLocalArray(set->target) ||
        reads(body[at], set->target.base))
      return std::nullopt;
    const VarId array = set->target.base;
    Span steps{at, at};
    for (std::size_t i = 0; i < body.size(); ++i)
      if (mentions(body[i], array)) {
        if (i < at)
          return std::nullopt;
        steps.last = i;
      }
    const std::span<const Stmt> part = std::span(body).subspan(at, steps.last - at + 1);
    unsigned changes = 0;
    const bool isAlone = namesThisAlone(part, set->target, changes);
    return isAlone && changes > 1 &&
                   !analysis::mayMove(set->target, analysis::writesOf(kernel, part))
               ? std::optional(steps)
               : std::nullopt;
  }

  bool isOfLocalArray(const Place& place) const {
    const Variable& variable = kernel[place.base];
    return place.path.size() == 1 && !place.path[0].isField() && place.type->is(TypeKind::Real) &&
           variable.role == Role::Local && !variable.byReference &&
           (variable.type->is(TypeKind::Vector) || variable.type->is(TypeKind::Array));
  }

  bool namesThisAlone(std::span<const Stmt> statements, const Place& element,
                      unsigned& changes) const {
    if (!analysis::namesElementsOnly(statements, element.base))
      return false;
    bool holds = true;
    const auto look = [&](const Place& p) {
      holds = holds && (p.base != element.base || isSame(p, element));
    };
    forEachStmt(statements, [&](const Stmt& stmt) {
      forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, look); });
      if (const Place* place = namedPlace(stmt)) {
        look(*place);
        forEachIndexRead(*place, look);
        changes += place->base == element.base ? 1 : 0;
      }
      holds = holds && !(isLoop(stmt) && mentions(stmt, element.base));
    });
    return holds;
  }

  void hold(Block& body, const Span& steps) {
    auto& set = std::get<Assign>(body[steps.first].node);
    const Place element = set.target;
    const Location at = body[steps.first].location;
    const VarId held = addLocal(kernel, kernel[element.base].name + "_here", element.type, at);
    const ExprRef value = set.value;
    Block part(std::make_move_iterator(body.begin() + static_cast<std::ptrdiff_t>(steps.first)),
               std::make_move_iterator(body.begin() + static_cast<std::ptrdiff_t>(steps.last) + 1));
    part.front() = declare(held, value, at);
    changePlaces(part, [&](Place& place) {
      if (isSame(place, element))
        place = ir::place(kernel, held);
    });
    part.push_back(assign(element, AssignOp::Set, load(kernel, held), at));
    const auto from = body.erase(body.begin() + static_cast<std::ptrdiff_t>(steps.first),
                                 body.begin() + static_cast<std::ptrdiff_t>(steps.last) + 1);
    body.insert(from, std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  }
};

} // namespace

void holdElements(Kernel& kernel) {
  ElementHolder(kernel).block(kernel.body);
}

} // namespace treelize::grad
