// Where a chart's data is drawn: a box of pixels, and what it shows along x and y.
#pragma once

#include "axis.hpp"

#include <ostream>
#include <string>

namespace plot {

struct Box {
  double left, top, width, height;
  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

struct Frame {
  Box box;
  Scale xScale, yScale;
  Interval xShown, yShown;

  double x(double value) const { return box.left + box.width * position(xScale, xShown, value); }
  double y(double value) const {
    return box.bottom() - box.height * position(yScale, yShown, value);
  }
};

// The colour at `share` of the way from the first to the last.
std::string heatColour(double share, const HeatMap& map);
Interval heatRange(const HeatMap& map);

void draw(std::ostream& out, const Layer& layer, const Frame& frame);
void drawMarker(std::ostream& out, const Style& style, double x, double y);
void drawColourBar(std::ostream& out, const HeatMap& map, const Box& box);

} // namespace plot
