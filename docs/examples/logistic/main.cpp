// Fits the model of logistic.hpp by L-BFGS, asks it about tumours that it has not seen, and draws
// its answers. The gradient in the fitted point is compared with the formula of the textbooks.
//
//   logistic tumours.csv [logistic.svg]
#include "data.hpp"
#include "logistic.hpp"
#include "logistic.treelize.hpp"

#include "minimise/lbfgs.hpp"
#include "plot/plot.hpp"

#include <treelize/pytree.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>

namespace {

using namespace logistic;

constexpr double ridge = 1e-2;

// L-BFGS knows rows of numbers: the model is one, and back.
minimise::Progress fit(Model& model, const Tumours& data) {
  const auto structure = treelize::structure(model);
  std::vector<double> numbers = treelize::leaves(model);
  const auto valueAndGradient = [&](const std::vector<double>& x) {
    const Model candidate = treelize::unflatten(structure, x);
    const auto [value, gradient] =
        kernels::loss.value_and_grad(candidate, data.features, data.labels, ridge);
    return std::pair(value, treelize::leaves(gradient.model));
  };
  const auto progress = minimise::lbfgs(valueAndGradient, numbers);
  model = treelize::unflatten(structure, numbers);
  return progress;
}

double probability(double odds) {
  return 1 / (1 + std::exp(-odds));
}

// By hand: the mean of (probability - label) * features, and the ridge's part.
double differenceFromTextbook(const Model& model, const Tumours& data) {
  const Model gradient = kernels::loss.grad(model, data.features, data.labels, ridge).model;
  double most = 0;
  for (std::size_t i = 0; i < data.width(); ++i) {
    double sum = 0;
    for (std::size_t n = 0; n < data.size(); ++n)
      sum += (probability(logOdds(model, data[n])) - data.labels[n]) * data[n][i];
    const double byHand = sum / static_cast<double>(data.size()) + ridge * model.weights[i];
    most = std::max(most, std::fabs(gradient.weights[i] - byHand));
  }
  return most;
}

struct Answers {
  std::vector<double> malignant, benign; // log odds, in ascending order
  std::size_t right() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(malignant, [](double odds) { return odds > 0; }) +
        std::ranges::count_if(benign, [](double odds) { return odds <= 0; }));
  }
};

Answers ask(const Model& model, const Tumours& data) {
  Answers answers;
  for (std::size_t n = 0; n < data.size(); ++n)
    (data.labels[n] == 1 ? answers.malignant : answers.benign).push_back(logOdds(model, data[n]));
  std::ranges::sort(answers.malignant);
  std::ranges::sort(answers.benign);
  return answers;
}

// The share of the group up to each of its members.
std::vector<double> shares(const std::vector<double>& group) {
  std::vector<double> result;
  for (std::size_t i = 0; i < group.size(); ++i)
    result.push_back(100 * static_cast<double>(i + 1) / static_cast<double>(group.size()));
  return result;
}

void draw(const std::string& file, const minimise::Progress& progress, const Answers& answers) {
  std::vector<double> iterations;
  for (std::size_t i = 0; i < progress.slope.size(); ++i)
    iterations.push_back(static_cast<double>(i));
  plot::Chart training({"iteration of L-BFGS"}, {"length of the gradient", plot::Scale::log});
  training.title = "Training";
  training.line(iterations, progress.slope);

  plot::Chart test({"log-odds of being malignant"}, {"tumours up to there [%]"});
  test.title = "Tumours that were kept for the test";
  test.line(std::vector{0.0, 0.0}, std::vector{0.0, 100.0}, {.colour = plot::grey, .dashed = true});
  test.points(answers.benign, shares(answers.benign), {.label = "benign", .size = 2.5});
  test.points(
      answers.malignant, shares(answers.malignant),
      {.colour = plot::vermillion, .label = "malignant", .size = 3, .marker = plot::Marker::cross});
  plot::save(file, "The sign of the log-odds tells nearly all malignant tumours from benign ones",
             {training, test});
}

void run(const char* csv, const char* svg) {
  const auto [training, test] = readTumours(csv);
  Model model{std::vector<double>(training.width()), 0};
  const auto progress = fit(model, training);
  const Answers answers = ask(model, test);

  std::printf("%zu tumours with %zu features to learn from, %zu for the test\n", training.size(),
              training.width(), test.size());
  std::printf("loss %.6f after %zu iterations, length of the gradient %.1e\n",
              progress.value.back(), progress.value.size() - 1, progress.slope.back());
  std::printf("first weight %.5f, bias %.5f\n", model.weights.front(), model.bias);
  std::printf(
      "gradient differs from the textbook's by %.0e\n",
      differenceFromTextbook(Model{std::vector<double>(training.width(), 0.3), 0.1}, training));
  std::printf("right about %zu of %zu\n", answers.right(), test.size());
  draw(svg, progress, answers);
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: logistic tumours.csv [logistic.svg]\n");
    return 2;
  }
  try {
    run(argv[1], argc > 2 ? argv[2] : "logistic.svg");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "logistic: %s\n", error.what());
    return 1;
  }
}
