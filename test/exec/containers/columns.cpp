// Vectors of pointers, of spans, and of objects that hold some.
// RUN: %treelize %s -o %T/columns.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/columns.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <span>
#include <vector>

namespace app {

// Rows of a matrix.
// CHECK: std::vector<std::ptrdiff_t> rows;
TREELIZE(kernel) double rowPointers(std::span<const double> x) {
  const double* data = x.data();
  std::vector<const double*> rows;
  for (int i = 0; i < 3; ++i)
    rows.push_back(data + 2 * i);
  double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    sum += rows[i][0] * rows[i][1] * rows[0][1];
  for (const double* row : rows)
    sum += row[0] * row[0];
  return sum + *rows.back();
}

TREELIZE(kernel) double windows(std::span<const double> x) {
  std::vector<std::span<const double>> parts;
  for (std::size_t i = 0; i + 1 < x.size(); i += 2)
    parts.push_back(x.subspan(i, 2));
  double product = 1;
  for (const auto& part : parts) {
    double sum = 0;
    for (double v : part)
      sum += v * v;
    product *= sum;
  }
  return product * parts.front()[1];
}

// Objects with pointers, nested, made in a constructor, written through.
struct Gates {
  const double* forget;
  const double* change;
  Gates(const double* p, int n) : forget(p), change(&p[n]) {}
};
struct Layer {
  const Gates weight;
  double scale;
  Layer(const double* p, int n) : weight(p, n), scale(p[0] * p[1]) {}
};
struct Network {
  std::vector<Layer> layers;
  Network(const double* p, int n, int count) {
    layers.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
      layers.emplace_back(&p[2 * n * i], n);
  }
};
struct State {
  double* hidden;
  double* cell;
  State(double* p, int n) : hidden(p), cell(p + n) {}
};

inline void step(int n, const Layer& layer, State& state, const double* input) {
  for (int i = 0; i < n; ++i) {
    state.cell[i] = state.cell[i] * std::tanh(input[i] * layer.weight.forget[i]) + layer.scale;
    state.hidden[i] = std::sin(state.cell[i] + layer.weight.change[i]);
  }
}

TREELIZE(kernel) double recurrent(const double* parameters, const double* inputs, int n, int count, int steps) {
  const Network network(parameters, n, count);
  std::vector<double> memory(static_cast<std::size_t>(2 * n * count), 0.5), output(static_cast<std::size_t>(n));
  std::vector<State> states;
  for (int i = 0; i < count; ++i)
    states.push_back(State(&memory[static_cast<std::size_t>(2 * n * i)], n));
  double loss = 0;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      output[static_cast<std::size_t>(i)] = inputs[t * n + i] * parameters[i];
    double* signal = output.data();
    for (int i = 0; i < count; ++i) {
      step(n, network.layers[static_cast<std::size_t>(i)], states[static_cast<std::size_t>(i)], signal);
      signal = states[static_cast<std::size_t>(i)].hidden;
    }
    for (int i = 0; i < n; ++i)
      loss += signal[i] * signal[i];
  }
  return loss;
}

} // namespace app

#include "columns.treelize.hpp"

int main() {
  check::scalar("rowPointers", app::kernels::rowPointers, std::vector<double>{0.7, 1.3, -0.4, 1.9, 0.2, -1.1});
  check::scalar("windows", app::kernels::windows, std::vector<double>{0.7, 1.3, -0.4, 1.9, 0.2, -1.1});

  const int n = 2, count = 3, steps = 4;
  std::vector<double> p, x;
  for (int i = 0; i < 2 * n * count; ++i)
    p.push_back(0.3 + 0.1 * std::sin(i * 1.7));
  for (int i = 0; i < n * steps; ++i)
    x.push_back(std::cos(i * 0.9));
  std::vector<double> p_b(p.size()), x_b(x.size());
  app::kernels::recurrent.adjoint(p.data(), x.data(), n, count, steps, 1.0, p_b.data(), x_b.data());
  const auto compare = [&](std::vector<double>& at, const std::vector<double>& gradient, const char* name) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      const double old = at[i], h = 1e-6;
      at[i] = old + h;
      const double up = app::recurrent(p.data(), x.data(), n, count, steps);
      at[i] = old - h;
      const double down = app::recurrent(p.data(), x.data(), n, count, steps);
      at[i] = old;
      check::near("recurrent", name, gradient[i], (up - down) / (2 * h), 1e-7, 1);
      std::vector<double> p_t(p.size()), x_t(x.size());
      (&at == &p ? p_t : x_t)[i] = 1;
      const auto tangent = app::kernels::recurrent.tangent(p.data(), x.data(), n, count, steps, p_t.data(), x_t.data());
      check::near("recurrent tangent", name, tangent.derivative, gradient[i], 1e-12, 1);
    }
  };
  compare(p, p_b, "p");
  compare(x, x_b, "x");
  return check::finish();
}
