#include "print/PrintWritten.h"

#include "analysis/Regions.h"
#include "bind/Shadow.h"
#include "ir/Walk.h"
#include "print/Members.h"

#include <algorithm>

namespace treelize::print {

using analysis::Region;
using analysis::RegionSet;

namespace {

bool hasOpenFields(const ir::Type& type) {
  return type.is(ir::TypeKind::Record) &&
         std::ranges::all_of(type.fields,
                             [](const ir::RecordField& field) { return field.accessor.isName(); });
}

/// The largest parts that are written, down to members of members. Elements are not told apart.
void collect(const RegionSet& writes, const Region& region, const ir::Type& type,
             const std::string& text, std::vector<std::string>& parts) {
  if (!writes.overlaps(region))
    return;
  if (writes.contains(region) || !hasOpenFields(type)) {
    parts.push_back(text);
    return;
  }
  for (const ir::RecordField& field : type.fields) {
    Region inner = region;
    inner.path.push_back(field.name);
    collect(writes, inner, *field.type, text + "." + field.name, parts);
  }
}

std::vector<std::string> writtenParts(const KernelCode& code, const std::string& object) {
  const RegionSet writes = analysis::writesOf(code.primal, code.primal.body);
  std::vector<std::string> parts;
  for (const ir::VarId id : code.primal.members)
    collect(writes, {id, {}}, *code.primal[id].type,
            accessTo(memberOf(code.model.object, code.primal[id]), object), parts);
  return parts;
}

bool writesGlobals(const ir::Kernel& primal) {
  bool found = false;
  ir::forEachStmt(primal.body, [&](const ir::Stmt& stmt) {
    if (!std::holds_alternative<ir::Declare>(stmt.node)) // its reference
      ir::forEachWritten(primal, stmt, [&](const ir::Place& place) {
        found = found || ir::isGlobal(primal[place.base]);
      });
  });
  return found;
}

} // namespace

std::string writtenFunction(const KernelCode& code, const std::string& self) {
  const bind::KernelModel& model = code.model;
  if (!model.returnsVoid() || bind::gradAbsence(model) != bind::GradAbsence::none)
    return "";
  if (writesGlobals(code.primal))
    return "";
  const std::vector<std::string> parts = writtenParts(code, "object");
  return "auto written(" + list(parameterTypes(model)) + ")" + (model.isConst ? " const" : "") +
         " {\n" + (parts.empty() ? "" : "auto& object = " + self + ";\n") +
         "return treelize::written{\"" + model.callee + "\", std::tie(" + list(parts) + ")};\n}\n\n";
}

} // namespace treelize::print
