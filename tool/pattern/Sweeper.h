// Rewrites the statements of a kernel, in their order, to those of its pattern sweep.
#pragma once

#include "analysis/Activity.h"
#include "ir/Builder.h"
#include "ir/IR.h"
#include "ir/WriteCounts.h"
#include "pattern/Conditions.h"
#include "pattern/Knowledge.h"
#include "pattern/Pattern.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace treelize::pattern {

class Sweeper {
public:
  Sweeper(ir::Kernel& kernel, Matrix matrix)
      : kernel(kernel), matrix(matrix), activity(analysis::findActivity(kernel)) {}

  /// Of the body of the kernel.
  ir::Block run(const ir::Block& body);

private:
  ir::Kernel& kernel;
  const Matrix matrix;
  const analysis::Activity activity;
  Knowledge knowledge;
  Guards assumed;
  std::vector<Guard> context;              // what must hold to be here, outermost first
  std::map<ir::VarId, std::size_t> depths; // of the context where a local begins
  std::map<std::pair<const void*, unsigned>, Guard> guards;                    // by what asks
  std::map<std::tuple<const ir::Stmt*, unsigned, unsigned>, ir::VarId> copies; // of locals
  ir::WriteCounts writes;                                                      // of the body
  std::vector<ir::Place> fresh;     // elements whose next value is the first of several
  std::set<ir::VarId> fromElements; // see CheckedIndices
  unsigned openLoops = 0;           // around here, that run until no set grows
  Location at;

  [[noreturn]] void refuse(const std::string& reason, const std::string& remedy) const;
  [[noreturn]] void refuseLength() const;

  View view() const { return {kernel, knowledge, assumed}; }
  bool isKnown(const ir::ExprRef& expr) const { return pattern::isKnown(view(), *expr); }

  // Guards
  /// Of a branch, a loop or a choice.
  Guard guardOf(const void* asks, unsigned way = 0);
  /// The guards that the present statement depends on and the life of the variable does not.
  std::vector<Guard> guardsOver(ir::VarId var) const;
  bool mayNotHappen(const ir::Place& target) const { return !guardsOver(target.base).empty(); }
  /// The block, where the guards hold.
  ir::Block under(const std::vector<Guard>& entered, const Guards& alsoAssumed,
                  const ir::Block& statements);

  // Expressions
  /// Are its numbers the program's own, which are no sets?
  bool isConstant(const ir::Place& place) const;
  /// Does it carry no derivative?
  bool isPassive(const ir::Place& place) const;
  std::optional<ir::Place> pickedFrom(const ir::Place& place) const;
  ir::ExprRef setOf(const ir::ExprRef& value);
  ir::ExprRef setOfLoad(const ir::ExprRef& value, const ir::Place& place);
  ir::ExprRef whole(const ir::ExprRef& value);
  ir::ExprRef constructed(const ir::ExprRef& value, const ir::Construct& made);

  // Statements
  ir::Block block(const ir::Block& statements);
  void statement(const ir::Stmt& stmt, ir::Block& out);
  void declaration(const ir::Declare& s, ir::Block& out);
  void assignment(const ir::Assign& s, ir::Block& out);
  void assignNumber(const ir::Assign& s, ir::Block& out);
  ir::ExprRef widened(const ir::ExprRef& old, const ir::ExprRef& added) const;
  /// Is it one of them? Then no longer.
  bool isFresh(const ir::Place& target);
  void assignInteger(const ir::Assign& s, ir::Block& out);
  void assignObject(const ir::Assign& s, ir::Block& out);
  void growth(const ir::Append& s, ir::Block& out);
  void step(const ir::Stmt& stmt, const ir::Perform& s, ir::Block& out);
  void exchange(const ir::Place& a, const ir::Place& b, const ir::Stmt& stmt, ir::Block& out);
  void call(const ir::Call& s, ir::Block& out);
  void returned(ir::VarId result, const ir::ExprRef& set, ir::Block& out);
  void end(const ir::Abandon& s, ir::Block& out);
  void setsFlag(const ir::Place& target, const ir::ExprRef& value);
  void learnValue(const ir::Place& target, const ir::ExprRef& value);
  /// A step of this row as a statement that changes the place.
  ir::Stmt change(ir::Intrinsic row, std::vector<ir::ExprRef> args, const ir::Place& changed) const;
  void checkLength(const ir::Place& container) const;

  // Branches
  void branch(const ir::Stmt& stmt, const ir::If& s, ir::Block& out);
  void openBranch(const ir::Stmt& stmt, const ir::If& s, ir::Block& out);
  struct Way;
  Way way(const ir::Stmt& stmt, const ir::If& s, bool value);
  /// May the statements stand in any block?
  bool isDeclaredOnce(const ir::Block& statements) const;
  std::vector<ir::VarId> localsOfBranches(const ir::If& s) const;
  /// Elements that both branches set, before anybody asks for them.
  std::vector<ir::Place> setByBoth(const ir::If& s) const;
  ir::VarId copyOf(const ir::Stmt& stmt, ir::VarId var, const char* name);

  // Loops
  void loop(const ir::Stmt& stmt, const ir::For& s, ir::Block& out);
  void loop(const ir::Stmt& stmt, const ir::While& s, ir::Block& out);
  void openLoop(const ir::Stmt& stmt, const ir::ExprRef& condition, const ir::Block& body,
                ir::Block& out);
  /// The block until what is known at its beginning stays the same.
  template <class Body>
  ir::Block untilSettled(const Body& body);
};

} // namespace treelize::pattern
