#include "print/AbsentMembers.h"

#include "bind/Shadow.h"
#include "print/PrintMatrices.h"
#include "print/PrintPattern.h"
#include "print/PrintPullback.h"

#include <algorithm>

namespace treelize::print {
namespace {

using Overloads = std::vector<const KernelCode*>;

/// Why it is absent: a class of the runtime's whose name GCC shows, and the sentence that Clang does.
struct Reason {
  std::string name, sentence;
};

const Reason noTangent{"tangent_needs_the_tangent_of_each_function_with_a_rule",
                       "a function that it calls has an adjoint of yours alone: give that function "
                       "a tangent by 'tangent_of'"};
const Reason noResult{"grad_needs_one_floating_result_so_call_adjoint",
                      "it returns no single floating number: call its 'adjoint'"};
const Reason noOwner{"grad_cannot_own_a_shadow_of_each_parameter_so_call_adjoint",
                     "a parameter or a member cannot be copied, or refers to memory of unknown "
                     "extent: call its 'adjoint'"};

const Reason oneNumber{"jacobian_needs_several_results_so_call_grad",
                       "it returns one floating number: call its 'grad', or its 'hessian'"};
const Reason severalNumbers{"hessian_needs_one_floating_result_so_call_jacobian",
                            "it returns no single floating number: call its 'jacobian'"};
const Reason noExtent{"hessian_cannot_tell_the_extent_of_each_parameter_so_call_hvp",
                      "a parameter refers to memory of unknown extent, or cannot be copied: call "
                      "its 'hvp' with unit vectors, or take a span"};
const Reason noRow{"jacobian_needs_a_result_or_something_written",
                   "nothing that it returns or writes has a derivative"};
const Reason unknownExtent{"jacobian_cannot_tell_the_extent_of_each_parameter_so_call_adjoint",
                           "a parameter refers to memory of unknown extent, or cannot be copied: "
                           "call its 'adjoint' over lanes, or take a span"};

const Reason noAdjoint{"adjoint_is_left_out_so_name_it_in_its_derivatives",
                       "its adjoint is left out: name 'adjoint' in its 'derivatives = (...)'"};
const Reason tangentLeftOut{"tangent_is_left_out_so_name_it_in_its_derivatives",
                            "it is left out: name 'tangent' in its 'derivatives = (...)'"};

/// Where another overload has the member, no call may find this one.
std::string absent(const KernelCode& code, const std::string& member, const Reason& reason,
                   bool isAlone, const std::string& condition = "") {
  return "template <class... Args>" +
         (isAlone ? condition : " requires treelize::detail::never<Args...>") +
         "\ntreelize::" + reason.name + " " + member +
         "(Args&&...) const TREELIZE_ABSENT(\"kernel '" + code.model.name + "' has no '" + member +
         "': " + reason.sentence + "\");\n\n";
}

/// The member, which is missing where `isMissing(code)` holds, for the reason `reasonOf(code)`.
template <class IsMissing, class ReasonOf>
std::string absentWhere(const Overloads& overloads, const std::string& member,
                        const IsMissing& isMissing, const ReasonOf& reasonOf) {
  const auto isIt = [&](const KernelCode* code) { return isMissing(*code); };
  const auto missing = std::ranges::find_if(overloads, isIt);
  return missing == overloads.end() ? ""
                                    : absent(**missing, member, reasonOf(**missing),
                                             std::ranges::all_of(overloads, isIt));
}

std::string absentTangent(const Overloads& overloads) {
  return absentWhere(
      overloads, "tangent", [](const KernelCode& code) { return !code.tangent; },
      [](const KernelCode& code) { return code.wanted.tangent ? noTangent : tangentLeftOut; });
}

std::string absentAdjoint(const Overloads& overloads) {
  return absentWhere(
      overloads, "adjoint", [](const KernelCode& code) { return !hasAdjoint(code); },
      [](const KernelCode&) { return noAdjoint; });
}

const Reason& whyNoGrad(const KernelCode& code) {
  switch (bind::gradAbsence(code.model)) {
  case bind::GradAbsence::needsSeed:
    return noResult;
  case bind::GradAbsence::cannotOwn:
    return noOwner;
  default:
    return noAdjoint;
  }
}

std::string absentGradient(const Overloads& overloads) {
  const auto isMissing = [](const KernelCode& code) { return !hasGrad(code); };
  return absentWhere(overloads, "grad", isMissing, whyNoGrad) +
         absentWhere(overloads, "value_and_grad", isMissing, whyNoGrad);
}

const Reason& whyNoJacobian(const KernelCode& code) {
  switch (jacobianAbsence(code)) {
  case JacobianAbsence::oneNumber:
    return oneNumber;
  case JacobianAbsence::leftOut:
    return noAdjoint;
  case JacobianAbsence::noRow:
    return noRow;
  default:
    return unknownExtent;
  }
}

bool hasJacobian(const KernelCode& code) { return jacobianAbsence(code) == JacobianAbsence::none; }

std::string absentJacobian(const Overloads& overloads) {
  return absentWhere(
      overloads, "jacobian", [](const KernelCode& code) { return !hasJacobian(code); },
      whyNoJacobian);
}

/// With words for underscores: what Clang shows.
Reason inWords(const std::string& name, const std::string& remedy = "") {
  std::string sentence = name + remedy;
  std::ranges::replace(sentence, '_', ' ');
  return {name, sentence};
}

std::string absentLanes(const Overloads& overloads) {
  const std::string& name = overloads.front()->whyNoLanes;
  if (name.empty() || overloads.size() > 1)
    return "";
  return absent(*overloads.front(), "adjoint", inWords(name, ": call it once for each seed"), true,
                " requires (false || ... || treelize::detail::has_lanes<Args>)");
}

std::string absentSecond(const Overloads& overloads) {
  return absentWhere(
      overloads, "hvp", [](const KernelCode& code) { return !code.hessianProduct; },
      [](const KernelCode& code) { return inWords(code.whyNoSecond); });
}

Reason whyNoHessian(const KernelCode& code) {
  switch (hessianAbsence(code)) {
  case HessianAbsence::severalNumbers:
    return severalNumbers;
  case HessianAbsence::noProduct:
    return inWords(code.whyNoSecond);
  default:
    return noExtent;
  }
}

bool hasHessian(const KernelCode& code) { return hessianAbsence(code) == HessianAbsence::none; }

std::string absentHessian(const Overloads& overloads) {
  return absentWhere(
      overloads, "hessian", [](const KernelCode& code) { return !hasHessian(code); }, whyNoHessian);
}

std::string absentPullback(const Overloads& overloads) {
  return absentWhere(
      overloads, "pullback", [](const KernelCode& code) { return !hasPullback(code); },
      [](const KernelCode& code) {
        return code.whyNoPullback.empty() ? noOwner : inWords(code.whyNoPullback);
      });
}

const Reason notSparse{"sparse_matrices_need_the_item_jacobian_or_hessian_sparse",
                       "a sparse matrix is made where the annotation asks for it: write "};

/// Of the kernels that have the dense one.
std::string absentSparse(const Overloads& overloads, const std::string& name,
                         bool (*isDense)(const KernelCode&)) {
  const auto isThere = [&](const KernelCode* code) {
    return hasSparseValues(*code) && isDense(*code);
  };
  const auto dense = std::ranges::find_if(
      overloads, [&](const KernelCode* code) { return isDense(*code) && !hasSparseValues(*code); });
  if (dense == overloads.end())
    return "";
  const Reason reason{notSparse.name, notSparse.sentence + "'" + name + " = sparse'"};
  return absent(**dense, name + "_csr", reason, std::ranges::none_of(overloads, isThere));
}

std::string absentSparse(const Overloads& overloads) {
  return absentSparse(overloads, "jacobian",
                      [](const KernelCode& code) { return !code.model.isMethod() && hasJacobian(code); }) +
         absentSparse(overloads, "hessian", hasHessian);
}

/// Of those that ask for a sparse Hessian and have no second derivatives.
std::string absentHessianValues(const Overloads& overloads) {
  const auto isMissing = [](const KernelCode* code) {
    return code->pattern && !hasSparseValues(*code);
  };
  const auto missing = std::ranges::find_if(overloads, isMissing);
  if (missing == overloads.end() || (*missing)->pattern->matrix != pattern::Matrix::Hessian)
    return "";
  return absent(**missing, "hessian_csr", whyNoHessian(**missing),
                std::ranges::none_of(overloads, [](const KernelCode* code) {
                  return hasSparseValues(*code);
                }));
}
} // namespace

std::string absentMembers(const Overloads& overloads) {
  const bind::KernelModel& model = overloads.front()->model;
  const std::string first =
      absentAdjoint(overloads) + absentTangent(overloads) + absentGradient(overloads);
  const std::string jacobian = model.isBound() ? "" : absentJacobian(overloads);
  const std::string second = model.isMethod() ? ""
                                              : absentSecond(overloads) + absentHessian(overloads) +
                                                    absentPullback(overloads);
  return first + jacobian + absentLanes(overloads) + second + absentSparse(overloads) +
         absentHessianValues(overloads);
}

} // namespace treelize::print
