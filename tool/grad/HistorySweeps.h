// The histories of a plan, as the sweeps come to their loops.
#pragma once

#include "grad/HistoryRows.h"

#include <deque>
#include <functional>
#include <map>

namespace treelize::grad {

class HistorySweeps {
public:
  HistorySweeps(ir::Kernel& kernel, const StoragePlan& plan) : kernel(kernel), plan(plan) {}

  /// The loop, whose body has been swept, with what belongs around it and to the beginning of its
  /// body. Other room of the loop's is taken last, and given back first.
  ir::Block forward(const ir::Stmt& loop, ir::Block otherTakes, ir::For swept);
  ir::Block reverse(const ir::Stmt& loop, ir::For swept);
  /// Makes the rows of a loop before its body is swept.
  void enter(const ir::Stmt& loop);

  // What the statement has become, from a position of the sweep on: see HistoryRows.
  void before(const ir::Stmt& stmt, ir::Block& forward) const;
  bool isExchange(const ir::Stmt& stmt) const;
  void rename(const ir::Stmt& stmt, ir::Block& forward, std::size_t from) const;
  void renameReverse(const ir::Stmt& stmt, ir::Block& reverse, std::size_t from,
                     bool readsNew) const;
  void renameBehind(const ir::Stmt& stmt, ir::Block& reverse, std::size_t from) const;

private:
  ir::Kernel& kernel;
  const StoragePlan& plan;
  std::map<const ir::Stmt*, std::deque<HistoryRows>> known;

  std::deque<HistoryRows>& of(const ir::Stmt& loop);
  void each(const std::function<void(const HistoryRows&)>& fn) const;
};

} // namespace treelize::grad
