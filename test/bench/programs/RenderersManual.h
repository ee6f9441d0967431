// The adjoints of Renderers.hpp by hand: once forwards for the colour, once more for what is behind
// each place.
#pragma once

#include "ManualParts.h"
#include "Renderers.hpp"

namespace manual {

inline void compositing(Parameters density, Parameters brightness, const Numbers& picture,
                        double step, Gradient density_b, Gradient brightness_b) {
  const std::size_t samples = density.size() / picture.size();
  Numbers weights(samples), passed(samples);
  for (std::size_t ray = 0; ray < picture.size(); ++ray) {
    const double *d = &density[ray * samples], *c = &brightness[ray * samples];
    double *d_b = &density_b[ray * samples], *c_b = &brightness_b[ray * samples];
    double transmittance = 1, colour = 0;
    std::size_t count = 0;
    while (count < samples && transmittance >= 1e-3) {
      const double left = transmittance * std::exp(-d[count] * step);
      weights[count] = transmittance - left;
      colour += weights[count] * c[count];
      passed[count] = transmittance = left;
      ++count;
    }
    const double colour_b = 2 * (colour - picture[ray]);
    double behind = colour;
    for (std::size_t s = 0; s < count; ++s) {
      behind -= weights[s] * c[s];
      c_b[s] += colour_b * weights[s];
      d_b[s] += colour_b * step * (passed[s] * c[s] - behind);
    }
  }
}

inline void splats(const Numbers& blots, const Numbers& picture, int width, Numbers& blots_b) {
  struct Seen {
    int blot;
    double shape, alpha, left;
  };
  const int height = static_cast<int>(picture.size()) / width,
            count = static_cast<int>(blots.size()) / 5;
  std::vector<Seen> seen(count);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double left = 1, shade = 0;
      int hits = 0;
      for (int k = 0; k < count; ++k) {
        const double* blot = &blots[5 * k];
        const double dx = (x - blot[0]) / blot[2], dy = (y - blot[1]) / blot[2],
                     square = dx * dx + dy * dy;
        if (square > 9)
          continue;
        const double shape = std::exp(-0.5 * square), alpha = std::min(0.99, blot[3] * shape);
        seen[hits++] = {k, shape, alpha, left};
        shade += left * alpha * blot[4];
        left *= 1 - alpha;
      }
      const double shade_b = 2 * (shade - picture[y * width + x]);
      double behind = shade;
      for (int s = 0; s < hits; ++s) {
        const Seen& at = seen[s];
        const double* blot = &blots[5 * at.blot];
        double* b = &blots_b[5 * at.blot];
        behind -= at.left * at.alpha * blot[4];
        b[4] += shade_b * at.left * at.alpha;
        if (at.alpha >= 0.99)
          continue;
        const double alpha_b = shade_b * (at.left * blot[4] - behind / (1 - at.alpha));
        b[3] += alpha_b * at.shape;
        const double square_b = -0.5 * alpha_b * at.alpha, inverse = 1 / blot[2];
        const double dx = (x - blot[0]) * inverse, dy = (y - blot[1]) * inverse;
        b[0] -= 2 * square_b * dx * inverse;
        b[1] -= 2 * square_b * dy * inverse;
        b[2] -= 2 * square_b * (dx * dx + dy * dy) * inverse;
      }
    }
}

} // namespace manual
