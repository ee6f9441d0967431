#include "grad/plan/CheapestStorage.h"

#include <gtest/gtest.h>

#include <random>

namespace {

using namespace treelize::grad;

StoredValue value(unsigned keep, std::optional<unsigned> again, std::vector<std::size_t> operands,
                  bool isAsked = false) {
  return {keep, again, std::move(operands), isAsked};
}

/// Values of which each is computed of the one before, the last one asked for.
std::vector<StoredValue> chain(std::size_t length, unsigned again) {
  std::vector<StoredValue> values{value(0, {}, {})};
  for (std::size_t i = 1; i <= length; ++i)
    values.push_back(value(25, again, {i - 1}, i == length));
  return values;
}

TEST(CheapestStorage, AShortChainIsComputedAgain) {
  const std::vector<Storage> choice = cheapestStorage(chain(4, 6));
  for (std::size_t i = 1; i <= 4; ++i)
    EXPECT_EQ(choice[i], Storage::Again) << i;
}

TEST(CheapestStorage, OfALongChainTheEndIsKept) {
  const std::vector<Storage> choice = cheapestStorage(chain(5, 6));
  for (std::size_t i = 1; i < 5; ++i)
    EXPECT_EQ(choice[i], Storage::None) << i;
  EXPECT_EQ(choice[5], Storage::Kept);
}

TEST(CheapestStorage, AnOperandOfTwoIsKeptInTheirPlace) {
  const std::vector<Storage> choice = cheapestStorage(
      std::vector{value(25, {}, {}), value(25, 10, {0}, true), value(25, 10, {0}, true)});
  EXPECT_EQ(choice, (std::vector{Storage::Kept, Storage::Again, Storage::Again}));
}

TEST(CheapestStorage, AnOperandOfOneIsNot) {
  const std::vector<Storage> choice =
      cheapestStorage(std::vector{value(25, {}, {}), value(25, 10, {0}, true)});
  EXPECT_EQ(choice, (std::vector{Storage::None, Storage::Kept}));
}

TEST(CheapestStorage, WhatCannotBeComputedAgainIsKept) {
  const std::vector<Storage> choice = cheapestStorage(std::vector{value(25, {}, {}, true)});
  EXPECT_EQ(choice, std::vector{Storage::Kept});
}

/// What a choice costs; none: something is asked for that is not there.
std::optional<unsigned> costOf(const std::vector<StoredValue>& values,
                               const std::vector<Storage>& choice) {
  unsigned cost = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (choice[i] == Storage::None && values[i].isAsked)
      return std::nullopt;
    if (choice[i] == Storage::Kept)
      cost += values[i].keep;
    if (choice[i] != Storage::Again)
      continue;
    if (!values[i].again)
      return std::nullopt;
    cost += *values[i].again;
    for (const std::size_t operand : values[i].operands)
      if (choice[operand] == Storage::None)
        return std::nullopt;
  }
  return cost;
}

/// By trying all there are.
unsigned leastCost(const std::vector<StoredValue>& values) {
  std::vector<Storage> choice(values.size());
  std::size_t all = 1;
  for (std::size_t i = 0; i < values.size(); ++i)
    all *= 3;
  std::optional<unsigned> least;
  for (std::size_t number = 0; number < all; ++number) {
    std::size_t rest = number;
    for (Storage& each : choice) {
      each = static_cast<Storage>(rest % 3);
      rest /= 3;
    }
    if (const std::optional<unsigned> cost = costOf(values, choice);
        cost && (!least || *cost < *least))
      least = cost;
  }
  return *least;
}

TEST(CheapestStorage, NoChoiceOfARandomGraphCostsLess) {
  constexpr unsigned seed = 20261127;
  std::mt19937 random(seed);
  auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  for (int round = 0; round < 200; ++round) {
    std::vector<StoredValue> values;
    for (std::size_t i = 0; i < 8; ++i) {
      std::vector<std::size_t> operands;
      for (std::size_t operand = 0; operand < i; ++operand)
        if (below(3) == 0)
          operands.push_back(operand);
      const std::optional<unsigned> again = below(5) == 0 ? std::nullopt : std::optional(below(30));
      values.push_back(value(below(6) == 0 ? 0 : 25, again, operands, below(3) == 0));
    }
    const std::optional<unsigned> cost = costOf(values, cheapestStorage(values));
    ASSERT_TRUE(cost) << "seed " << seed << ", round " << round;
    EXPECT_EQ(*cost, leastCost(values)) << "seed " << seed << ", round " << round;
  }
}

} // namespace
