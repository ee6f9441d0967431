// Pictures for the examples: charts with axes, written as one SVG file.
//
//   plot::Chart chart({"time [s]"}, {"amplitude [m]"});
//   chart.points(t, measured, {.label = "measured"});
//   chart.line(t, fitted, {.colour = plot::vermillion, .label = "fitted"});
//   plot::save("fit.svg", "The fit goes through the measurements", {chart});
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace plot {

// Colours that the colour-blind can tell apart, too (M. Okabe, K. Ito: Color Universal Design).
inline constexpr const char* black = "#000000";
inline constexpr const char* grey = "#999999";
inline constexpr const char* blue = "#0072B2";
inline constexpr const char* vermillion = "#D55E00";
inline constexpr const char* green = "#009E73";
inline constexpr const char* orange = "#E69F00";
inline constexpr const char* sky = "#56B4E9";
inline constexpr const char* purple = "#CC79A7";

enum class Scale { linear, log };

struct Tick {
  double value;
  std::string text;
};

// Limits that are not given are those of the data, and ticks are at round values.
struct Axis {
  std::string label = {}; // with its unit
  Scale scale = Scale::linear;
  std::optional<double> from = {}, to = {};
  std::optional<std::vector<Tick>> ticks = {};
};

enum class Marker { dot, ring, square, cross };

// What has a label is in the legend.
struct Style {
  const char* colour = blue;
  std::string label = {};
  double size = 2; // the width of a line, the radius of a marker
  bool dashed = false;
  Marker marker = Marker::dot;
};

struct Line {
  std::vector<double> x, y;
  Style style;
};

struct Points {
  std::vector<double> x, y;
  Style style;
};

// Text that begins at a point of the chart.
struct Note {
  double x, y;
  std::string text;
};

// One value for each cell of a grid; rows from bottom to top, each from left to right. What is not
// finite stays white.
struct HeatMap {
  std::vector<double> values = {};
  std::size_t columns = 1;
  double left = 0, right = 1, bottom = 0, top = 1; // the outer borders of the grid
  std::string label = {};                          // of the colours, with a unit
  bool diverging = false;                          // zero is white, below is blue, above is red
  bool ink = false;                                // the least is white, the most is black
  std::optional<double> from = {}, to = {};        // the values with the first and the last colour
};

using Layer = std::variant<HeatMap, Line, Points, Note>;

class Chart {
public:
  Chart(Axis x, Axis y) : x(std::move(x)), y(std::move(y)) {}

  // Each draws over what was drawn before.
  void line(std::span<const double> x, std::span<const double> y, Style style = {});
  void points(std::span<const double> x, std::span<const double> y, Style style = {});
  void note(double x, double y, std::string text);
  void heat(HeatMap map);

  Axis x, y;
  std::string title = {};  // above this chart alone
  bool equalUnits = false; // a unit is as long along x as along y
  std::vector<Layer> layers = {};
};

// Writes the charts side by side, four of them in two rows, under a title that says what is seen.
// Throws std::runtime_error where the file cannot be written.
void save(const std::string& file, const std::string& title, const std::vector<Chart>& charts);

} // namespace plot
