// Where the planets are.
#pragma once

#include "vector.hpp"

namespace particle {

// An ellipse around the Sun and how it changes in a century; angles in degrees.
struct Element {
  double at2000, change;
};
struct Orbit {
  Element semiMajorAxis, eccentricity, inclination, meanLongitude, perihelion, node;
};

// E. M. Standish: Keplerian elements for approximate positions of the major planets (JPL, for the
// years 1800 to 2050). The Earth's are those of its barycentre with the Moon.
inline constexpr Orbit earth{{1.00000261, 0.00000562},   {0.01671123, -0.00004392},
                             {-0.00001531, -0.01294668}, {100.46457166, 35999.37244981},
                             {102.93768193, 0.32327364}, {0, 0}};
inline constexpr Orbit mars{{1.52371034, 0.00001847},   {0.09339410, 0.00007882},
                            {1.84969142, -0.00813131},  {-4.55343205, 19140.30268499},
                            {-23.94362959, 0.44441088}, {49.55953891, -0.29257343}};

struct Motion {
  Vector place, velocity;
};

// On a day that is counted from 1 January 2000, noon.
Motion motion(const Orbit& orbit, double day);

} // namespace particle
