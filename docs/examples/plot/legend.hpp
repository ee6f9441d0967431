// What the colours and markers of a chart mean: rows of samples with their labels.
#pragma once

#include "plot.hpp"

#include <ostream>

namespace plot {

struct Entry {
  double x, y; // from the legend's corner
  Style style;
  bool isLine;
};

struct Legend {
  std::vector<Entry> entries;
  double height = 0;
};

// Entries flow in rows as wide as the chart.
Legend legendOf(const Chart& chart, double width);
void drawLegend(std::ostream& out, const Legend& legend, double left, double top);

// Letters of UTF-8, not its bytes.
std::size_t lettersOf(const std::string& text);

} // namespace plot
