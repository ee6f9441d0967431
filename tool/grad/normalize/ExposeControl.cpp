#include "grad/normalize/Normalize.h"

#include "analysis/Regions.h"
#include "ir/Builder.h"
#include "ir/Operators.h"
#include "ir/Walk.h"

#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

class ControlExposer {
public:
  explicit ControlExposer(Kernel& kernel) : kernel(kernel) {}

  void block(Block& statements) {
    Block out;
    for (Stmt& stmt : statements) {
      for (Block* inner : blocks(stmt))
        block(*inner);
      if (auto* s = std::get_if<If>(&stmt.node))
        condition(*s, stmt.location, out);
      if (auto* s = std::get_if<For>(&stmt.node))
        bounds(*s, stmt.location, out);
      if (auto* s = std::get_if<While>(&stmt.node))
        countTrips(*s, stmt.location, out);
      if (Place* place = namedPlace(stmt))
        selfIndices(*place, stmt.location, out);
      if (std::holds_alternative<Call>(stmt.node))
        forEachExprSlot(stmt, [&](ExprRef& e) {
          if (isOpaque(*e))
            e = constant(e, "given", stmt.location, out);
        });
      out.push_back(std::move(stmt));
    }
    statements = std::move(out);
  }

private:
  Kernel& kernel;

  ExprRef constant(const ExprRef& value, const char* name, Location at, Block& out) {
    VarId var = addLocal(kernel, name, value->type, at);
    out.push_back(declare(var, value, at));
    return load(kernel, var);
  }

  static bool isOpaque(const Expr& expr) {
    return any(expr, [](const Expr& e) {
      const auto* apply = std::get_if<Apply>(&e.node);
      return std::holds_alternative<Opaque>(e.node) ||
             (apply && e.type->is(TypeKind::Real) && isCostly(apply->op));
    });
  }

  void condition(If& s, Location at, Block& out) {
    analysis::RegionSet writes = analysis::writesOf(kernel, s.thenBlock);
    writes.merge(analysis::writesOf(kernel, s.elseBlock));
    if (isOpaque(*s.condition) || analysis::mayChange(*s.condition, writes))
      s.condition = constant(s.condition, "taken", at, out);
  }

  void bounds(For& s, Location at, Block& out) {
    const analysis::RegionSet writes = analysis::writesOf(kernel, s.body);
    auto settle = [&](ExprRef& bound, const char* name) {
      if (isOpaque(*bound) || analysis::mayChange(*bound, writes))
        bound = constant(bound, name, at, out);
    };
    settle(s.lower, "first");
    settle(s.upper, "bound");
  }

  void countTrips(While& s, Location at, Block& out) {
    VarId trips = addLocal(kernel, "trips", sizeType(), at);
    out.push_back(declare(trips, integer(0, kernel[trips].type), at));
    s.body.insert(s.body.begin(),
                  assign(place(kernel, trips), AssignOp::Add, integer(1, kernel[trips].type)));
  }

  void selfIndices(Place& target, Location at, Block& out) {
    for (Selector& selector : target.path)
      for (ExprRef& index : selector.indices) {
        bool changes = false;
        forEachRead(*index, [&](const Place& p) { changes = changes || p.base == target.base; });
        if (changes)
          index = constant(index, "index", at, out);
      }
  }
};

} // namespace

void exposeControl(Kernel& kernel) {
  ControlExposer(kernel).block(kernel.body);
}

} // namespace treelize::grad
