// The kernel of camera.hpp as a cost function of Ceres, with its generated Jacobian.
#pragma once

#include "camera.hpp"
#include "camera.treelize.hpp"

#include <ceres/sized_cost_function.h>

#include <array>

namespace bundle {

class Reprojection : public ceres::SizedCostFunction<2, cameraSize, pointSize> {
public:
  explicit Reprojection(const std::array<double, 2>& observed) : observed_(observed) {}

  bool Evaluate(double const* const* parameters, double* residuals,
                double** jacobians) const override {
    reproject(parameters[0], parameters[1], observed_.data(), residuals);
    if (!jacobians)
      return true;
    using Rows = treelize::lanes<2>;
    Rows camera[cameraSize]{}, point[pointSize]{}, seeds[2] = {Rows::unit(0), Rows::unit(1)};
    kernels::reproject.adjoint(parameters[0], parameters[1], observed_.data(), residuals, camera,
                               point, seeds);
    copy(camera, jacobians[0]);
    copy(point, jacobians[1]);
    return true;
  }

private:
  // Ceres has the rows of a Jacobian one after the other, and none of what is held constant.
  template <std::size_t Size>
  static void copy(const treelize::lanes<2> (&columns)[Size], double* jacobian) {
    if (jacobian)
      for (std::size_t row = 0; row < 2; ++row)
        for (std::size_t i = 0; i < Size; ++i)
          jacobian[row * Size + i] = columns[i][static_cast<int>(row)];
  }

  std::array<double, 2> observed_;
};

} // namespace bundle
