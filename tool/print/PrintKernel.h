// Kernels of free functions (and static methods): one object per name in the namespace `kernels`,
// with an overload for each kernel of that name.
#pragma once

#include "bind/ClassModel.h"
#include "print/KernelText.h"

#include <string>
#include <vector>

namespace treelize::print {

struct Unit;

/// Prints all kernels, their records and the bound classes into the unit.
void printKernels(const std::vector<KernelCode>& kernels,
                  const std::vector<bind::ClassModel>& classes,
                  const std::vector<bind::RecordModel>& records, Unit& unit);

/// The struct around the kernels of one name, `name` its own name.
std::string kernelStruct(const std::vector<const KernelCode*>& overloads, const std::string& name);

} // namespace treelize::print
