#include "ir/text/ReadVariables.h"

#include "ir/Builder.h"
#include "ir/text/PlainTypes.h"
#include "ir/text/RoleWords.h"
#include "ir/text/Wishes.h"

#include <algorithm>

namespace treelize::ir {

namespace {

/// The same variable, which has another life in another block?
bool isSameVariable(const Variable& a, const Variable& b) {
  return isSameType(*a.type, *b.type) && a.role == b.role && a.byReference == b.byReference &&
         a.isConst == b.isConst && a.nondiff == b.nondiff && a.leftOut == b.leftOut &&
         a.isWalked == b.isWalked && a.member == b.member && a.wish == b.wish;
}

} // namespace

VarId VariableReader::declare(Scanner& line, Role usual, bool isNew) {
  Variable variable;
  variable.role = usual;
  variable.name = line.name();
  line.expect(":");
  variable.type = types.tryToRead(line); // `const double*` is a type
  if (!variable.type) {
    variable.isConst = line.acceptWord("const");
    variable.type = types.read(line);
  }
  variable.byReference = line.accept("&");
  const std::optional<Origin> origin = attributes(line, variable);
  const std::string name = variable.name;
  VarId id;
  if (!isNew && isAgain(variable, origin)) {
    id = last.at(name);
  } else {
    id = VarId{static_cast<unsigned>(kernel.variables.size())};
    kernel.variables.push_back(std::move(variable));
    if (origin)
      origins.emplace(id, *origin);
  }
  last[name] = id;
  alive[name] = id;
  return id;
}

std::optional<VariableReader::Origin> VariableReader::attributes(Scanner& line,
                                                                 Variable& variable) {
  variable.isConst = line.acceptWord("const") || variable.isConst;
  variable.nondiff = line.acceptWord("nondiff");
  variable.leftOut = line.acceptWord("left_out");
  variable.isWalked = line.acceptWord("walked");
  for (const auto& [word, role] : roleWords)
    if (line.acceptWord(word)) {
      variable.role = role;
      break;
    }
  std::optional<Origin> origin;
  if (line.acceptWord("derivative"))
    origin = Origin{{}, line};
  if (line.acceptWord("of"))
    origin = Origin{line.name(), line};
  if (line.acceptWord("called"))
    variable.member = line.nameOrQuoted();
  else if (variable.role == Role::Member)
    variable.member = variable.name;
  if (line.acceptWord("as"))
    variable.wish = line.name();
  return origin;
}

bool VariableReader::isAgain(const Variable& variable, const std::optional<Origin>& origin) const {
  const auto known = last.find(variable.name);
  if (known == last.end() || alive.contains(variable.name) ||
      !isSameVariable(kernel[known->second], variable))
    return false;
  const auto knownOrigin = origins.find(known->second);
  return origin ? knownOrigin != origins.end() && knownOrigin->second.of == origin->of
                : knownOrigin == origins.end();
}

std::optional<VarId> VariableReader::find(const std::string& name) const {
  const auto found = alive.find(name);
  return found == alive.end() ? std::nullopt : std::optional(found->second);
}

VarId VariableReader::everAlive(Scanner& line) const {
  const std::string name = line.name();
  const auto found = last.find(name);
  if (found == last.end())
    line.fail("there is no variable '" + name + "' before");
  return found->second;
}

void VariableReader::finish() {
  for (const auto& [shadow, origin] : origins) {
    const auto found = last.find(origin.of);
    if (found == last.end() && !origin.of.empty())
      origin.at.fail("there is no variable '" + origin.of + "'");
    kernel[shadow].shadowOf = origin.of.empty() ? shadow : found->second;
  }
  if (kernel.result && kernel[*kernel.result].role == Role::Local)
    kernel[*kernel.result].role = Role::Result;
  wish();
}

/// Also which numbers new names will not find free.
void VariableReader::wish() {
  for (const Variable& variable : kernel.variables)
    kernel.names.all.insert(variable.name);
  for (Variable& variable : kernel.variables) {
    if (variable.wish.empty())
      variable.wish = wishOf(variable.name, kernel.names.all);
    if (variable.wish == variable.name || !variable.name.starts_with(variable.wish))
      continue;
    unsigned number = 0;
    for (const char c : variable.name.substr(variable.wish.size()))
      if (c != '_')
        number = 10 * number + static_cast<unsigned>(c - '0');
    unsigned& highest = kernel.names.numbers[variable.wish];
    highest = std::max(highest, number);
  }
}

} // namespace treelize::ir
