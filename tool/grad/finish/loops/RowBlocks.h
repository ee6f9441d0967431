// A loop as a loop over blocks of its iterations, with loops over the elements of a block in it.
// What such an inner loop hands on to a later one is a row: a number for each element of the block.
#pragma once

#include "ir/IR.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace treelize::grad {

/// Does nothing but the order of its iterations keep a loop from running in blocks?
bool mayRunInBlocks(const ir::Kernel& kernel, const ir::For& loop);

/// Statements of an iteration that stay together.
struct RowPart {
  enum Kind {
    Run,    // a loop over the elements of a block
    Nest,   // a loop whose iterations are parts themselves
    Steady, // the same for all elements
  } kind;
  ir::Block statements;
  std::vector<RowPart> inside; // of a nest
};

class RowBlocks {
public:
  RowBlocks(ir::Kernel& kernel, const ir::For& loop, Location at)
      : kernel(kernel), loop(loop), at(at) {}

  /// The loop over blocks, whose parts run one after the other, their elements in ascending order.
  /// Null where a local that several runs mention is no number.
  std::optional<ir::Stmt> over(const std::vector<RowPart>& parts);

private:
  ir::Kernel& kernel;
  const ir::For& loop;
  const Location at;
  std::map<ir::VarId, unsigned> runs;  // by the variable: how many of them mention it
  std::map<ir::VarId, ir::VarId> rows; // by the local that has a value for each element
  ir::VarId begin, count;              // of the present block

  bool findRows(const std::vector<RowPart>& parts);
  void countRuns(const std::vector<RowPart>& parts);
  bool findShared(const std::vector<RowPart>& parts, std::vector<ir::VarId>& shared) const;
  std::string nameOf(ir::VarId var) const;
  ir::VarId addNamed(const std::string& name, const ir::TypeRef& type);
  ir::VarId addRow(ir::VarId var);
  ir::For blocks();
  void append(const std::vector<RowPart>& parts, ir::Block& out);
  void overElements(const ir::Block& run, ir::Block& out);
  ir::Block inRows(ir::Block block, const ir::ExprRef& place) const;
  void setInRow(ir::Stmt& stmt, const ir::ExprRef& place, ir::Block& out) const;
};

} // namespace treelize::grad
