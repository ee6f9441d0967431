// The shadow of a bound object: its fields are lent the object's adjoints, and give them back.
#include "treelize/bound.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace {
struct Body {
  treelize::field<double> x{2};
  std::vector<treelize::field<double>> more;
  double k = 3;
  int n = 4;
};
} // namespace
template <> struct treelize::fields<Body> {
  static constexpr auto tie(auto& object) {
    return std::tie(object.x, object.more, object.k, object.n);
  }
};

TEST(ObjectShadow, CopiesNoElements) {
  Body body;
  body.more.emplace_back(5);
  const Body copy = treelize::copy_without_fields(body);
  EXPECT_TRUE(copy.x.empty() && copy.more.at(0).empty());
  EXPECT_EQ(copy.k, 3);
  EXPECT_EQ(Body(body).x.size(), 2u);
}

TEST(ObjectShadow, LendsAdjoints) {
  Body body;
  body.x.grad[1] = 7;
  Body shadow = treelize::copy_without_fields(body);
  {
    const treelize::object_shadow<Body> lent(body, shadow);
    EXPECT_EQ(shadow.x[1], 7);
    EXPECT_EQ(shadow.k, 0);
    EXPECT_EQ(shadow.n, 4);
    shadow.x[0] += 1;
  }
  EXPECT_EQ(body.x.grad[0], 1);
  EXPECT_EQ(body.x.grad[1], 7);
}

TEST(ObjectShadow, GivesBackAfterAnException) {
  Body body;
  Body shadow = treelize::copy_without_fields(body);
  try {
    const treelize::object_shadow<Body> lent(body, shadow);
    shadow.x[0] = 5;
    throw std::runtime_error("stop");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(body.x.grad[0], 5);
}
