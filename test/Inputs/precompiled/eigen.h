#include "library.h"

#include <Eigen/Dense>
