#include "treelize/detail/coloring.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace treelize::detail {

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// Which numbers stand with which: a row's columns, say.
struct incidence {
  std::vector<std::size_t> start, other;

  std::size_t size() const { return start.empty() ? 0 : start.size() - 1; }
  std::span<const std::size_t> of(std::size_t one) const {
    return {other.data() + start[one], other.data() + start[one + 1]};
  }
  std::size_t widest() const {
    std::size_t result = 0;
    for (std::size_t one = 0; one < size(); ++one)
      result = (std::max)(result, of(one).size());
    return result;
  }
};

incidence rows_of(const csr& pattern) {
  return {pattern.row_start, pattern.col};
}

incidence transposed(const incidence& rows, std::size_t cols) {
  incidence result{std::vector<std::size_t>(cols + 1), std::vector<std::size_t>(rows.other.size())};
  for (const std::size_t col : rows.other)
    ++result.start[col + 1];
  std::partial_sum(result.start.begin(), result.start.end(), result.start.begin());
  std::vector<std::size_t> next(result.start.begin(), result.start.end() - 1);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (const std::size_t col : rows.of(row))
      result.other[next[col]++] = row;
  return result;
}

/// The colours that one vertex may not have.
class forbidden_colors {
public:
  void begin(std::size_t vertex) { vertex_ = vertex; }
  void add(std::size_t color) {
    if (color == none)
      return;
    if (color >= by_.size())
      by_.resize(color + 1, none);
    by_[color] = vertex_;
  }
  std::size_t first_free() const {
    return static_cast<std::size_t>(
        std::ranges::find_if(by_, [this](std::size_t vertex) { return vertex != vertex_; }) -
        by_.begin());
  }

private:
  std::size_t vertex_ = none;
  std::vector<std::size_t> by_; // by colour: the last vertex that may not have it
};

/// Colours what `members` belongs to so that no two of a group are alike: columns, of whose rows
/// each is a group of columns.
coloring color_apart(const incidence& members, const incidence& groups) {
  coloring result;
  result.color.assign(members.size(), none);
  forbidden_colors forbidden;
  for (std::size_t member = 0; member < members.size(); ++member) {
    forbidden.begin(member);
    for (const std::size_t group : members.of(member))
      for (const std::size_t other : groups.of(group))
        forbidden.add(result.color[other]);
    const bool isEmpty = members.of(member).empty(); // any colour will do
    result.color[member] = isEmpty ? 0 : forbidden.first_free();
    if (!isEmpty)
      result.count = (std::max)(result.count, result.color[member] + 1);
  }
  return result;
}

/// How far apart the columns of one row are at most: columns that are further apart never meet.
std::size_t width_of_band(const csr& pattern) {
  std::size_t width = 0;
  for (std::size_t row = 0; row < pattern.rows; ++row) {
    const std::size_t start = pattern.row_start[row], end = pattern.row_start[row + 1];
    if (start != end)
      width = (std::max)(width, pattern.col[end - 1] - pattern.col[start] + 1);
  }
  return width;
}

std::size_t widest_column(const csr& pattern) {
  std::vector<std::uint32_t> counts(pattern.cols);
  for (const std::size_t col : pattern.col)
    ++counts[col];
  return counts.empty() ? 0 : *std::ranges::max_element(counts);
}

/// Colours columns by turns where the pattern is a band that has a full row, so that no colours are
/// fewer, and rows cannot have fewer either.
bool color_band(csr& pattern) {
  const std::size_t width = width_of_band(pattern);
  bool has_full_row = false;
  for (std::size_t row = 0; row < pattern.rows && !has_full_row; ++row)
    has_full_row = width > 0 && pattern.row_start[row + 1] - pattern.row_start[row] == width;
  if (!has_full_row || widest_column(pattern) < width)
    return false;
  coloring& colors = pattern.state.colors;
  colors = {};
  colors.count = width;
  colors.color.resize(pattern.cols);
  for (std::size_t col = 0; col < pattern.cols; ++col)
    colors.color[col] = col % width;
  return true;
}

std::vector<std::size_t> by_falling_degree(const incidence& graph) {
  std::vector<std::size_t> order(graph.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const std::size_t of_a = graph.of(a).size(), of_b = graph.of(b).size();
    return of_a != of_b ? of_a > of_b : a < b;
  });
  return order;
}

/// Neighbours differ, and no path of four vertices has two colours: a vertex takes no colour of a
/// neighbour's neighbour if the neighbour has none yet, or a greater one.
coloring color_as_stars(const incidence& graph) {
  coloring result;
  result.color.assign(graph.size(), none);
  std::vector<std::vector<std::size_t>> around(graph.size()); // the colours of neighbours
  forbidden_colors forbidden;
  for (const std::size_t vertex : by_falling_degree(graph)) {
    forbidden.begin(vertex);
    for (const std::size_t neighbor : graph.of(vertex)) {
      if (neighbor == vertex)
        continue;
      forbidden.add(result.color[neighbor]);
      for (const std::size_t color : around[neighbor])
        if (color < result.color[neighbor]) // none is the greatest
          forbidden.add(color);
    }
    const bool isEmpty = graph.of(vertex).empty();
    const std::size_t color = isEmpty ? 0 : forbidden.first_free();
    result.color[vertex] = color;
    if (isEmpty)
      continue;
    result.count = (std::max)(result.count, color + 1);
    for (const std::size_t neighbor : graph.of(vertex))
      if (neighbor != vertex &&
          std::ranges::find(around[neighbor], color) == around[neighbor].end())
        around[neighbor].push_back(color);
  }
  return result;
}

std::size_t entry_at(const incidence& rows, std::size_t row, std::size_t col) {
  const auto entries = rows.of(row);
  return rows.start[row] +
         static_cast<std::size_t>(std::ranges::lower_bound(entries, col) - entries.begin());
}

/// The entries that meet another one of their row in the product for their column's colour.
void find_mirrored(const incidence& rows, coloring& colors) {
  std::vector<std::size_t> counts(colors.count);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const std::size_t col : rows.of(row))
      ++counts[colors.color[col]];
    for (std::size_t k = rows.start[row]; k < rows.start[row + 1]; ++k)
      if (counts[colors.color[rows.other[k]]] > 1)
        colors.mirrored.emplace_back(k, entry_at(rows, rows.other[k], row));
    for (const std::size_t col : rows.of(row))
      counts[colors.color[col]] = 0;
  }
}

} // namespace

void color_jacobian(csr& pattern) {
  if (color_band(pattern))
    return;
  const incidence rows = rows_of(pattern), columns = transposed(rows, pattern.cols);
  // Entries of one row have as many colours.
  const bool areColumnsFirst = rows.widest() <= columns.widest();
  const auto color = [&](bool isByRows) {
    coloring result = isByRows ? color_apart(rows, columns) : color_apart(columns, rows);
    result.is_by_rows = isByRows;
    return result;
  };
  coloring best = color(!areColumnsFirst);
  const std::size_t other = areColumnsFirst ? columns.widest() : rows.widest();
  if (other < best.count || (other == best.count && best.is_by_rows)) {
    coloring second = color(areColumnsFirst);
    if (second.count < best.count || (second.count == best.count && best.is_by_rows))
      best = std::move(second);
  }
  pattern.state.colors = std::move(best);
}

void color_rows(csr& pattern) {
  const incidence rows = rows_of(pattern);
  pattern.state.colors = color_apart(rows, transposed(rows, pattern.cols));
  pattern.state.colors.is_by_rows = true;
}

void color_hessian(csr& pattern) {
  const incidence rows = rows_of(pattern);
  coloring result = color_as_stars(rows);
  find_mirrored(rows, result);
  pattern.state.colors = std::move(result);
}

} // namespace treelize::detail
