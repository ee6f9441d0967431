// Have all ranks the same tree? A hash of its facts says whether; where the hashes differ the facts
// themselves are sent, and say where.
#pragma once

#include "treelize/detail/mpi/communicator.hpp"
#include "treelize/detail/mpi/errors.hpp"
#include "treelize/detail/tree_facts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace treelize::mpi::detail {

template <class Type, class Visit>
void visit_type_and_facts(const Type& tree, Visit& visit) {
  visit_fact(nullptr, "the type", type_name<Type>(), visit);
  visit_facts(tree, nullptr, visit);
}

template <class Type>
std::uint64_t hash_of_facts(const Type& tree) {
  std::size_t all = 0;
  const auto visit = [&](const path_frame*, std::string_view, std::size_t hash, const auto&) {
    all = mix_hash(all, hash);
  };
  visit_type_and_facts(tree, visit);
  return all;
}

/// One after the other: path, what it is, and a hash for what has no text; a null character behind
/// each.
template <class Type>
std::string text_of_facts(const Type& tree) {
  std::string all;
  const auto visit = [&](const path_frame* path, std::string_view what, std::size_t hash,
                         const auto& text) {
    all += path_text(path) + '\0';
    all.append(what) += ' ' + text() + '\0';
    all += std::to_string(hash) + '\0';
  };
  visit_type_and_facts(tree, visit);
  return all;
}

struct tree_fact {
  std::string_view path, what, hash;
};

/// The next fact of a text; empty at its end.
inline tree_fact take_fact(std::string_view& text) {
  const auto take = [&] {
    const std::size_t length = (std::min)(text.find('\0'), text.size());
    const std::string_view part = text.substr(0, length);
    text.remove_prefix((std::min)(length + 1, text.size()));
    return part;
  };
  const std::string_view path = take(), what = take(), hash = take();
  return {path, what, hash};
}

struct fact_difference {
  std::string path, here, there;
};
inline fact_difference first_difference(std::string_view here, std::string_view there) {
  while (!here.empty() && !there.empty()) {
    const tree_fact mine = take_fact(here), other = take_fact(there);
    if (mine.hash != other.hash || mine.what != other.what)
      return {std::string(mine.path), std::string(mine.what), std::string(other.what)};
  }
  return {};
}

/// Throws on every rank: `differs` is the first that has not the facts of rank 0.
template <class Type>
[[noreturn]] void throw_unequal_trees(const communicator& ranks, const char* call, const Type& tree,
                                      std::size_t differs) {
  const std::string mine = text_of_facts(tree);
  const std::string first = ranks.broadcast(ranks.rank() == 0 ? mine : std::string(), 0);
  std::string path, what;
  if (ranks.rank() == differs) {
    const fact_difference found = first_difference(mine, first);
    path = found.path;
    what = "treelize: " + std::string(call) + ": the trees differ " + at_path(path) + ": rank " +
           std::to_string(differs) + " has " + found.here + ", rank 0 has " + found.there;
  }
  path = ranks.broadcast(std::move(path), differs);
  what = ranks.broadcast(std::move(what), differs);
  throw unequal_trees(what, path, static_cast<int>(differs));
}

} // namespace treelize::mpi::detail
