// What computer vision differentiates: reprojection, image alignment, denoising, a homography.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/vision.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>
namespace vision {

using Point = std::array<double, 3>;

inline Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Rodrigues' rotation; near zero its series.
inline Point rotate(const double* w, const Point& p) {
  const double square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
  const Point axis{w[0], w[1], w[2]};
  const Point once = cross(axis, p), twice = cross(axis, once);
  double a = 1 - square / 6, b = 0.5 - square / 24;
  if (square > 1e-8) {
    const double angle = std::sqrt(square);
    a = std::sin(angle) / angle;
    b = (1 - std::cos(angle)) / square;
  }
  Point r;
  for (int i = 0; i < 3; ++i)
    r[i] = p[i] + a * once[i] + b * twice[i];
  return r;
}

struct Observation {
  int camera, point;
  double u, v;
};

/// Bundle adjustment with a Huber loss: cameras of eight numbers, then points.
TREELIZE(kernel, wrt = x)
double bundle(std::span<const double> x, int cameras, std::span<const Observation> seen) {
  double loss = 0;
  for (const Observation& o : seen) {
    const double* camera = &x[8 * o.camera];
    const double* point = &x[8 * cameras + 3 * o.point];
    Point p = rotate(camera, {point[0], point[1], point[2]});
    for (int i = 0; i < 3; ++i)
      p[i] += camera[3 + i];
    const double u = p[0] / p[2], v = p[1] / p[2], r2 = u * u + v * v;
    const double scale = camera[6] * (1 + camera[7] * r2);
    const double du = scale * u - o.u, dv = scale * v - o.v, e2 = du * du + dv * dv;
    loss += e2 < 1 ? e2 : 2 * std::sqrt(e2) - 1;
  }
  return loss;
}

/// Direct alignment: an image sampled between its pixels under an affine warp, against a template.
TREELIZE(kernel, wrt = warp)
double alignment(std::span<const double> warp, std::span<const double> image,
                 std::span<const double> wanted, int side) {
  const int size = static_cast<int>(std::sqrt(static_cast<double>(image.size())) + 0.5);
  auto pixel = [&](int row, int column) {
    return image[std::clamp(row, 0, size - 1) * size + std::clamp(column, 0, size - 1)];
  };
  double sum = 0;
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      const double x = warp[0] * column + warp[1] * row + warp[2],
                   y = warp[3] * column + warp[4] * row + warp[5];
      const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
      const double a = x - left, b = y - top;
      const double value = (1 - b) * ((1 - a) * pixel(top, left) + a * pixel(top, left + 1)) +
                           b * ((1 - a) * pixel(top + 1, left) + a * pixel(top + 1, left + 1));
      const double residual = value - wanted[row * side + column];
      sum += residual * residual;
    }
  return sum;
}

/// Denoising: fidelity and a smoothed total variation of a whole image.
TREELIZE(kernel, wrt = image)
double denoise(std::span<const double> image, std::span<const double> noisy, int width,
               double weight) {
  const int height = static_cast<int>(image.size()) / width;
  double energy = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int at = y * width + x;
      const double dx = x + 1 < width ? image[at + 1] - image[at] : 0;
      const double dy = y + 1 < height ? image[at + width] - image[at] : 0;
      const double d = image[at] - noisy[at];
      energy += 0.5 * d * d + weight * std::sqrt(dx * dx + dy * dy + 1e-3);
    }
  return energy;
}

/// Symmetric transfer error of a homography: its inverse by cofactors.
TREELIZE(kernel, wrt = h)
double homography(std::span<const double> h, std::span<const double> pairs) {
  double inverse[9];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
      inverse[3 * i + j] = h[3 * a + c] * h[3 * b + d] - h[3 * a + d] * h[3 * b + c];
    }
  auto transfer = [](const auto& m, double x, double y, double& u, double& v) {
    const double w = m[6] * x + m[7] * y + m[8];
    u = (m[0] * x + m[1] * y + m[2]) / w;
    v = (m[3] * x + m[4] * y + m[5]) / w;
  };
  double error = 0, u, v;
  for (std::size_t i = 0; i + 3 < pairs.size(); i += 4) {
    transfer(h, pairs[i], pairs[i + 1], u, v);
    error += (u - pairs[i + 2]) * (u - pairs[i + 2]) + (v - pairs[i + 3]) * (v - pairs[i + 3]);
    transfer(inverse, pairs[i + 2], pairs[i + 3], u, v);
    error += (u - pairs[i]) * (u - pairs[i]) + (v - pairs[i + 1]) * (v - pairs[i + 1]);
  }
  return error;
}

} // namespace vision
#include "vision.treelize.hpp"

#include <GradientCheck.h>

int main() {
  using namespace vision;
  std::vector<double> scene{0.1,  -0.2, 0.05, 0.1,  0.2, 4, 1.2, 0.05,
                            -0.1, 0.1,  0.2,  -0.3, 0.1, 5, 1.1, -0.03};
  std::vector<Observation> seen;
  for (int i = 0; i < 6; ++i) {
    for (double v : {std::sin(i + 1.0), std::cos(2.0 * i), 0.3 * i})
      scene.push_back(v);
    seen.push_back({i % 2, i, 0.2 * i, i < 3 ? 0.1 : 3.0});
  }
  check::scalar("bundle", kernels::bundle, scene, 2, std::span<const Observation>(seen));
  std::vector<double> image(100), wanted(36, 0.4);
  for (std::size_t i = 0; i < image.size(); ++i)
    image[i] = std::sin(0.37 * static_cast<double>(i)) + 0.01 * static_cast<double>(i);
  check::scalar("alignment", kernels::alignment, {1.05, 0.03, 1.21, -0.07, 0.94, 1.63},
                std::span<const double>(image), std::span<const double>(wanted), 6);
  const std::vector<double> noisy(100, 0.2);
  check::scalar("denoise", kernels::denoise, image, std::span<const double>(noisy), 10, 0.3);
  const std::vector<double> pairs{0, 0, 0.1, 0.1, 1, 0, 1.2, 0.1, 0, 1, 0.1, 0.9, 1, 1, 1.1, 1.2};
  check::scalar("homography", kernels::homography, {1.1, 0.1, 0.2, -0.05, 0.9, 0.1, 0.02, -0.03, 1},
                std::span<const double>(pairs));
  return check::finish();
}
