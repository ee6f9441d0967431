// The elements of SVG that charts are made of.
#pragma once

#include <ostream>
#include <string>

namespace plot {

// A coordinate or a length, in pixels.
std::string pixels(double value);
std::string escaped(const std::string& text);

struct Text {
  double x, y;
  std::string text;
  const char* anchor = "start"; // or middle, end
  int size = 12;
  bool bold = false;
  bool upwards = false;
};
std::ostream& operator<<(std::ostream& out, const Text& text);

struct Rectangle {
  double left, top, width, height;
  std::string fill;
  std::string stroke = "none";
};
std::ostream& operator<<(std::ostream& out, const Rectangle& rectangle);

struct Segment {
  double x1, y1, x2, y2;
  std::string stroke;
  double width = 1;
  bool dashed = false;
};
std::ostream& operator<<(std::ostream& out, const Segment& segment);

} // namespace plot
