"""Writes a likelihood as statistics programs for particle physics generate it: one long function without loops.

  write.py HEADER

Two channels of 25 bins, four samples each: yields scaled by a signal strength, a luminosity and, for each channel and sample,
four normalisations that are interpolated exponentially; in each bin a change of shape that is interpolated linearly, and
a factor for the bin's statistics; a Poisson term for each bin, a normal one for each nuisance parameter, and a Poisson
one for each bin's statistics. 91 parameters: 1 of interest, the luminosity, 39 nuisances, 50 bins.
"""

import random
import sys

CHANNELS, BINS, SAMPLES, NUISANCES = 2, 50, 4, 39
FIRST_NUISANCE, FIRST_BIN = 2, 2 + NUISANCES


def number(x):
    return repr(round(x, 6))


class Likelihood:
    def __init__(self):
        self.random = random.Random(20261126)
        self.lines = []
        self.names = 0

    def value(self, text):
        name = f"t{self.names}"
        self.names += 1
        self.lines.append(f"const double {name} = {text};")
        return name

    def normalisation(self, nuisance):
        low, high = self.random.uniform(0.85, 0.97), self.random.uniform(1.03, 1.2)
        return self.value(f"overall({number(low)}, {number(high)}, p[{FIRST_NUISANCE + nuisance}])")

    def shape(self, nuisance, nominal):
        low, high = (number(nominal * self.random.uniform(-0.1, 0.1)) for _ in range(2))
        return self.value(f"shape({low}, {high}, p[{FIRST_NUISANCE + nuisance}])")

    def channel(self, bins):
        scales = []
        for sample in range(SAMPLES):
            factors = [self.normalisation(n) for n in self.random.sample(range(NUISANCES), 4)]
            signal = ["p[0]"] if sample == 0 else []
            scales.append(self.value(" * ".join(signal + ["p[1]"] + factors)))
        for index in bins:
            self.bin(index, scales)

    def bin(self, index, scales):
        expected = []
        for scale in scales:
            nominal = self.random.uniform(20, 200)
            moved = self.shape(self.random.randrange(NUISANCES), nominal)
            expected.append(self.value(f"{scale} * ({number(nominal)} + {moved})"))
        total = self.value(f"p[{FIRST_BIN + index}] * ({' + '.join(expected)})")
        self.lines.append(f"nll += {total} - observed[{index}] * std::log({total});")

    def text(self):
        for channel in range(CHANNELS):
            self.channel(range(channel * BINS // CHANNELS, (channel + 1) * BINS // CHANNELS))
        for nuisance in range(NUISANCES):
            self.lines.append(f"nll += 0.5 * p[{FIRST_NUISANCE + nuisance}] * p[{FIRST_NUISANCE + nuisance}];")
        self.lines.append("nll += 0.5 * ((p[1] - 1.0) / 0.02) * ((p[1] - 1.0) / 0.02);")
        for index in range(BINS):
            events = number(self.random.uniform(50, 400))
            gamma = f"p[{FIRST_BIN + index}]"
            self.lines.append(f"nll += {events} * {gamma} - {events} * std::log({gamma});")
        body = "\n".join("  " + line for line in self.lines)
        return f"""// Written by write.py: do not edit.
#pragma once

#include <treelize/annotations.hpp>

#include <cmath>

namespace histfactory {{

inline constexpr int parameters = {FIRST_BIN + BINS}, bins = {BINS};

/// A factor between those for -1 and 1, and beyond them.
inline double overall(double low, double high, double a) {{ return a < 0 ? std::pow(low, -a) : std::pow(high, a); }}

/// A change between those for -1 and 1, and beyond them.
inline double shape(double low, double high, double a) {{ return a < 0 ? -a * low : a * high; }}

TREELIZE(kernel, wrt = (p), derivatives = (adjoint, tangent, second))
inline double likelihood(const double* p, const double* observed) {{
  double nll = 0.0;
{body}
  return nll;
}}

}} // namespace histfactory
"""


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as header:
        header.write(Likelihood().text())
