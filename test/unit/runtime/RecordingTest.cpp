// What a recording keeps and what it runs again, by calls that only count.
#include "treelize/recording.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace {

using treelize::detail::recorded_call;
using treelize::detail::recorded_member;
using treelize::detail::recorded_object;
using treelize::detail::saved_value;
using treelize::detail::type_identity;

/// Saves a number, and knows how often at one time.
struct Counted final : recorded_member {
  struct Value final : saved_value {
    Counted& of;
    int number = 0;
    explicit Value(Counted& member) : of(member) { of.most = std::max(of.most, ++of.existing); }
    ~Value() override { --of.existing; }
  };
  int number = 0, existing = 0, most = 0;

  Counted() : recorded_member(type_identity::of<int>()) {}
  void put(saved_value& value) override { number = static_cast<Value&>(value).number; }
  void exchange(saved_value& value) override { std::swap(number, static_cast<Value&>(value).number); }
  std::size_t bytes() const override { return 8; }

private:
  std::unique_ptr<saved_value> make() const override {
    return std::make_unique<Value>(const_cast<Counted&>(*this));
  }
  void take(saved_value& value) const override { static_cast<Value&>(value).number = number; }
};

struct Nothing final : recorded_object {
  Nothing() : recorded_object(this, sizeof(*this), type_identity::of<Nothing>()) {}
  void open() override {}
  void close(bool) noexcept override {}
  void remember() override {}
  std::string first_change() const override { return ""; }
  bool has_adjoints() const override { return false; }
};

struct Log {
  Counted number;
  Nothing object;
  int runs = 0;
  std::vector<int> reversed; ///< at these numbers
};

/// Adds one to the number.
struct Step final : recorded_call {
  Log& log;
  explicit Step(Log& to) : recorded_call("step", to.object), log(to) { written.push_back(&log.number); }
  void run() override {
    ++log.number.number;
    ++log.runs;
  }
  void reverse() override { log.reversed.push_back(log.number.number); }
};

/// Reverses so many steps; tells how many ran again.
int repeats(int steps, const treelize::recording_options& options, Log& log) {
  treelize::detail::recorder recorder(options);
  for (int i = 0; i < steps; ++i)
    recorder.run(std::make_unique<Step>(log));
  EXPECT_EQ(log.number.number, steps);
  recorder.backward();
  EXPECT_EQ(log.number.number, steps) << "the value at the end is put back";
  std::vector<int> expected;
  for (int i = steps; i-- > 0;)
    expected.push_back(i);
  EXPECT_EQ(log.reversed, expected) << "each call at the value it began with";
  return log.runs - steps;
}

TEST(Recording, KeepsAllWithoutALimit) {
  Log log;
  EXPECT_EQ(repeats(100, {}, log), 0);
  EXPECT_EQ(log.number.most, 100);
}

TEST(Recording, KeepsAsManySnapshotsAsAllowed) {
  for (int snapshots = 1; snapshots <= 12; ++snapshots)
    for (int steps : {1, 2, 3, 7, 12, 13, 40, 100, 333}) {
      Log log;
      repeats(steps, {.checkpoint = snapshots}, log);
      EXPECT_LE(log.number.most, snapshots + 1) << steps << " steps, " << snapshots << " snapshots";
    }
}

TEST(Recording, KeepsWithinItsMemory) {
  for (std::size_t bytes : {8, 16, 30, 80, 400}) {
    Log log;
    repeats(150, {.memory = bytes}, log);
    EXPECT_LE(static_cast<std::size_t>(log.number.most), bytes / 8 + 1) << bytes;
  }
}

TEST(Recording, RunsNothingAgainWhereThereIsRoom) {
  Log few, many;
  EXPECT_EQ(repeats(12, {.checkpoint = 12}, few), 0);
  EXPECT_EQ(repeats(100, {.memory = 800}, many), 0);
}

/// A schedule that knows the number of steps from the begin takes 2637 and 1098.
TEST(Recording, RunsLittleMoreAgainThanIfTheNumberOfStepsWereKnown) {
  Log a, b, c;
  EXPECT_LE(repeats(1000, {.checkpoint = 10}, a), 3000);
  EXPECT_LE(repeats(1000, {.checkpoint = 40}, b), 1200);
  EXPECT_EQ(repeats(20, {.checkpoint = 1}, c), 190);
}

} // namespace
