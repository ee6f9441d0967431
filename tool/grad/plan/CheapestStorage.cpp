#include "grad/plan/CheapestStorage.h"

#include <algorithm>
#include <limits>

namespace treelize::grad {

namespace {

constexpr unsigned unlimited = std::numeric_limits<unsigned>::max();

/// A network of capacities, whose edges stand in pairs: each beside the one that takes it back.
class Network {
public:
  explicit Network(std::size_t nodes) : leaving(nodes) {}

  void connect(std::size_t from, std::size_t to, unsigned capacity) {
    leaving[from].push_back(edges.size());
    edges.push_back({to, capacity});
    leaving[to].push_back(edges.size());
    edges.push_back({from, 0});
  }

  /// The nodes on the source's side of the smallest minimum cut.
  std::vector<bool> cut(std::size_t source, std::size_t sink) {
    while (augment(source, sink)) {
    }
    std::vector<bool> side;
    for (const std::size_t by : reach(source))
      side.push_back(by != unreached);
    return side;
  }

private:
  struct Edge {
    std::size_t to;
    unsigned capacity;
  };
  static constexpr std::size_t unreached = std::numeric_limits<std::size_t>::max(),
                               start = unreached - 1;
  std::vector<Edge> edges;
  std::vector<std::vector<std::size_t>> leaving; // edges, by node

  /// For each node the edge by which a shortest path with capacity left gets there.
  std::vector<std::size_t> reach(std::size_t source) const {
    std::vector<std::size_t> by(leaving.size(), unreached), queue{source};
    by[source] = start;
    for (std::size_t next = 0; next < queue.size(); ++next)
      for (const std::size_t edge : leaving[queue[next]])
        if (edges[edge].capacity > 0 && by[edges[edge].to] == unreached) {
          by[edges[edge].to] = edge;
          queue.push_back(edges[edge].to);
        }
    return by;
  }

  bool augment(std::size_t source, std::size_t sink) {
    const std::vector<std::size_t> by = reach(source);
    if (by[sink] == unreached)
      return false;
    auto forEachEdge = [&](auto&& visit) {
      for (std::size_t node = sink; node != source; node = edges[by[node] ^ 1].to)
        visit(by[node]);
    };
    unsigned flow = unlimited;
    forEachEdge([&](std::size_t edge) { flow = std::min(flow, edges[edge].capacity); });
    forEachEdge([&](std::size_t edge) {
      edges[edge].capacity -= flow;
      edges[edge ^ 1].capacity += flow;
    });
    return true;
  }
};

} // namespace

std::vector<Storage> cheapestStorage(std::span<const StoredValue> values) {
  const std::size_t count = values.size(), source = 2 * count, sink = source + 1;
  auto isThere = [](std::size_t value) { return value; };
  auto isAgain = [count](std::size_t value) { return count + value; };
  Network network(sink + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const StoredValue& value = values[i];
    if (!value.isAsked)
      network.connect(isThere(i), sink, value.keep);
    if (!value.again || *value.again >= value.keep)
      continue;
    network.connect(source, isAgain(i), value.keep - *value.again);
    network.connect(isAgain(i), isThere(i), unlimited);
    for (const std::size_t operand : value.operands)
      network.connect(isAgain(i), isThere(operand), unlimited);
  }
  const std::vector<bool> chosen = network.cut(source, sink);
  std::vector<Storage> choice;
  for (std::size_t i = 0; i < count; ++i)
    choice.push_back(chosen[isAgain(i)]                        ? Storage::Again
                     : chosen[isThere(i)] || values[i].isAsked ? Storage::Kept
                                                               : Storage::None);
  return choice;
}

} // namespace treelize::grad
