#include "analysis/ElementKeys.h"

#include "analysis/ElementRanges.h"

#include <algorithm>
#include <optional>

namespace treelize::analysis {

using namespace ir;

std::string elementKey(const Place& place) {
  std::string key;
  for (const Selector& selector : place.path) {
    if (selector.isField())
      key += "." + selector.field;
    for (const ExprRef& index : selector.indices) {
      const std::optional<std::int64_t> number = numberOf(*index);
      if (!number)
        return anyElement;
      key += std::to_string(*number) + ",";
    }
  }
  return place.type->isScalar() ? key : anyElement;
}

bool holdsNumbersOnly(const Type& type) {
  if (type.is(TypeKind::Record))
    return type.startsAtZero && !type.isBlank &&
           std::ranges::all_of(
               type.fields, [](const RecordField& field) { return holdsNumbersOnly(*field.type); });
  if (type.is(TypeKind::Matrix))
    return hasFixedSize(type);
  return type.is(TypeKind::Array) ? holdsNumbersOnly(*type.element) : type.isScalar();
}

const std::set<std::string>* ElementTrail::of(VarId local) const {
  const auto found = noted_.find(local);
  return found == noted_.end() ? nullptr : &found->second;
}

void ElementTrail::note(const Element& element) {
  const auto local = noted_.find(element.first);
  if (local != noted_.end() && local->second.insert(element.second).second)
    trail_.push_back(element);
}

std::vector<ElementTrail::Element> ElementTrail::takeBack(std::size_t mark) {
  std::vector<Element> taken(trail_.begin() + static_cast<std::ptrdiff_t>(mark), trail_.end());
  trail_.resize(mark);
  for (const Element& element : taken)
    if (const auto local = noted_.find(element.first); local != noted_.end())
      local->second.erase(element.second);
  return taken;
}

} // namespace treelize::analysis
