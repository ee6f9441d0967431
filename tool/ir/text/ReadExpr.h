// Reads expressions and places of one line.
#pragma once

#include "ir/IR.h"
#include "ir/Operators.h"
#include "ir/text/ReadTypes.h"
#include "ir/text/Scanner.h"
#include "ir/text/Typing.h"

#include <functional>

namespace treelize::ir {

class ExprReader {
public:
  using FindVariable = std::function<std::optional<VarId>(const std::string&)>;

  ExprReader(const Kernel& kernel, TypeReader& types, FindVariable find)
      : kernel(kernel), types(types), find(std::move(find)) {}

  ExprRef expr(Scanner& line, const Hint& hint) const;
  Place place(Scanner& line) const;
  Argument argument(Scanner& line) const;
  /// A variable that is alive.
  VarId variable(Scanner& line) const;

private:
  const Kernel& kernel;
  TypeReader& types;
  FindVariable find;
  mutable unsigned depth = 0;

  ExprRef binary(Scanner& line, Precedence loosest, const Hint& hint) const;
  ExprRef unary(Scanner& line, const Hint& hint) const;
  ExprRef primary(Scanner& line, const Hint& hint) const;
  ExprRef inParentheses(Scanner& line, const Hint& hint) const;
  ExprRef number(Scanner& line, const Hint& hint) const;
  ExprRef quoted(Scanner& line, const Hint& hint) const;
  ExprRef constant(Scanner& line, std::string text, std::optional<std::int64_t> number,
                   const Hint& hint) const;
  ExprRef construct(Scanner& line) const;
  ExprRef function(Scanner& line, const Hint& hint) const;
  ExprRef loadOrSize(Scanner& line) const;
  std::vector<ExprRef> list(Scanner& line, std::string_view end) const;
  std::vector<ExprRef> indices(Scanner& line) const;
  bool select(Scanner& line, Place& place) const;
};

} // namespace treelize::ir
