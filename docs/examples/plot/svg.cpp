#include "svg.hpp"

#include <cstdio>

namespace plot {

std::string pixels(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text)
    switch (c) {
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '&':
      result += "&amp;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      result += c;
    }
  return result;
}

std::ostream& operator<<(std::ostream& out, const Text& text) {
  const std::string x = pixels(text.x), y = pixels(text.y);
  out << "<text x='" << x << "' y='" << y << "' font-size='" << text.size << "' text-anchor='"
      << text.anchor << "'";
  if (text.bold)
    out << " font-weight='bold'";
  if (text.upwards)
    out << " transform='rotate(-90 " << x << ' ' << y << ")'";
  return out << '>' << escaped(text.text) << "</text>\n";
}

std::ostream& operator<<(std::ostream& out, const Rectangle& rectangle) {
  return out << "<rect x='" << pixels(rectangle.left) << "' y='" << pixels(rectangle.top)
             << "' width='" << pixels(rectangle.width) << "' height='" << pixels(rectangle.height)
             << "' fill='" << rectangle.fill << "' stroke='" << rectangle.stroke << "'/>\n";
}

std::ostream& operator<<(std::ostream& out, const Segment& segment) {
  return out << "<line x1='" << pixels(segment.x1) << "' y1='" << pixels(segment.y1) << "' x2='"
             << pixels(segment.x2) << "' y2='" << pixels(segment.y2) << "' stroke='"
             << segment.stroke << "' stroke-width='" << segment.width << "'"
             << (segment.dashed ? " stroke-dasharray='6 4'" : "") << "/>\n";
}

} // namespace plot
