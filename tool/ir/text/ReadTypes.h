// Reads the types of one kernel: those that its `type` lines declare, and those whose names say
// all.
#pragma once

#include "ir/Type.h"
#include "ir/text/Scanner.h"

#include <map>
#include <string>

namespace treelize::ir {

class TypeReader {
public:
  /// What follows the word `type`.
  void declare(Scanner& line);
  void forget() { declared.clear(); }

  TypeRef read(Scanner& line);
  /// Null, and nothing is read, where no type begins.
  TypeRef tryToRead(Scanner& line);
  static Accessor accessor(Scanner& line);

private:
  std::map<std::string, TypeRef, std::greater<>>
      declared; // of two that begin alike the longer first

  TypeRef named(Scanner& line);
  TypeRef container(Scanner& line);
  void attribute(Scanner& line, Type& type);
  void fields(Scanner& line, Type& type);
};

} // namespace treelize::ir
