#include "layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plot {

const HeatMap* heatOf(const Chart& chart) {
  for (const Layer& layer : chart.layers)
    if (const auto* map = std::get_if<HeatMap>(&layer))
      return map;
  return nullptr;
}

namespace {

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

double usualHeight(double width) {
  return width > 500 ? 320 : 280;
}

// How high the boxes of a row are: as its charts with equal units want it.
double rowHeight(const std::vector<Place>& places, const std::vector<Chart>& charts,
                 std::size_t first, std::size_t last) {
  double height = 0;
  bool others = false;
  for (std::size_t i = first; i < last; ++i) {
    const Frame& frame = places[i].frame;
    if (charts[i].equalUnits)
      height = std::max(height, frame.box.width * lengthOf(frame.yShown) / lengthOf(frame.xShown));
    others = others || !charts[i].equalUnits;
  }
  return std::clamp(height, others ? usualHeight(places[first].frame.box.width) : 160.0, 480.0);
}

void placeRow(Page& page, const std::vector<Chart>& charts, std::size_t first, std::size_t last,
              double boxWidth) {
  double right = 0, head = 8;
  for (std::size_t i = first; i < last; ++i) {
    Place& place =
        page.places.emplace_back(Place{frameOf(charts[i]), legendOf(charts[i], boxWidth)});
    place.frame.box = {right + leftMargin, 0, boxWidth, 0};
    right = place.frame.box.right() + marginAfter(charts[i]) + (i + 1 == last ? 0 : gap);
    head = std::max(head, 8 + place.legend.height + (charts[i].title.empty() ? 0 : 26));
  }
  const double height = rowHeight(page.places, charts, first, last);
  for (std::size_t i = first; i < last; ++i) {
    Frame& frame = page.places[i].frame;
    page.places[i].head = head;
    frame.box.top = page.height + head;
    frame.box.height = height;
    // A map is no higher than its grid.
    if (charts[i].equalUnits && heatOf(charts[i]))
      frame.box.height =
          std::min(height, boxWidth * lengthOf(frame.yShown) / lengthOf(frame.xShown));
    if (charts[i].equalUnits)
      equaliseUnits(frame);
  }
  page.width = std::max(page.width, right);
  page.height += head + height + bottomMargin;
}

} // namespace

Page laidOut(const std::string& title, const std::vector<Chart>& charts) {
  const std::size_t columns = charts.size() == 4 ? 2 : std::min<std::size_t>(charts.size(), 3);
  const double boxWidth = columns == 1 ? 560 : columns == 2 ? 340 : 270;
  Page page;
  for (std::size_t first = 0; first < charts.size(); first += columns)
    placeRow(page, charts, first, std::min(first + columns, charts.size()), boxWidth);
  page.titleLines = wrapped(title, static_cast<std::size_t>((page.width - 2 * gap) / 10));
  const double top = 14 + titleLine * static_cast<double>(page.titleLines.size());
  for (Place& place : page.places)
    place.frame.box.top += top;
  page.height += top;
  return page;
}

} // namespace plot
