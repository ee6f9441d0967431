// What an editor shows of a kernel's object and its members.
#pragma once

#include "print/KernelText.h"

#include <string>
#include <vector>

namespace treelize::print {

/// The user's comment, as `///`; `isWhole`: with what follows its first command (`@param`), which
/// fits a function with the kernel's parameters alone.
std::string usersComment(const bind::KernelModel& model, bool isWhole);

/// A sentence on a member.
std::string commentOnAdjoint();
std::string commentOnTangent(const KernelCode& code);
std::string commentOnGrad(const bind::KernelModel& model);
std::string commentOnValueAndGrad(const bind::KernelModel& model);
std::string commentOnJacobian();
std::string commentOnHessian();
std::string commentOnPullback();
std::string commentOnHessianProduct();
/// Of the form that adds to shadows.
std::string commentOnAddedHessianProduct();

} // namespace treelize::print
