// A tree as a picture shows it: a class with its fields, the parameters of a kernel.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace treelize::explain {

enum class Leaf {
  plain,
  selected, // the gradient has it
  zero,     // and it is always zero
  constant, // left out, static data, an integer
};

struct Tree {
  std::string key;
  std::string type;
  std::string note; // tags, why it is a constant
  Leaf leaf = Leaf::plain;
  std::vector<Tree> children = {};
};

/// A tree function as its options make it.
struct TreeFunction {
  std::string name;
  std::string at;
  std::string call;                 // `blend(a, b, t)`
  std::vector<std::string> options; // `mode = inner`, ...
  std::string mode;
  std::string missing;   // what stands in for an absent leaf; empty: nothing does
  std::size_t parameters = 0;
  bool isInPlace = false; // it returns nothing
};

} // namespace treelize::explain
