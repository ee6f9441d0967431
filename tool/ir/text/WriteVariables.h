// Declarations of variables as text, each with what the reader would not guess.
#pragma once

#include "ir/IR.h"
#include "ir/text/TypeNames.h"

#include <set>
#include <string>

namespace treelize::ir {

class VariableWriter {
public:
  /// `used`: those that the text mentions.
  VariableWriter(const Kernel& kernel, const std::set<VarId>& used, TypeNames& types);

  /// `name: T` and more; `usual` is the role that variables have in this place.
  std::string write(VarId id, Role usual) const;

private:
  const Kernel& kernel;
  const std::set<VarId> used;
  TypeNames& types;
  std::set<std::string> names;
};

/// `a, b`
std::string commas(const std::vector<std::string>& parts);

} // namespace treelize::ir
