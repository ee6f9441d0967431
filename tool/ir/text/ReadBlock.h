// Reads the statements of one kernel.
#pragma once

#include "ir/text/Lines.h"
#include "ir/text/ReadExpr.h"
#include "ir/text/ReadVariables.h"

#include <span>
#include <vector>

namespace treelize::ir {

class BlockReader {
public:
  BlockReader(Kernel& kernel, TypeReader& types, VariableReader& variables)
      : kernel(kernel), variables(variables),
        exprs(kernel, types,
              [&variables](const std::string& name) { return variables.find(name); }) {}

  /// The lines of this depth and what belongs to them, from `next` on.
  Block read(std::span<const TextLine> lines, std::size_t& next, unsigned depth);

private:
  Kernel& kernel;
  VariableReader& variables;
  ExprReader exprs;
  std::vector<TypeRef> returnTypes; // of the kernel, and of the functions inside

  std::span<const TextLine> lines;
  std::size_t next = 0;

  struct Form;
  static std::span<const Form> forms();

  Block block(unsigned depth);
  Block scoped(unsigned depth);
  Stmt statement(unsigned depth);
  bool continues(std::string_view word, unsigned depth);

  std::optional<Stmt> calls(Scanner& line);
  Stmt assign(Scanner& line, bool isAtomic);
  Stmt call(Scanner& line, std::optional<VarId> result, std::optional<VarId> derivative);
  Stmt perform(Scanner& line, std::optional<VarId> result);
  Stmt let(Scanner& line);
  Stmt append(Scanner& line);
  Stmt branch(Scanner& line, unsigned depth);
  Stmt forLoop(Scanner& line, unsigned depth);
  Parallel parallel(Scanner& line);
  Stmt whileLoop(Scanner& line, bool testAfter, unsigned depth);
  Stmt inlined(Scanner& line, unsigned depth);
  Stmt region(Scanner& line, std::optional<unsigned> guard, unsigned depth);
  Stmt returned(Scanner& line);
  static unsigned guard(Scanner& line);
  Stmt switchOver(Scanner& line, unsigned depth);
  Stmt take(Scanner& line);
  Stmt giveBack(Scanner& line);
  template <class Step>
  Stmt record(Scanner& line);
};

} // namespace treelize::ir
