#include "analysis/Refills.h"

#include "analysis/LocalArrays.h"
#include "analysis/PrivateArrays.h"
#include "analysis/SteadyShapes.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <span>

namespace treelize::analysis {

using namespace ir;

namespace {

class RefillFinder {
public:
  explicit RefillFinder(const Kernel& kernel)
      : kernel(kernel), values(kernel, kernel.body), steady(variablesOfSteadyShape(kernel)) {
    const LocalArrays arrays(kernel);
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      if (const std::optional<LocalArray> array = arrays.declaredBy(stmt))
        lengths.emplace(array->var, array->size);
    });
    block(kernel.body);
  }

  std::map<const Stmt*, VarId> found;

private:
  const Kernel& kernel;
  const OnlyValues values;
  const std::set<VarId> steady;
  std::map<VarId, ExprRef> lengths; // where they are declared

  void block(std::span<const Stmt> statements) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
      for (const Block* inner : blocks(statements[i]))
        block(*inner);
      if (const auto* loop = std::get_if<For>(&statements[i].node))
        for (const Stmt& stmt : loop->body)
          if (const auto* s = std::get_if<Assign>(&stmt.node);
              s && refills(statements, i, s->target.base))
            found.emplace(&statements[i], s->target.base);
    }
  }

  bool refills(std::span<const Stmt> statements, std::size_t at, VarId array) const {
    const Type& type = *kernel[array].type;
    const auto& loop = std::get<For>(statements[at].node);
    const bool keepsLength =
        type.is(TypeKind::Array) || (type.is(TypeKind::Vector) && steady.contains(array));
    return keepsLength && type.element->isScalar() &&
           isLength(*loop.upper, array, statements.first(at)) &&
           fillsArray(statements[at], array, *loop.upper);
  }

  /// Is it how long the array is, be it by a name that it got after the array was last named?
  bool isLength(const Expr& bound, VarId array, std::span<const Stmt> before) const {
    const Expr& length = withoutCasts(bound);
    const auto* size = std::get_if<Size>(&length.node);
    if (size)
      return size->container.base == array && size->container.path.empty();
    if (const auto known = lengths.find(array); known != lengths.end())
      if (isSame(length, withoutCasts(*known->second)))
        return true;
    const auto* name = std::get_if<Load>(&length.node);
    if (!name || !name->place.path.empty())
      return false;
    for (std::size_t i = before.size(); i-- > 0;) {
      if (declared(before[i]) == name->place.base) {
        const ExprRef value = values.of(name->place.base);
        return value && isLength(*value, array, {});
      }
      if (mentions(before[i], array))
        return false;
    }
    return false;
  }
};

} // namespace

std::map<const Stmt*, VarId> findRefills(const Kernel& kernel) {
  return RefillFinder(kernel).found;
}

} // namespace treelize::analysis
