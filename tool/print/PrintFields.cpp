#include "print/PrintFields.h"

#include "print/KernelText.h"

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
                      "/// The private member `" +
                          member.name + "` of " + member.owner +
                          ".\n"
                          "struct " +
                          tag +
                          " {\n"
                          "friend constexpr auto pointer_to(" +
                          tag +
                          ");\n"
                          "};\n"
                          "template <> struct reach<" +
                          tag + ", &" + member.owner + "::" + member.name +
                          "> {\n"
                          "friend constexpr auto pointer_to(" +
                          tag +
                          ") { return reached<reach>; }\n"
                          "};\n"
                          "}\n");
}

/// What only a friend can name: `treelize::access<app::Chain>::r_(object)`.
std::string friendOf(const RecordModel& record) {
  std::string functions;
  for (const Member& member : record.members)
    if (member.owner == record.name && member.needsAccess() && member.isOpen)
      functions += "static constexpr auto" + std::string(member.isReference ? "& " : " ") +
                   member.name + "(auto& object) { return object." + member.name + "; }\n";
  if (functions.empty())
    return "";
  return guarded("access_" + bind::identifier(record.name),
                 "/// What " + record.name +
                     " opens to generated code.\n"
                     "template <> struct treelize::access<" +
                     record.name + "> {\n" + functions + "};\n");
}

std::string fieldList(const RecordModel& record) {
  std::vector<std::string> fields;
  for (const Member& member : record.members)
    if (member.isReachable())
      fields.push_back(member.isPrivate ? "member<" + bind::memberTag(member) + ">(object)"
                                        : "object." + member.name);
  return list(fields);
}

std::string fieldNames(const RecordModel& record) {
  std::vector<std::string> names;
  for (const Member& member : record.members)
    if (member.isReachable())
      names.push_back("\"" + member.name + "\"");
  return "static constexpr std::array<std::string_view, " + std::to_string(names.size()) +
         "> names{" + list(names) + "};\n";
}

} // namespace

std::string printFields(const std::vector<RecordModel>& records) {
  std::string result;
  for (const RecordModel& record : records) {
    for (const Member& member : record.members)
      if (member.isPrivate && member.isReachable())
        result += privateTag(member);
    result += friendOf(record);
    const std::string members = fieldList(record);
    const std::string parameter = members.empty() ? "auto&" : "auto& object";
    result += guarded("fields_" + bind::identifier(record.name),
                      "/// The data members of " + record.name +
                          ", for its shadows and the tape.\n"
                          "template <> struct treelize::fields<" +
                          record.name +
                          "> {\n"
                          "static constexpr auto tie(" +
                          parameter + ") { return std::tie(" + members + "); }\n" +
                          fieldNames(record) + "};\n");
  }
  return result;
}

} // namespace treelize::print
