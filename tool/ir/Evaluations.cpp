#include "ir/Evaluations.h"

#include "ir/Walk.h"

#include <algorithm>
#include <iterator>

namespace treelize::ir {

namespace {

const Place* readBy(const Expr& node) {
  if (const auto* load = std::get_if<Load>(&node.node))
    return &load->place;
  const auto* size = std::get_if<Size>(&node.node);
  return size ? &size->container : nullptr;
}

bool areApart(const Selector& a, const Selector& b) {
  if (a.field != b.field || a.indices.size() != b.indices.size())
    return true;
  for (std::size_t i = 0; i < a.indices.size(); ++i) {
    const auto *one = std::get_if<Literal>(&a.indices[i]->node),
               *other = std::get_if<Literal>(&b.indices[i]->node);
    if (one && other && one->number && other->number && *one->number != *other->number)
      return true;
  }
  return false;
}

bool mayMeet(const Place& a, const Place& b) {
  const std::size_t common = std::min(a.path.size(), b.path.size());
  for (std::size_t i = 0; i < common; ++i)
    if (areApart(a.path[i], b.path[i]))
      return false;
  return a.base == b.base;
}

/// Every number that the statement evaluates, its blocks and the condition of a loop left out.
void forEachNumber(Stmt& stmt, const std::function<void(const ExprRef&)>& fn) {
  if (!std::holds_alternative<While>(stmt.node))
    forEachExprSlot(stmt, [&](ExprRef& number) { fn(number); });
}

/// Those of a loop that are evaluated in each run.
void forEachRepeated(Stmt& loop, const std::function<void(const ExprRef&)>& fn) {
  if (auto* general = std::get_if<While>(&loop.node))
    fn(general->condition);
  for (Block* block : blocks(loop))
    for (Stmt& stmt : *block) {
      forEachNumber(stmt, fn);
      forEachRepeated(stmt, fn);
    }
}

/// Does the call only name the object, whatever that holds: `m` in `it != m.end()`? An iterator,
/// which nobody can make from nothing, is a value.
bool names(const Expr& call, const Expr& operand) {
  const Type& type = *operand.type;
  return std::holds_alternative<Opaque>(call.node) && std::holds_alternative<Load>(operand.node) &&
         !type.isScalar() && (!call.type->isScalar() || type.defaultConstructible);
}

/// The first node in it that has the property; null: none.
const Expr* findNode(const Expr& expr, const std::function<bool(const Expr&)>& has,
                     bool isNamed = false) {
  if (!isNamed && has(expr))
    return &expr;
  const Expr* found = nullptr;
  forEachOperand(expr, [&](const Expr& operand) {
    found = found ? found : findNode(operand, has, names(expr, operand));
  });
  return found;
}

} // namespace

bool Evaluations::changes(const Write& write, const Expr& node) {
  const Place& read = *readBy(node);
  const bool isPart = read.path.size() > write.place.path.size();
  const bool isSize = std::holds_alternative<Size>(node.node);
  if (write.isOfLength ? isPart : isSize && read.path.size() < write.place.path.size())
    return false;
  return mayMeet(write.place, read);
}

const Evaluations::Write* Evaluations::changing(const Writes& writes, const Expr& node,
                                            std::size_t since) {
  const Place* read = readBy(node);
  const auto known = read ? writes.find(read->base.index) : writes.end();
  if (known == writes.end())
    return nullptr;
  for (auto write = known->second.rbegin(); write != known->second.rend() && write->time > since;
       ++write)
    if (changes(*write, node))
      return &*write;
  return nullptr;
}

void Evaluations::close(const Block& collected) {
  if (!collected.empty())
    closed_[collected.data()] = std::move(open_.back());
  open_.pop_back();
}

const Evaluations::Open* Evaluations::blockOf(const Evaluation& evaluation) const {
  std::size_t block = evaluation.block;
  for (auto next = appended_.find(block); next != appended_.end(); next = appended_.find(block))
    block = next->second;
  const auto found = std::ranges::lower_bound(open_, block, {}, &Open::id);
  return found != open_.end() && found->id == block ? &*found : nullptr;
}

void Evaluations::evaluated(const ExprRef& number) {
  if (!number)
    return;
  alive_.push_back(number);
  const std::function<void(const Expr&)> walk = [&](const Expr& node) {
    const auto [known, isNew] = evaluations_.try_emplace(&node, open_.back().id, time_);
    if (!isNew && blockOf(known->second))
      return;
    known->second = {open_.back().id, time_};
    forEachOperand(node, walk);
  };
  walk(*number);
}

bool Evaluations::isOverwritten(const Expr& node) const {
  const auto known = evaluations_.find(&node);
  const Open* block = known == evaluations_.end() ? nullptr : blockOf(known->second);
  if (!block)
    return false;
  for (; block != open_.data() + open_.size(); ++block)
    if (changing(block->writes, node, known->second.time))
      return true;
  return false;
}

/// What was evaluated before the loop is the same in each run.
bool Evaluations::isOverwrittenInLoop(const Expr& node, const Writes& ofLoop) const {
  const auto known = evaluations_.find(&node);
  return known != evaluations_.end() && blockOf(known->second) && changing(ofLoop, node, 0);
}

void Evaluations::record(const Kernel& kernel, const Stmt& stmt, Writes& writes) const {
  const auto one = [&](const Stmt& step) {
    if (std::holds_alternative<Declare>(step.node))
      return;
    const bool isOfLength =
        std::holds_alternative<Append>(step.node) || std::holds_alternative<Drop>(step.node);
    forEachWritten(kernel, step, [&](const Place& place) {
      writes[place.base.index].push_back({place, time_, isOfLength});
    });
  };
  forEachStmt(std::span(&stmt, 1), one);
}

std::optional<Place> Evaluations::overwritten(const Kernel& kernel, Stmt& stmt) {
  const Expr* found = nullptr;
  forEachNumber(stmt, [&](const ExprRef& number) {
    found = found ? found
                  : findNode(*number, [&](const Expr& node) { return isOverwritten(node); });
    evaluated(number);
  });
  ++time_;
  if (isLoop(stmt)) {
    Writes ofLoop;
    record(kernel, stmt, ofLoop);
    forEachRepeated(stmt, [&](const ExprRef& number) {
      found = found ? found : findNode(*number, [&](const Expr& node) {
        return isOverwrittenInLoop(node, ofLoop);
      });
    });
  }
  record(kernel, stmt, open_.back().writes);
  return found ? std::optional(*readBy(*found)) : std::nullopt;
}

void Evaluations::append(const Kernel& kernel, const Block& block) {
  const auto known = closed_.find(block.data());
  if (block.empty() || known == closed_.end()) {
    ++time_;
    for (const Stmt& stmt : block)
      record(kernel, stmt, open_.back().writes);
    return;
  }
  // What was written and evaluated there keeps its time.
  appended_[known->second.id] = open_.back().id;
  for (auto& [variable, writes] : known->second.writes) {
    std::vector<Write>& all = open_.back().writes[variable];
    std::ranges::move(writes, std::back_inserter(all));
    std::ranges::sort(all, {}, &Write::time);
  }
  closed_.erase(known);
}

} // namespace treelize::ir
