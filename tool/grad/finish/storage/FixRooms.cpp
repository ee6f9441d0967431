#include "grad/finish/storage/FixRooms.h"

#include "analysis/ElementRanges.h"
#include "grad/finish/storage/TapeUsers.h"
#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Substitute.h"
#include "ir/text/PlainTypes.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

/// A longer array is in no registers, and takes time to clear.
constexpr std::int64_t mostElements = 16;

std::optional<std::int64_t> tripsOf(std::span<const ExprRef> bounds) {
  const auto lower = analysis::numberOf(*bounds[0]), upper = analysis::numberOf(*bounds[1]);
  const bool isKnown = bounds.size() == 2 && lower && upper && *lower <= *upper;
  return isKnown ? std::optional(*upper - *lower) : std::nullopt;
}

/// How many elements; null if that is not known here, or many.
std::optional<std::int64_t> fewElements(const Expr& count) {
  std::optional<std::int64_t> number = analysis::numberOf(count);
  if (const Opaque* trips = asIntrinsic(count, Intrinsic::trip_count))
    number = tripsOf(trips->args);
  if (const Opaque* product = asIntrinsic(count, Intrinsic::product)) {
    number = 1;
    for (const ExprRef& factor : product->args) {
      const std::optional<std::int64_t> each = fewElements(*factor);
      number = number && each ? std::optional(*number * *each) : std::nullopt;
    }
  }
  return number && *number > 0 && *number <= mostElements ? number : std::nullopt;
}

} // namespace

void fixRooms(Kernel& kernel, Block& iteration) {
  std::set<std::size_t> erased;
  for (const TapePair& pair : tapePairs(iteration)) {
    const auto* take = std::get_if<Take>(&iteration[pair.forward].node);
    const auto* give = std::get_if<GiveBack>(&iteration[pair.reverse].node);
    const auto count =
        take && give && give->taken == take->array ? fewElements(*take->count) : std::nullopt;
    if (!count)
      continue;
    const VarId array = take->array, given = give->array;
    kernel[array].type =
        builtinArray(kernel[array].type->element, static_cast<std::uint64_t>(*count));
    Stmt& begin = iteration[pair.forward];
    begin = declare(array, nullptr, begin.location);
    erased.insert(pair.reverse);
    changePlaces(iteration, [&](Place& place) {
      if (place.base == given)
        place.base = array;
      if (place.base == array && place.path.empty())
        place.type = kernel[array].type;
    });
  }
  Block kept;
  for (std::size_t i = 0; i < iteration.size(); ++i)
    if (!erased.contains(i))
      kept.push_back(std::move(iteration[i]));
  iteration = std::move(kept);
}

} // namespace treelize::grad
