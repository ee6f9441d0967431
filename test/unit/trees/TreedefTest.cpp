// Structures are interned: equal ones are one object, from any thread, whatever their depth.
#include "treelize/detail/key_path.hpp"
#include "treelize/tree.hpp"

#include <gtest/gtest.h>

#include <thread>

using treelize::tree;
using treelize::treedef;

namespace {

TEST(Treedef, EqualStructuresAreOneObject) {
  const tree<int> a = {{"x", 1}, {"y", treelize::list(2, 3)}};
  const tree<double> b = {{"y", treelize::list(2.0, 3.0)}, {"x", 1.0}};
  EXPECT_EQ(a.structure().node(), b.structure().node());
}

TEST(Treedef, KindKeysAndNamesDiffer) {
  using namespace treelize::literals;
  const treedef defs[] = {treelize::list(1, 2).structure(), treelize::tuple(1, 2).structure(),
                          treelize::dict("a"_a = 1, "b"_a = 2).structure(),
                          treelize::dict("a"_a = 1, "c"_a = 2).structure(),
                          treelize::ordered_dict("a"_a = 1, "b"_a = 2).structure(),
                          treelize::named_tuple("P", "a"_a = 1, "b"_a = 2).structure(),
                          treelize::named_tuple("Q", "a"_a = 1, "b"_a = 2).structure()};
  for (const treedef& a : defs)
    for (const treedef& b : defs)
      EXPECT_EQ(a == b, &a == &b) << a.str() << " " << b.str();
}

TEST(Treedef, KnowsWhereItsLeavesAre) {
  const tree<int> t = {{"a", treelize::list(1, 2)}, {"b", {}}, {"c", 3}};
  EXPECT_EQ(t.structure().leaf_count(), 3u);
  EXPECT_EQ(t.structure().offset(*t.structure().find("c")), 2u);
  EXPECT_EQ(t.structure().str(), "{a: [*, *], b: None, c: *}");
}

TEST(Treedef, HasNoLimitOfDepth) {
  treedef deep = treedef::leaf();
  for (int i = 0; i < 1'000'000; ++i)
    deep = treedef::list({&deep, 1});
  EXPECT_EQ(deep.leaf_count(), 1u);
} // and is released without recursion

TEST(Treedef, IsInternedFromManyThreads) {
  std::vector<std::thread> threads;
  std::vector<treedef> made(8);
  for (std::size_t n = 0; n < made.size(); ++n)
    threads.emplace_back([&made, n] {
      for (int i = 0; i < 2000; ++i) {
        treedef leaf = treedef::leaf();
        treedef inner = treedef::list(std::vector<treedef>(static_cast<std::size_t>(i % 7), leaf));
        made[n] = treedef::tuple({&inner, 1});
      }
    });
  for (std::thread& t : threads)
    t.join();
  for (const treedef& d : made)
    EXPECT_EQ(d, made.front());
}

TEST(KeyPath, PrintsAsItIsWritten) {
  using treelize::path_key;
  const treelize::key_path path({path_key("a"), path_key("b"), path_key(std::size_t(0)),
                                 path_key("a b"), path_key("c")});
  EXPECT_EQ(path.str(), "a.b[0][\"a b\"].c");
  EXPECT_EQ(treelize::key_path({path_key(std::size_t(1)), path_key("x")}).str(), "[1].x");
}

} // namespace
