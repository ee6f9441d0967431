#include "grad/plan/Records.h"

#include "ir/Walk.h"

namespace treelize::grad {

using namespace ir;

namespace {

/// A record longer than this saves no more tests to speak of.
constexpr std::size_t longestRecord = 16;

/// What the tape puts into a record. It takes references, and to a bit-field there is none.
bool isNumber(const Type& type) {
  const bool isOfClass = type.is(TypeKind::Integer) && type.bits > 64; // to the runtime
  return (type.isScalar() && !isOfClass && type.width == 0) || type.is(TypeKind::Pointer);
}

class Finder {
public:
  explicit Finder(const StoragePlan& plan) : plan(plan) {}

  RecordPlan records;

  void block(const Block& statements, bool isRepeated) {
    if (auto ends = plan.scopes.find(&statements); isRepeated && ends != plan.scopes.end())
      scope(statements, ends->second);
    for (const Stmt& stmt : statements) {
      const bool isBranch = std::holds_alternative<If>(stmt.node);
      for (const Block* inner : blocks(stmt))
        if (!plan.indexed.contains(&stmt))
          block(*inner, isRepeated || !isBranch);
    }
  }

private:
  const StoragePlan& plan;

  void scope(const Block& statements, const ScopePlan& ends) {
    std::vector<const Stmt*> held;
    for (const Stmt& stmt : statements)
      if (isHeld(stmt))
        held.push_back(&stmt);
    if (held.size() + ends.saved.size() + (ends.isTapeUsedWithin ? ends.onTape.size() : 0) < 2)
      return;
    records.blocks.insert(&statements);
    records.held.insert(held.begin(), held.end());
  }

  bool isHeld(const Stmt& stmt) const {
    const auto* s = std::get_if<Assign>(&stmt.node);
    return s && s->target.type->isScalar() && s->target.type->width == 0 &&
           plan.saves(stmt);
  }
};

} // namespace

RecordPlan findRecords(const Kernel& kernel, const StoragePlan& plan, bool isFunction) {
  Finder finder(plan);
  finder.block(kernel.body, isFunction);
  return std::move(finder.records);
}

std::vector<std::vector<SavedLocal>> recordsOf(const Kernel& kernel,
                                               std::span<const SavedLocal> saved, bool isRecorded) {
  std::vector<std::vector<SavedLocal>> records;
  for (const SavedLocal& local : saved) {
    const bool joins = isRecorded && !records.empty() && records.back().size() < longestRecord &&
                       isNumber(*kernel[local.pushed].type) &&
                       isNumber(*kernel[records.back().back().pushed].type);
    if (!joins)
      records.emplace_back();
    records.back().push_back(local);
  }
  return records;
}

} // namespace treelize::grad
