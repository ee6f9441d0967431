#include "Numbers.h"
#include "Stencils.treelize.hpp"
#include "StencilsManual.h"
#include "Table.h"

namespace programs {

namespace {

using In = const Arrays<double>&;
using Out = Arrays<double>&;

void addHeat(Table& table, Size size) {
  {
    const int n = pick(size, 1000, 20), steps = pick(size, 2000, 7);
    const auto measured = numbers(n, 0, 1, 1);
    add<double>(
        table,
        {.name = "heat-1d",
         .field = "stencils",
         .what = "explicit heat in a rod, two buffers exchanged",
         .bytes = 16.0 * n * steps,
         .flops = 5.0 * n * steps,
         .in = {numbers(n, 0, 1, 2), {0.3}},
         .primal = [=](In x) { return stencils::heat1d(x[0], x[1][0], measured, steps); },
         .generated =
             [=](In x, Out g) {
               stencils::kernels::heat1d.adjoint(x[0], x[1][0], measured, steps, 1, g[0], g[1][0]);
             },
         .tangent =
             [=](In x, In t) {
               return stencils::kernels::heat1d
                   .tangent(x[0], x[1][0], measured, steps, t[0], t[1][0])
                   .derivative;
             },
         .expert = [=](In x,
                       Out g) { manual::heat1d(x[0], x[1][0], measured, steps, g[0], g[1][0]); }});
  }
  {
    const int n = pick(size, 64, 9), steps = pick(size, 150, 5);
    const auto measured = numbers(n * n, 0, 1, 3);
    add<double>(
        table,
        {.name = "heat-2d",
         .field = "stencils",
         .what = "explicit heat in a plate, copied back",
         .bytes = 40.0 * n * n * steps,
         .flops = 8.0 * n * n * steps,
         .in = {numbers(n * n, 0, 1, 4), numbers(n * n, 0.5, 1.5, 5)},
         .primal = [=](In x) { return stencils::heat2d(x[0], x[1], measured, n, n, 0.1, steps); },
         .generated =
             [=](In x, Out g) {
               stencils::kernels::heat2d.adjoint(x[0], x[1], measured, n, n, 0.1, steps, 1, g[0],
                                                 g[1]);
             },
         .tangent =
             [=](In x, In t) {
               return stencils::kernels::heat2d
                   .tangent(x[0], x[1], measured, n, n, 0.1, steps, t[0], t[1])
                   .derivative;
             },
         .expert =
             [=](In x, Out g) {
               manual::heat2d(x[0], x[1], measured, n, n, 0.1, steps, g[0], g[1]);
             }});
  }
  const int n = pick(size, 32, 6), steps = pick(size, 30, 4);
  const auto measured = numbers(n * n * n, 0, 1, 6);
  add<double>(
      table, {.name = "heat-3d",
              .field = "stencils",
              .what = "explicit heat in a block, linear",
              .bytes = 16.0 * n * n * n * steps,
              .flops = 9.0 * n * n * n * steps,
              .in = {numbers(n * n * n, 0, 1, 7)},
              .primal = [=](In x) { return stencils::heat3d(x[0], measured, n, 0.1, steps); },
              .generated =
                  [=](In x, Out g) {
                    stencils::kernels::heat3d.adjoint(x[0], measured, n, 0.1, steps, 1, g[0]);
                  },
              .tangent =
                  [=](In x, In t) {
                    return stencils::kernels::heat3d.tangent(x[0], measured, n, 0.1, steps, t[0])
                        .derivative;
                  },
              .expert = [=](In x, Out g) { manual::heat3d(x[0], measured, n, 0.1, steps, g[0]); }});
}

void addWave(Table& table, Size size) {
  stencils::Survey survey;
  const int n = pick(size, 80, 10), steps = pick(size, 150, 12);
  survey.nx = survey.ny = n;
  survey.source = 2 * n + n / 2;
  for (int i = 2; i < n - 2; i += 4)
    survey.receivers.push_back(n + i);
  for (int t = 0; t < steps; ++t) {
    const double a = std::pow(0.3 * (t - 10), 2);
    survey.wavelet.push_back((1 - 2 * a) * std::exp(-a));
  }
  survey.records = numbers(steps * survey.receivers.size(), -0.1, 0.1, 8);
  add<double>(
      table,
      {.name = "wave-2d",
       .field = "stencils",
       .what = "inversion of seismic waves, two old steps",
       .bytes = 32.0 * n * n * steps,
       .flops = 9.0 * n * n * steps,
       .in = {numbers(n * n, 0.1, 0.4, 9)},
       .primal = [=](In x) { return stencils::wave2d(x[0], survey); },
       .generated = [=](In x, Out g) { stencils::kernels::wave2d.adjoint(x[0], survey, 1, g[0]); },
       .tangent =
           [=](In x, In t) {
             return stencils::kernels::wave2d.tangent(x[0], survey, t[0]).derivative;
           },
       .expert = [=](In x, Out g) { manual::wave2d(x[0], survey, g[0]); }});
}

void addRedBlack(Table& table, Size size) {
  const int n = pick(size, 64, 8), sweeps = pick(size, 80, 5);
  const auto measured = numbers(n * n, 0, 1, 10);
  add<double>(
      table,
      {.name = "red-black",
       .field = "stencils",
       .what = "red-black over-relaxation in place",
       .bytes = 24.0 * n * n * sweeps,
       .flops = 8.0 * n * n * sweeps,
       .in = {numbers(n * n, -1, 1, 11), {1.5}},
       .primal = [=](In x) { return stencils::redBlack(x[0], x[1][0], measured, n, sweeps); },
       .generated =
           [=](In x, Out g) {
             stencils::kernels::redBlack.adjoint(x[0], x[1][0], measured, n, sweeps, 1, g[0],
                                                 g[1][0]);
           },
       .tangent =
           [=](In x, In t) {
             return stencils::kernels::redBlack
                 .tangent(x[0], x[1][0], measured, n, sweeps, t[0], t[1][0])
                 .derivative;
           },
       .expert =
           [=](In x, Out g) {
             manual::redBlack(x[0], x[1][0], measured, n, sweeps, g[0], g[1][0]);
           }});
}

void addAdvection(Table& table, Size size) {
  const int n = pick(size, 1000, 20), steps = pick(size, 1000, 6);
  const auto measured = numbers(n, 0, 1, 12);
  add<double>(
      table,
      {.name = "advection",
       .field = "stencils",
       .what = "advection of second order with a limiter",
       .bytes = 40.0 * n * steps,
       .flops = 13.0 * n * steps,
       .in = {numbers(n, 0, 1, 13), numbers(n, 0.2, 0.8, 14)},
       .primal = [=](In x) { return stencils::advection(x[0], x[1], measured, steps); },
       .generated =
           [=](In x, Out g) {
             stencils::kernels::advection.adjoint(x[0], x[1], measured, steps, 1, g[0], g[1]);
           },
       .tangent =
           [=](In x, In t) {
             return stencils::kernels::advection.tangent(x[0], x[1], measured, steps, t[0], t[1])
                 .derivative;
           },
       .expert = [=](In x, Out g) { manual::advection(x[0], x[1], measured, steps, g[0], g[1]); }});
}

void addSemiImplicit(Table& table, Size size) {
  const int n = pick(size, 200, 12), steps = pick(size, 200, 5);
  const auto measured = numbers(n, 0, 1, 15);
  add<double>(
      table,
      {.name = "semi-implicit",
       .field = "stencils",
       .what = "diffusion by tridiagonal systems",
       .bytes = 120.0 * n * steps,
       .flops = 25.0 * n * steps,
       .in = {numbers(n, 0, 1, 16), {1.0, 0.5, 2.0}},
       .primal =
           [=](In x) { return stencils::semiImplicit(x[0], x[1], measured, 2.0, 0.01, steps); },
       .generated =
           [=](In x, Out g) {
             stencils::kernels::semiImplicit.adjoint(x[0], x[1], measured, 2.0, 0.01, steps, 1,
                                                     g[0], g[1]);
           },
       .tangent =
           [=](In x, In t) {
             return stencils::kernels::semiImplicit
                 .tangent(x[0], x[1], measured, 2.0, 0.01, steps, t[0], t[1])
                 .derivative;
           },
       .expert =
           [=](In x, Out g) {
             manual::semiImplicit(x[0], x[1], measured, 2.0, 0.01, steps, g[0], g[1]);
           }});
}

void addShallowWater(Table& table, Size size) {
  const int n = pick(size, 400, 12), steps = pick(size, 150, 6);
  add<double>(
      table,
      {.name = "shallow-water",
       .field = "stencils",
       .what = "shallow water by Rusanov's flux",
       .bytes = 64.0 * n * steps,
       .flops = 37.0 * n * steps,
       .in = {numbers(n, 1, 2, 17)},
       .primal = [=](In x) { return stencils::shallowWater(x[0], 0.05, steps); },
       .generated =
           [=](In x, Out g) {
             stencils::kernels::shallowWater.adjoint(x[0], 0.05, steps, 1, g[0]);
           },
       .tangent =
           [=](In x, In t) {
             return stencils::kernels::shallowWater.tangent(x[0], 0.05, steps, t[0]).derivative;
           }});
}

void addGrayScott(Table& table, Size size) {
  const int n = pick(size, 64, 6), steps = pick(size, 50, 5);
  add<double>(
      table, {.name = "gray-scott",
              .field = "stencils",
              .what = "reaction and diffusion on a torus",
              .bytes = 32.0 * n * n * steps,
              .flops = 24.0 * n * n * steps,
              .in = {{0.04}, {0.06}, numbers(n * n, 0, 0.5, 18)},
              .primal = [=](In x) { return stencils::grayScott(x[0][0], x[1][0], x[2], n, steps); },
              .generated =
                  [=](In x, Out g) {
                    stencils::kernels::grayScott.adjoint(x[0][0], x[1][0], x[2], n, steps, 1,
                                                         g[0][0], g[1][0], g[2]);
                  },
              .tangent =
                  [=](In x, In t) {
                    return stencils::kernels::grayScott
                        .tangent(x[0][0], x[1][0], x[2], n, steps, t[0][0], t[1][0], t[2])
                        .derivative;
                  },
              .expert =
                  [=](In x, Out g) {
                    manual::grayScott(x[0][0], x[1][0], x[2], n, steps, g[0][0], g[1][0], g[2]);
                  }});
}

} // namespace

void addStencils(Table& table, Size size) {
  addHeat(table, size);
  addWave(table, size);
  addRedBlack(table, size);
  addAdvection(table, size);
  addSemiImplicit(table, size);
  addShallowWater(table, size);
  addGrayScott(table, size);
}

} // namespace programs
