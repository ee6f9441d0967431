// Trains the network of network.hpp to tell three species of iris by the size of their petals, and
// draws where it takes a flower for the one in the middle.
//
//   mlp-eigen iris.csv [mlp-eigen.svg]
#include "network.hpp"
#include "network.treelize.hpp"

#include "plot/plot.hpp"

#include <treelize/check_gradient.hpp>

#include <array>
#include <cstdio>
#include <exception>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

namespace {

using namespace flowers;
using Eigen::MatrixXd, Eigen::VectorXd;

constexpr int species = 3;
constexpr int units = 8;
constexpr int updates = 400;

// A column for each flower: the length and the width of a petal in cm, from -1 to 1 in the unit
// of the network.
struct Flowers {
  MatrixXd petals, truth;
};

VectorXd scaled(double length, double width) {
  return Eigen::Vector2d((length - 4) / 3, (width - 1.25) / 1.25);
}

struct Split {
  Flowers training, test;
};

// Every third flower is kept for the test.
Split readFlowers(const std::string& file) {
  std::ifstream in(file);
  if (!in)
    throw std::runtime_error("cannot read " + file);
  Split parts{{MatrixXd(2, 100), MatrixXd::Zero(species, 100)},
              {MatrixXd(2, 50), MatrixXd::Zero(species, 50)}};
  double sepalLength, sepalWidth, length, width;
  int kind;
  char comma;
  for (int n = 0; n < 150; ++n) {
    if (!(in >> sepalLength >> comma >> sepalWidth >> comma >> length >> comma >> width >> comma >>
          kind))
      throw std::runtime_error(file + ": not 150 flowers");
    Flowers& part = n % 3 == 2 ? parts.test : parts.training;
    const int column = n % 3 == 2 ? n / 3 : n - n / 3;
    part.petals.col(column) = scaled(length, width);
    part.truth(kind, column) = 1;
  }
  return parts;
}

Layer randomLayer(int outputs, int inputs, std::mt19937& random) {
  const auto uniform = [&] { return static_cast<double>(random()) / 0x1p31 - 1; };
  return {MatrixXd::NullaryExpr(outputs, inputs, uniform), VectorXd::Zero(outputs)};
}

// Returns the losses after each update.
std::vector<double> train(Network& network, const Flowers& data) {
  Network mean = treelize::zeros_like(network), variance = mean;
  std::vector<double> losses;
  for (int update = 1; update <= updates; ++update) {
    const auto [value, gradient] = kernels::loss.value_and_grad(network, data.petals, data.truth);
    losses.push_back(value);
    // The moments began as zeros, which this step makes good.
    const double step = 0.01 * std::sqrt(1 - std::pow(0.999, update)) / (1 - std::pow(0.9, update));
    adam(network, gradient.network, mean, variance, step);
  }
  return losses;
}

int mostLikely(const Eigen::Ref<const VectorXd>& scores) {
  Eigen::Index row = 0;
  scores.maxCoeff(&row);
  return static_cast<int>(row);
}

int right(const Network& network, const Flowers& data) {
  const MatrixXd scores = score(network, data.petals);
  int count = 0;
  for (Eigen::Index n = 0; n < scores.cols(); ++n)
    count += data.truth(mostLikely(scores.col(n)), n) == 1;
  return count;
}

// The probability of species 1, for petals from 0.5 to 7.5 cm by 0 to 2.8 cm.
plot::HeatMap probabilities(const Network& network) {
  constexpr int columns = 112, rows = 84;
  plot::HeatMap map{.columns = columns,
                    .left = 0.5,
                    .right = 7.5,
                    .bottom = 0,
                    .top = 2.8,
                    .label = "probability of Iris versicolor",
                    .from = 0,
                    .to = 1};
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const VectorXd petal = scaled(0.5 + 7 * (column + 0.5) / columns, 2.8 * (row + 0.5) / rows);
      const VectorXd odds = score(network, petal).col(0).array().exp();
      map.values.push_back(odds[1] / odds.sum());
    }
  return map;
}

void draw(const std::string& file, const Network& network, const Flowers& test,
          const std::vector<double>& losses) {
  plot::Chart training({"update by Adam"}, {"mean cross-entropy", plot::Scale::log});
  training.title = "Training on 100 flowers";
  std::vector<double> numbers;
  for (std::size_t i = 0; i < losses.size(); ++i)
    numbers.push_back(static_cast<double>(i));
  training.line(numbers, losses);

  plot::Chart map({"length of the petal [cm]"}, {"width of the petal [cm]"});
  map.title = "The 50 other flowers";
  map.heat(probabilities(network));
  const std::array<plot::Style, species> styles{{
      {.colour = plot::sky, .label = "setosa", .size = 3.5},
      {.colour = plot::black, .label = "versicolor", .size = 3},
      {.colour = plot::vermillion, .label = "virginica", .size = 3.5},
  }};
  for (int kind = 0; kind < species; ++kind) {
    std::vector<double> lengths, widths;
    for (Eigen::Index n = 0; n < test.petals.cols(); ++n)
      if (test.truth(kind, n) == 1) {
        lengths.push_back(4 + 3 * test.petals(0, n));
        widths.push_back(1.25 + 1.25 * test.petals(1, n));
      }
    map.points(lengths, widths, styles[static_cast<std::size_t>(kind)]);
  }
  plot::save(file, "A network of 8 + 8 neurons finds where Iris versicolor ends", {training, map});
}

void run(const char* csv, const char* svg) {
  const auto [training, test] = readFlowers(csv);
  std::mt19937 random(2026);
  Network network{randomLayer(units, 2, random), randomLayer(units, units, random),
                  randomLayer(species, units, random)};
  const auto check =
      treelize::check_gradient(kernels::loss, network, training.petals, training.truth);
  std::printf("adjoint, tangent and differences agree: %s\n", check.passed() ? "yes" : "no");
  const auto losses = train(network, training);
  std::printf("loss %.4f at first, %.4f after %d updates\n", losses.front(), losses.back(),
              updates);
  std::printf("right about %d of 100 flowers, and %d of 50 others\n", right(network, training),
              right(network, test));
  draw(svg, network, test, losses);
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: mlp-eigen iris.csv [mlp-eigen.svg]\n");
    return 2;
  }
  try {
    run(argv[1], argc > 2 ? argv[2] : "mlp-eigen.svg");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "mlp-eigen: %s\n", error.what());
    return 1;
  }
}
