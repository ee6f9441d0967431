#include "frame.hpp"
#include "svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>

namespace plot {

namespace {

using Rgb = std::array<double, 3>;

// Lightness rises evenly along the first, and falls to both sides of the second's middle.
constexpr std::array<Rgb, 6> viridis{
    {{68, 1, 84}, {65, 68, 135}, {42, 120, 142}, {34, 168, 132}, {122, 209, 81}, {253, 231, 37}}};
constexpr std::array<Rgb, 5> blueToRed{
    {{33, 80, 160}, {128, 175, 215}, {255, 255, 255}, {235, 150, 110}, {165, 40, 30}}};
constexpr std::array<Rgb, 2> whiteToBlack{{{255, 255, 255}, {0, 0, 0}}};

constexpr int levels = 48; // of colour: cells of one level are one path

template <std::size_t N>
std::string mixed(const std::array<Rgb, N>& colours, double share) {
  const double place = std::clamp(share, 0.0, 1.0) * (N - 1);
  const auto first = std::min(static_cast<std::size_t>(place), N - 2);
  const double rest = place - static_cast<double>(first);
  std::array<int, 3> rgb{};
  for (std::size_t i = 0; i < 3; ++i)
    rgb[i] = static_cast<int>(
        std::lround((1 - rest) * colours[first][i] + rest * colours[first + 1][i]));
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", rgb[0] & 255, rgb[1] & 255, rgb[2] & 255);
  return text;
}

// -1 for what is not finite.
int levelOf(double value, Interval range) {
  if (!std::isfinite(value))
    return -1;
  const double share = (value - range.from) / (range.to - range.from);
  return std::clamp(static_cast<int>(share * levels), 0, levels - 1);
}

std::string levelColour(int level, const HeatMap& map) {
  return heatColour((level + 0.5) / levels, map);
}

} // namespace

std::string heatColour(double share, const HeatMap& map) {
  return map.diverging ? mixed(blueToRed, share)
         : map.ink     ? mixed(whiteToBlack, share)
                       : mixed(viridis, share);
}

Interval heatRange(const HeatMap& map) {
  Interval data{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
  for (const double value : map.values)
    if (std::isfinite(value))
      data = {std::min(data.from, value), std::max(data.to, value)};
  Interval range{map.from.value_or(data.from), map.to.value_or(data.to)};
  if (map.diverging) {
    const double far = std::max(std::fabs(range.from), std::fabs(range.to));
    range = {-far, far};
  }
  if (!(range.to > range.from))
    range.to = range.from + 1;
  return range;
}

void drawHeat(std::ostream& out, const HeatMap& map, const Frame& frame) {
  const Interval range = heatRange(map);
  const std::size_t columns = map.columns, rows = map.values.size() / columns;
  const auto x = [&](std::size_t column) {
    return frame.x(map.left + (map.right - map.left) * static_cast<double>(column) /
                                  static_cast<double>(columns));
  };
  const auto y = [&](std::size_t row) {
    return frame.y(map.bottom +
                   (map.top - map.bottom) * static_cast<double>(row) / static_cast<double>(rows));
  };
  std::array<std::ostringstream, levels> paths;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0, next; column < columns; column = next) {
      const int level = levelOf(map.values[row * columns + column], range);
      next = column + 1;
      while (next < columns && levelOf(map.values[row * columns + next], range) == level)
        ++next;
      if (level < 0)
        continue;
      paths[static_cast<std::size_t>(level)] << 'M' << pixels(x(column)) << ' '
                                             << pixels(y(row + 1)) << 'H' << pixels(x(next)) << 'V'
                                             << pixels(y(row)) << 'H' << pixels(x(column)) << 'z';
    }
  for (int level = 0; level < levels; ++level)
    if (const std::string path = paths[static_cast<std::size_t>(level)].str(); !path.empty())
      out << "<path shape-rendering='crispEdges' fill='" << levelColour(level, map) << "' d='"
          << path << "'/>\n";
}

void drawColourBar(std::ostream& out, const HeatMap& map, const Box& box) {
  const Interval range = heatRange(map);
  // Each reaches to the top, so that no gap shows between two.
  out << "<g shape-rendering='crispEdges'>\n";
  for (int level = 0; level < levels; ++level)
    out << Rectangle{box.left, box.top, box.width, box.height * (levels - level) / levels,
                     levelColour(level, map)};
  out << "</g>\n";
  for (const double value : ticks(Scale::linear, range, 5)) {
    const double y = box.bottom() - box.height * position(Scale::linear, range, value);
    out << Segment{box.right(), y, box.right() + 4, y, black}
        << Text{box.right() + 7, y + 4, tickText(Scale::linear, range, value)};
  }
  out << Text{box.right() + 50, box.top + box.height / 2, map.label, "middle", 12, false, true};
}

} // namespace plot
