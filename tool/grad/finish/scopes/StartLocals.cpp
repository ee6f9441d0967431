#include "grad/finish/scopes/StartLocals.h"

#include "analysis/ElementKeys.h"
#include "ir/Builder.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <set>
#include <string>

namespace treelize::grad {

using namespace ir;

namespace {

std::size_t numbersIn(const Type& type) {
  if (type.is(TypeKind::Array))
    return type.extent * numbersIn(*type.element);
  if (type.is(TypeKind::Matrix))
    return type.rows * type.columns;
  std::size_t sum = type.isScalar() ? 1 : 0;
  for (const RecordField& field : type.fields)
    sum += numbersIn(*field.type);
  return sum;
}

/// Follows which numbers of the locals have a value on every path; loops count as run.
class EarlyReads {
public:
  explicit EarlyReads(const Kernel& kernel) : kernel(kernel) {}

  void block(const Block& statements) {
    for (const Stmt& stmt : statements)
      statement(stmt);
  }

  std::set<VarId> found;

private:
  void statement(const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node); local && !local->value) {
      const Type& type = *kernel[local->var].type;
      if (!type.isScalar() && analysis::holdsNumbersOnly(type))
        valued.follow(local->var);
      return;
    }
    reads(stmt);
    forEachWritten(kernel, stmt, [&](const Place& place) {
      if (analysis::elementKey(place) != analysis::anyElement || mayBeEach(place))
        valued.note(place);
    });
    if (const auto* branch = std::get_if<If>(&stmt.node))
      return either(*branch);
    if (const auto* loop = std::get_if<For>(&stmt.node))
      counters.insert(loop->counter);
    for (const Block* inner : blocks(stmt))
      block(*inner);
  }

  /// A loop over the elements may write each; one index that nobody knows is one element.
  bool mayBeEach(const Place& place) const {
    bool isEach = !place.type->isScalar();
    forEachIndexRead(place, [&](const Place& read) { isEach |= counters.contains(read.base); });
    return isEach;
  }

  void reads(const Stmt& stmt) {
    std::set<VarId> given; // a call may give a value to what it gets
    if (std::holds_alternative<Call>(stmt.node))
      forEachWritten(kernel, stmt, [&](const Place& place) { given.insert(place.base); });
    const auto look = [&](const Place& place) {
      if (!given.contains(place.base))
        read(place);
    };
    forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, look); });
    if (const auto* push = std::get_if<Push>(&stmt.node))
      look(push->place);
    if (const auto* sum = std::get_if<Assign>(&stmt.node); sum && sum->op != AssignOp::Set)
      look(sum->target);
  }

  void read(const Place& place) {
    const std::set<std::string>* elements = valued.of(place.base);
    if (!elements)
      return;
    const std::string key = analysis::elementKey(place);
    const bool hasValue =
        elements->contains(analysis::anyElement) || elements->contains(key) ||
        (key == analysis::anyElement && elements->size() == numbersIn(*kernel[place.base].type));
    if (!hasValue)
      found.insert(place.base);
  }

  void either(const If& branch) {
    const std::size_t before = valued.mark();
    block(branch.thenBlock);
    const std::vector<analysis::ElementTrail::Element> ofThen = valued.takeBack(before);
    block(branch.elseBlock);
    const std::vector<analysis::ElementTrail::Element> ofElse = valued.takeBack(before);
    const std::set<analysis::ElementTrail::Element> shared(ofThen.begin(), ofThen.end());
    for (const analysis::ElementTrail::Element& element : ofElse)
      if (shared.contains(element))
        valued.note(element);
  }

  const Kernel& kernel;
  std::set<VarId> counters;      // of the loops so far
  analysis::ElementTrail valued; // on every path, of the locals that began without a value
};

} // namespace

void startLocals(Kernel& adjoint) {
  EarlyReads reads(adjoint);
  reads.block(adjoint.body);
  replaceEach(adjoint.body, [&](Stmt& stmt, Block& out) {
    if (auto* local = std::get_if<Declare>(&stmt.node); local && reads.found.contains(local->var))
      local->value = construct(adjoint[local->var].type, {}, stmt.location);
    out.push_back(std::move(stmt));
  });
}

} // namespace treelize::grad
