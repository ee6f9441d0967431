// What is known of put options without solving an equation.
#pragma once

#include "put.hpp"

namespace option {

struct Valued {
  double price;
  Market slopes; // of the price, by each number of the market
};

// A European option, by F. Black, M. Scholes and R. Merton (1973).
Valued closedForm(const Market& market, double strike);

// An American option's price, by J. Cox, S. Ross and M. Rubinstein (1979).
double binomialTree(const Market& market, double strike, int steps);

} // namespace option
