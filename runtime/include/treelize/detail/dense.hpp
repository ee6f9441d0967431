// Objects that are numbers in a row and a shape, as another library has them: a matrix of Eigen's.
// The library's adaptor (adapt/eigen.hpp) says how; shadows and the tape ask here.
#pragma once

#include <type_traits>

namespace treelize {

/// Specialised by an adaptor:
///   static T* data(Matrix&);                   the numbers, const or not as the object is
///   static std::size_t size(const Matrix&);    how many there are
///   static S shape(const Matrix&);             comparable and trivially copyable
///   static void reshape(Matrix&, S);           the numbers are unspecified afterwards
///   static Matrix zeros(S);
template <class Matrix>
struct dense;

namespace detail {

template <class Matrix>
concept dense_object = requires { sizeof(dense<std::remove_cv_t<Matrix>>); };

} // namespace detail

} // namespace treelize
