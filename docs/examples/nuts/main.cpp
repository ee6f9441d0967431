// Draws from the posterior of schools.hpp by the No-U-Turn sampler, which follows its gradient, and
// compares the means with those of exact.hpp.
//
//   nuts [schools.svg]
#include "exact.hpp"
#include "sampler.hpp"
#include "schools.hpp"
#include "schools.treelize.hpp"

#include <plot/plot.hpp>

#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace schools;

constexpr int draws = 100000;

double spread(const Parameters& at) {
  return std::exp(at.logSpread);
}

std::vector<Parameters> sample() {
  const auto density = [](const Parameters& at) {
    auto [value, slope] = kernels::logPosterior.value_and_grad(at);
    return std::pair(value, slope.at);
  };
  nuts::Sampler sampler(density, Parameters{}, 1981);
  for (int i = 0; i < 2000; ++i)
    sampler.warmUp();
  sampler.endWarmUp();
  std::vector<Parameters> samples;
  for (int i = 0; i < draws; ++i)
    samples.push_back(sampler.next());
  std::printf("%d samples, in steps of %.2f\n", draws, sampler.step());
  return samples;
}

struct Summary {
  double mean, deviation;
};

template <class Quantity>
Summary summarise(const std::vector<Parameters>& samples, Quantity quantity) {
  double sum = 0, squares = 0;
  for (const Parameters& at : samples) {
    const double value = quantity(at);
    sum += value;
    squares += value * value;
  }
  const double mean = sum / draws;
  return {mean, std::sqrt(squares / draws - mean * mean)};
}

struct Row {
  std::string name;
  Summary sampled;
  double exact;
};

std::vector<Row> compare(const std::vector<Parameters>& samples) {
  const Means exact = exactMeans();
  std::vector<Row> rows;
  for (std::size_t school = 0; school < count; ++school)
    rows.push_back({std::string("school ") + static_cast<char>('A' + school),
                    summarise(samples, [=](const Parameters& at) { return effect(at, school); }),
                    exact.effect[school]});
  rows.push_back({"mean", summarise(samples, [](const Parameters& at) { return scale * at.mean; }),
                  exact.mean});
  rows.push_back({"spread", summarise(samples, spread), exact.spread});
  return rows;
}

plot::Chart effectsChart(const std::vector<Row>& rows) {
  std::vector<plot::Tick> names;
  std::vector<double> places, sampled, exact;
  for (std::size_t school = 0; school < count; ++school) {
    places.push_back(static_cast<double>(count - school));
    names.push_back({places.back(), std::string(1, static_cast<char>('A' + school))});
    sampled.push_back(rows[school].sampled.mean);
    exact.push_back(rows[school].exact);
  }
  plot::Chart chart({"effect of coaching [points]"}, {.label = "school", .ticks = names});
  std::vector<double> above = places;
  for (std::size_t school = 0; school < count; ++school) {
    const double y = places[school], effect = measured[school];
    const auto [mean, deviation] = rows[school].sampled;
    above[school] += 0.25;
    chart.line({{effect - error[school], effect + error[school]}}, {{y + 0.25, y + 0.25}},
               {.colour = plot::grey});
    chart.line({{mean - deviation, mean + deviation}}, {{y, y}});
  }
  chart.points(measured, above, {.colour = plot::grey, .label = "measured", .size = 4});
  chart.points(sampled, places, {.label = "sampled", .size = 4});
  chart.points(
      exact, places,
      {.colour = plot::vermillion, .label = "exact", .size = 7, .marker = plot::Marker::ring});
  chart.title = "effects, each with a standard deviation";
  return chart;
}

plot::Chart spreadChart(const std::vector<Parameters>& samples) {
  constexpr double width = 0.5;
  constexpr std::size_t bins = 36;
  std::vector<double> middles, share(bins), places, exact;
  for (const Parameters& at : samples)
    if (spread(at) < bins * width)
      share[static_cast<std::size_t>(spread(at) / width)] += 1 / (width * draws);
  for (std::size_t bin = 0; bin < bins; ++bin)
    middles.push_back((static_cast<double>(bin) + 0.5) * width);

  double total = 0;
  for (double logSpread = -15; logSpread < 8; logSpread += 0.01)
    total += 0.01 * density(logSpread);
  for (double at = 0.05; at < bins * width; at += 0.1) {
    places.push_back(at);
    exact.push_back(density(std::log(at)) / at / total);
  }
  plot::Chart chart({"spread of the effects [points]"},
                    {.label = "probability density [1/point]", .from = 0});
  chart.line(places, exact, {.colour = plot::vermillion, .label = "exact"});
  chart.points(middles, share, {.label = "sampled", .size = 3.5});
  chart.title = "how far the schools differ";
  return chart;
}

} // namespace

int main(int argc, char** argv) {
  const auto samples = sample();
  const auto rows = compare(samples);
  double farthest = 0;
  std::printf("           sampled              exact\n");
  for (const auto& [name, sampled, exact] : rows) {
    std::printf("%-9s %8.3f +- %5.3f %10.3f\n", name.c_str(), sampled.mean, sampled.deviation,
                exact);
    farthest = std::fmax(farthest, std::fabs(sampled.mean - exact) / sampled.deviation);
  }
  std::printf("the farthest mean is off by %.4f standard deviations\n", farthest);
  plot::save(argc > 1 ? argv[1] : "schools.svg",
             "Eight schools: what looks like differences is mostly chance",
             {effectsChart(rows), spreadChart(samples)});
}
