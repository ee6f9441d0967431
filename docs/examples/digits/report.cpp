#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace digits {

void printProgress(int epoch, int epochs, double loss, double accuracy) {
  constexpr int width = 30;
  const int done = width * epoch / epochs;
  std::string bar;
  for (int i = 0; i < width; ++i)
    bar += i < done ? "█" : "░";
  std::printf("epoch %3d/%d %s loss %.4f, training accuracy %5.1f %%\n", epoch, epochs, bar.c_str(),
              loss, 100 * accuracy);
  std::fflush(stdout);
}

void printConfusion(const Confusion& confusion) {
  std::printf("written \\ read as\n    ");
  for (int k = 0; k < classes; ++k)
    std::printf("%4d", k);
  std::printf("\n");
  for (int written = 0; written < classes; ++written) {
    std::printf("%4d", written);
    for (int count : confusion[static_cast<std::size_t>(written)])
      count ? std::printf("%4d", count) : std::printf("   ·");
    std::printf("\n");
  }
}

namespace {

// Maps epochs and losses to the picture's points.
struct Axes {
  static constexpr double left = 70, right = 620, top = 40, bottom = 340;
  double last;     // epoch
  int low, high;   // powers of ten

  double x(double epoch) const { return left + (right - left) * epoch / last; }
  double y(double loss) const {
    return bottom - (bottom - top) * (std::log10(loss) - low) / (high - low);
  }
};

void drawGrid(std::ofstream& out, const Axes& axes) {
  for (int power = axes.low; power <= axes.high; ++power) {
    const double y = axes.y(std::pow(10.0, power));
    out << "<line x1='" << Axes::left << "' x2='" << Axes::right << "' y1='" << y << "' y2='" << y
        << "' stroke='#ddd'/><text x='" << Axes::left - 8 << "' y='" << y + 4
        << "' text-anchor='end'>" << std::pow(10.0, power) << "</text>\n";
  }
  for (int tick = 0; tick <= 4; ++tick) {
    const double epoch = axes.last * tick / 4;
    out << "<text x='" << axes.x(epoch) << "' y='" << Axes::bottom + 20
        << "' text-anchor='middle'>" << epoch << "</text>\n";
  }
}

} // namespace

void writeLossCurve(const std::string& file, const std::vector<double>& losses) {
  const auto [least, most] = std::minmax_element(losses.begin(), losses.end());
  const int low = static_cast<int>(std::floor(std::log10(*least)));
  const int high = static_cast<int>(std::ceil(std::log10(*most)));
  const Axes axes{std::max(1.0, static_cast<double>(losses.size() - 1)), low,
                  std::max(high, low + 1)};

  std::ofstream out(file);
  out << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 660 390' width='660' height='390' "
         "font-family='sans-serif' font-size='12'>\n"
         "<rect width='100%' height='100%' fill='white'/>\n"
         "<text x='345' y='22' text-anchor='middle' font-size='15'>Training loss</text>\n"
         "<text x='345' y='380' text-anchor='middle'>epoch</text>\n";
  drawGrid(out, axes);
  out << "<polyline fill='none' stroke='#2563eb' stroke-width='2' points='";
  for (std::size_t epoch = 0; epoch < losses.size(); ++epoch)
    out << axes.x(static_cast<double>(epoch)) << ',' << axes.y(losses[epoch]) << ' ';
  out << "'/>\n</svg>\n";
  if (!out.flush())
    throw std::runtime_error("cannot write " + file);
}

} // namespace digits
