#include "report.hpp"

#include <plot/plot.hpp>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <span>

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

plot::Chart lossChart(const History& history) {
  std::vector<double> epochs(history.training.size());
  std::iota(epochs.begin(), epochs.end(), 0);
  const std::vector<plot::Tick> ticks{{0.01, "0.01"}, {0.02, "0.02"}, {0.05, "0.05"}, {0.1, "0.1"},
                                      {0.2, "0.2"},   {0.5, "0.5"},   {1, "1"},       {2, "2"}};
  plot::Chart chart({"epoch"}, {.label = "mean cross-entropy [nat]",
                                .scale = plot::Scale::log,
                                .from = 0.01,
                                .to = 3,
                                .ticks = ticks});
  chart.line(epochs, history.training, {.label = "training"});
  chart.line(epochs, history.test, {.colour = plot::vermillion, .label = "test"});
  chart.title = "the loss of training and test";
  return chart;
}

// Four rows of four; each image is 8 wide and high, and has room for its text below.
plot::Chart misreadChart(const std::vector<Misread>& misread) {
  constexpr std::size_t side = 8;
  constexpr double width = 11, height = 11.5;
  const std::vector<plot::Tick> none;
  plot::Chart chart({.from = 0, .to = 4 * width, .ticks = none},
                    {.from = 0, .to = 4 * height, .ticks = none});
  for (std::size_t n = 0; n < std::min<std::size_t>(misread.size(), 16); ++n) {
    const double left = static_cast<double>(n % 4) * width + 1.5;
    const double top = (4 - static_cast<double>(n / 4)) * height - 0.8;
    std::vector<double> upwards;
    for (std::size_t row = side; row-- > 0;)
      std::ranges::copy(std::span(misread[n].image).subspan(row * side, side),
                        std::back_inserter(upwards));
    chart.heat({.values = upwards,
                .columns = side,
                .left = left,
                .right = left + 8,
                .bottom = top - 8,
                .top = top,
                .ink = true,
                .from = 0,
                .to = 1});
    chart.note(left, top - 8 - 1.7,
               std::to_string(misread[n].written) + " read as " + std::to_string(misread[n].read));
  }
  chart.equalUnits = true;
  return chart;
}

} // namespace

void writePicture(const std::string& file, const History& history,
                  const std::vector<Misread>& misread, std::size_t testImages) {
  plot::Chart images = misreadChart(misread);
  images.title =
      misread.size() > 16 ? "sixteen of those that are misread" : "those that are misread";
  plot::save(file,
             std::to_string(testImages - misread.size()) + " of " + std::to_string(testImages) +
                 " handwritten digits are read right",
             {lossChart(history), images});
}

} // namespace digits
