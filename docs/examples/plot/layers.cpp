#include "frame.hpp"
#include "svg.hpp"

#include <cmath>

namespace plot {

void drawHeat(std::ostream& out, const HeatMap& map, const Frame& frame);

namespace {

bool isPoint(double x, double y) {
  return std::isfinite(x) && std::isfinite(y);
}

void drawLine(std::ostream& out, const Line& line, const Frame& frame) {
  out << "<polyline fill='none' stroke='" << line.style.colour << "' stroke-width='"
      << line.style.size << "' stroke-linejoin='round'"
      << (line.style.dashed ? " stroke-dasharray='6 4'" : "") << " points='";
  for (std::size_t i = 0; i < line.x.size(); ++i)
    if (isPoint(line.x[i], line.y[i]))
      out << pixels(frame.x(line.x[i])) << ',' << pixels(frame.y(line.y[i])) << ' ';
  out << "'/>\n";
}

// Dots are one path: strokes without a length, whose ends are round.
void drawDots(std::ostream& out, const Points& points, const Frame& frame) {
  out << "<path fill='none' stroke-linecap='round' stroke='" << points.style.colour
      << "' stroke-width='" << 2 * points.style.size << "' d='";
  for (std::size_t i = 0; i < points.x.size(); ++i)
    if (isPoint(points.x[i], points.y[i]))
      out << 'M' << pixels(frame.x(points.x[i])) << ' ' << pixels(frame.y(points.y[i])) << "h0";
  out << "'/>\n";
}

void drawPoints(std::ostream& out, const Points& points, const Frame& frame) {
  if (points.style.marker == Marker::dot)
    return drawDots(out, points, frame);
  for (std::size_t i = 0; i < points.x.size(); ++i)
    if (isPoint(points.x[i], points.y[i]))
      drawMarker(out, points.style, frame.x(points.x[i]), frame.y(points.y[i]));
}

// White behind the letters keeps them readable over what was drawn before.
void drawNote(std::ostream& out, const Note& note, const Frame& frame) {
  out << "<g paint-order='stroke' stroke='white' stroke-width='3' stroke-linejoin='round'>"
      << Text{frame.x(note.x), frame.y(note.y), note.text} << "</g>";
}

} // namespace

void draw(std::ostream& out, const Layer& layer, const Frame& frame) {
  if (const auto* map = std::get_if<HeatMap>(&layer))
    drawHeat(out, *map, frame);
  else if (const auto* line = std::get_if<Line>(&layer))
    drawLine(out, *line, frame);
  else if (const auto* points = std::get_if<Points>(&layer))
    drawPoints(out, *points, frame);
  else if (const auto* note = std::get_if<Note>(&layer))
    drawNote(out, *note, frame);
}

void drawMarker(std::ostream& out, const Style& style, double x, double y) {
  const double r = style.size;
  const std::string colour = style.colour;
  switch (style.marker) {
  case Marker::dot:
  case Marker::ring: {
    const bool filled = style.marker == Marker::dot;
    out << "<circle cx='" << pixels(x) << "' cy='" << pixels(y) << "' r='" << pixels(r)
        << "' fill='" << (filled ? colour : "none") << "' stroke='" << (filled ? "none" : colour)
        << "' stroke-width='1.5'/>\n";
    break;
  }
  case Marker::square:
    out << Rectangle{x - r, y - r, 2 * r, 2 * r, colour};
    break;
  case Marker::cross:
    out << Segment{x - r, y - r, x + r, y + r, colour, 1.5}
        << Segment{x - r, y + r, x + r, y - r, colour, 1.5};
    break;
  }
}

} // namespace plot
