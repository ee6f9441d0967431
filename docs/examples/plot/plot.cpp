#include "plot.hpp"

#include "frame.hpp"
#include "legend.hpp"
#include "svg.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <stdexcept>

namespace plot {

void Chart::line(std::span<const double> x, std::span<const double> y, Style style) {
  layers.push_back(Line{{x.begin(), x.end()}, {y.begin(), y.end()}, std::move(style)});
}

void Chart::points(std::span<const double> x, std::span<const double> y, Style style) {
  layers.push_back(Points{{x.begin(), x.end()}, {y.begin(), y.end()}, std::move(style)});
}

void Chart::note(double x, double y, std::string text) {
  layers.push_back(Note{x, y, std::move(text)});
}

void Chart::heat(HeatMap map) {
  layers.push_back(std::move(map));
}

namespace {

constexpr double gap = 16;        // between charts
constexpr double leftMargin = 74; // for ticks and the label of y
constexpr double rightMargin = 18;
constexpr double barMargin = 100;   // for colours
constexpr double bottomMargin = 52; // for ticks and the label of x

struct Extent {
  Interval x{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
  Interval y = x;

  void add(double px, double py) {
    if (!std::isfinite(px) || !std::isfinite(py))
      return;
    x = {std::min(x.from, px), std::max(x.to, px)};
    y = {std::min(y.from, py), std::max(y.to, py)};
  }
};

const HeatMap* heatOf(const Chart& chart) {
  for (const Layer& layer : chart.layers)
    if (const auto* map = std::get_if<HeatMap>(&layer))
      return map;
  return nullptr;
}

Extent extentOf(const Chart& chart) {
  Extent extent;
  const auto addAll = [&](const auto& series) {
    for (std::size_t i = 0; i < series.x.size(); ++i)
      extent.add(series.x[i], series.y[i]);
  };
  for (const Layer& layer : chart.layers) {
    if (const auto* line = std::get_if<Line>(&layer))
      addAll(*line);
    if (const auto* points = std::get_if<Points>(&layer))
      addAll(*points);
    if (const auto* map = std::get_if<HeatMap>(&layer)) {
      extent.add(map->left, map->bottom);
      extent.add(map->right, map->top);
    }
  }
  return extent;
}

Frame frameOf(const Chart& chart) {
  const Extent extent = extentOf(chart);
  const bool padded = !heatOf(chart);
  return {{},
          chart.x.scale,
          chart.y.scale,
          shown(chart.x, extent.x, padded),
          shown(chart.y, extent.y, padded)};
}

double lengthOf(Interval interval) {
  return interval.to - interval.from;
}

// Shows more along the axis on which a unit would be longer.
void equaliseUnits(Frame& frame) {
  const double unit =
      std::max(lengthOf(frame.xShown) / frame.box.width, lengthOf(frame.yShown) / frame.box.height);
  const auto widen = [&](Interval& interval, double pixels) {
    const double more = (unit * pixels - lengthOf(interval)) / 2;
    interval = {interval.from - more, interval.to + more};
  };
  widen(frame.xShown, frame.box.width);
  widen(frame.yShown, frame.box.height);
}

double boxHeightOf(const Chart& chart, const Frame& frame, double usual) {
  if (!chart.equalUnits)
    return usual;
  return std::clamp(frame.box.width * lengthOf(frame.yShown) / lengthOf(frame.xShown), 160.0,
                    480.0);
}

void drawAxes(std::ostream& out, const Frame& frame, const Chart& chart) {
  const Box& box = frame.box;
  const bool grid = !heatOf(chart);
  for (const double value : ticks(frame.xScale, frame.xShown, static_cast<int>(box.width / 80))) {
    const double x = frame.x(value);
    if (grid)
      out << Segment{x, box.top, x, box.bottom(), "#e6e6e6"};
    out << Segment{x, box.bottom(), x, box.bottom() + 4, black}
        << Text{x, box.bottom() + 18, tickText(frame.xScale, frame.xShown, value), "middle"};
  }
  for (const double value : ticks(frame.yScale, frame.yShown, static_cast<int>(box.height / 50))) {
    const double y = frame.y(value);
    if (grid)
      out << Segment{box.left, y, box.right(), y, "#e6e6e6"};
    out << Segment{box.left - 4, y, box.left, y, black}
        << Text{box.left - 8, y + 4, tickText(frame.yScale, frame.yShown, value), "end"};
  }
  out << Text{box.left + box.width / 2, box.bottom() + 40, chart.x.label, "middle", 13}
      << Text{box.left - 56, box.top + box.height / 2, chart.y.label, "middle", 13, false, true};
}

void drawChart(std::ostream& out, const Chart& chart, const Frame& frame, std::size_t number) {
  const Box& box = frame.box;
  drawAxes(out, frame, chart);
  out << "<clipPath id='box" << number << "'>"
      << Rectangle{box.left, box.top, box.width, box.height, black}
      << "</clipPath>\n<g clip-path='url(#box" << number << ")'>\n";
  for (const Layer& layer : chart.layers)
    draw(out, layer, frame);
  out << "</g>\n" << Rectangle{box.left, box.top, box.width, box.height, "none", "#444"};
  if (const HeatMap* map = heatOf(chart); map && !map->label.empty())
    drawColourBar(out, *map, {box.right() + 14, box.top, 14, box.height});
}

double marginAfter(const Chart& chart) {
  const HeatMap* map = heatOf(chart);
  return map && !map->label.empty() ? barMargin : rightMargin;
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines{""};
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(' ', from), text.size());
    const std::string word = text.substr(from, end - from);
    if (!lines.back().empty() && lettersOf(lines.back()) + 1 + lettersOf(word) > width)
      lines.push_back(word);
    else
      lines.back() += (lines.back().empty() ? "" : " ") + word;
    from = end + 1;
  }
  return lines;
}

} // namespace

void save(const std::string& file, const std::string& title, const std::vector<Chart>& charts) {
  const double boxWidth = charts.size() == 1 ? 560 : charts.size() == 2 ? 340 : 270;
  std::vector<Frame> frames;
  std::vector<Legend> legends;
  double width = 0, head = 0, boxHeight = 0;
  for (const Chart& chart : charts) {
    Frame& frame = frames.emplace_back(frameOf(chart));
    frame.box.left = width + leftMargin;
    frame.box.width = boxWidth;
    width = frame.box.right() + marginAfter(chart) + (&chart == &charts.back() ? 0 : gap);
    const Legend& legend = legends.emplace_back(legendOf(chart, boxWidth));
    head = std::max(head, legend.height + (chart.title.empty() ? 0 : 26));
    frame.box.height = boxHeightOf(chart, frame, charts.size() == 1 ? 320 : 280);
    boxHeight = std::max(boxHeight, frame.box.height);
  }
  const auto titleLines = wrapped(title, static_cast<std::size_t>((width - 2 * gap) / 10));
  const double top = 14 + 21 * static_cast<double>(titleLines.size());
  const double height = top + head + 8 + boxHeight + bottomMargin;

  std::ofstream out(file);
  out << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " << pixels(width) << ' '
      << pixels(height) << "' width='" << pixels(width) << "' height='" << pixels(height)
      << "' font-family='DejaVu Sans, Verdana, sans-serif' role='img' aria-label='"
      << escaped(title) << "'>\n"
      << Rectangle{0, 0, width, height, "white"};
  for (std::size_t i = 0; i < titleLines.size(); ++i)
    out << Text{gap, 26 + 21 * static_cast<double>(i), titleLines[i], "start", 15, true};
  for (std::size_t i = 0; i < charts.size(); ++i) {
    Frame& frame = frames[i];
    frame.box.top = top + head + 8;
    if (charts[i].equalUnits)
      equaliseUnits(frame);
    if (!charts[i].title.empty())
      out << Text{frame.box.left, top + 18, charts[i].title, "start", 13, true};
    drawLegend(out, legends[i], frame.box.left, frame.box.top - legends[i].height - 4);
    drawChart(out, charts[i], frame, i);
  }
  out << "</svg>\n";
  if (!out.flush())
    throw std::runtime_error("cannot write " + file);
}

} // namespace plot
