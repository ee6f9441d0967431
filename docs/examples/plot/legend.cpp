#include "legend.hpp"

#include "frame.hpp"
#include "svg.hpp"

#include <algorithm>

namespace plot {

namespace {

constexpr double letter = 7.2; // about the width of one at 12 pixels
constexpr double legendRow = 20;

} // namespace

std::size_t lettersOf(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

Legend legendOf(const Chart& chart, double width) {
  Legend legend;
  double x = 0, y = 0;
  const auto add = [&](const Style& style, bool isLine) {
    if (style.label.empty())
      return;
    const double length = 34 + letter * static_cast<double>(lettersOf(style.label)) + 12;
    if (x > 0 && x + length > width) {
      x = 0;
      y += legendRow;
    }
    legend.entries.push_back({x, y, style, isLine});
    legend.height = y + legendRow;
    x += length;
  };
  for (const Layer& layer : chart.layers) {
    if (const auto* line = std::get_if<Line>(&layer))
      add(line->style, true);
    if (const auto* points = std::get_if<Points>(&layer))
      add(points->style, false);
  }
  return legend;
}

void drawLegend(std::ostream& out, const Legend& legend, double left, double top) {
  for (const auto& [x, y, style, isLine] : legend.entries) {
    const double middle = top + y + 9;
    if (isLine)
      out << Segment{left + x,     middle,     left + x + 26, middle,
                     style.colour, style.size, style.dashed};
    else
      drawMarker(out, style, left + x + 13, middle);
    out << Text{left + x + 34, middle + 4, style.label};
  }
}

} // namespace plot
