// A classifier of handwritten digits has been trained; then a new scanner makes paper grey and ink
// pale, and it misreads every second one. How many images must one label anew? That depends on
// which part of the classifier is learned again, and which is kept.
//
// Data, optimiser and the classifier itself are those of docs/examples/digits.
//
//   surgery digits.csv [surgery.svg]
#include "data.hpp"
#include "reader.hpp"
#include "reader.treelize.hpp"
#include "training.hpp"

#include <plot/plot.hpp>
#include <treelize/pytree.hpp>

#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace surgery;
using digits::Dataset, digits::Random;

constexpr Scanner untouched{1, 0};
constexpr Scanner pale{0.35, 0.45}; // what the new scanner does
constexpr int draws = 3;
const std::vector<int> sizes{1, 2, 4, 8, 16, 32}; // images of each digit

Dataset through(const Scanner& scanner, const Dataset& data) {
  return {corrected(scanner, data.images), data.labels};
}

// In per cent.
double accuracy(const Reader& reader, const Dataset& data) {
  return 100 * digits::accuracy(digits::confuse(reader.model, through(reader.scanner, data)));
}

Dataset someOf(const Dataset& data, std::size_t count, Random& random) {
  Dataset some;
  for (const std::size_t n : random.permutation(data.size()))
    if (some.size() < count)
      some.add(data.image(n), data.labels[n]);
  return some;
}

Dataset ofEachDigit(const Dataset& data, int count, Random& random) {
  std::vector<int> taken(digits::classes);
  Dataset some;
  for (const std::size_t n : random.permutation(data.size()))
    if (taken[static_cast<std::size_t>(data.labels[n])]++ < count)
      some.add(data.image(n), data.labels[n]);
  return some;
}

// Learns what the loss has derivatives for; the rest of the reader keeps its bits.
template <class Loss>
Reader learn(Reader reader, const Loss& loss, const Dataset& data, int updates, double rate,
             Random& random) {
  Reader mean = treelize::zeros_like(reader), variance = mean;
  for (int update = 1; update <= updates; ++update) {
    const Dataset batch = someOf(data, 32, random);
    const auto gradient = loss.grad(reader, batch.images, batch.labels);
    digits::adam(reader, gradient.reader, mean, variance,
                 digits::stepSize(rate, update, updates, update));
  }
  return reader;
}

// Which part is learned again, from what.
struct Way {
  std::string name;
  const char* colour;
  std::function<Reader(const Dataset&)> learn;
  std::vector<double> accuracy = {}; // in per cent, for each size
};

std::vector<Way> waysFrom(const Reader& trained, const Reader& fresh, Random& random) {
  const auto way = [&random](const Reader& start, const auto& loss, double rate) {
    return [&random, start, &loss, rate](const Dataset& few) {
      return learn(start, loss, few, 300, rate, random);
    };
  };
  return {{"scanner: 2 numbers", plot::vermillion, way(trained, kernels::scannerLoss, 0.1)},
          {"hidden layer: 2080", plot::blue, way(trained, kernels::hiddenLoss, 0.01)},
          {"output layer: 330", plot::green, way(trained, kernels::outputLoss, 0.01)},
          {"everything, from scratch: 2412", plot::grey, way(fresh, kernels::loss, 0.01)}};
}

void measure(std::vector<Way>& ways, const Dataset& training, const Dataset& test, Random& random) {
  for (const int size : sizes) {
    std::vector<double> sums(ways.size());
    for (int draw = 0; draw < draws; ++draw) {
      const Dataset few = ofEachDigit(training, size, random);
      for (std::size_t i = 0; i < ways.size(); ++i)
        sums[i] += accuracy(ways[i].learn(few), test);
    }
    std::printf("%2d of each digit:", size);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      ways[i].accuracy.push_back(sums[i] / draws);
      std::printf(" %6.1f", ways[i].accuracy.back());
    }
    std::printf("\n");
  }
}

void draw(const char* file, const std::vector<Way>& ways, double before, double after) {
  std::vector<plot::Tick> ticks;
  for (const int size : sizes)
    ticks.push_back({static_cast<double>(size), std::to_string(size)});
  plot::Chart chart({"labelled images of each digit", plot::Scale::log, {}, {}, ticks},
                    {.label = "test images that are read right [%]", .from = 40, .to = 101});
  const std::vector<double> x(sizes.begin(), sizes.end()), ends{x.front(), x.back()};
  for (const Way& way : ways) {
    chart.line(x, way.accuracy, {.colour = way.colour, .label = way.name});
    chart.points(x, way.accuracy, {.colour = way.colour, .size = 4});
  }
  chart.line(ends, {{before, before}}, {.colour = plot::black, .size = 1, .dashed = true});
  chart.line(ends, {{after, after}}, {.colour = plot::black, .size = 1, .dashed = true});
  chart.note(1, before + 0.8, "with the old scanner");
  chart.note(1, after + 0.8, "with the new scanner, nothing learned");
  plot::save(
      file,
      "After a change of the scanner, one image of each digit is enough to learn the right part",
      {chart});
}

void run(const char* csv, const char* svg) {
  Random random(2026);
  const auto [training, test] = digits::split(digits::readDigits(csv), 0.7, random);
  const Reader fresh{untouched, digits::randomModel(random)};
  const Reader trained = learn(fresh, kernels::loss, training, 1500, 4e-3, random);

  const Dataset paleTraining = through(pale, training), paleTest = through(pale, test);
  const double before = accuracy(trained, test), after = accuracy(trained, paleTest);
  std::printf("read right: %.1f %%, with the new scanner %.1f %%\n", before, after);

  const Reader mended = learn(trained, kernels::scannerLoss, paleTraining, 400, 0.1, random);
  std::printf("learned from all: paper becomes %.2f, ink %.2f; trained were 0 and 1\n",
              corrected(mended.scanner, {{pale.offset}})[0],
              corrected(mended.scanner, {{pale.offset + pale.gain}})[0]);

  // The part that was learned, put into the reader as it was: nothing else had changed.
  const auto [part, kept] = treelize::split(mended, treelize::with_tag("scanner"), treelize::rest);
  const auto [old, others] =
      treelize::split(trained, treelize::with_tag("scanner"), treelize::rest);
  const Reader merged = treelize::merge(part, others);
  std::printf("all else kept its bits: %s\n",
              treelize::leaves(merged) == treelize::leaves(mended) ? "yes" : "no");

  auto ways = waysFrom(trained, fresh, random);
  measure(ways, paleTraining, paleTest, random);
  draw(svg, ways, before, after);
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: surgery digits.csv [surgery.svg]\n");
    return 2;
  }
  try {
    run(argv[1], argc > 2 ? argv[2] : "surgery.svg");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "surgery: %s\n", error.what());
    return 1;
  }
}
