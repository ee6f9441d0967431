#include "ir/text/WriteVariables.h"

#include "ir/text/Quote.h"
#include "ir/text/RoleWords.h"
#include "ir/text/Wishes.h"

#include <algorithm>

namespace treelize::ir {

VariableWriter::VariableWriter(const Kernel& kernel, const std::set<VarId>& used, TypeNames& types)
    : kernel(kernel), used(used), types(types) {
  for (VarId id : used)
    names.insert(kernel[id].name);
}

std::string VariableWriter::write(VarId id, Role usual) const {
  const Variable& v = kernel[id];
  const bool isView = v.type->isView();
  std::string s = v.name + ": " + (v.isConst && !isView ? "const " : "") + types.of(v.type) +
                  (v.byReference ? "&" : "") + (v.isConst && isView ? " const" : "");
  s += v.nondiff ? " nondiff" : "";
  s += v.leftOut ? " left_out" : "";
  s += v.isWalked ? " walked" : "";
  if (v.role != (kernel.result == id ? Role::Result : usual))
    s += " " + std::string(std::ranges::find(roleWords, v.role, &RoleWord::second)->first);
  if (v.shadowOf) {
    const bool isGone = *v.shadowOf == id || !used.contains(*v.shadowOf);
    s += v.role == usual ? " derivative" : "";
    s += isGone ? "" : " of " + kernel[*v.shadowOf].name;
  }
  if (!v.member.empty() && v.member != v.name)
    s += " called " + nameOrQuoted(v.member);
  const std::string& wish = v.wish.empty() ? v.name : v.wish;
  return s + (wish == wishOf(v.name, names) ? "" : " as " + wish);
}

std::string commas(const std::vector<std::string>& parts) {
  std::string s;
  for (const std::string& part : parts)
    s += (s.empty() ? "" : ", ") + part;
  return s;
}

} // namespace treelize::ir
