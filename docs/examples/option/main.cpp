// Prices put options and asks how the price depends on the market: on the share's price (delta),
// its volatility (vega), interest (rho), and the time that is left (theta is the loss of value as
// time goes by). One reverse sweep of the solver in put.hpp has all four.
//
// For a European option they are compared with the formulas of Black, Scholes and Merton. For an
// American one there is no formula; its price is compared with a binomial tree. The options are
// those of F. Longstaff and E. Schwartz (2001), table 1.
//
//   option [greeks.svg]
#include "closed_form.hpp"
#include "put.hpp"
#include "put.treelize.hpp"

#include <plot/plot.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

namespace {

using namespace option;

constexpr double strike = 40;
constexpr Market today{.spot = 40, .volatility = 0.2, .rate = 0.06, .years = 1};

struct Greek {
  const char* name;
  const char* unit;
  double Market::* slope;
  double scale;
};
constexpr Greek greeks[] = {
    {"delta", "delta [$ per $]", &Market::spot, 1},
    {"vega", "vega [$ per percentage point]", &Market::volatility, 0.01},
    {"rho", "rho [$ per percentage point]", &Market::rate, 0.01},
    {"theta", "theta [$ per day]", &Market::years, -1.0 / 365},
};

Market at(double spot) {
  Market market = today;
  market.spot = spot;
  return market;
}

Market slopes(const Market& market, bool american) {
  return kernels::put.grad(market, strike, american).market;
}

plot::Chart chartOf(const Greek& greek) {
  plot::Chart chart({"price of the share [$]"}, {greek.unit});
  std::vector<double> spots, formula, american, few, solved;
  for (double spot = 28; spot <= 56; spot += 0.25) {
    spots.push_back(spot);
    formula.push_back(greek.scale * closedForm(at(spot), strike).slopes.*greek.slope);
    american.push_back(greek.scale * slopes(at(spot), true).*greek.slope);
    if (std::fmod(spot, 2) == 0) {
      few.push_back(spot);
      solved.push_back(greek.scale * slopes(at(spot), false).*greek.slope);
    }
  }
  const auto label = [&](const char* text) { return &greek == greeks ? text : ""; };
  chart.line(spots, formula, {.colour = plot::grey, .label = label("European, formula")});
  chart.points(few, solved, {.label = label("European, gradient"), .size = 3.5});
  chart.line(spots, american, {.colour = plot::vermillion, .label = label("American, gradient")});
  chart.title = greek.name;
  return chart;
}

} // namespace

int main(int argc, char** argv) {
  const auto [price, slope] = closedForm(today, strike);
  const Market european = slopes(today, false), american = slopes(today, true);
  std::printf("           European     formula    American\n");
  std::printf("price    %10.4f  %10.4f  %10.4f (binomial tree %.4f)\n", put(today, strike, false),
              price, put(today, strike, true), binomialTree(today, strike, 2000));
  for (const auto& [name, unit, member, scale] : greeks)
    std::printf("%-8s %10.5f  %10.5f  %10.5f\n", name, scale * european.*member,
                scale * slope.*member, scale * american.*member);

  // How far the sweeps are from the formulas, at worst.
  for (const auto& [name, unit, member, scale] : greeks) {
    double worst = 0;
    for (double spot = 28; spot <= 56; ++spot)
      worst = std::fmax(worst, std::fabs(scale * (slopes(at(spot), false).*member -
                                                  closedForm(at(spot), strike).slopes.*member)));
    std::printf("%-5s is off by at most %.1e\n", name, worst);
  }

  std::vector<plot::Chart> charts;
  for (const Greek& greek : greeks)
    charts.push_back(chartOf(greek));
  plot::save(argc > 1 ? argv[1] : "greeks.svg",
             "One reverse sweep gives the Greeks of a put option, also where there is no formula",
             charts);
}
