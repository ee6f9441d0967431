#pragma once
#include <treelize/annotations.hpp>
namespace model {
struct TREELIZE(node) Rest { double length = 1; };
}
