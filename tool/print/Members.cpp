#include "print/Members.h"

#include "Bug.h"

#include <algorithm>

namespace treelize::print {

const bind::Member& memberOf(const bind::RecordModel& record, const ir::Variable& variable) {
  const std::string& name = variable.member.empty() ? variable.name : variable.member;
  const auto last =
      std::ranges::find(record.members.rbegin(), record.members.rend(), name, &bind::Member::name);
  require(last != record.members.rend(), "a kernel uses a member that its class does not have");
  return *last;
}

std::string accessTo(const bind::Member& member, const std::string& object) {
  if (member.needsAccess())
    return "treelize::access<" + member.owner + ">::" + member.name + "(" + object + ")";
  if (member.isPrivate)
    return "treelize::member<treelize::" + bind::memberTag(member) + ">(" + object + ")";
  return object + "." + member.name;
}

} // namespace treelize::print
