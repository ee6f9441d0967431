// How much memory the layers of a small network take, as formulas in the width of the image: a tree
// of sizes goes through the tree functions of layers.hpp, and a tree of formulas comes out. What
// fits a budget is then a question to the formula; no network is built for it.
//
//   memory [memory.svg]
#include "layers.hpp"
#include "layers.treelize.hpp"

#include <plot/plot.hpp>
#include <treelize/pytree.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using treelize::sym_int;
using treelize::tree;

void print(const char* what, const sym_int& formula) {
  std::printf("%-8s %s\n", what, to_text(formula).c_str());
}

// The widest image for which the formula, which grows with the width, is within the budget.
std::int64_t widest(const sym_int& formula, const sym_int& width, std::int64_t budget) {
  std::int64_t fits = 32, tooWide = 1 << 20;
  while (tooWide - fits > 1) {
    const std::int64_t middle = (fits + tooWide) / 2;
    (evaluate(formula, {{width, middle}}) <= budget ? fits : tooWide) = middle;
  }
  return fits;
}

void draw(const char* file, const tree<sym_int>& needed, const sym_int& total, const sym_int& width,
          std::int64_t budget) {
  constexpr double megabyte = 1e6;
  plot::Chart chart({.label = "width of the image [pixels]", .from = 0},
                    {.label = "memory [MB]", .from = 0});
  const auto line = [&](const std::string& name, const sym_int& formula, plot::Style style) {
    std::vector<double> x, y;
    for (int pixels = 32; pixels <= 1024; pixels += 8) {
      x.push_back(pixels);
      y.push_back(static_cast<double>(evaluate(formula, {{width, pixels}})) / megabyte);
    }
    style.label = name + ": " + to_text(formula);
    chart.line(x, y, style);
  };
  line("total", total, {.colour = plot::black, .size = 3});
  line("second", needed["second"].value(), {.colour = plot::vermillion});
  line("first", needed["first"].value(), {.colour = plot::blue});
  line("pooled", needed["pooled"].value(), {.colour = plot::green});

  const auto fits = static_cast<double>(widest(total, width, budget));
  const double most = static_cast<double>(budget) / megabyte;
  chart.line({{32, fits, fits}}, {{most, most, 0}}, {.colour = plot::grey, .dashed = true});
  chart.note(60, most + 2, std::to_string(widest(total, width, budget)) + " pixels fit into 64 MB");
  plot::save(file, "A network's memory is a formula: it tells which images fit", {chart});
}

} // namespace

int main(int argc, char** argv) {
  using treelize::bounds;
  const sym_int width = sym_int::symbol("width", bounds::at_least(32));
  const tree<int> channels = {{"first", 8}, {"second", 16}, {"pooled", 16}};

  const sym_int first = memory::places(width, 3, 1);
  const sym_int second = memory::places(first, 3, 1);
  const tree<sym_int> widths = {
      {"first", first}, {"second", second}, {"pooled", memory::places(second, 2, 2)}};
  const tree<sym_int> needed = memory::bytes(widths, channels);
  for (const char* layer : {"first", "second", "pooled"})
    print(layer, needed[layer].value());

  const sym_int total =
      treelize::reduce([](const sym_int& a, const sym_int& b) { return a + b; }, needed);
  print("total", total);
  std::printf("as C++   %s\n", to_cpp(total).c_str());
  for (int pixels : {32, 256, 1024})
    std::printf("%4d pixels: %lld bytes\n", pixels,
                static_cast<long long>(evaluate(total, {{width, pixels}})));

  constexpr std::int64_t budget = 64'000'000;
  std::printf("widest image within 64 MB: %lld pixels\n",
              static_cast<long long>(widest(total, width, budget)));
  draw(argc > 1 ? argv[1] : "memory.svg", needed, total, width, budget);

  // The second layer is never wider than the first: its bounds say so for every width.
  std::printf("second fits the buffer of first when doubled: %s\n",
              needed["second"].value() <= 2 * needed["first"].value() ? "yes" : "no");
}
