// Eigen's quaternions and transforms in kernels. A derivative with respect to one is an object of
// the same class that holds one number for each coefficient: x, y, z, w of a quaternion, and the
// whole matrix of a transform, the last row too. A generated header includes this one where a
// kernel takes or returns them.
#pragma once

#include "treelize/adapt/eigen.hpp"

#include <Eigen/Geometry>

namespace treelize {

namespace eigen {

template <class T, int Options>
auto& coefficients(Eigen::Quaternion<T, Options>& q) {
  return q.coeffs();
}
template <class T, int Options>
const auto& coefficients(const Eigen::Quaternion<T, Options>& q) {
  return q.coeffs();
}
template <class T, int Dim, int Mode, int Options>
auto& coefficients(Eigen::Transform<T, Dim, Mode, Options>& t) {
  return t.matrix();
}
template <class T, int Dim, int Mode, int Options>
const auto& coefficients(const Eigen::Transform<T, Dim, Mode, Options>& t) {
  return t.matrix();
}

} // namespace eigen

namespace detail {

/// Of a class whose coefficients have a fixed shape.
template <class G>
struct dense_geometry {
  static auto data(G& g) { return eigen::coefficients(g).data(); }
  static auto data(const G& g) { return eigen::coefficients(g).data(); }
  static std::size_t size(const G& g) {
    return static_cast<std::size_t>(eigen::coefficients(g).size());
  }
  static matrix_shape shape(const G& g) {
    return {eigen::coefficients(g).rows(), eigen::coefficients(g).cols()};
  }
  static void reshape(G&, matrix_shape) {}
  static G zeros(matrix_shape) {
    G result;
    eigen::coefficients(result).setZero();
    return result;
  }
};

} // namespace detail

template <class T, int Options>
struct dense<Eigen::Quaternion<T, Options>>
    : detail::dense_geometry<Eigen::Quaternion<T, Options>> {};

template <class T, int Dim, int Mode, int Options>
struct dense<Eigen::Transform<T, Dim, Mode, Options>>
    : detail::dense_geometry<Eigen::Transform<T, Dim, Mode, Options>> {};

} // namespace treelize
