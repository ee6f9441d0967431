#include "print/PrintSweeps.h"

#include "analysis/SharedMemory.h"
#include "bind/Shadow.h"
#include "ir/Walk.h"
#include "print/DerivedParameters.h"
#include "print/Marks.h"
#include "print/Members.h"
#include "print/PrintChecks.h"
#include "print/PrintFunction.h"
#include "print/PrintPullback.h"

#include <algorithm>
#include <set>

namespace treelize::print {

using bind::declare;
using bind::KernelModel;
using ir::Role;
using ir::TypeKind;

std::string sweepName(const KernelCode& code, bool wantsValue) {
  const std::string argument = wantsValue ? "<true>" : "<false>";
  return nameBeside(code.model, "sweep") + (code.adjoint.wantsOutputs ? argument : "");
}

std::string patternSweepName(const KernelCode& code) {
  return nameBeside(code.model, "pattern_sweep");
}

namespace {

/// A pattern sweep runs on copies, which share nothing.
std::vector<analysis::SharedMemory> sharedMemory(const KernelCode& code, const ir::Kernel& derived) {
  const bool isOnCopies = code.pattern && &derived == &code.pattern->sweep;
  return isOnCopies ? std::vector<analysis::SharedMemory>()
                    : analysis::sharedMemory(code.primal, derived);
}

/// The text of one derived function.
class FunctionPrinter {
public:
  FunctionPrinter(const KernelCode& code, std::size_t overload, const ir::Kernel& derived,
                  bool isTangent)
      : model(code.model), remarks(code.remarks), overload(overload), derived(derived), isTangent(isTangent),
        endsAsPrimal(functionsEndAsPrimal(derived) || ir::endsAsPrimal(derived.body)),
        uses(sharedMemory(code, derived)), mentioned(ir::mentioned(derived)),
        self(freeName("self", derived)), selfShadow(objectShadow(code, isTangent)) {
    for (const analysis::SharedMemory& use : uses)
      mentioned[use.var.index] = true;
    for (const ir::VarId id : derived.parameters)
      if (endsAsPrimal && isPrimal(derived[id]))
        mentioned[id.index] = true;
  }

  std::string run(const std::string& head) const {
    const std::string body = accessors(derived) + memberReferences() +
                             checkDistinct(model.callee, derived, uses) +
                             printBody(derived, primal(), remarks, !isTangent) + returnStatement(derived);
    return (remarks.areLinesMarked ? mark(derived.location) : "") + head + "(" + parameters() + ") {\n" + endingAsPrimal(derived, primal(), body) + "}\n";
  }

private:
  const KernelModel& model;
  const Remarks& remarks;
  const std::size_t overload;
  const ir::Kernel& derived;
  const bool isTangent;
  const bool endsAsPrimal;
  const std::vector<analysis::SharedMemory> uses;
  std::vector<bool> mentioned; // by the body or by its checks
  const std::string self, selfShadow;

  PrimalCall primal() const {
    std::vector<std::string> arguments;
    for (const ir::VarId id : derived.parameters)
      if (isPrimal(derived[id]))
        arguments.push_back(derived[id].name);
    return {model.callee, primalCall(model, overload, self, list(arguments))};
  }

  /// `auto& x = self.x; auto& x_b = self_b.x;` for the members that the body uses.
  std::string memberReferences() const {
    std::string result;
    for (ir::VarId id : derived.members) {
      if (!mentioned[id.index])
        continue;
      const ir::Variable& variable = derived[id];
      const bool isShadow = variable.role == Role::Shadow;
      const bind::Member& member =
          memberOf(model.object, isShadow ? derived[*variable.shadowOf] : variable);
      result += (member.isBitField ? "const auto " : "auto& ") + variable.name + " = " +
                accessTo(member, isShadow ? selfShadow : self) + ";\n";
    }
    return result;
  }

  bool mentionsMember(Role role) const {
    return std::ranges::any_of(derived.members, [&](ir::VarId id) {
      return mentioned[id.index] && derived[id].role == role;
    });
  }

  /// The parameters of a derived function as it defines them: nameless where the body has no use.
  std::string parameters() const {
    std::vector<std::string> parts;
    const std::string object = model.owner + "& ";
    const auto addShadow = [&] {
      if (model.isBound())
        parts.push_back(object + (mentionsMember(Role::Shadow) ? selfShadow : ""));
    };
    if (model.isBound())
      parts.push_back((model.isConst ? "const " : "") + object +
                      (mentionsMember(Role::Member) || endsAsPrimal ? self : ""));
    bool hasObjectShadow = false;
    for (const DerivedParameter& parameter : derivedParameters(model, derived)) {
      if (parameter.variable->role == Role::Shadow && !hasObjectShadow) {
        addShadow();
        hasObjectShadow = true;
      }
      const bool isMentioned = mentioned[parameter.id.index];
      const std::string declarator = declaratorOf(parameter, derived, isTangent);
      // What is only read overlaps nothing that is written: see the guide.
      const ir::Variable& variable = *parameter.variable;
      const bool isOnlyRead =
          !isTangent && variable.type->is(TypeKind::Pointer) && variable.type->constElement;
      const std::string qualifier = isOnlyRead ? "__restrict " : "";
      parts.push_back(declare(declarator, isMentioned ? qualifier + parameter.variable->name : ""));
    }
    if (!hasObjectShadow)
      addShadow();
    return list(parts);
  }
};

std::string asTemplate(const ir::Kernel& adjoint) {
  return adjoint.wantsOutputs ? "template <bool " + adjoint[*adjoint.wantsOutputs].name + "> " : "";
}

std::string patternSweep(const KernelCode& code, std::size_t overload) {
  if (!code.pattern)
    return "";
  return FunctionPrinter(code, overload, code.pattern->sweep, /*isTangent=*/true)
             .run("static " + code.model.returnValue->spelling + " " + patternSweepName(code)) +
         "\n";
}

/// A derived function with those that it calls, and the same over lanes.
struct Sweep {
  const ir::Kernel& derived;
  const std::optional<ir::Kernel>& overLanes;
  std::string head, name; // `static double`, `sweep`
  bool isTangent = false;
};

std::string sweep(const KernelCode& code, std::size_t overload, const Sweep& sweep,
                  std::set<std::string>& printed) {
  const auto print = [&](const ir::Kernel& derived, const std::string& head) {
    return FunctionPrinter(code, overload, derived, sweep.isTangent).run(head + " " + sweep.name) +
           "\n";
  };
  return functionsOf(sweep.derived, code.remarks, printed) + print(sweep.derived, sweep.head) +
         (sweep.overLanes ? print(*sweep.overLanes, "template <int Lanes> static void") : "");
}

std::string firstSweeps(const KernelCode& code, std::size_t overload,
                        std::set<std::string>& printed) {
  const auto name = [&](const char* wanted) { return nameBeside(code.model, wanted); };
  const std::string type = code.adjoint.outputs.empty() ? "void" : code.model.returnValue->spelling;
  std::string text;
  if (hasAdjoint(code))
    text += sweep(code, overload,
                  {code.adjoint, code.adjointOverLanes, asTemplate(code.adjoint) + "static " + type,
                   name("sweep")},
                  printed);
  if (code.tangent)
    text += sweep(code, overload,
                  {*code.tangent, code.tangentOverLanes, "static " + tangentResult(code),
                   name("tangent_sweep"), /*isTangent=*/true},
                  printed);
  return text;
}

std::string furtherSweeps(const KernelCode& code, std::size_t overload,
                          std::set<std::string>& printed) {
  std::string text;
  if (code.hessianProduct)
    text += sweep(code, overload,
                  {*code.hessianProduct, code.hessianProductOverLanes, "static void",
                   nameBeside(code.model, "hvp_sweep")},
                  printed);
  text += patternSweep(code, overload);
  if (hasPullback(code))
    text += functionsOf(*code.pullback, code.remarks, printed);
  return text;
}

} // namespace

std::string sweepFunctions(const std::vector<const KernelCode*>& overloads) {
  std::string text;
  std::set<std::string> printed;
  for (std::size_t i = 0; i < overloads.size(); ++i)
    text += firstSweeps(*overloads[i], i, printed);
  for (std::size_t i = 0; i < overloads.size(); ++i)
    text += furtherSweeps(*overloads[i], i, printed);
  return text;
}

} // namespace treelize::print
