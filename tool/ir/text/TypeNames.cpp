#include "ir/text/TypeNames.h"

#include "ir/Accessors.h"
#include "ir/text/PlainTypes.h"
#include "ir/text/Quote.h"
#include "ir/text/TypeWords.h"

#include <algorithm>

namespace treelize::ir {

std::string TypeNames::of(const TypeRef& type) {
  const auto known =
      std::ranges::find_if(declared, [&](const Declared& d) { return isSameType(*d.type, *type); });
  if (known != declared.end())
    return known->name;
  std::string name = plain(*type);
  return name.empty() ? declare(type) : name;
}

/// Empty where the name would not say all.
std::string TypeNames::plain(const Type& type) {
  const auto is = [&](const TypeRef& other) { return other && isSameType(type, *other); };
  if (is(plainScalar(type.spelling)))
    return type.spelling;
  const TypeRef& element = type.element;
  if (!element)
    return {};
  const std::string constant = type.constElement ? "const " : "";
  switch (type.kind) {
  case TypeKind::Pointer:
    return is(plainPointer(element, type.constElement)) && !element->isView()
               ? constant + of(element) + "*"
               : "";
  case TypeKind::Span:
    return is(plainSpan(element, type.constElement)) ? "std::span<" + constant + of(element) + ">"
                                                     : "";
  case TypeKind::Vector:
    return is(vectorOf(element)) ? "std::vector<" + of(element) + ">"
           : is(roomOf(element)) ? "treelize::room<" + of(element) + ">"
                                 : "";
  case TypeKind::Field:
    return is(plainField(element)) ? "treelize::field<" + of(element) + ">" : "";
  case TypeKind::Array: {
    const std::string count = std::to_string(type.extent);
    if (is(plainArray(element, type.extent)))
      return "std::array<" + of(element) + ", " + count + ">";
    if (is(builtinArray(element, type.extent)) && !element->isBuiltinArray && !element->isView())
      return of(element) + "[" + count + "]";
    return {};
  }
  default:
    return {};
  }
}

std::string TypeNames::declare(const TypeRef& type) {
  std::string meaning = attributes(*type); // which may declare others
  const auto same = std::ranges::count_if(
      declared, [&](const Declared& d) { return isSameInCpp(*d.type, *type); });
  std::string name = type->spelling + (same > 0 ? "#" + std::to_string(same + 1) : "");
  lines += "type " + name + " = " + meaning + "\n";
  declared.push_back({type, name});
  return name;
}

std::string TypeNames::attributes(const Type& type) {
  std::string s(wordOf(type.kind));
  if (type.element)
    s += std::string(" of ") + (type.constElement ? "const " : "") + of(type.element);
  for (const TypeNumber& row : typeNumbers())
    if (const std::uint64_t value = row.get(type))
      s += " " + std::string(row.word) + " " + std::to_string(value);
  for (const TypeFlag& row : typeFlags())
    if (row.isSet(type))
      s += " " + std::string(row.word);
  return s + (type.fields.empty() ? "" : " " + fields(type));
}

std::string TypeNames::fields(const Type& type) {
  std::string s;
  for (const RecordField& field : type.fields) {
    s += (s.empty() ? "{ " : ", ") + nameOrQuoted(field.name) + ": " + of(field.type);
    s += field.nondiff ? " nondiff" : "";
    s += field.leftOut ? " left_out" : "";
    s += field.accessor.isName() ? "" : " by " + quoted(text(field.accessor));
  }
  return s + " }";
}

} // namespace treelize::ir
