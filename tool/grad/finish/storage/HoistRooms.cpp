#include "grad/finish/storage/HoistRooms.h"

#include "analysis/LoopFacts.h"
#include "grad/finish/storage/FixRooms.h"
#include "grad/finish/storage/TapeUsers.h"
#include "grad/loops/LoopGuards.h"
#include "grad/plan/LoopArrays.h"
#include "ir/Builder.h"
#include "ir/Existence.h"
#include "ir/Intrinsics.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace treelize::grad {

using namespace ir;

namespace {

/// Changes of a block by positions, made when they are all known.
class Edits {
public:
  void insertBefore(std::size_t position, Block statements) {
    std::ranges::move(statements, std::back_inserter(before[position]));
  }
  void insertAfter(std::size_t position, Block statements) {
    insertBefore(position + 1, std::move(statements));
  }
  void erase(std::size_t position) { erased.insert(position); }

  void apply(Block& block) {
    Block out;
    for (std::size_t i = 0; i <= block.size(); ++i) {
      std::ranges::move(before[i], std::back_inserter(out));
      if (i < block.size() && !erased.contains(i))
        out.push_back(std::move(block[i]));
    }
    block = std::move(out);
  }

private:
  std::map<std::size_t, Block> before;
  std::set<std::size_t> erased;
};

constexpr std::string_view rowsSuffix = "_rows";

/// Rows of rows are rows.
std::string rowsSuffixOf(const Variable& array) {
  const std::string& name = array.wish.empty() ? array.name : array.wish;
  return std::string(name.ends_with(rowsSuffix) ? "" : rowsSuffix);
}

/// Does the loop leave alone what the length of an array is made of?
bool isSteady(const Kernel& kernel, const Expr& count, const For& loop) {
  return isAlwaysThere(kernel, count) && analysis::LoopFacts(kernel, loop).isInvariant(count);
}

/// Two loops that reverse each other: from now on they find on the tape what their iterations took
/// there.
class Rooms {
public:
  Rooms(Kernel& kernel, For& forward, For& reverse)
      : kernel(kernel), forward(forward), reverse(reverse) {}

  /// What stands before the loops from now on, unless some iteration needs the tape itself.
  void hoist(Block& beforeForward, Block& beforeReverse) {
    const std::vector<TapePair> pairs = tapePairs(forward.body, reverse.body);
    if (pairs.empty() ||
        !std::ranges::all_of(pairs, [&](const TapePair& pair) { return sort(pair); }))
      return;
    for (const Array& array : arrays)
      hoist(array, beforeForward, beforeReverse);
    for (const Number& number : numbers)
      hoist(number, beforeForward, beforeReverse);
    forwardEdits.apply(forward.body);
    reverseEdits.apply(reverse.body);
  }

private:
  struct Array {
    TapePair at;
    Take take;
    VarId given;
    std::optional<TapePair> pointer; // the iteration leaves there where the array is
  };
  struct Number {
    TapePair at;
    Place saved;
  };

  Kernel& kernel;
  For &forward, &reverse;
  std::vector<Array> arrays;
  std::vector<Number> numbers;
  Edits forwardEdits, reverseEdits;

  /// False if it must stay.
  bool sort(const TapePair& pair) {
    const auto* take = std::get_if<Take>(&forward.body[pair.forward].node);
    const auto* give = std::get_if<GiveBack>(&reverse.body[pair.reverse].node);
    if (take && give && give->taken == take->array && isSame(*take->count, *give->count) &&
        isSteady(kernel, *take->count, forward) && isSteady(kernel, *take->count, reverse)) {
      arrays.push_back({pair, *take, give->array, {}});
      return true;
    }
    const auto* push = std::get_if<Push>(&forward.body[pair.forward].node);
    const auto* pop = std::get_if<Pop>(&reverse.body[pair.reverse].node);
    if (!push || !pop || push->slots > 0)
      return false;
    if (push->place.type->isScalar()) {
      numbers.push_back({pair, push->place});
      return true;
    }
    auto array = std::ranges::find_if(arrays, [&](const Array& a) {
      return push->place.path.empty() && push->place.base == a.take.array;
    });
    if (array != arrays.end())
      array->pointer = pair;
    return array != arrays.end();
  }

  void hoist(const Array& array, Block& beforeForward, Block& beforeReverse) {
    const LoopArray rows =
        makeLoopArray(kernel, array.take.array, kernel[array.take.array].type->element,
                      rowsSuffixOf(kernel[array.take.array]));
    const Location at = forward.body[array.at.forward].location;
    const ExprRef count = lengthOfRows(tripCount(kernel, forward), array.take.count);
    take(rows, count, at, beforeForward, beforeReverse);
    forward.body[array.at.forward] =
        declare(array.take.array, row(rows.taken, array.take.count), at);
    if (array.pointer)
      forwardEdits.erase(array.pointer->forward);
    if (array.pointer)
      restore(array.pointer->reverse, row(rows.given, array.take.count));
    if (array.given == array.take.array)
      reverseEdits.erase(array.at.reverse);
    else
      reverse.body[array.at.reverse] = declare(array.given, row(rows.given, array.take.count), at);
  }

  void hoist(const Number& number, Block& beforeForward, Block& beforeReverse) {
    const LoopArray kept = makeLoopArray(kernel, number.saved.base, number.saved.type, "_kept");
    Stmt& save = forward.body[number.at.forward];
    take(kept, tripCount(kernel, forward), save.location, beforeForward, beforeReverse);
    const ExprRef index = iterationNumber(kernel, forward);
    save = assign(element(place(kernel, kept.taken), {index}), AssignOp::Set, load(number.saved),
                  save.location);
    restore(number.at.reverse, load(element(place(kernel, kept.given), {index})));
  }

  static void take(const LoopArray& room, const ExprRef& count, Location at, Block& beforeForward,
                   Block& beforeReverse) {
    beforeForward.push_back(Stmt{at, Take{room.taken, count}});
    beforeReverse.insert(beforeReverse.begin(), Stmt{at, GiveBack{room.given, room.taken, count}});
  }

  ExprRef row(VarId rows, const ExprRef& length) const {
    return intrinsic(Intrinsic::row, {load(kernel, rows), iterationNumber(kernel, forward), length},
                     kernel[rows].type);
  }

  /// In the place of a pop, and of the declaration before it.
  void restore(std::size_t at, const ExprRef& value) {
    Stmt& stmt = reverse.body[at];
    const Place target = std::get<Pop>(stmt.node).place;
    const auto* local = at > 0 ? std::get_if<Declare>(&reverse.body[at - 1].node) : nullptr;
    if (local && local->var == target.base && !local->value && target.path.empty()) {
      stmt = declare(target.base, value, stmt.location);
      reverseEdits.erase(at - 1);
    } else {
      stmt = assign(target, AssignOp::Set, value, stmt.location);
    }
  }
};

class Hoister {
public:
  explicit Hoister(Kernel& kernel) : kernel(kernel) {}

  void sweeps(Block& forward, Block& reverse) {
    Edits forwardEdits, reverseEdits;
    for (const TapePair& pair : tapePairs(forward, reverse)) {
      Block beforeForward, beforeReverse;
      inside(forward[pair.forward], reverse[pair.reverse], beforeForward, beforeReverse);
      forwardEdits.insertBefore(pair.forward, std::move(beforeForward));
      reverseEdits.insertBefore(pair.reverse, std::move(beforeReverse));
    }
    forwardEdits.apply(forward);
    reverseEdits.apply(reverse);
  }

  void meeting(Block& block) {
    Edits edits;
    meetingLoops(block, edits);
    edits.apply(block);
  }

private:
  Kernel& kernel;

  void meetingLoops(Block& block, Edits& edits) {
    for (const std::size_t i : grad::meetingLoops(block)) {
      auto& loop = std::get<For>(block[i].node);
      iteration(loop.body);
      fixRooms(kernel, loop.body);
      if (loop.hasOwnTape) { // threads share no room
        loop.hasOwnTape = usesTape(loop.body);
        continue;
      }
      Block before, after;
      share(loop, before, after);
      edits.insertBefore(i, std::move(before));
      edits.insertAfter(i, std::move(after));
    }
  }

  void inside(Stmt& first, Stmt& second, Block& beforeForward, Block& beforeReverse) {
    auto *loop = std::get_if<For>(&first.node), *reversed = std::get_if<For>(&second.node);
    if (loop && reversed) {
      sweeps(loop->body, reversed->body);
      Rooms(kernel, *loop, *reversed).hoist(beforeForward, beforeReverse);
    } else if (auto* trips = std::get_if<While>(&first.node); trips && reversed) {
      sweeps(trips->body, reversed->body);
    }
    auto *taken = std::get_if<If>(&first.node), *back = std::get_if<If>(&second.node);
    if (taken && back) {
      sweeps(taken->thenBlock, back->thenBlock);
      sweeps(taken->elseBlock, back->elseBlock);
    }
  }

  /// It leaves the tape as it found it.
  void iteration(Block& body) {
    Edits edits;
    for (const TapePair& pair : tapePairs(body)) {
      Block beforeForward, beforeReverse;
      inside(body[pair.forward], body[pair.reverse], beforeForward, beforeReverse);
      edits.insertBefore(pair.forward, std::move(beforeForward));
      edits.insertBefore(pair.reverse, std::move(beforeReverse));
    }
    meetingLoops(body, edits);
    edits.apply(body);
  }

  /// One room for all iterations of the loop.
  void share(For& loop, Block& before, Block& after) {
    Edits edits;
    for (const TapePair& pair : tapePairs(loop.body)) {
      const auto* take = std::get_if<Take>(&loop.body[pair.forward].node);
      const auto* give = std::get_if<GiveBack>(&loop.body[pair.reverse].node);
      if (!take || !give || give->taken != take->array || !isSteady(kernel, *take->count, loop))
        continue;
      const Location at = loop.body[pair.forward].location;
      const ExprRef count = whereRuns(kernel, loop, take->count, integer(0, take->count->type));
      before.push_back(Stmt{at, Take{take->array, count}});
      after.insert(after.begin(), Stmt{at, GiveBack{take->array, take->array, count}});
      edits.erase(pair.forward);
      edits.erase(pair.reverse);
      if (give->array != take->array)
        replaceVariable(loop.body, give->array, take->array);
    }
    edits.apply(loop.body);
  }
};

} // namespace

void hoistRooms(Kernel& kernel, Block& forward, Block& reverse) {
  Hoister(kernel).sweeps(forward, reverse);
}

void ownRooms(Kernel& kernel, Block& body) {
  std::map<VarId, std::size_t> taken;
  std::map<VarId, VarId> rooms; // by what referred to them
  Edits edits;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (const auto* take = std::get_if<Take>(&body[i].node))
      taken[take->array] = i;
    const auto* give = std::get_if<GiveBack>(&body[i].node);
    if (!give || !taken.contains(give->taken))
      continue;
    const VarId room = give->taken;
    rooms[room] = rooms[give->array] = room;
    edits.erase(i);
    Stmt& begin = body[taken.at(room)];
    kernel[room].type = roomOf(kernel[room].type->element);
    begin = declare(room, construct(kernel[room].type, {std::get<Take>(begin.node).count}),
                    begin.location);
  }
  edits.apply(body);
  changePlaces(body, [&](Place& place) {
    const auto room = rooms.find(place.base);
    if (room == rooms.end())
      return;
    place.base = room->second;
    if (place.path.empty())
      place.type = kernel[place.base].type;
  });
}

void hoistMeetingRooms(Kernel& kernel, Block& meeting) {
  Hoister(kernel).meeting(meeting);
}

} // namespace treelize::grad
