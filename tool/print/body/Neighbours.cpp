#include "print/body/Neighbours.h"

#include <algorithm>
#include <vector>

namespace treelize::print {

using namespace ir;

namespace {

/// The local that a statement declares without a value.
const VarId* unsetLocal(const Stmt& stmt) {
  const auto* local = std::get_if<Declare>(&stmt.node);
  return local && !local->value ? &local->var : nullptr;
}

bool isRestored(const Stmt& first, const Stmt& second) {
  const VarId* local = unsetLocal(first);
  const auto* pop = std::get_if<Pop>(&second.node);
  return local && pop && pop->place.base == *local && pop->place.path.empty();
}

bool isYielded(const Stmt& first, const Stmt& second) {
  const VarId* local = unsetLocal(first);
  const auto* step = std::get_if<Perform>(&second.node);
  return local && step && step->result == *local;
}

std::size_t joinedWith(const Stmt& stmt) {
  const auto* push = std::get_if<Push>(&stmt.node);
  const auto* pop = std::get_if<Pop>(&stmt.node);
  return push ? push->joined : pop ? pop->joined : 0;
}

/// A record that comes from the tape declares what it holds in between.
std::size_t lengthOfRecord(std::span<const Stmt> statements) {
  const std::size_t first = statements.size() > 1 && isRestored(statements[0], statements[1]);
  const std::size_t joined = joinedWith(statements[first]);
  std::size_t length = first + 1;
  for (std::size_t i = 0; i < joined; ++length)
    i += std::holds_alternative<Declare>(statements[length].node) ? 0 : 1;
  return joined > 0 ? length : 0;
}

/// Does the last statement, a call, return what the others declare?
bool isReturned(std::span<const Stmt> statements) {
  const auto* call = std::get_if<Call>(&statements.back().node);
  if (!call || !call->result)
    return false;
  std::vector<VarId> results = {*call->result};
  if (call->derivative)
    results.push_back(*call->derivative);
  return std::ranges::equal(statements.first(statements.size() - 1), results,
                            [](const Stmt& stmt, VarId result) {
                              const auto* local = std::get_if<Declare>(&stmt.node);
                              return local && local->var == result;
                            });
}

} // namespace

Neighbours neighboursAt(std::span<const Stmt> statements) {
  if (const std::size_t length = lengthOfRecord(statements))
    return {Joint::record, length};
  if (statements.size() > 1 && isRestored(statements[0], statements[1]))
    return {Joint::restored, 2};
  if (statements.size() > 1 && isYielded(statements[0], statements[1]))
    return {Joint::yielded, 2};
  for (const std::size_t length : {2, 3})
    if (length <= statements.size() && isReturned(statements.first(length)))
      return {Joint::returned, length};
  return {};
}

} // namespace treelize::print
