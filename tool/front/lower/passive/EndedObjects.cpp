// Objects that have no name any more where a step may change any object.
#include "front/lower/passive/Passive.h"
#include "ir/Walk.h"

#include <optional>
#include <set>
#include <vector>

namespace treelize::front {

namespace {

class Scopes {
public:
  explicit Scopes(const ir::Block& body) : locals(ir::declaredIn(body)) {}

  void block(ir::Block& statements) {
    std::vector<ir::VarId> begunHere;
    for (ir::Stmt& stmt : statements) {
      if (const std::optional<ir::VarId> begun = ir::declared(stmt);
          begun && alive.insert(*begun).second)
        begunHere.push_back(*begun);
      if (auto* step = std::get_if<ir::Perform>(&stmt.node))
        std::erase_if(step->changed, [&](const ir::Place& place) {
          return locals.contains(place.base) && !alive.contains(place.base);
        });
      for (ir::Block* inner : ir::blocks(stmt))
        block(*inner);
    }
    for (const ir::VarId ended : begunHere)
      alive.erase(ended);
  }

private:
  const std::set<ir::VarId> locals;
  std::set<ir::VarId> alive;
};

} // namespace

void forgetEndedObjects(ir::Block& body) {
  Scopes(body).block(body);
}

} // namespace treelize::front
