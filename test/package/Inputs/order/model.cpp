#include <model/top.treelize.hpp>
double curvature(double x) { return model::kernels::curve.grad(model::Rest{3}, x).x; }
