// Which value was evaluated when: what a step has overwritten, no later one may evaluate again.
//
// A statement of the source becomes several steps: the copy of an object is one for each member.
// The source evaluates its places and numbers once, before the first of them; in the kernel
// language every step that names one evaluates it anew. That is the same as long as nothing that
// they are made of is written in between, which is looked for here at every step that is emitted.
// One node of an expression stands for one evaluation, however many steps share it.
#pragma once

#include "ir/IR.h"

#include <map>
#include <optional>
#include <unordered_map>

namespace treelize::ir {

class Evaluations {
public:
  /// A block that is collected: what is written there counts outside of it from the statement on
  /// that holds the block.
  void open() { open_.push_back({blocks_++, {}}); }
  void close(const Block& collected);

  /// The number is evaluated by now; null: nothing.
  void evaluated(const ExprRef& number);

  /// What the statement, the next one of the open block, evaluates though it has been written since
  /// it was evaluated first; nothing where all is well.
  std::optional<Place> overwritten(const Kernel& kernel, Stmt& stmt);

  /// The statements of a block that was collected are the next ones of the open block.
  void append(const Kernel& kernel, const Block& block);

private:
  struct Write {
    Place place;
    std::size_t time;
    bool isOfLength; // the elements that stay keep their values
  };
  using Writes = std::unordered_map<unsigned, std::vector<Write>>; // by variable, for look-ups only
  struct Open {
    std::size_t id;
    Writes writes;
  };
  struct Evaluation {
    std::size_t block, time;
  };

  std::vector<Open> open_ = {{0, {}}};
  std::map<const Stmt*, Open> closed_;             // by their first statement; for look-ups only
  std::map<std::size_t, std::size_t> appended_;    // to which block, by the number of each
  std::size_t blocks_ = 1, time_ = 0;
  std::unordered_map<const Expr*, Evaluation> evaluations_; // for look-ups only
  std::vector<ExprRef> alive_; // so that no address stands for two nodes

  static bool changes(const Write& write, const Expr& node);
  static const Write* changing(const Writes& writes, const Expr& node, std::size_t since);
  const Open* blockOf(const Evaluation& evaluation) const;
  bool isOverwritten(const Expr& node) const;
  bool isOverwrittenInLoop(const Expr& node, const Writes& ofLoop) const;
  void record(const Kernel& kernel, const Stmt& stmt, Writes& writes) const;
};

} // namespace treelize::ir
