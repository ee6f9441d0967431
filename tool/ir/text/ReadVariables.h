// Reads the declarations of variables, and keeps which are alive.
#pragma once

#include "ir/IR.h"
#include "ir/text/ReadTypes.h"
#include "ir/text/Scanner.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace treelize::ir {

class VariableReader {
public:
  VariableReader(Kernel& kernel, TypeReader& types) : kernel(kernel), types(types) {}

  /// `name: T` and what else is said of it; it is alive from here on. The same words again, after
  /// its life, mean the same variable, if not a new one is asked for.
  VarId declare(Scanner& line, Role usual, bool isNew = false);
  std::optional<VarId> find(const std::string& name) const;
  /// Also one whose life is over.
  VarId everAlive(Scanner& line) const;
  /// What was said of others that came later, and of the kernel's result.
  void finish();

  using Alive = std::map<std::string, VarId>;
  Alive alive;

private:
  /// What a shadow is the derivative of; empty: of what is gone.
  struct Origin {
    std::string of;
    Scanner at;
  };

  Kernel& kernel;
  TypeReader& types;
  std::map<std::string, VarId> last; // of this name
  std::map<VarId, Origin> origins;   // of shadows

  std::optional<Origin> attributes(Scanner& line, Variable& variable);
  bool isAgain(const Variable& variable, const std::optional<Origin>& origin) const;
  void wish();
};

} // namespace treelize::ir
