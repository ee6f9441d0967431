#include <treelize/detail/room.hpp>
#include <treelize/tape.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using treelize::room;

TEST(Room, HasElementsOfItsOwn) {
  room<double> a(3);
  room<int> none(0);
  room<double> b(100000);
  for (int i = 0; i < 3; ++i)
    a[i] = i;
  for (std::size_t i = 0; i < 100000; ++i)
    b[i] = -1;
  EXPECT_EQ(a[2], 2);
  EXPECT_NE(static_cast<void*>(none.data()), static_cast<void*>(a.data()));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(b.data()) % 64, 0u);
  EXPECT_EQ(treelize::row(b, 7, 10), b.data() + 70);
}

TEST(Room, ComesBackToTheThread) {
  treelize::tape_reset();
  for (int call = 0; call < 5; ++call) {
    room<double> outer(5000);
    for (int inner = 0; inner < 3; ++inner) {
      room<char> small(1);
      room<double> large(20000);
      large[19999] = 1;
    }
    outer[4999] = 1;
  }
  const std::size_t blocks = treelize::tape_usage().blocks;
  {
    room<double> outer(5000);
    room<double> large(20000);
  }
  EXPECT_EQ(treelize::tape_usage().blocks, blocks);
  EXPECT_EQ(treelize::tape_usage().peak, 5000 * 8 + 1 + 20000 * 8u);
  treelize::tape_reset();
  EXPECT_EQ(treelize::tape_usage().reserved, 0u);
}

TEST(Room, RefusesMoreThanAnAddressCounts) {
  EXPECT_THROW(room<double>(static_cast<std::size_t>(-1)), std::bad_array_new_length);
  EXPECT_EQ(treelize::product(3, 4u), 12u);
  EXPECT_EQ(treelize::product(0, -1), 0u);
  EXPECT_EQ(treelize::product(2, -1), static_cast<std::size_t>(-1));
  EXPECT_EQ(treelize::product(2, 3L, 4u), 24u);
  EXPECT_EQ(treelize::product(0, 3, -1), 0u);
  EXPECT_EQ(treelize::product(3, 0, -1), 0u);
  EXPECT_EQ(treelize::product(3, -1, 1), static_cast<std::size_t>(-1));
  EXPECT_EQ(treelize::product(std::size_t{1} << 40, std::size_t{1} << 40), static_cast<std::size_t>(-1));
}

} // namespace
