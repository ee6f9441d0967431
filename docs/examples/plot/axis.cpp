#include "axis.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace plot {

namespace {

double mapped(Scale scale, double value) {
  return scale == Scale::log ? std::log10(value) : value;
}

double unmapped(Scale scale, double value) {
  return scale == Scale::log ? std::pow(10.0, value) : value;
}

std::vector<double> linearTicks(Interval interval, int count) {
  const double rough = (interval.to - interval.from) / count;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double step = power * (rough < 1.5 * power   ? 1
                               : rough < 3.5 * power ? 2
                               : rough < 7.5 * power ? 5
                                                     : 10);
  std::vector<double> values;
  const double slack = 1e-9 * step;
  for (double n = std::ceil((interval.from - slack) / step); n * step <= interval.to + slack; ++n)
    values.push_back(n * step);
  return values;
}

// Powers of ten, as far apart as needed; within few decades twice and five times these as well.
std::vector<double> logTicks(Interval interval, int count) {
  const int first = static_cast<int>(std::floor(std::log10(interval.from) + 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(interval.to) + 1e-9));
  const int every = std::max(1, (last - first + count) / count);
  const bool few = interval.to < 101 * interval.from;
  std::vector<double> values;
  for (int power = first; power <= last; power += every)
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10.0, power);
      const bool inside = value >= 0.999 * interval.from && value <= 1.001 * interval.to;
      if (inside && (factor == 1 || few))
        values.push_back(value);
    }
  return values;
}

std::string superscript(int number) {
  static constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = number < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(number)))
    text += digits[digit - '0'];
  return text;
}

} // namespace

Interval shown(const Axis& axis, Interval data, bool padded) {
  double from = mapped(axis.scale, axis.from.value_or(data.from));
  double to = mapped(axis.scale, axis.to.value_or(data.to));
  if (!(to > from)) {
    from -= 0.5;
    to += 0.5;
  }
  const double padding = padded ? 0.04 * (to - from) : 0;
  if (!axis.from)
    from -= padding;
  if (!axis.to)
    to += padding;
  return {unmapped(axis.scale, from), unmapped(axis.scale, to)};
}

double position(Scale scale, Interval interval, double value) {
  const double from = mapped(scale, interval.from);
  return (mapped(scale, value) - from) / (mapped(scale, interval.to) - from);
}

std::vector<double> ticks(Scale scale, Interval interval, int count) {
  return scale == Scale::log ? logTicks(interval, count) : linearTicks(interval, count);
}

std::string tickText(Scale scale, Interval interval, double value) {
  if (scale == Scale::log && (interval.from < 1e-3 || interval.to > 2e4)) {
    const int whole = static_cast<int>(std::floor(std::log10(value) + 1e-9));
    const auto factor = static_cast<int>(std::lround(value / std::pow(10.0, whole)));
    return (factor == 1 ? "" : std::to_string(factor) + "·") + "10" + superscript(whole);
  }
  char text[32];
  std::snprintf(text, sizeof text, "%g", std::fabs(value) < 1e-12 ? 0.0 : value);
  if (text[0] != '-')
    return text;
  std::string negative = "−";
  return negative += text + 1;
}

} // namespace plot
