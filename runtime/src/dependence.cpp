#include "treelize/detail/dependence.hpp"

#include "treelize/error.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace treelize::dependence {
namespace {

/// Inputs from `first` on, up to the one before `last`.
struct interval {
  std::uint32_t first, last;
  friend bool operator==(const interval&, const interval&) = default;
};
using intervals = std::vector<interval>;

/// Up to so many intervals a set is written out when it is made; a larger one knows its parts.
constexpr std::size_t written_out = 32;

std::size_t mix(std::size_t hash, std::size_t value) {
  return (hash ^ (value + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2))) * 0x2545f4914f6cdd1du;
}

std::size_t hash_of(std::span<const interval> set) {
  std::size_t hash = set.size();
  for (const interval& part : set)
    hash = mix(hash, (std::size_t{part.first} << 32) | part.last);
  return hash;
}

void append(intervals& to, interval part) {
  if (!to.empty() && part.first <= to.back().last)
    to.back().last = (std::max)(to.back().last, part.last);
  else
    to.push_back(part);
}

/// The intervals in order, those that touch as one.
void unite(intervals& all) {
  std::ranges::sort(all, {}, &interval::first);
  std::size_t last = 0;
  for (const interval& part : all)
    if (part.first <= all[last].last)
      all[last].last = (std::max)(all[last].last, part.last);
    else
      all[++last] = part;
  if (!all.empty())
    all.resize(last + 1);
}

void unite(std::span<const interval> a, std::span<const interval> b, intervals& result) {
  result.clear();
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size())
    append(result, j == b.size() || (i < a.size() && a[i].first <= b[j].first) ? a[i++] : b[j++]);
}

bool covers(std::span<const interval> all, std::span<const interval> part) {
  std::size_t at = 0;
  for (const interval& wanted : part) {
    while (at < all.size() && all[at].last < wanted.last)
      ++at;
    if (at == all.size() || all[at].first > wanted.first)
      return false;
  }
  return true;
}

/// A set that is written out has its intervals in the pool, any other one two parts.
struct entry {
  std::uint32_t first, second; // in the pool and how many; or the parts
  std::uint32_t stamp;         // of the last walk that came by
  std::uint32_t is_written : 1;
  std::uint32_t weight : 31; // no fewer than its intervals
};
constexpr std::size_t most_weight = (std::size_t{1} << 31) - 1;

std::uint32_t fitting(std::size_t number) {
  if (number > 0xffffffffu)
    throw error("treelize: a pattern has more than 4294967295 dependency sets");
  return static_cast<std::uint32_t>(number);
}

/// Numbers by hash, which their owner compares. What is alike should be near: a first try is made at
/// `home`, and only then the hash scatters.
class hash_table {
public:
  /// The number for which `is_it` holds, or what `make` returns.
  template <class IsIt, class Make>
  std::uint32_t find(std::size_t home, std::size_t hash, const IsIt& is_it, const Make& make) {
    const slot wanted{none, static_cast<std::uint32_t>(home), static_cast<std::uint32_t>(hash)};
    std::size_t at = first(wanted);
    for (std::size_t step = 0; slots_[at].number != none; at = next(wanted, step++))
      if (slots_[at].hash == wanted.hash && is_it(slots_[at].number))
        return slots_[at].number;
    const std::uint32_t number = make();
    slots_[at] = {number, wanted.home, wanted.hash};
    if (++count_ * 2 > slots_.size())
      grow();
    return number;
  }

private:
  static constexpr std::uint32_t none = 0xffffffffu;
  struct slot {
    std::uint32_t number = none, home = 0, hash = 0;
  };
  std::vector<slot> slots_ = std::vector<slot>(1024);
  std::size_t count_ = 0;

  std::size_t first(const slot& of) const { return of.home & (slots_.size() - 1); }
  std::size_t next(const slot& of, std::size_t step) const {
    return (of.hash + step) & (slots_.size() - 1);
  }
  void grow() {
    std::vector<slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const slot& kept : old)
      if (kept.number != none) {
        std::size_t at = first(kept);
        for (std::size_t step = 0; slots_[at].number != none; at = next(kept, step++)) {
        }
        slots_[at] = kept;
      }
  }
};

/// The last joins, by their operands.
struct remembered {
  number a, b, result;
};

thread_local sets* present = nullptr;

} // namespace

struct sets::store {
  std::vector<entry> entries{{0, 0, 0, 1, 0}};
  std::vector<interval> pool;
  hash_table known; // the sets that are written out
  std::vector<remembered> joins = std::vector<remembered>(1 << 12);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs; // interactions
  hash_table known_pairs;
  std::vector<std::size_t> listed; // what inputs() shows
  intervals scratch;
  std::size_t singles = 0, grown = 0;
  std::uint32_t walks = 0;

  std::span<const interval> written(const entry& set) const {
    return {pool.data() + set.first, set.second};
  }
  std::uint32_t add(std::size_t first, std::size_t second, bool is_written, std::size_t weight) {
    entries.push_back({fitting(first), fitting(second), 0, is_written,
                       static_cast<std::uint32_t>((std::min)(weight, most_weight))});
    return fitting(entries.size() - 1);
  }
  /// The set of these inputs, which has one number.
  number intern(std::span<const interval> set) {
    if (set.empty())
      return 0;
    if (set.size() == 1 && set[0].last - set[0].first == 1)
      return 1 + number(set[0].first); // see single()
    return known.find(
        std::size_t{set.front().first} + set.back().last, hash_of(set),
        [&](std::uint32_t other) { return std::ranges::equal(written(entries[other]), set); },
        [&] {
          const std::size_t first = pool.size();
          pool.insert(pool.end(), set.begin(), set.end());
          return add(first, set.size(), true, set.size());
        });
  }
  /// Its intervals, which go to the pool where they were not there.
  std::span<const interval> write_out(number set) {
    if (!entries[set].is_written) {
      const intervals all = collect(set);
      const std::size_t first = pool.size();
      pool.insert(pool.end(), all.begin(), all.end());
      entries[set] = {fitting(first), fitting(all.size()), entries[set].stamp, 1,
                      static_cast<std::uint32_t>((std::min)(all.size(), most_weight))};
    }
    return written(entries[set]);
  }
  intervals collect(number set) {
    intervals found;
    ++walks;
    std::vector<number> open{set};
    while (!open.empty()) {
      entry& next = entries[open.back()];
      open.pop_back();
      if (next.stamp == walks)
        continue;
      next.stamp = walks;
      if (next.is_written) {
        const auto parts = written(next);
        found.insert(found.end(), parts.begin(), parts.end());
      } else {
        open.push_back(next.first);
        open.push_back(next.second);
      }
    }
    unite(found);
    return found;
  }
  template <class Function>
  void for_each_input(number set, const Function& function) {
    const auto visit = [&](std::span<const interval> all) {
      for (const interval& part : all)
        for (std::size_t input = part.first; input < part.last; ++input)
          function(input);
    };
    if (entries[set].is_written)
      visit(written(entries[set]));
    else
      visit(collect(set));
  }
  number make_join(number a, number b) {
    const entry left = entries[a], right = entries[b];
    const std::size_t weight = std::size_t{left.weight} + right.weight;
    if (left.is_written && right.is_written && weight <= 2 * written_out) {
      unite(written(left), written(right), scratch);
      return intern(scratch);
    }
    const std::uint32_t both = add(a, b, false, weight);
    // No set has as many intervals: it is time to join those that overlap.
    if (weight <= 4 * singles + 2 * written_out)
      return both;
    const intervals all = collect(both);
    entries.pop_back();
    return intern(all);
  }
};

namespace {

sets::store& now() {
  if (!present)
    throw error("treelize: a pattern sweep runs outside of a pattern run");
  return present->storage();
}

void check(const sets::store& store, number set) {
  if (set >= store.entries.size())
    throw_no_set(static_cast<double>(set));
}

} // namespace

sets::sets() : store_(new store), outer_(std::exchange(present, this)) {}
sets::~sets() {
  present = outer_;
  delete store_;
}

number sets::single(std::size_t input) {
  while (store_->singles <= input) { // so that their numbers need no search
    const std::uint32_t next = fitting(++store_->singles);
    store_->pool.push_back({next - 1, next});
    store_->add(next - 1, 1, true, 1);
  }
  return 1 + input;
}

const std::vector<std::size_t>& sets::inputs(number set) {
  check(*store_, set);
  store_->listed.clear();
  store_->for_each_input(set, [&](std::size_t input) { store_->listed.push_back(input); });
  return store_->listed;
}

void sets::interactions(std::size_t inputs, std::vector<std::size_t>& row_start,
                        std::vector<std::size_t>& columns) {
  const auto for_each_side = [&](const auto& function) {
    for (const auto& [a, b] : store_->pairs) {
      store_->for_each_input(a, [&, to = b](std::size_t input) { function(input, to); });
      if (a != b)
        store_->for_each_input(b, [&, to = a](std::size_t input) { function(input, to); });
    }
  };
  std::vector<std::size_t> ends(inputs + 1);
  for_each_side([&](std::size_t input, number) { ++ends[input + 1]; });
  for (std::size_t input = 0; input < inputs; ++input)
    ends[input + 1] += ends[input];
  std::vector<std::uint32_t> meets(ends.back());
  for_each_side([&](std::size_t input, std::uint32_t set) { meets[ends[input]++] = set; });
  row_start.assign(1, 0);
  columns.clear();
  std::vector<std::size_t> row;
  std::size_t next = 0;
  for (std::size_t input = 0; input < inputs; ++input) {
    row.clear();
    for (; next < ends[input]; ++next)
      store_->for_each_input(meets[next], [&](std::size_t other) { row.push_back(other); });
    std::ranges::sort(row);
    const auto end = std::unique(row.begin(), row.end());
    columns.insert(columns.end(), row.begin(), end);
    row_start.push_back(columns.size());
  }
}

number join(number a, number b) {
  if (a == b || b == 0)
    return a;
  if (a == 0)
    return b;
  sets::store& store = now();
  check(store, (std::max)(a, b));
  if (a > b)
    std::swap(a, b);
  remembered& last = store.joins[(a * 5 + b) % store.joins.size()];
  if (last.a != a || last.b != b)
    last = {a, b, store.make_join(a, b)};
  return last.result;
}

/// What lies between is not made where the whole is written out.
number join(std::span<const number> operands) {
  sets::store& store = now();
  std::size_t weight = 0;
  bool are_written = true;
  for (const number set : operands) {
    check(store, set);
    weight += store.entries[set].weight;
    are_written = are_written && store.entries[set].is_written;
  }
  if (!are_written || weight > 2 * written_out) {
    number all = 0;
    for (const number set : operands)
      all = join(all, set);
    return all;
  }
  intervals& all = store.scratch;
  all.clear();
  for (const number set : operands) {
    const auto parts = store.written(store.entries[set]);
    all.insert(all.end(), parts.begin(), parts.end());
  }
  unite(all);
  return store.intern(all);
}

void interact(number a, number b) {
  if (a == 0 || b == 0)
    return;
  sets::store& store = now();
  check(store, (std::max)(a, b));
  if (a > b)
    std::swap(a, b);
  store.known_pairs.find(
      2 * b, mix(a, b),
      [&](std::uint32_t at) {
        return store.pairs[at].first == a && store.pairs[at].second == b;
      },
      [&] {
        store.pairs.emplace_back(fitting(a), fitting(b));
        return fitting(store.pairs.size() - 1);
      });
}

number widen(number old, number added) {
  if (added == old || added == 0)
    return old;
  sets::store& store = now();
  check(store, (std::max)(old, added));
  store.write_out(old);
  const auto more = store.write_out(added); // the pool may have moved
  if (covers(store.written(store.entries[old]), more))
    return old;
  ++store.grown;
  intervals all;
  unite(store.written(store.entries[old]), more, all);
  return store.intern(all);
}

growth::growth() : seen_(now().grown) {}

bool growth::goes_on() {
  const std::size_t grown = now().grown;
  const bool has_grown = grown != seen_;
  seen_ = grown;
  return std::exchange(is_first_, false) || has_grown;
}

void throw_no_set(double value) {
  throw error("treelize: a pattern sweep met the number " + std::to_string(value) +
              ", which is no dependency set: this is a bug of treelize");
}

void throw_too_many_sets(const char* type) {
  throw error(std::string("treelize: a pattern has more dependency sets than a ") + type +
              " can number: let the kernel compute in double");
}

void throw_unlike_sizes(std::size_t target, std::size_t value) {
  throw error("treelize: a kernel assigns a container of " + std::to_string(value) +
              " elements to one of " + std::to_string(target) +
              " under a condition on real numbers, so that its pattern has no one size: give both one size");
}

void throw_outside(long long index, std::size_t size) {
  throw error("treelize: real numbers keep the kernel from element " + std::to_string(index) + " of " +
              std::to_string(size) +
              ", and a pattern holds for all of their values: ask for the index before them");
}

void throw_ends() {
  throw error("treelize: the kernel ends without a result for these arguments, so that there is no pattern");
}

} // namespace treelize::dependence
