#include "grad/normalize/Normalize.h"

#include "analysis/Regions.h"
#include "ir/Builder.h"
#include "ir/ElideFills.h"
#include "ir/Literals.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <iterator>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

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

/// Is it a vector of zeros, as it would be without the zero?
bool fillsWithZero(const Construct& made, const Type& type) {
  return made.args.size() == 2 && type.is(TypeKind::Vector) && type.element->is(TypeKind::Real) &&
         isZero(*made.args[1]);
}

/// `x = T(count, fill)` as `x = T(count)` and a loop, or as `x = T(count)` alone.
void expandFill(Kernel& kernel, Stmt& stmt, Block& out) {
  auto* declared = std::get_if<Declare>(&stmt.node);
  auto* assigned = std::get_if<Assign>(&stmt.node);
  ExprRef* value = declared ? &declared->value : assigned ? &assigned->value : nullptr;
  const auto* made = value && *value ? std::get_if<Construct>(&(*value)->node) : nullptr;
  if (made && fillsWithZero(*made, *(*value)->type)) {
    *value = construct((*value)->type, {made->args[0]}, stmt.location);
    return out.push_back(std::move(stmt));
  }
  if (!made || made->args.size() != 2 || !readsNumbers(*made->args[1]))
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
      kernel[local].isWalked = kernel[id].isWalked;
      replacePart(kernel.body, part, local);
      copies.push_back(declare(local, load(part), kernel[id].location));
    }
  }
  kernel.body.insert(kernel.body.begin(), std::make_move_iterator(copies.begin()),
                     std::make_move_iterator(copies.end()));
}

void hoistBranchLocals(Kernel& kernel) {
  LocalHoister(kernel).run();
}

} // namespace treelize::grad
