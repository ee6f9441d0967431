#include "grad/normalize/NameLengths.h"

#include "analysis/Lengths.h"
#include "analysis/LocalArrays.h"
#include "analysis/OnlyValues.h"
#include "analysis/PrivateArrays.h"
#include "analysis/SteadyShapes.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

#include <map>
#include <set>

namespace treelize::grad {

using namespace ir;

namespace {

using Lengths = std::map<VarId, ExprRef>; // by array, and by local that holds the length of one

const VarId* measured(const Expr& e) {
  const auto* size = std::get_if<Size>(&e.node);
  const bool isOfVariable = size && size->extent == Extent::all && size->container.path.empty();
  return isOfVariable ? &size->container.base : nullptr;
}

bool hasCalls(const Kernel& kernel) {
  bool found = false;
  forEachStmt(kernel.body,
              [&](const Stmt& stmt) { found = found || std::holds_alternative<Call>(stmt.node); });
  return found;
}

std::set<VarId> askedForLength(const Kernel& kernel) {
  std::set<VarId> asked;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) {
      any(e, [&](const Expr& part) {
        if (const VarId* array = measured(part))
          asked.insert(*array);
        return false;
      });
    });
  });
  return asked;
}

Lengths madeWith(const Kernel& kernel, const std::set<VarId>& asked) {
  Lengths lengths;
  const analysis::RegionSet resized = analysis::resizesOf(kernel, kernel.body);
  const analysis::LocalArrays arrays(kernel);
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    const std::optional<analysis::LocalArray> array = arrays.declaredBy(stmt);
    if (array && asked.contains(array->var) && !resized.overlaps(place(kernel, array->var)))
      lengths[array->var] = convert(array->size, sizeType());
  });
  return lengths;
}

/// Of those that are exchanged or copied whole among vectors of one length.
Lengths sharedLengths(const Kernel& kernel, const std::set<VarId>& asked, const Lengths& known) {
  Lengths lengths;
  for (const auto& [var, length] : analysis::steadyLengths(kernel))
    if (asked.contains(var) && !known.contains(var) && kernel[var].role == Role::Local)
      lengths[var] = convert(length, sizeType());
  return lengths;
}

void replaceLengths(Kernel& kernel, Lengths lengths) {
  const analysis::OnlyValues values(kernel, kernel.body);
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    const auto* local = std::get_if<Declare>(&stmt.node);
    const VarId* array = local && local->value ? measured(*local->value) : nullptr;
    if (array && lengths.contains(*array) && values.of(local->var))
      lengths[local->var] = lengths.at(*array);
  });
  auto known = [&](const ExprRef& e) {
    const VarId* array = measured(*e);
    const auto* local = std::get_if<Load>(&e->node);
    const VarId* var = array                                ? array
                       : local && local->place.path.empty() ? &local->place.base
                                                            : nullptr;
    const auto length = var && e->type->is(TypeKind::Integer) ? lengths.find(*var) : lengths.end();
    return length == lengths.end() ? e : convert(length->second, e->type);
  };
  std::function<void(Block&)> replace = [&](Block& block) {
    for (Stmt& stmt : block) {
      forEachExprSlot(stmt, [&](ExprRef& e) { e = rewrite(e, known); });
      for (Block* inner : blocks(stmt))
        replace(*inner);
    }
  };
  replace(kernel.body);
}

/// The arrays that are private once these lengths are named.
std::set<VarId> scratchWith(Kernel kernel, const Lengths& lengths) {
  replaceLengths(kernel, lengths);
  std::set<VarId> scratch;
  for (const auto& [body, arrays] : analysis::findPrivateArrays(kernel))
    for (const auto& [array, size] : arrays)
      scratch.insert(array);
  return scratch;
}

} // namespace

void nameLengths(Kernel& kernel) {
  const std::set<VarId> asked = askedForLength(kernel);
  if (asked.empty() || hasCalls(kernel))
    return;
  Lengths lengths = madeWith(kernel, asked);
  std::set<VarId> scratch = lengths.empty() ? std::set<VarId>() : scratchWith(kernel, lengths);
  if (Lengths shared = sharedLengths(kernel, asked, lengths); !shared.empty()) {
    shared.insert(lengths.begin(), lengths.end());
    if (std::set<VarId> more = scratchWith(kernel, shared); more.size() > scratch.size()) {
      std::erase_if(shared, [&](const auto& length) {
        return lengths.contains(length.first) && !more.contains(length.first);
      });
      return replaceLengths(kernel, std::move(shared));
    }
  }
  std::erase_if(lengths, [&](const auto& length) { return !scratch.contains(length.first); });
  if (!lengths.empty())
    replaceLengths(kernel, std::move(lengths));
}

} // namespace treelize::grad
