#include "grad/normalize/Normalize.h"

#include "analysis/Regions.h"
#include "ir/Builder.h"
#include "ir/Operators.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

bool isCostly(const Expr& expr) {
  const auto* e = std::get_if<Apply>(&expr.node);
  return e && expr.type->is(TypeKind::Real) && info(e->op).cost == Cost::Costly;
}

bool hasCostly(const Expr& expr) {
  return any(expr, isCostly);
}

// --- nameResults ---------------------------------------------------------------------------------

class ResultNamer {
public:
  explicit ResultNamer(Kernel& kernel) : kernel(kernel) {}

  void block(Block& statements) {
    Block out;
    for (Stmt& stmt : statements) {
      if (auto* s = std::get_if<Declare>(&stmt.node); s && s->value)
        s->value = root(s->value, kernel[s->var].type->isScalar(), out);
      if (auto* s = std::get_if<Assign>(&stmt.node))
        s->value = root(s->value, false, out);
      if (auto* s = std::get_if<Append>(&stmt.node); s && s->value)
        s->value = root(s->value, false, out);
      if (auto* s = std::get_if<Call>(&stmt.node))
        for (Argument& argument : s->arguments)
          if (argument.value)
            argument.value = root(argument.value, false, out);
      for (Block* inner : blocks(stmt))
        block(*inner);
      out.push_back(std::move(stmt));
    }
    statements = std::move(out);
  }

private:
  Kernel& kernel;

  /// The value of a statement; with `mayStay` a costly operator at its root keeps its place.
  ExprRef root(const ExprRef& expr, bool mayStay, Block& out) {
    if (!expr->type->is(TypeKind::Real) || !hasCostly(*expr))
      return expr;
    if (mayStay && isCostly(*expr))
      return operands(expr, out);
    return name(expr, out);
  }

  ExprRef operands(const ExprRef& expr, Block& out) {
    Expr copy = *expr;
    for (ExprRef& arg : std::get<Apply>(copy.node).args)
      arg = name(arg, out);
    return std::make_shared<Expr>(std::move(copy));
  }

  ExprRef name(const ExprRef& expr, Block& out) {
    if (!expr->type->is(TypeKind::Real) || !hasCostly(*expr))
      return expr;
    if (const auto* e = std::get_if<Select>(&expr->node))
      return choice(*expr, *e, out);
    if (const auto* e = std::get_if<Cast>(&expr->node))
      return cast(name(e->arg, out), expr->type, expr->location);
    if (!std::holds_alternative<Apply>(expr->node))
      return expr;
    ExprRef inner = operands(expr, out);
    if (!isCostly(*inner))
      return inner;
    const auto& e = std::get<Apply>(inner->node);
    VarId var =
        addLocal(kernel, std::string(info(e.op).name) + "_value", inner->type, inner->location);
    out.push_back(declare(var, inner, inner->location));
    return load(kernel, var);
  }

  /// Only the branch that is taken may be evaluated.
  ExprRef choice(const Expr& expr, const Select& e, Block& out) {
    VarId var = addLocal(kernel, "chosen", expr.type, expr.location);
    out.push_back(declare(var, real(0.0, expr.type), expr.location));
    auto branch = [&](const ExprRef& value) {
      Block inner;
      ExprRef named = name(value, inner);
      inner.push_back(assign(place(kernel, var), AssignOp::Set, named, expr.location));
      return inner;
    };
    Block yes = branch(e.ifTrue), no = branch(e.ifFalse);
    out.push_back(Stmt{expr.location, If{e.condition, std::move(yes), std::move(no)}});
    return load(kernel, var);
  }
};

// --- hoistBranchLocals ---------------------------------------------------------------------------

class LocalHoister {
public:
  explicit LocalHoister(Kernel& kernel) : kernel(kernel) {}

  void run() {
    Block out;
    for (Stmt& stmt : kernel.body) {
      if (auto* branch = std::get_if<If>(&stmt.node)) {
        lift(branch->thenBlock, out);
        lift(branch->elseBlock, out);
      }
      out.push_back(std::move(stmt));
    }
    kernel.body = std::move(out);
  }

private:
  Kernel& kernel;

  void lift(Block& statements, Block& out) {
    Block kept;
    for (Stmt& stmt : statements) {
      if (auto* branch = std::get_if<If>(&stmt.node)) {
        lift(branch->thenBlock, out);
        lift(branch->elseBlock, out);
      }
      auto* local = std::get_if<Declare>(&stmt.node);
      if (!local || !kernel[local->var].type->defaultConstructible) {
        kept.push_back(std::move(stmt));
        continue;
      }
      const TypeRef type = kernel[local->var].type;
      out.push_back(declare(local->var,
                            type->is(TypeKind::Real) ? real(0.0, type) : construct(type, {}),
                            stmt.location));
      if (local->value)
        kept.push_back(
            assign(place(kernel, local->var), AssignOp::Set, local->value, stmt.location));
    }
    statements = std::move(kept);
  }
};

// --- exposeControl -------------------------------------------------------------------------------

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
    return any(expr,
               [](const Expr& e) { return std::holds_alternative<Opaque>(e.node) || isCostly(e); });
  }

  void condition(If& s, Location at, Block& out) {
    analysis::RegionSet writes = analysis::writesOf(kernel, s.thenBlock);
    writes.merge(analysis::writesOf(kernel, s.elseBlock));
    bool changes = isOpaque(*s.condition);
    forEachRead(*s.condition, [&](const Place& p) { changes = changes || writes.overlaps(p); });
    if (changes)
      s.condition = constant(s.condition, "taken", at, out);
  }

  void bounds(For& s, Location at, Block& out) {
    const analysis::RegionSet writes = analysis::writesOf(kernel, s.body);
    auto settle = [&](ExprRef& bound, const char* name) {
      bool changes = isOpaque(*bound);
      forEachRead(*bound, [&](const Place& p) { changes = changes || writes.overlaps(p); });
      if (changes)
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

namespace {

/// `x = T(count, fill)` as `x = T(count)` and a loop.
void expandFill(Kernel& kernel, Stmt& stmt, Block& out) {
  auto* declared = std::get_if<Declare>(&stmt.node);
  auto* assigned = std::get_if<Assign>(&stmt.node);
  ExprRef* value = declared ? &declared->value : assigned ? &assigned->value : nullptr;
  const auto* made = value && *value ? std::get_if<Construct>(&(*value)->node) : nullptr;
  const bool fills = made && made->args.size() == 2 && isDifferentiable(*made->args[1]->type) &&
                     !std::holds_alternative<Literal>(made->args[1]->node);
  if (!fills)
    return out.push_back(std::move(stmt));
  const Place target = declared ? place(kernel, declared->var) : assigned->target;
  const Location at = stmt.location;
  ExprRef fill = made->args[1];
  bool readsTarget = false; // v = T(n, v[1])
  forEachRead(*fill, [&](const Place& p) { readsTarget = readsTarget || p.base == target.base; });
  if (readsTarget) {
    const VarId local = addLocal(kernel, "fill", fill->type, at);
    out.push_back(declare(local, fill, at));
    fill = load(kernel, local);
  }
  *value = construct((*value)->type, {made->args[0]}, at);
  out.push_back(std::move(stmt));
  For loop{
      addLocal(kernel, "i", sizeType(), at), integer(0, sizeType()), size(target), 1, false, {}};
  loop.body.push_back(
      assign(element(target, {load(kernel, loop.counter)}), AssignOp::Set, fill, at));
  out.push_back(Stmt{at, std::move(loop)});
}

} // namespace

void expandFills(Kernel& kernel) {
  replaceEach(kernel.body, [&](Stmt& stmt, Block& out) { expandFill(kernel, stmt, out); });
}

/// An object that a kernel was given is its own but for what its pointers point at.
static void addOwnParts(const Place& object, std::vector<Place>& parts) {
  if (object.type->isView())
    return;
  if (!holdsView(*object.type) || object.type->fields.empty())
    parts.push_back(object);
  else
    for (const RecordField& field : object.type->fields)
      addOwnParts(fieldOf(object, field), parts);
}

void copyWrittenParameters(Kernel& kernel) {
  const analysis::RegionSet writes = analysis::writesOf(kernel, kernel.body);
  Block copies;
  for (VarId id : kernel.parameters) {
    std::vector<Place> parts;
    if (!kernel[id].byReference)
      addOwnParts(place(kernel, id), parts);
    for (const Place& part : parts) {
      if (!writes.overlaps(part))
        continue;
      const std::string name = part.path.empty() ? kernel[id].name : part.path.back().field;
      const VarId local = addLocal(kernel, name + "_value", part.type, kernel[id].location);
      replacePart(kernel.body, part, local);
      copies.push_back(declare(local, load(part), kernel[id].location));
    }
  }
  kernel.body.insert(kernel.body.begin(), std::make_move_iterator(copies.begin()),
                     std::make_move_iterator(copies.end()));
}

void nameResults(Kernel& kernel) {
  ResultNamer(kernel).block(kernel.body);
}
void hoistBranchLocals(Kernel& kernel) {
  LocalHoister(kernel).run();
}
void exposeControl(Kernel& kernel) {
  ControlExposer(kernel).block(kernel.body);
}

} // namespace treelize::grad
