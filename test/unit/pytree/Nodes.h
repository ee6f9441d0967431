// Node classes as the tool prints them, and nodes by functions, for the pytree tests.
#pragma once

#include "treelize/pytree.hpp"

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace nodes {

struct Params {
  double weight = 0;
  std::vector<double> bias;
  std::string activation;
  bool operator==(const Params&) const = default;
};
struct Net {
  std::vector<Params> layers;
  std::map<int, double> rates;
  std::optional<double> decay;
  double grid[2][2] = {};
};

/// Refuses what is not positive when it is constructed with values.
class Checked {
public:
  Checked() = default;
  explicit Checked(double x) : value(x) {
    if (x <= 0)
      throw std::invalid_argument("not positive");
  }
  double value = 1;
};

/// Has no default constructor.
class Bound {
public:
  explicit Bound(int limit) : limit_(limit) {}
  int limit() const { return limit_; }
  double value = 0;

private:
  int limit_;
};

struct Polar {
  double r, phi;
  int id;
};

template <class T>
struct Point {
  T x{};
  T y{};
};

} // namespace nodes

template <>
struct treelize::node_traits<nodes::Params> {
  static constexpr std::string_view name = "Params";
  static constexpr bool aggregate = true;
  using members = treelize::members<treelize::child<"weight", &nodes::Params::weight>,
                                    treelize::child<"bias", &nodes::Params::bias>,
                                    treelize::aux<"activation", &nodes::Params::activation>>;
};
template <>
struct treelize::node_traits<nodes::Net> {
  static constexpr std::string_view name = "Net";
  static constexpr bool aggregate = true;
  using members = treelize::members<
      treelize::child<"layers", &nodes::Net::layers>, treelize::child<"rates", &nodes::Net::rates>,
      treelize::child<"decay", &nodes::Net::decay>, treelize::child<"grid", &nodes::Net::grid>>;
};
template <>
struct treelize::node_traits<nodes::Checked> {
  using members = treelize::members<treelize::child<"value", &nodes::Checked::value>>;
};
template <>
struct treelize::node_traits<nodes::Bound> {
  using members = treelize::members<treelize::child<"value", &nodes::Bound::value>>;
};
template <>
struct treelize::node_traits<nodes::Polar> {
  static constexpr std::array<std::string_view, 2> keys{"r", "phi"};
  static auto children(auto& p) { return std::tie(p.r, p.phi); }
  static int aux(const nodes::Polar& p) { return p.id; }
  static nodes::Polar make(int id, double r, double phi) { return {r, phi, id}; }
};

template <class T>
struct treelize::node_traits<nodes::Point<T>> {
  static constexpr bool aggregate = true;
  using members = treelize::members<treelize::child<"x", &nodes::Point<T>::x>,
                                    treelize::child<"y", &nodes::Point<T>::y>>;
  template <class R>
  using rebind = nodes::Point<R>;
};
