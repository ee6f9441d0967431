// An annotated class under the pytree functions, as a user of JAX writes them.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %allcxx -fsyntax-only -DGENERATED='"%t.treelize.hpp"' %s
#include <cassert>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace app {

enum class Activation { relu, tanh };

struct [[treelize::node]] Dense {
  std::vector<double> weights;
  double bias = 0;
  [[treelize::aux]] Activation activation = Activation::relu;
};

class [[treelize::node]] Model {
public:
  std::vector<Dense> layers;
  std::map<std::string, double> scales;
  std::optional<double> dropout;
};

} // namespace app

#ifdef GENERATED
#include GENERATED

#include "treelize/detail/any_all.hpp"
#include "treelize/pytree.hpp"

int main() {
  app::Model model;
  model.layers = {{{1, 2}, 0.5, app::Activation::tanh}, {{3}, 1, app::Activation::relu}};
  model.scales = {{"in", 2}, {"out", 4}};

  auto [leaves, def] = treelize::flatten(model);
  assert((leaves == std::vector<double>{1, 2, 0.5, 3, 1, 2, 4}));
  const app::Model back = treelize::unflatten(def, leaves);
  assert(back.layers[0].activation == app::Activation::tanh && back.scales == model.scales);

  const app::Model half = treelize::map([](double x) { return x / 2; }, model);
  assert(half.layers[0].weights[1] == 1 && half.layers[0].activation == app::Activation::tanh);
  auto add = [](double a, double b) { return a + b; };
  assert(treelize::reduce(add, treelize::map(add, model, half), 0.0) == 13.5 * 1.5);

  std::string paths;
  for (const auto& [path, value] : treelize::flatten_with_path(model).leaves)
    paths += path.str() + " ";
  assert(paths == "layers[0].weights[0] layers[0].weights[1] layers[0].bias layers[1].weights[0] "
                  "layers[1].bias scales.in scales.out ");

  app::Model other = model;
  other.layers[0].activation = app::Activation::relu;
  assert(treelize::structure(other) != treelize::structure(model));
  assert(treelize::equality_errors(model, other)[0].path.str() == "layers[0]");
  assert(treelize::all(model) && treelize::any(model));
  const auto placeOfMismatch = [&] {
    try {
      treelize::map(add, model, other);
      return std::string("none");
    } catch (const treelize::error& e) {
      return e.path();
    }
  };
  assert(placeOfMismatch() == "layers[0]");
  other = model;
  other.dropout = 0.1;
  assert(placeOfMismatch() == "dropout");
}
#endif
