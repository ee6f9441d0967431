#include "plot.hpp"

#include "layout.hpp"
#include "svg.hpp"

#include <fstream>
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

std::vector<Tick> ticksOf(const Axis& axis, Interval interval, double count) {
  if (axis.ticks)
    return *axis.ticks;
  std::vector<Tick> result;
  for (const double value : ticks(axis.scale, interval, static_cast<int>(count)))
    result.push_back({value, tickText(axis.scale, interval, value)});
  return result;
}

void drawAxes(std::ostream& out, const Frame& frame, const Chart& chart) {
  const Box& box = frame.box;
  const bool grid = !heatOf(chart);
  for (const auto& [value, text] : ticksOf(chart.x, frame.xShown, box.width / 80)) {
    const double x = frame.x(value);
    if (grid)
      out << Segment{x, box.top, x, box.bottom(), "#e6e6e6"};
    out << Segment{x, box.bottom(), x, box.bottom() + 4, black}
        << Text{x, box.bottom() + 18, text, "middle"};
  }
  for (const auto& [value, text] : ticksOf(chart.y, frame.yShown, box.height / 50)) {
    const double y = frame.y(value);
    if (grid)
      out << Segment{box.left, y, box.right(), y, "#e6e6e6"};
    out << Segment{box.left - 4, y, box.left, y, black} << Text{box.left - 8, y + 4, text, "end"};
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

} // namespace

void save(const std::string& file, const std::string& title, const std::vector<Chart>& charts) {
  const Page page = laidOut(title, charts);
  std::ofstream out(file);
  out << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " << pixels(page.width) << ' '
      << pixels(page.height) << "' width='" << pixels(page.width) << "' height='"
      << pixels(page.height)
      << "' font-family='DejaVu Sans, Verdana, sans-serif' role='img' aria-label='"
      << escaped(title) << "'>\n"
      << Rectangle{0, 0, page.width, page.height, "white"};
  for (std::size_t i = 0; i < page.titleLines.size(); ++i)
    out << Text{gap, 26 + titleLine * static_cast<double>(i), page.titleLines[i], "start", 15,
                true};
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const auto& [frame, legend, head] = page.places[i];
    if (!charts[i].title.empty())
      out << Text{frame.box.left, frame.box.top - head + 18, charts[i].title, "start", 13, true};
    drawLegend(out, legend, frame.box.left, frame.box.top - legend.height - 4);
    drawChart(out, charts[i], frame, i);
  }
  out << "</svg>\n";
  if (!out.flush())
    throw std::runtime_error("cannot write " + file);
}

} // namespace plot
