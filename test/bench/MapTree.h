// What a person writes without Treelize: a tree of nested std::map.
#pragma once

#include <map>
#include <string>

namespace bench {

struct MapTree {
  std::map<std::string, MapTree> children;
  double value = 0;
};

/// Of the keys that both have.
inline MapTree sum(const MapTree& a, const MapTree& b) {
  MapTree result;
  result.value = a.value + b.value;
  for (const auto& [key, child] : a.children)
    if (auto other = b.children.find(key); other != b.children.end())
      result.children.emplace(key, sum(child, other->second));
  return result;
}

} // namespace bench
