// A node class as generated code must know it: its fields in order, each a child of the tree or aux
// data of its structure.
#pragma once

#include "Location.h"

#include <string>
#include <vector>

namespace treelize::tree {

struct Field {
  std::string name; // the key
  std::string type;
  bool isAux = false;
  std::vector<std::string> tags;
};

struct Node {
  std::string name;         // `app::Layer`, `app::Pair<T>`
  std::string templateHead; // `class T`; empty: no template
  std::string rebound;      // `app::Pair<R>`: the same class over leaves of type R; empty: none
  std::vector<Field> fields;
  bool isAggregate = false; // braces initialise all fields, in order
  Location location;
};

} // namespace treelize::tree
