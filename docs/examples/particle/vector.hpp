// Places and velocities in space.
#pragma once

#include <treelize/annotations.hpp>

#include <cmath>

namespace particle {

struct [[treelize::node]] Vector {
  double x, y, z;
};

inline Vector operator+(const Vector& a, const Vector& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vector operator*(double factor, const Vector& a) {
  return {factor * a.x, factor * a.y, factor * a.z};
}
inline Vector operator-(const Vector& a, const Vector& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline double dot(const Vector& a, const Vector& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline double length(const Vector& a) {
  return std::sqrt(dot(a, a));
}
inline Vector cross(const Vector& a, const Vector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

} // namespace particle
