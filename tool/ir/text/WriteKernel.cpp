#include "ir/Accessors.h"
#include "ir/Walk.h"
#include "ir/text/Quote.h"
#include "ir/text/Write.h"
#include "ir/text/WriteBlock.h"
#include "ir/text/WriteVariables.h"

#include <algorithm>
#include <set>

namespace treelize::ir {

namespace {

/// The variables of the kernel in its text: those that its head lists, those that a statement
/// declares, and the others, which no statement declares.
struct Census {
  std::set<VarId> all, listed, declared;

  explicit Census(const Kernel& kernel) {
    listed.insert(kernel.parameters.begin(), kernel.parameters.end());
    listed.insert(kernel.members.begin(), kernel.members.end());
    declared = declaredIn(kernel.body);
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      const auto see = [&](VarId id) { all.insert(id); };
      forEachOwnMention(stmt, see);
      if (const auto* region = std::get_if<Region>(&stmt.node); region && region->result)
        declared.insert(*region->result);
      if (const auto* loop = std::get_if<For>(&stmt.node); loop && loop->parallel)
        std::ranges::for_each(loop->parallel->sums, see);
      if (const auto* back = std::get_if<GiveBack>(&stmt.node))
        all.insert({back->array, back->taken});
    });
    if (kernel.result)
      all.insert(*kernel.result);
    all.insert(kernel.outputs.begin(), kernel.outputs.end());
    if (kernel.wantsOutputs)
      all.insert(*kernel.wantsOutputs);
    all.insert(listed.begin(), listed.end());
    all.insert(declared.begin(), declared.end());
  }
};

class KernelWriter {
public:
  KernelWriter(const Kernel& kernel, const Notes& notes, TypeNames& types)
      : kernel(kernel), notes(notes), types(types), census(kernel),
        variables(kernel, census.all, types) {}

  std::string run() {
    std::string s = "kernel " + signature(kernel, variables) + "\n";
    for (VarId id : census.all)
      if (!census.listed.contains(id) && !census.declared.contains(id))
        s += "  variable " + variables.write(id, Role::Local) + "\n";
    for (const auto& [accessor, name] : kernel.accessors)
      s += "  accessor " + quoted(text({AccessorKind::Private, accessor})) + " as " + name + "\n";
    for (const Function& function : kernel.functions)
      s += "  function " + written(function) + "\n";
    s += writeBody(kernel, notes, variables, types);
    if (kernel.result)
      s += "  result " + kernel[*kernel.result].name + "\n";
    if (!kernel.outputs.empty())
      s += "  returns " + names(kernel.outputs) +
           (kernel.wantsOutputs ? " where " + kernel[*kernel.wantsOutputs].name : "") + "\n";
    return s;
  }

private:
  const Kernel& kernel;
  const Notes& notes;
  TypeNames& types;
  const Census census;
  const VariableWriter variables;

  std::string names(const std::vector<VarId>& ids) const {
    std::vector<std::string> all;
    for (VarId id : ids)
      all.push_back(kernel[id].name);
    return commas(all);
  }

  static std::string list(const VariableWriter& variables, const std::vector<VarId>& ids,
                          Role usual) {
    std::vector<std::string> all;
    for (VarId id : ids)
      all.push_back(variables.write(id, usual));
    return commas(all);
  }

  std::string signature(const Kernel& of, const VariableWriter& its) {
    std::string s =
        qualifiedOrQuoted(of.name) + "(" + list(its, of.parameters, Role::Parameter) + ")";
    if (!of.members.empty())
      s += " of {" + list(its, of.members, Role::Member) + "}";
    if (of.returnType && !of.returnType->is(TypeKind::Void))
      s += " -> " + types.of(of.returnType);
    return s;
  }

  std::string written(const Function& function) {
    std::set<VarId> used(function.as->parameters.begin(), function.as->parameters.end());
    used.insert(function.as->members.begin(), function.as->members.end());
    std::string s = signature(*function.as, {*function.as, used, types});
    if (function.name != function.as->name)
      s = qualifiedOrQuoted(function.name) + " is " + s;
    const auto part = [&](const char* word, const std::string& text) {
      s += text.empty() ? "" : std::string(" ") + word + " " + quoted(text);
    };
    part("primal", function.primal);
    part("adjoint", function.adjoint);
    part("tangent", function.tangent);
    part("of", function.header);
    return s + (function.takesTape ? " on the tape" : "");
  }
};

} // namespace

std::string dump(const Kernel& kernel, const Notes& notes) {
  TypeNames types;
  const std::string text = KernelWriter(kernel, notes, types).run();
  return types.declarations() + text;
}

} // namespace treelize::ir
