// Objects that are numbers in a row and a shape, as another library has them: a matrix of Eigen's.
// The library's adaptor (adapt/eigen.hpp) says how; shadows and the tape ask here.
#pragma once

#include <type_traits>

namespace treelize {

/// Specialised by an adaptor:
///   static T* data(M&);                   the numbers, const or not as the object is
///   static std::size_t size(const M&);    how many there are
///   static S shape(const M&);             comparable and trivially copyable
///   static void reshape(M&, S);           the numbers are unspecified afterwards
///   static M zeros(S);
template <class M>
struct dense;

namespace detail {

template <class M>
concept dense_object = requires { sizeof(dense<std::remove_cv_t<M>>); };

} // namespace detail

} // namespace treelize
