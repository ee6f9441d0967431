// Functors as the tool prints them, with the options as template arguments, and two node classes.
#pragma once

#include "treelize/tree_function.hpp"

#include <array>
#include <numeric>
#include <string_view>
#include <type_traits>
#include <vector>

namespace shapes {

struct Layer {
  std::vector<double> weights;
  double bias = 0;
  int id = 0;
};
struct Net {
  Layer hidden;
  Layer output;
};
struct Grid {
  double cells[2][3] = {};
  std::array<float, 2> scale = {};
};
template <class T> struct Point {
  T x;
  T y;
};

} // namespace shapes

template <> struct treelize::node_traits<shapes::Layer> {
  static constexpr bool aggregate = true;
  using members = treelize::members<treelize::child<"weights", &shapes::Layer::weights>,
                                    treelize::child<"bias", &shapes::Layer::bias>,
                                    treelize::aux<"id", &shapes::Layer::id>>;
};
template <> struct treelize::node_traits<shapes::Net> {
  static constexpr bool aggregate = true;
  using members = treelize::members<treelize::child<"hidden", &shapes::Net::hidden>,
                                    treelize::child<"output", &shapes::Net::output>>;
};
template <> struct treelize::node_traits<shapes::Grid> {
  static constexpr bool aggregate = true;
  using members = treelize::members<treelize::child<"cells", &shapes::Grid::cells>,
                                    treelize::child<"scale", &shapes::Grid::scale>>;
};
template <class T> struct treelize::node_traits<shapes::Point<T>> {
  static constexpr bool aggregate = true;
  using members = treelize::members<treelize::child<"x", &shapes::Point<T>::x>,
                                    treelize::child<"y", &shapes::Point<T>::y>>;
  template <class R> using rebind = shapes::Point<R>;
};

namespace leaves {

using treelize::mode;


template <class T = double, mode M = mode::strict, bool Inherit = true> struct add {
  static constexpr treelize::walk_options options{.mode = M, .inherit = Inherit};
  static constexpr std::array<std::string_view, 2> names{"a", "b"};
  using parameters = treelize::parameters<T, T>;
  T operator()(T a, T b) const { return a + b; }
};

template <mode M, int Missing = 0, bool Inherit = true> struct add_or : add<int, M, Inherit> {
  static int missing() { return Missing; }
};

template <mode M = mode::strict> struct subtract : add<int, M> {
  int operator()(int a, int b) const { return a - b; }
};

template <mode M = mode::strict> struct accumulate {
  static constexpr treelize::walk_options options{.mode = M};
  static constexpr std::array<std::string_view, 3> names{"y", "x", "a"};
  using parameters = treelize::parameters<double&, double, double>;
  void operator()(double& y, double x, double a) const { y += a * x; }
};

struct positive {
  static constexpr treelize::walk_options options{};
  using parameters = treelize::parameters<double>;
  bool operator()(double x) const { return x > 0; }
};

struct length {
  static constexpr treelize::walk_options options{};
  using parameters = treelize::parameters<const std::vector<double>&>;
  int operator()(const std::vector<double>& v) const { return static_cast<int>(v.size()); }
};

/// What Python's `append` does: the list is changed and given back.
template <bool Fresh> struct append {
  static constexpr treelize::walk_options options{.mode = mode::outer};
  using parameters = treelize::parameters<std::vector<int>&, int>;
  static auto missing() {
    if constexpr (Fresh)
      return [] { return std::vector<int>{}; };
    else
      return std::vector<int>{};
  }
  std::vector<int> operator()(std::vector<int>& list, int value) const {
    list.push_back(value);
    return list;
  }
};

} // namespace leaves
