// The names of the types of one kernel in its text form, and the lines that declare those which
// their names do not explain: `type app::Point = record { x: double, y: double nondiff }`.
#pragma once

#include "ir/Type.h"

#include <string>
#include <vector>

namespace treelize::ir {

class TypeNames {
public:
  /// As C++ spells it; with a number behind it where another type has that spelling.
  std::string of(const TypeRef& type);
  const std::string& declarations() const { return lines; }

private:
  struct Declared {
    TypeRef type;
    std::string name;
  };
  std::vector<Declared> declared;
  std::string lines;

  std::string plain(const Type& type);
  std::string declare(const TypeRef& type);
  std::string attributes(const Type& type);
  std::string fields(const Type& type);
};

} // namespace treelize::ir
