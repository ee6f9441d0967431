#include "analysis/FirstWrites.h"

#include "analysis/ElementKeys.h"
#include "ir/Walk.h"

#include <span>
#include <vector>

namespace treelize::analysis {

using namespace ir;

namespace {

/// Follows what every number may hold, through the blocks in their order.
class FirstWriteFinder {
public:
  explicit FirstWriteFinder(const Kernel& kernel) : kernel(kernel) {}

  void block(const Block& statements) {
    for (const Stmt& stmt : statements)
      statement(stmt);
  }

  std::set<const Stmt*> found;

private:
  void statement(const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node))
      return declare(*local);
    if (const auto* branch = std::get_if<If>(&stmt.node)) {
      noteWrites(stmt);
      return either(branch->thenBlock, branch->elseBlock);
    }
    if (const auto* assignment = std::get_if<Assign>(&stmt.node);
        assignment && assignment->op == AssignOp::Set && isFirst(assignment->target))
      found.insert(&stmt);
    // What follows in a loop may also have been before; an early exit leaves sections half done.
    forEachStmt(std::span(&stmt, 1), [&](const Stmt& inner) { noteWrites(inner); });
    for (const Block* inner : blocks(stmt))
      block(*inner);
  }

  void declare(const Declare& local) {
    const Variable& variable = kernel[local.var];
    if (local.value || variable.byReference || variable.isWalked ||
        !holdsNumbersOnly(*variable.type))
      return written.leave(local.var);
    written.follow(local.var);
  }

  void either(const Block& then, const Block& otherwise) {
    const std::size_t before = written.mark();
    block(then);
    const std::vector<ElementTrail::Element> ofThen = written.takeBack(before);
    block(otherwise);
    for (const ElementTrail::Element& element : ofThen)
      written.note(element);
  }

  bool isFirst(const Place& target) const {
    const std::set<std::string>* elements = written.of(target.base);
    const std::string key = elementKey(target);
    return elements && key != anyElement && !elements->contains(anyElement) &&
           !elements->contains(key);
  }

  void noteWrites(const Stmt& stmt) {
    forEachWritten(kernel, stmt, [&](const Place& place) { written.note(place); });
  }

  const Kernel& kernel;
  ElementTrail written; // may have been, of the locals that began without a value
};

} // namespace

std::set<const Stmt*> findFirstWrites(const Kernel& kernel) {
  FirstWriteFinder finder(kernel);
  finder.block(kernel.body);
  return std::move(finder.found);
}

} // namespace treelize::analysis
