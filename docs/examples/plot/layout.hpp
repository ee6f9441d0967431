// Where on the page the titles, the legends and the charts are.
#pragma once

#include "frame.hpp"
#include "legend.hpp"

#include <string>
#include <vector>

namespace plot {

inline constexpr double gap = 16; // between charts, and before the title
inline constexpr double titleLine = 21;

struct Place {
  Frame frame;
  Legend legend;
  double head = 0; // above the box, for the chart's title and legend
};

struct Page {
  std::vector<std::string> titleLines;
  std::vector<Place> places;
  double width = 0, height = 0;
};

// Four charts are two rows of two; of others there are at most three in a row.
Page laidOut(const std::string& title, const std::vector<Chart>& charts);

// The first heat map of a chart, or null.
const HeatMap* heatOf(const Chart& chart);

} // namespace plot
