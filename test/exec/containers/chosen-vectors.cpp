// Vectors that change their length or their whole value through a reference to one of several.
// RUN: %treelize %s -o %T/chosen-vectors.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %allcxx -I%T -I%S/../../Inputs %s -fsyntax-only
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <vector>

namespace app {

double worth(const std::vector<double>& v) {
  double sum = 0;
  for (double each : v)
    sum = sum * 1.5 + each * each;
  return sum;
}

TREELIZE(kernel) double references(std::span<const double> x) {
  std::vector<double> u{x[0]}, v{x[1]}, w{x[2]};
  for (int i = 0; i < 3; ++i) {
    auto& one = i == 0 ? u : i == 1 ? v : w;
    one.push_back(x[i] * one[0]);
    one.resize(4, x[0]);
    if (i == 1) {
      one.pop_back();
      one.assign({x[1], x[0] * x[2]});
    }
    if (i == 2)
      one = {x[0] * x[1]};
  }
  return worth(u) * worth(v) + worth(w);
}

std::vector<double>& chosen(bool isFirst, std::vector<double>& a, std::vector<double>& b) {
  if (isFirst)
    return a;
  return b;
}

TREELIZE(kernel) double returned(std::span<const double> x) {
  std::vector<double> u{x[0]}, v{x[1]};
  chosen(x[0] > 0.5, u, v).push_back(x[1] * x[0]);
  chosen(x[0] > 0.5, u, v) = std::vector<double>(3, x[2]);
  chosen(x[0] > 1, u, v).assign(2, x[1] * x[0]);
  chosen(x[1] > 1, u, v).push_back(u[0] * v[0]);
  return worth(u) * worth(v);
}

TREELIZE(kernel) double inserted(std::span<const double> x) {
  std::vector<double> u{1, x[1]}, v;
  for (double each : x) {
    auto& one = each > 0.6 ? u : v;
    one.insert(one.begin() + static_cast<std::ptrdiff_t>(one.size() / 2), each * x[0]);
    auto second = one.insert(one.end(), {each, 2.0});
    *second *= x[1];
    one.emplace(one.begin(), each * each);
    if (one.size() > 4) {
      auto next = one.erase(one.begin() + 1);
      *next += x[2];
      one.erase(one.begin(), one.begin() + 2);
    }
  }
  std::vector<double>* one = &u;
  for (std::size_t i = 0; i < x.size(); ++i) {
    one->insert(one->end(), x[i] * u[0]);
    one = x[i] > 0.6 ? &v : &u;
  }
  return worth(u) * worth(v);
}

struct Sides {
  std::vector<double> left, right;
  std::vector<double>& side(bool isRight) { return isRight ? right : left; }
};

TREELIZE(kernel) double methods(std::span<const double> x) {
  std::vector<Sides> all(2);
  for (int i = 0; i < 4; ++i) {
    auto& one = all[i / 2].side(i % 2 == 1);
    one = {x[i % 3], x[0]};
    one.push_back(one[0] * one[1]);
  }
  return worth(all[0].left) * worth(all[0].right) + worth(all[1].left) * worth(all[1].right);
}

} // namespace app

#include "chosen-vectors.treelize.hpp"

int main() {
  for (const std::vector<double>& x : {std::vector{0.9, 1.3, 0.4}, std::vector{0.3, 0.7, 0.5}}) {
    check::scalar("references", app::kernels::references, x);
    check::scalar("returned", app::kernels::returned, x);
    check::scalar("inserted", app::kernels::inserted, x);
    check::scalar("methods", app::kernels::methods, x);
  }
  return check::finish();
}
