#include "bind/CheckKernels.h"

#include "Diagnostics.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::bind {

namespace {

bool isWritten(ir::VarId id, const ir::Kernel& kernel) {
  bool result = false;
  ir::forEachStmt(kernel.body, [&](const ir::Stmt& stmt) {
    ir::forEachWritten(kernel, stmt, [&](const ir::Place& target) { result |= target.base == id; });
  });
  return result;
}

/// What the kernel writes to a copy of its own nobody sees.
bool isOutput(ir::VarId id, const ir::Kernel& kernel) {
  const ir::Variable& variable = kernel[id];
  const bool isCopy = variable.role == ir::Role::Parameter && !variable.byReference;
  return isWritten(id, kernel) && !(isCopy && !ir::holdsView(*variable.type));
}

/// Inserted behind the brace of the class.
FixIt openClass(const Member& member) {
  return {member.classBody, {}, " template <class> friend struct treelize::access;"};
}

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

void checkDerivative(const KernelModel& model, const ir::Kernel& primal, DiagnosticSink& sink) {
  std::vector<ir::VarId> given = primal.parameters;
  given.insert(given.end(), primal.members.begin(), primal.members.end());
  std::erase_if(given, [&](ir::VarId id) {
    return primal[id].nondiff || !ir::isDifferentiable(*primal[id].type);
  });
  const bool hasOutput =
      ir::isDifferentiable(*primal.returnType) ||
      std::ranges::any_of(given, [&](ir::VarId id) { return isOutput(id, primal); });
  if (given.empty())
    sink.report(Diag::kernel_without_derivative, model.location,
                {model.name, "it takes no real number that is no constant"});
  else if (!hasOutput)
    sink.report(Diag::kernel_without_derivative, model.location,
                {model.name, "it returns and writes no real number"});
}

void checkMembers(const KernelModel& model, const ir::Kernel& primal, DiagnosticSink& sink) {
  const std::vector<Note> notes = {{Diag::used_by_kernel, model.location, {model.name}}};
  for (ir::VarId id : primal.members) {
    const ir::Variable& variable = primal[id];
    const std::string& name = variable.member.empty() ? variable.name : variable.member;
    const auto& all = model.object.members; // a hidden one of a base comes first
    const auto member = std::ranges::find(all.rbegin(), all.rend(), name, &Member::name);
    if (member == all.rend())
      continue;
    if (member->isBitField && isWritten(id, primal))
      sink.report(
          Diag::unreachable_member, member->location,
          {name, member->owner, "a bit-field that a kernel changes", "make it an ordinary member"},
          {.notes = notes, .fixIts = {}, .ranges = {}});
    else if (member->needsAccess() && !member->isOpen)
      sink.report(Diag::unreachable_member, member->location,
                  {name, member->owner,
                   member->isBitField ? "a private bit-field" : "a private reference",
                   "befriend treelize::access, which <treelize/annotations.hpp> declares"},
                  {.notes = notes, .fixIts = {openClass(*member)}, .ranges = {}});
  }
}

void checkDifferent(const KernelModel& earlier, const KernelModel& later, DiagnosticSink& sink) {
  if (areSame(earlier, later))
    sink.report(Diag::kernel_twice, later.location, {later.name},
                {.notes = {{Diag::declared_here, earlier.location, {earlier.callee}}},
                 .fixIts = {},
                 .ranges = {}});
}

} // namespace treelize::bind
