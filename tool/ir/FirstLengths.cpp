#include "ir/FirstLengths.h"

#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <iterator>
#include <set>
#include <span>

namespace treelize::ir {

namespace {

/// `present = v.size()`, elements from `length` to `present` go, those from `present` to `length`
/// come.
struct Resize {
  Place vector;
  ExprRef length;
  ExprRef fill; // may be null
};

constexpr std::size_t parts = 3;

template <class Step>
const Step* onlyStep(const Stmt& stmt, const ExprRef& from, const ExprRef& to) {
  const auto* loop = std::get_if<For>(&stmt.node);
  const bool isRange = loop && loop->step == 1 && !loop->descending && loop->body.size() == 1 &&
                       isSame(*loop->lower, *from) && isSame(*loop->upper, *to);
  return isRange ? std::get_if<Step>(&loop->body.front().node) : nullptr;
}

std::optional<Resize> resizeOf(std::span<const Stmt> statements, const Kernel& kernel) {
  const auto* present =
      statements.size() >= parts ? std::get_if<Declare>(&statements[0].node) : nullptr;
  const auto* size = present && present->value ? std::get_if<Size>(&present->value->node) : nullptr;
  const auto* last = size ? std::get_if<For>(&statements[2].node) : nullptr;
  if (!last)
    return std::nullopt;
  const ExprRef from = load(kernel, present->var);
  const auto* dropped = onlyStep<Drop>(statements[1], last->upper, from);
  const auto* added = onlyStep<Append>(statements[2], from, last->upper);
  const bool isOfOne = dropped && added && isSame(dropped->container, size->container) &&
                       isSame(added->container, size->container);
  return isOfOne ? std::optional(Resize{size->container, last->upper, added->value}) : std::nullopt;
}

/// A declaration of a vector with nothing in it.
bool isEmpty(const Stmt& stmt, const Kernel& kernel) {
  const auto* local = std::get_if<Declare>(&stmt.node);
  if (!local || kernel[local->var].byReference || !kernel[local->var].type->is(TypeKind::Vector))
    return false;
  const auto* made = local->value ? std::get_if<Construct>(&local->value->node) : nullptr;
  return !local->value || (made && made->args.empty());
}

Stmt assignmentOf(const Resize& resize, Location at) {
  std::vector<ExprRef> args{resize.length};
  if (resize.fill)
    args.push_back(resize.fill);
  return assign(resize.vector, AssignOp::Set, construct(resize.vector.type, std::move(args), at),
                at);
}

} // namespace

void assignFirstLengths(Block& block, const Kernel& kernel) {
  Block out;
  std::set<VarId> empty;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const std::optional<Resize> resize = resizeOf(std::span(block).subspan(i), kernel);
    if (resize && resize->vector.path.empty() && empty.erase(resize->vector.base) > 0) {
      out.push_back(assignmentOf(*resize, block[i].location));
      i += parts - 1;
      continue;
    }
    for (Block* inner : blocks(block[i]))
      assignFirstLengths(*inner, kernel);
    forEachMention(block[i], [&](VarId var) { empty.erase(var); });
    if (const std::optional<VarId> var = declared(block[i]); var && isEmpty(block[i], kernel))
      empty.insert(*var);
    out.push_back(std::move(block[i]));
  }
  block = std::move(out);
}

} // namespace treelize::ir
