#include "ir/text/ReadTypes.h"

#include "ir/Accessors.h"
#include "ir/text/PlainTypes.h"
#include "ir/text/Quote.h"
#include "ir/text/TypeWords.h"

#include <algorithm>
#include <memory>

namespace treelize::ir {

void TypeReader::declare(Scanner& line) {
  const std::string name(line.until(" = "));
  line.expect("=");
  auto type = std::make_shared<Type>();
  type->spelling = name.substr(0, name.find('#'));
  const std::optional<TypeKind> kind = kindNamed(line.name());
  if (!kind)
    line.fail("this is no kind of type");
  type->kind = *kind;
  while (!line.isAtEnd())
    attribute(line, *type);
  if (!declared.try_emplace(name, std::move(type)).second)
    line.fail("the type '" + name + "' is declared twice");
}

void TypeReader::attribute(Scanner& line, Type& type) {
  if (line.acceptWord("of")) {
    type.constElement = line.acceptWord("const");
    type.element = read(line);
    return;
  }
  if (line.sees("{"))
    return fields(line, type);
  const std::string word = line.name();
  if (const auto number = std::ranges::find(typeNumbers(), word, &TypeNumber::word);
      number != typeNumbers().end())
    return number->set(type, line.count());
  const auto flag = std::ranges::find(typeFlags(), word, &TypeFlag::word);
  if (flag == typeFlags().end())
    line.fail("'" + word + "' says nothing of a type");
  flag->set(type);
}

void TypeReader::fields(Scanner& line, Type& type) {
  line.expect("{");
  do {
    RecordField field;
    field.name = line.nameOrQuoted();
    line.expect(":");
    field.type = read(line);
    field.nondiff = line.acceptWord("nondiff");
    field.leftOut = line.acceptWord("left_out");
    if (line.acceptWord("by"))
      field.accessor = accessor(line);
    type.fields.push_back(std::move(field));
  } while (line.accept(","));
  line.expect("}");
}

Accessor TypeReader::accessor(Scanner& line) {
  const std::string text = line.quoted();
  const std::optional<Accessor> found = accessorNamed(text);
  if (!found)
    line.fail("no member is reached by '" + text + "'");
  return *found;
}

TypeRef TypeReader::read(Scanner& line) {
  TypeRef type = tryToRead(line);
  if (!type)
    line.fail("a type is expected here; one of the program's stands in a line 'type NAME = KIND'");
  return type;
}

TypeRef TypeReader::tryToRead(Scanner& line) {
  const std::size_t begin = line.position();
  TypeRef type = named(line);
  const bool isConst = !type && line.acceptWord("const");
  if (isConst)
    type = named(line);
  if (!type)
    type = container(line);
  if (type && line.isNext("*")) {
    line.skip(1);
    type = plainPointer(type, isConst);
  } else if (isConst) {
    type = nullptr;
  }
  if (type && line.isNext("[")) {
    line.skip(1);
    type = builtinArray(type, line.count());
    line.expect("]");
  }
  if (!type)
    line.goTo(begin);
  return type;
}

/// A declared type or a keyword.
TypeRef TypeReader::named(Scanner& line) {
  line.sees("");
  const auto endsAfter = [&](std::string_view name) {
    const std::string_view behind = line.rest().substr(name.size());
    return behind.empty() || (!isNameCharacter(behind[0]) && behind[0] != '#' && behind[0] != '<' &&
                              !behind.starts_with("::"));
  };
  for (const auto& [name, type] : declared)
    if (line.isNext(name) && endsAfter(name)) {
      line.skip(name.size());
      return type;
    }
  constexpr std::size_t longest = sizeof "treelize::lanes<Lanes>";
  for (std::size_t length = std::min(longest, line.rest().size()); length > 0; --length) {
    const std::string_view name = line.rest().substr(0, length);
    if (TypeRef type = plainScalar(name); type && endsAfter(name)) {
      line.skip(length);
      return type;
    }
  }
  return nullptr;
}

/// `std::vector<double>`
TypeRef TypeReader::container(Scanner& line) {
  TypeRef type;
  if (line.accept("std::vector<")) {
    type = vectorOf(read(line));
  } else if (line.accept("treelize::room<")) {
    type = roomOf(read(line));
  } else if (line.accept("std::array<")) {
    const TypeRef element = read(line);
    line.expect(",");
    type = plainArray(element, line.count());
  } else if (line.accept("std::span<")) {
    const bool isConst = line.acceptWord("const");
    type = plainSpan(read(line), isConst);
  } else if (line.accept("treelize::field<")) {
    type = plainField(read(line));
  } else {
    return nullptr;
  }
  line.expect(">");
  return type;
}

} // namespace treelize::ir
