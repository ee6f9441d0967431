// Eigen's quaternions and transforms in kernels. A derivative with respect to one is an object of
// the same class that holds one number for each coefficient: x, y, z, w of a quaternion, and the
// whole matrix of a transform, the last row too. A generated header includes this one where a
// kernel takes or returns them.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/adapt/eigen.hpp"

#include <Eigen/Geometry>

namespace treelize {

namespace eigen {

template <class Number, int Options>
auto& coefficients(Eigen::Quaternion<Number, Options>& rotation) {
  return rotation.coeffs();
}
template <class Number, int Options>
const auto& coefficients(const Eigen::Quaternion<Number, Options>& rotation) {
  return rotation.coeffs();
}
template <class Number, int Dim, int Mode, int Options>
auto& coefficients(Eigen::Transform<Number, Dim, Mode, Options>& transform) {
  return transform.matrix();
}
template <class Number, int Dim, int Mode, int Options>
const auto& coefficients(const Eigen::Transform<Number, Dim, Mode, Options>& transform) {
  return transform.matrix();
}

} // namespace eigen

namespace detail {

/// Of a class whose coefficients have a fixed shape.
template <class Object>
struct dense_geometry {
  static auto data(Object& object) { return eigen::coefficients(object).data(); }
  static auto data(const Object& object) { return eigen::coefficients(object).data(); }
  static std::size_t size(const Object& object) {
    return static_cast<std::size_t>(eigen::coefficients(object).size());
  }
  static matrix_shape shape(const Object& object) {
    return {eigen::coefficients(object).rows(), eigen::coefficients(object).cols()};
  }
  static void reshape(Object&, matrix_shape) {}
  static Object zeros(matrix_shape) {
    Object result;
    eigen::coefficients(result).setZero();
    return result;
  }
};

} // namespace detail

template <class Number, int Options>
struct dense<Eigen::Quaternion<Number, Options>>
    : detail::dense_geometry<Eigen::Quaternion<Number, Options>> {};

template <class Number, int Dim, int Mode, int Options>
struct dense<Eigen::Transform<Number, Dim, Mode, Options>>
    : detail::dense_geometry<Eigen::Transform<Number, Dim, Mode, Options>> {};

} // namespace treelize
