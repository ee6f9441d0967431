// A sparse matrix takes new values where the lengths and the whole numbers that decide its pattern are the
// same, without allocation; others are refused by name.
// RUN: %treelize %s -o %T/other-sizes.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t | %FileCheck %s
#include <PatternCheck.h>
#include <treelize/annotations.hpp>
#include <treelize/error.hpp>

#include <cstdlib>
#include <map>
#include <new>
#include <span>
#include <string>
#include <vector>

namespace app {

struct Edge {
  int from, to;
};
struct [[treelize::node]] Net {
  std::vector<Edge> edges;
  double weight;
};

TREELIZE(kernel, jacobian = sparse)
void flow(const Net& net, std::span<const double> x, int repeats, std::vector<double>& f, int& runs) {
  runs = 0;
  for (double& v : f)
    v = 0;
  for (int r = 0; r < repeats; ++r, ++runs)
    for (const Edge& e : net.edges)
      f[e.to] += net.weight * x[e.from] * x[e.from];
}

TREELIZE(kernel, hessian = sparse) double chosen(const std::map<int, int>& of, std::span<const double> x) {
  double s = 0;
  for (std::size_t i = 0; i < of.size(); ++i)
    s += x[of.at(static_cast<int>(i))] * x[i];
  return s;
}

} // namespace app

#include "other-sizes.treelize.hpp"

static std::size_t allocations = 0;
void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

template <class Function>
void tell(const Function& function) {
  try {
    function();
    std::puts("taken");
  } catch (const treelize::mismatch_error& error) {
    std::printf("%s: %s\n", error.path().c_str(), error.what());
  }
}

int main() {
  using namespace app;
  Net net{{{0, 1}, {1, 2}}, 2.0};
  std::vector<double> x{1, 2, 3}, f(3);
  int runs = 0;
  treelize::csr matrix = kernels::flow.jacobian_csr(net, x, 1, f, runs);
  kernels::flow.jacobian_csr(net, x, 1, f, runs, matrix);
  const auto again = [&](int repeats) {
    return [&, repeats] { kernels::flow.jacobian_csr(net, x, repeats, f, runs, matrix); };
  };
  const std::size_t before = allocations;
  again(1)();
  std::printf("%zu allocations\n", allocations - before);
  // CHECK: 0 allocations
  runs = 17;
  x[0] = 5;
  net.weight = 1;
  tell(again(1));
  // CHECK-NEXT: taken
  tell(again(2));
  // CHECK-NEXT: repeats: treelize: the sparse matrix of kernel 'flow' is that of another call: repeats was 1 there and is 2 here; call it without a matrix to get a new one
  net.edges[1].to = 0;
  tell(again(1));
  // CHECK-NEXT: net.edges[1].to: treelize: {{.*}}: net.edges[1].to was 2 there and is 0 here
  net.edges.pop_back();
  tell(again(1));
  // CHECK-NEXT: net.edges.size(): {{.*}} was 2 there and is 1 here
  net.edges = {{0, 1}, {1, 2}};
  f.resize(4);
  tell(again(1));
  // CHECK-NEXT: f.size(): {{.*}} was 3 there and is 4 here
  std::map<int, int> of{{0, 1}, {1, 1}};
  treelize::csr second = kernels::chosen.hessian_csr(of, x);
  std::printf("%s", check::picture(second).c_str());
  // CHECK-NEXT: .#.
  // CHECK-NEXT: ##.
  // CHECK-NEXT: ...
  of[1] = 2;
  tell([&] { kernels::chosen.hessian_csr(of, x, second); });
  // CHECK-NEXT: of[1]: {{.*}} was 1 there and is 2 here
  return check::failures();
}
