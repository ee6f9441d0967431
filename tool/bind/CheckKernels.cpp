#include "bind/CheckKernels.h"

#include "Diagnostics.h"

#include <algorithm>

namespace treelize::bind {

void checkMembers(const KernelModel& model, const ir::Kernel& primal, DiagnosticSink& sink) {
  for (ir::VarId id : primal.members) {
    const ir::Variable& variable = primal[id];
    const std::string& name = variable.member.empty() ? variable.name : variable.member;
    const auto member = std::ranges::find(model.object.members, name, &Member::name);
    if (member == model.object.members.end())
      continue;
    if (member->isBitField)
      sink.report(Diag::unreachable_member, member->location,
                  {name, member->owner, "a bit-field", "make it an ordinary member"},
                  {.notes = {{Diag::used_by_kernel, model.location, {model.name}}},
                   .fixIts = {},
                   .ranges = {}});
    else if (member->isReference && member->isPrivate)
      sink.report(Diag::unreachable_member, member->location,
                  {name, member->owner, "a private reference",
                   "make it public, or pass what it refers to as a parameter"},
                  {.notes = {{Diag::used_by_kernel, model.location, {model.name}}},
                   .fixIts = {},
                   .ranges = {}});
  }
}

namespace {

bool areSame(const KernelModel& a, const KernelModel& b) {
  if (a.name != b.name || a.namespaces != b.namespaces || a.owner != b.owner ||
      a.isConst != b.isConst || a.parameters.size() != b.parameters.size())
    return false;
  for (std::size_t i = 0; i < a.parameters.size(); ++i)
    if (a.parameters[i].declarator != b.parameters[i].declarator)
      return false;
  return true;
}

} // namespace

void checkDifferent(const KernelModel& earlier, const KernelModel& later, DiagnosticSink& sink) {
  if (areSame(earlier, later))
    sink.report(Diag::kernel_twice, later.location, {later.name},
                {.notes = {{Diag::declared_here, earlier.location, {earlier.callee}}},
                 .fixIts = {},
                 .ranges = {}});
}

} // namespace treelize::bind
