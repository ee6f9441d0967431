// What only the running program can know throws, before the function is called once: path and both sides.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cassert>
#include <map>
#include <string>
#include <vector>

namespace app {
struct TREELIZE(node) Layer { std::vector<double> weights; };
struct TREELIZE(node) Model { Layer hidden, output; };
[[treelize]] inline void add(double& y, double x) { y += x; }
} // namespace app

#include GENERATED

template <class Call> void fails(Call call, const std::string& path, const std::string& words) {
  try {
    call();
    assert(false);
  } catch (const treelize::error& e) {
    assert(e.path() == path);
    assert(std::string(e.what()).find(words) != std::string::npos);
  }
}

int main() {
  app::Model a{{{1}}, {{2}}};
  const app::Model b{{{1}}, {{2, 3}}};
  fails([&] { app::add(a, b); }, "output.weights", "1 in argument 0, 2 in argument 1");
  assert(a.hidden.weights[0] == 1);

  treelize::tree<double> t = {{"x", {{"c", 1}}}};
  const treelize::tree<double> u = {{"x", {{"d", 1}}}};
  fails([&] { app::add(t, u); }, "x.c", "argument 0 has keys {c}, argument 1 has keys {d}");

  std::vector<std::map<std::string, double>> m{{{"k", 1}}};
  const std::vector<std::map<std::string, double>> n{{{"l", 1}}};
  fails([&] { app::add(m, n); }, "[0].k", "argument 0 has this key");
}
