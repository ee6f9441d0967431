// Recordings: what is kept of the calls, and how they are reversed.
#include "treelize/recording.hpp"

#include "treelize/detail/checkpoint.hpp"
#include "treelize/detail/raise.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <mutex>
#include <ranges>
#include <string>

namespace treelize::detail {

namespace {

/// The objects of recordings in checked programs.
struct watched_objects {
  std::mutex mutex;
  std::vector<recorded_object*> all;
};
watched_objects& watched() {
  static watched_objects instance;
  return instance;
}

std::string quoted(const char* kernel) {
  return "'" + std::string(kernel) + "'";
}

/// How many calls run again when `calls` are reversed with so many snapshots, the one at their begin
/// among them: A. Griewank, as in checkpoint.hpp.
std::uint64_t repeats_of(std::uint64_t calls, std::uint64_t snapshots) {
  int rounds = 0;
  while (reversible_steps(snapshots, rounds) < calls)
    ++rounds;
  return rounds == 0 ? 0
                     : static_cast<std::uint64_t>(rounds) * calls -
                           reversible_steps(snapshots + 1, rounds - 1);
}

/// The same for segments of so many calls, the last of which is reversed first.
std::uint64_t repeats_of(const std::vector<std::size_t>& lengths, std::size_t snapshots) {
  std::uint64_t sum = 0;
  for (std::size_t index = 0; index < lengths.size(); ++index)
    sum += repeats_of(lengths[index], index < snapshots ? snapshots - index : 1);
  return sum;
}

} // namespace

// --- the run of one call -------------------------------------------------------------------------

/// Takes a call back unless it has come to its end.
class recorder::unfinished_run {
public:
  explicit unfinished_run(recorder& of) : recorder_(of) {}
  unfinished_run(const unfinished_run&) = delete;
  unfinished_run& operator=(const unfinished_run&) = delete;
  ~unfinished_run() {
    if (isFinished)
      return;
    segment& last = recorder_.segments_.back();
    for (saved_member& saved : std::views::reverse(last.saved))
      saved.member->exchange(*saved.value);
    recorder_.let_go(last);
    recorder_.segments_.pop_back();
  }

  bool isFinished = false;

private:
  recorder& recorder_;
};

recorder::recorder(const recording_options& options) : options_(options) {
  if (options.checkpoint < 0)
    raise(recording_error("treelize: a recording cannot have " + std::to_string(options.checkpoint) +
                          " snapshots: give .checkpoint a positive number, or 0 for no limit"));
}

recorder::~recorder() = default;

void recorder::run(std::unique_ptr<recorded_call> call) {
  if (calls_.empty())
    begin_anew();
  check_room(*call);
  calls_.reserve(calls_.size() + 1);
  segments_.push_back({calls_.size(), {}});
  {
    unfinished_run guard(*this);
    save(*call, segments_.back());
    use(*call);
    call->run();
    guard.isFinished = true;
  }
  calls_.push_back(std::move(call));
  if (is_limited())
    keep_within_limits();
}

/// The shadows of the last reversal are no longer to be had.
void recorder::begin_anew() {
  is_reversed_ = false;
  for (recorded_object* object : used_)
    object->is_used = object->is_graded_by_hand = false;
  used_.clear();
}

void recorder::use(const recorded_call& call) {
  if (recorded_object& object = call.object(); !object.is_used) {
    used_.push_back(&object);
    object.is_used = true;
  }
  for (recorded_member* member : call.written)
    if (!member->is_written) {
      written_.push_back(member);
      member->is_written = true;
      bytes_of_one_ += member->bytes();
    }
}

void recorder::check_room(const recorded_call& call) const {
  if (options_.memory == 0)
    return;
  std::size_t needed = bytes_of_one_;
  for (const recorded_member* member : call.written)
    if (!member->is_written)
      needed += member->bytes();
  if (needed > options_.memory)
    raise(recording_error("treelize: recording " + quoted(call.kernel()) + ": one snapshot of what " +
                          "the calls write takes " + std::to_string(needed) +
                          " bytes, the recording may keep " + std::to_string(options_.memory) +
                          ": give it more .memory, or record fewer objects"));
}

void recorder::save(const recorded_call& call, segment& into) {
  for (recorded_member* member : call.written) {
    if (std::ranges::find(into.saved, member, &saved_member::member) != into.saved.end())
      continue;
    into.saved.reserve(into.saved.size() + 1);
    const std::size_t bytes = member->bytes();
    into.saved.push_back({member, member->save(), bytes});
    bytes_ += bytes;
  }
}

void recorder::let_go(segment& of) noexcept {
  for (saved_member& saved : of.saved) {
    bytes_ -= saved.bytes;
    if (saved.value)
      saved.member->let_go(std::move(saved.value));
  }
  of.saved.clear();
}

void recorder::clear() noexcept {
  for (segment& each : segments_)
    let_go(each);
  segments_.clear();
  calls_.clear();
  for (recorded_member* member : written_)
    member->is_written = member->has_end_kept = false;
  written_.clear();
  bytes_of_one_ = 0;
  calls_to_join_ = 1;
}

// --- limits --------------------------------------------------------------------------------------

bool recorder::exceeds() const {
  const auto snapshots = static_cast<std::size_t>(options_.checkpoint);
  return (snapshots != 0 && segments_.size() > snapshots) ||
         (options_.memory != 0 && bytes_ > options_.memory);
}

/// How many more snapshots there may be.
std::size_t recorder::room() const {
  std::size_t result = std::numeric_limits<int>::max();
  if (const auto most = static_cast<std::size_t>(options_.checkpoint); most != 0)
    result = std::min(result, most - std::min(most, segments_.size()));
  if (options_.memory != 0 && bytes_of_one_ != 0) {
    const bool isLastToBeFilled = segments_.back().saved.empty();
    const std::size_t bytes = bytes_ + (isLastToBeFilled ? bytes_of_one_ : 0);
    result = std::min(result, (options_.memory - std::min(options_.memory, bytes)) / bytes_of_one_);
  }
  return result;
}

/// Joins the last segment, of one call, to what is not long enough, then all of them two and two.
void recorder::keep_within_limits() {
  if (segments_.size() > 1) {
    segment& before = segments_[segments_.size() - 2];
    if (segments_.back().from - before.from < calls_to_join_) {
      join(before, segments_.back());
      segments_.pop_back();
    }
  }
  while (exceeds() && segments_.size() > 1) {
    join_pairs();
    calls_to_join_ *= 2;
  }
}

/// What only the second one writes has at the first one's begin the value that it has at its own.
void recorder::join(segment& first, segment& second) {
  for (saved_member& saved : second.saved) {
    const bool isKnown = std::ranges::find(first.saved, saved.member, &saved_member::member) !=
                         first.saved.end();
    if (!isKnown) {
      first.saved.push_back(std::move(saved));
      saved.bytes = 0;
    }
  }
  let_go(second);
}

void recorder::join_pairs() {
  std::size_t count = 0;
  for (std::size_t index = 0; index < segments_.size(); index += 2) {
    if (index + 1 < segments_.size())
      join(segments_[index], segments_[index + 1]);
    if (count != index)
      segments_[count] = std::move(segments_[index]);
    ++count;
  }
  segments_.resize(count);
}

/// Room for new snapshots may be worth more than those that there are.
void recorder::join_for_reversal() {
  std::vector<std::size_t> lengths, joined;
  for (std::size_t index = 0; index < segments_.size(); ++index)
    lengths.push_back((index + 1 < segments_.size() ? segments_[index + 1].from : calls_.size()) -
                      segments_[index].from);
  const std::size_t snapshots = segments_.size() + room();
  while (lengths.size() > 1) {
    joined.clear();
    for (std::size_t index = 0; index < lengths.size(); index += 2)
      joined.push_back(lengths[index] + (index + 1 < lengths.size() ? lengths[index + 1] : 0));
    if (repeats_of(joined, snapshots) >= repeats_of(lengths, snapshots))
      return;
    join_pairs();
    lengths.swap(joined);
  }
}

// --- going back ----------------------------------------------------------------------------------

/// Ends with the values and adjoints of the end, whatever happens, and with an empty recording.
class recorder::reversal {
public:
  explicit reversal(recorder& of) : recorder_(of) {
    recorder_.ends_.reserve(recorder_.written_.size());
    for (recorded_object* object : recorder_.used_) {
      object->open();
      ++opened_;
    }
  }
  reversal(const reversal&) = delete;
  reversal& operator=(const reversal&) = delete;
  ~reversal() {
    for (saved_member& end : std::views::reverse(recorder_.ends_)) {
      end.member->exchange(*end.value);
      end.member->let_go(std::move(end.value));
    }
    recorder_.ends_.clear();
    for (std::size_t index = 0; index < opened_; ++index)
      recorder_.used_[index]->close(isComplete);
    recorder_.clear();
  }

  bool isComplete = false;

private:
  recorder& recorder_;
  std::size_t opened_ = 0;
};

void recorder::backward() {
  if (calls_.empty())
    raise(recording_error("treelize: backward() of a recording that holds no call: run kernels by "
                          "run(kernel, args...) first; an earlier backward() has emptied it"));
  if (is_limited())
    join_for_reversal();
  {
    reversal guard(*this);
    while (!calls_.empty())
      reverse_last();
    guard.isComplete = true;
  }
  is_reversed_ = true;
}

/// The values at the begin of a segment, from those at its end. The first of a member that is
/// restored gives way to the value at the end of all, in the memory that it always had.
void recorder::restore(segment& of, bool isNeededAgain) {
  for (saved_member& saved : std::views::reverse(of.saved)) {
    recorded_member& member = *saved.member;
    if (!member.has_end_kept) {
      member.exchange(*saved.value);
      ends_.push_back({&member, std::move(saved.value), 0});
      member.has_end_kept = true;
      if (isNeededAgain)
        saved.value = member.save();
    } else if (isNeededAgain) {
      member.put(*saved.value);
    } else {
      member.exchange(*saved.value);
    }
  }
}

void recorder::run_again(std::size_t from, std::size_t to) {
  for (; from < to; ++from) {
    save(*calls_[from], segments_.back());
    calls_[from]->run();
  }
}

void recorder::reverse_last() {
  const std::size_t last = calls_.size() - 1;
  std::size_t at = segments_.back().from;
  restore(segments_.back(), at < last);
  while (at < last) {
    const auto free = static_cast<int>(room());
    const std::size_t next = next_checkpoint(at, last + 1, std::size_t{1}, free);
    run_again(at, std::min(next, last));
    if (next > last)
      break;
    segments_.push_back({at = next, {}});
  }
  calls_[last]->reverse();
  calls_.pop_back();
  if (at == last) {
    let_go(segments_.back());
    segments_.pop_back();
  }
}

// --- checks --------------------------------------------------------------------------------------

recorded_object::~recorded_object() {
  if (!is_watched_)
    return;
  const std::lock_guard lock(watched().mutex);
  std::erase(watched().all, this);
}

void recorded_object::watch() {
  if (is_watched_)
    return;
  const std::lock_guard lock(watched().mutex);
  watched().all.push_back(this);
  is_watched_ = true;
}

/// Of a part, a base say, as well.
bool recorded_object::has(const void* object) const {
  const std::less<const void*> before;
  return !before(object, address_) && before(object, static_cast<const std::byte*>(address_) + size_);
}

void note_gradient_by_hand(const void* object) {
  const std::lock_guard lock(watched().mutex);
  for (recorded_object* each : watched().all)
    if (each->has(object))
      each->is_graded_by_hand = true;
}

std::uint64_t mark_of(const void* memory, std::size_t bytes) {
  std::uint64_t mark = 0xcbf29ce484222325U ^ bytes; // FNV-1a, eight bytes at a time
  const auto* next = static_cast<const std::byte*>(memory);
  while (bytes > 0) {
    std::uint64_t piece = 0;
    const std::size_t count = std::min(bytes, sizeof(piece));
    std::memcpy(&piece, next, count);
    mark = (mark ^ piece) * 0x100000001b3U;
    mark ^= mark >> 29U;
    next += count;
    bytes -= count;
  }
  return mark;
}

recorded_object& recorder::reversed(const void* address, type_identity type) const {
  const auto [begin, end] = objects_.equal_range(address);
  const auto known = std::find_if(begin, end, [type](const auto& entry) {
    return entry.second->type() == type && entry.second->is_used;
  });
  if (!is_reversed_ || known == end)
    raise(recording_error(is_reversed_
                              ? "treelize: self(object) of a recording that has run no kernel of "
                                "this object: pass the object whose kernels were run"
                              : "treelize: self(object) of a recording whose calls are not "
                                "reversed: call backward() first, and no run after it"));
  return *known->second;
}

void recorder::check_values() const {
  if (calls_.empty())
    return;
  const std::string after = " since the run of " + quoted(calls_.back()->kernel());
  for (const recorded_object* object : used_) {
    if (const std::string path = object->first_change(); !path.empty())
      raise(recording_error("treelize: '" + path + "' of an object that is recorded was written " +
                            "outside of run" + after +
                            ": backward() would take the derivative at other values; write it in "
                            "a kernel and run that, or write it before the first run"));
  }
}

void recorder::check_gradients(const char* kernel) const {
  for (const recorded_object* object : used_)
    if (!calls_.empty() && object->is_graded_by_hand && object->has_adjoints())
      raise(recording_error("treelize: run of " + quoted(kernel) + " after the run of " +
                            quoted(calls_.back()->kernel()) +
                            " and a grad() by hand on the same object: adjoints of values in "
                            "between would be taken for those at the end; call grad() after the "
                            "last run, or run the kernel and leave the order to backward()"));
}

void recorder::remember() {
  for (recorded_object* object : used_) {
    object->is_graded_by_hand = false;
    object->remember();
  }
}

} // namespace treelize::detail
