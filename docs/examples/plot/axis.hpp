// The numbers along an axis: which interval it shows, where its ticks are, what stands at them.
#pragma once

#include "plot.hpp"

#include <string>
#include <vector>

namespace plot {

struct Interval {
  double from, to;
};

// The interval that an axis shows for data within `data`.
Interval shown(const Axis& axis, Interval data, bool padded);

// From 0 where the axis begins to 1 where it ends.
double position(Scale scale, Interval interval, double value);

// About `count` round values.
std::vector<double> ticks(Scale scale, Interval interval, int count);
std::string tickText(Scale scale, Interval interval, double value);

} // namespace plot
