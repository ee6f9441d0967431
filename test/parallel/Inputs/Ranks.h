// This program's rank among several, and its part of the pieces of all.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace ranks {

struct World {
  int rank = 0, size = 0;

  World() {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
  }
  World(const World&) = delete;
  ~World() { MPI_Finalize(); }

  bool isFirst() const { return rank == 0; }

  template <class T> std::span<const T> part(const std::vector<T>& all, std::size_t first, std::size_t last) const {
    return std::span(all).subspan(first, last - first);
  }
  // Parts of the same length.
  template <class T> std::span<const T> even(const std::vector<T>& all) const {
    return part(all, all.size() * index() / count(), all.size() * (index() + 1) / count());
  }
  // Every second rank has nothing.
  template <class T> std::span<const T> everySecond(const std::vector<T>& all) const {
    const std::size_t pairs = (count() + 1) / 2;
    const auto begin = [&](std::size_t rank) { return all.size() * std::min(pairs, (rank + 1) / 2) / pairs; };
    return part(all, begin(index()), begin(index() + 1));
  }
  // One piece a rank, and all the others on the last.
  template <class T> std::span<const T> lastHasMost(const std::vector<T>& all) const {
    const std::size_t first = std::min(index(), all.size());
    return part(all, first, index() + 1 == count() ? all.size() : std::min(first + 1, all.size()));
  }

private:
  std::size_t index() const { return static_cast<std::size_t>(rank); }
  std::size_t count() const { return static_cast<std::size_t>(size); }
};

} // namespace ranks
