// When to leave for Mars? In July 2020 three missions did, within eleven days. This program asks
// for many days of launch and of arrival how fast a probe must leave the Earth to be at Mars in
// time. All probes fly at once; three reverse sweeps tell how each arrival depends on each launch,
// and Newton's method aims with that.
//
// What is found is compared with Lambert's equation in the form that Lagrange gave it, which knows
// how long a flight takes without following it. The planets are where Standish's elements have them
// (planets.hpp).
//
//   particle [mars.svg]
#include "planets.hpp"
#include "probes.hpp"
#include "probes.treelize.hpp"

#include <plot/plot.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <span>
#include <vector>

namespace {

using namespace particle;
using Swarm = treelize::bound<Probes>;

constexpr double july = 7486.5; // 1 July 2020, 0 h, in days from 1 January 2000, noon
constexpr double kilometres = 149597870.7;

// Days after 1 July 2020.
struct Trip {
  double launch, arrival;
};

struct Aimed {
  double energy; // twice that of the launch per mass in km^2/s^2; none where nothing was found
  double days;   // of the flight, according to Lagrange
};

// How one coordinate of each arrival depends on the launch.
std::vector<Vector> slopes(Swarm& swarm, const Vector& coordinate) {
  swarm.velocity.zero_grad();
  swarm.end.grad.fill(coordinate);
  swarm.fly.grad();
  return {swarm.velocity.grad.begin(), swarm.velocity.grad.end()};
}

// A step of Newton's method for each probe, of 2 km/s at most.
void correct(Swarm& swarm, std::span<const Vector> targets) {
  swarm.fly();
  const auto x = slopes(swarm, {1, 0, 0}), y = slopes(swarm, {0, 1, 0}),
             z = slopes(swarm, {0, 0, 1});
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Vector miss = targets[i] - swarm.end[i];
    const Vector yz = cross(y[i], z[i]), zx = cross(z[i], x[i]), xy = cross(x[i], y[i]);
    const Vector step = 1 / dot(x[i], yz) * (miss.x * yz + miss.y * zx + miss.z * xy);
    const double longest = 2 * 86400 / kilometres;
    swarm.velocity[i] = swarm.velocity[i] + std::min(1.0, longest / length(step)) * step;
  }
}

// For flights less than half around the Sun, not beyond the ellipse's far end.
double daysByLagrange(const Vector& from, const Vector& to, const Vector& velocity) {
  const double r = length(from), chord = length(to - from);
  const double axis = 1 / (2 / r - dot(velocity, velocity) / sun);
  const double half = (r + length(to) + chord) / 2;
  const double alpha = 2 * std::asin(std::sqrt(half / (2 * axis)));
  const double beta = 2 * std::asin(std::sqrt((half - chord) / (2 * axis)));
  return axis * std::sqrt(axis / sun) * (alpha - std::sin(alpha) - beta + std::sin(beta));
}

std::vector<Aimed> aim(std::span<const Trip> trips) {
  Swarm swarm(static_cast<int>(trips.size()));
  std::vector<Vector> home, targets;
  for (std::size_t i = 0; i < trips.size(); ++i) {
    const auto [place, velocity] = motion(earth, july + trips[i].launch);
    home.push_back(velocity);
    targets.push_back(motion(mars, july + trips[i].arrival).place);
    swarm.start[i] = place;
    swarm.velocity[i] = 1.1 * velocity;
    swarm.days[i] = trips[i].arrival - trips[i].launch;
  }
  for (int iteration = 0; iteration < 12; ++iteration)
    correct(swarm, targets);
  swarm.fly();

  std::vector<Aimed> results;
  for (std::size_t i = 0; i < trips.size(); ++i) {
    const bool hit = length(swarm.end[i] - targets[i]) < 1 / kilometres;
    const double speed = kilometres / 86400 * length(swarm.velocity[i] - home[i]);
    results.push_back({hit ? speed * speed : std::numeric_limits<double>::quiet_NaN(),
                       daysByLagrange(swarm.start[i], targets[i], swarm.velocity[i])});
  }
  return results;
}

struct Mission {
  const char* name;
  Trip trip;  // from the launch until Mars was reached, as its agency announced
  Trip label; // where the picture has its name
};
constexpr Mission missions[] = {{"Hope", {18.9, 223.7}, {14.5, 222}},
                                {"Tianwen-1", {22.2, 224.5}, {23, 222}},
                                {"Mars 2020", {29.5, 232.9}, {30.5, 231}}};

void draw(const char* file) {
  constexpr int launches = 62, arrivals = 75; // days of launch, every second day of arrival
  constexpr double january = 184;
  std::vector<Trip> trips;
  for (int row = 0; row < arrivals; ++row)
    for (int column = 0; column < launches; ++column)
      trips.push_back({column + 0.5, january + 2 * row + 1});

  plot::HeatMap map{.columns = launches,
                    .left = 0,
                    .right = launches,
                    .bottom = january,
                    .top = january + 2 * arrivals,
                    .label = "energy of the launch, C3 [km²/s²]",
                    .from = 12,
                    .to = 40};
  for (const Aimed& result : aim(trips))
    map.values.push_back(result.energy < 60 ? result.energy
                                            : std::numeric_limits<double>::quiet_NaN());
  plot::Chart chart(
      {.label = "day of launch in 2020",
       .ticks = {{{0, "1 July"}, {14, "15 July"}, {31, "1 August"}, {45, "15 August"}}}},
      {.label = "day of arrival in 2021",
       .ticks = {
           {{184, "1 Jan"}, {215, "1 Feb"}, {243, "1 Mar"}, {274, "1 Apr"}, {304, "1 May"}}}});
  chart.heat(map);
  for (const auto& [name, trip, label] : missions) {
    chart.points({{trip.launch}}, {{trip.arrival}}, {.colour = plot::vermillion, .size = 4});
    chart.note(label.launch, label.arrival, name);
  }
  chart.note(22, 296, "> 60 km²/s²");
  plot::save(file, "To Mars in 2020: three missions left when little energy was enough", {chart});
}

} // namespace

int main(int argc, char** argv) {
  std::vector<Trip> trips;
  for (const Mission& mission : missions)
    trips.push_back(mission.trip);
  const auto results = aim(trips);
  std::printf("             energy [km2/s2]  flight [d]  by Lagrange\n");
  for (std::size_t i = 0; i < trips.size(); ++i)
    std::printf("%-12s %15.2f %11.3f %12.3f\n", missions[i].name, results[i].energy,
                trips[i].arrival - trips[i].launch, results[i].days);
  draw(argc > 1 ? argv[1] : "mars.svg");
}
