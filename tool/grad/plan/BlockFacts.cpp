#include "grad/plan/BlockFacts.h"

#include "ir/Walk.h"

#include <algorithm>
#include <set>

namespace treelize::grad {

using namespace ir;

BlockFacts::BlockFacts(const Kernel& kernel, const Block& block,
                       const StatementAdjointMap& adjoints) {
  std::map<VarId, std::size_t> lastReaders;
  std::set<VarId> operands; // of other locals
  for (std::size_t i = 0; i < block.size(); ++i) {
    auto read = [&](VarId var) {
      if (own.contains(var))
        lastReaders[var] = i;
    };
    if (const auto* s = std::get_if<Declare>(&block[i].node); s && s->value)
      forEachRead(*s->value, [&](const Place& p) { operands.insert(p.base); });
    forEachMention(block[i], read); // what is written counts too: it may be added to
    forEachStmt(std::span(&block[i], 1), [&](const Stmt& stmt) {
      forEachWritten(kernel, stmt, [&](const Place& p) {
        writes[p.base].emplace_back(i, analysis::regionOf(p));
      });
      if (auto adjoint = adjoints.find(&stmt); adjoint != adjoints.end())
        for (const Stmt& code : adjoint->second.code)
          forEachMention(code, read);
    });
    if (const auto* s = std::get_if<Declare>(&block[i].node)) {
      own.emplace(s->var, i);
      const auto* value = s->value ? std::get_if<Load>(&s->value->node) : nullptr;
      if (value)
        readings[value->place.base].push_back(i);
    }
    if (const auto* s = std::get_if<Assign>(&block[i].node);
        s && s->op == AssignOp::Set && !s->target.path.empty())
      if (const auto* value = std::get_if<Load>(&s->value->node))
        copies[value->place.base].push_back(i);
  }
  for (const auto& [var, position] : lastReaders)
    if (!operands.contains(var))
      declarations[position].push_back(own.at(var));
}

namespace {

template <class Key>
const std::vector<std::size_t>& positions(const std::map<Key, std::vector<std::size_t>>& known,
                                          const Key& key) {
  static const std::vector<std::size_t> none;
  const auto found = known.find(key);
  return found == known.end() ? none : found->second;
}

} // namespace

const std::vector<std::size_t>& BlockFacts::lastReadAt(std::size_t position) const {
  return positions(declarations, position);
}

const std::vector<std::size_t>& BlockFacts::copiesOf(VarId local) const {
  return positions(copies, local);
}

const std::vector<std::size_t>& BlockFacts::readingsOf(VarId variable) const {
  return positions(readings, variable);
}

std::optional<std::size_t> BlockFacts::declaredAt(VarId variable) const {
  const auto found = own.find(variable);
  return found == own.end() ? std::nullopt : std::optional(found->second);
}

bool BlockFacts::changes(const Place& place, std::size_t first, std::size_t last) const {
  return firstChange(place, first, last).has_value();
}

std::optional<std::size_t> BlockFacts::firstChange(const Place& place, std::size_t first,
                                                   std::size_t last) const {
  auto found = writes.find(place.base);
  if (found == writes.end())
    return std::nullopt;
  const analysis::Region region = analysis::regionOf(place);
  auto write = std::ranges::upper_bound(found->second, first, {}, &Write::first);
  while (write != found->second.end() && write->first <= last &&
         !analysis::overlap(write->second, region))
    ++write;
  return write != found->second.end() && write->first <= last ? std::optional(write->first)
                                                              : std::nullopt;
}

bool BlockFacts::changesAny(const Expr& read, std::size_t first, std::size_t last) const {
  bool found = false;
  forEachRead(read, [&](const Place& p) { found = found || changes(p, first, last); });
  return found;
}

} // namespace treelize::grad
