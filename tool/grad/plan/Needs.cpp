#include "grad/plan/Needs.h"

#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;
using analysis::Region;

void Needs::addRegion(const Place& read) {
  addRegion(read, reader ? reader->location : Location{});
}

void Needs::addRegion(const Place& read, Location by) {
  if (regions.insert(read))
    readers[read.base].emplace_back(analysis::regionOf(read), by);
}

void Needs::add(const Place& read) {
  addRegion(read);
  asked.add(read, reader, /*afterwards=*/false);
}

void Needs::addReads(const Expr& expr, bool afterwards) {
  forEachRead(expr, [&](const Place& p) { addRegion(p); });
  forEachLoad(expr, [&](const Place& p) { asked.add(p, reader, afterwards); });
}

void Needs::addReads(const Block& code, bool afterwards) {
  forEachStmt(code, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) { addReads(e, afterwards); });
    addIndices(stmt);
  });
}

void Needs::addIndices(const Stmt& stmt) {
  forEachWritten(kernel, stmt, [&](const Place& target) {
    forEachIndexRead(target, [&](const Place& p) { add(p); });
  });
}

bool Needs::addOtherReads(const Expr& expr, const Place& target) {
  bool readsTarget = false;
  forEachRead(expr, [&](const Place& p) {
    if (isSame(p, target))
      readsTarget = true;
    else
      addRegion(p);
  });
  forEachLoad(expr, [&](const Place& p) { asked.add(p, reader, /*afterwards=*/false); });
  return readsTarget;
}

bool Needs::addOtherReads(const Block& code, const Place& target) {
  bool readsTarget = false;
  forEachStmt(code, [&](const Stmt& stmt) {
    forEachExpr(
        stmt, [&](const Expr& expr) { readsTarget = addOtherReads(expr, target) || readsTarget; });
    addIndices(stmt);
  });
  return readsTarget;
}

Location Needs::readerOf(const Place& lost) const {
  const auto known = readers.find(lost.base);
  if (known == readers.end())
    return {};
  const Region region = analysis::regionOf(lost);
  const auto found =
      std::find_if(known->second.rbegin(), known->second.rend(),
                   [&](const auto& reader) { return analysis::overlap(reader.first, region); });
  return found == known->second.rend() ? Location{} : found->second;
}

std::set<VarId> Needs::variables() const {
  std::set<VarId> found;
  for (const auto& [variable, by] : readers)
    found.insert(variable);
  return found;
}

} // namespace treelize::grad
