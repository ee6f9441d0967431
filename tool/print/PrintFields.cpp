#include "print/PrintFields.h"

#include <algorithm>

namespace treelize::print {

using bind::Member;
using bind::RecordModel;

namespace {

std::string guarded(const std::string& name, const std::string& text) {
  const std::string guard = "TREELIZE_" + name;
  return "#ifndef " + guard + "\n#define " + guard + "\n" + text + "#endif\n";
}

/// The tag of a private member, and the specialisation through which it is reached.
std::string privateTag(const Member& member) {
  const std::string tag = bind::memberTag(member);
  return guarded(tag, "namespace treelize {\n"
                      "struct " + tag + " {\n"
                      "friend constexpr auto pointer_to(" + tag + ");\n"
                      "};\n"
                      "template <> struct reach<" + tag + ", &" + member.owner + "::" + member.name +
                          "> {\n"
                          "friend constexpr auto pointer_to(" + tag + ") { return reached<reach>; }\n"
                          "};\n"
                          "}\n");
}

std::string fieldList(const RecordModel& record) {
  std::string result;
  for (const Member& member : record.members) {
    if (!member.isReachable())
      continue;
    result += result.empty() ? "" : ", ";
    result += member.isPrivate ? "member<" + bind::memberTag(member) + ">(object)"
                               : "object." + member.name;
  }
  return result;
}

} // namespace

std::string printFields(const std::vector<RecordModel>& records) {
  std::string result;
  for (const RecordModel& record : records) {
    for (const Member& member : record.members)
      if (member.isPrivate && member.isReachable())
        result += privateTag(member);
    const std::string members = fieldList(record);
    const std::string parameter = members.empty() ? "auto&" : "auto& object";
    result += guarded("fields_" + bind::identifier(record.name),
                      "/// The data members of " + record.name + ", for its shadows and the tape.\n"
                      "template <> struct treelize::fields<" + record.name + "> {\n"
                      "static constexpr auto tie(" + parameter + ") { return std::tie(" + members +
                          "); }\n};\n");
  }
  return result;
}

} // namespace treelize::print
