// How much memory the layers of a small network take, as formulas in the width of the image: a tree
// of sizes goes through the tree functions of layers.hpp, and a tree of formulas comes out.
#include "layers.hpp"
#include "layers.treelize.hpp"

#include <treelize/pytree.hpp>

#include <cstdio>

namespace {

using treelize::sym_int;
using treelize::tree;

void print(const char* what, const sym_int& formula) {
  std::printf("%-8s %s\n", what, to_text(formula).c_str());
}

} // namespace

int main() {
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

  // The second layer is never wider than the first: its bounds say so for every width.
  std::printf("second fits the buffer of first when doubled: %s\n",
              needed["second"].value() <= 2 * needed["first"].value() ? "yes" : "no");
}
