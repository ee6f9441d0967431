#include "grad/finish/storage/SaveInLocals.h"

#include "grad/finish/storage/TapeUsers.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

/// A push and its pop, each by its block and position, and how many branches both stand in.
struct PushAndPop {
  Block* pushed;
  std::size_t push;
  Block* popped;
  std::size_t pop;
  bool isConditional;
};

class Matcher {
public:
  std::vector<PushAndPop> pairs;

  /// Of an iteration that is reversed as soon as it has run.
  bool match(Block& meeting) {
    return std::ranges::all_of(tapePairs(meeting), [&](const TapePair& pair) {
      return match(meeting, pair.forward, meeting, pair.reverse, false);
    });
  }

  bool match(Block& forward, Block& reverse, bool isConditional) {
    const std::vector<TapePair> mirrored = tapePairs(forward, reverse);
    return (!mirrored.empty() || usesTape(forward) == usesTape(reverse)) &&
           std::ranges::all_of(mirrored, [&](const TapePair& pair) {
             return match(forward, pair.forward, reverse, pair.reverse, isConditional);
           });
  }

private:
  bool match(Block& forward, std::size_t i, Block& reverse, std::size_t j, bool isConditional) {
    if (std::holds_alternative<Push>(forward[i].node) &&
        std::holds_alternative<Pop>(reverse[j].node)) {
      pairs.push_back({&forward, i, &reverse, j, isConditional});
      return true;
    }
    if (std::holds_alternative<Take>(forward[i].node))
      return std::holds_alternative<GiveBack>(reverse[j].node);
    auto* taken = std::get_if<If>(&forward[i].node);
    auto* reversed = std::get_if<If>(&reverse[j].node);
    if (taken && reversed)
      return match(taken->thenBlock, reversed->thenBlock, true) &&
             match(taken->elseBlock, reversed->elseBlock, true);
    return isLoop(forward[i]) && isLoop(reverse[j]);
  }
};

/// What a local of every iteration holds without asking for memory.
bool isNumber(const PushAndPop& pair) {
  return std::get<Push>((*pair.pushed)[pair.push].node).place.type->isScalar();
}

class Saver {
public:
  explicit Saver(Kernel& kernel) : kernel(kernel) {}

  Block declarations; // of what is saved in a branch

  void save(const PushAndPop& pair) {
    const Place lost = std::get<Push>((*pair.pushed)[pair.push].node).place;
    const Location at = (*pair.pushed)[pair.push].location;
    if (lost.type->isBuiltinArray || (pair.isConditional && !lost.type->defaultConstructible))
      return;
    const VarId old = addLocal(kernel, kernel[lost.base].name + "_old", lost.type, at);
    if (pair.isConditional) {
      declarations.push_back(declare(
          old, lost.type->is(TypeKind::Real) ? real(0.0, lost.type) : construct(lost.type, {}),
          at));
      (*pair.pushed)[pair.push] = assign(place(kernel, old), AssignOp::Set, load(lost), at);
    } else {
      (*pair.pushed)[pair.push] = declare(old, load(lost), at);
    }
    (*pair.popped)[pair.pop] = assign(std::get<Pop>((*pair.popped)[pair.pop].node).place,
                                      AssignOp::Set, load(kernel, old), at);
  }

private:
  Kernel& kernel;
};

void save(Kernel& kernel, const std::vector<PushAndPop>& pairs, Block& begin) {
  Saver saver(kernel);
  for (const PushAndPop& pair : pairs)
    saver.save(pair);
  begin.insert(begin.begin(), std::make_move_iterator(saver.declarations.begin()),
               std::make_move_iterator(saver.declarations.end()));
}

} // namespace

void saveInLocals(Kernel& kernel, Block& forward, Block& reverse) {
  Matcher matcher;
  if (matcher.match(forward, reverse, false))
    save(kernel, matcher.pairs, forward);
}

void saveInLocals(Kernel& kernel, Block& meeting) {
  for (const std::size_t i : meetingLoops(meeting)) {
    Block& iteration = std::get<For>(meeting[i].node).body;
    saveInLocals(kernel, iteration);
    Matcher matcher;
    if (matcher.match(iteration) && std::ranges::all_of(matcher.pairs, isNumber))
      save(kernel, matcher.pairs, iteration);
  }
}

} // namespace treelize::grad
