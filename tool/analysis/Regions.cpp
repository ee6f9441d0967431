#include "analysis/Regions.h"

#include "ir/Existence.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::analysis {

using namespace ir;

namespace {

using Steps = std::vector<std::string>;

bool isPrefix(const Steps& a, const Steps& b) {
  return a.size() <= b.size() && std::equal(a.begin(), a.end(), b.begin());
}

bool related(const Steps& a, const Steps& b) {
  return isPrefix(a, b) || isPrefix(b, a);
}

} // namespace

bool Region::hasIndex() const {
  return std::ranges::find(path, "[]") != path.end();
}

Region regionOf(const Place& place) {
  Region region{place.base, {}};
  for (const Selector& selector : place.path)
    region.path.push_back(selector.isField() ? selector.field : "[]");
  return region;
}

bool overlap(const Region& a, const Region& b) {
  return a.base == b.base && related(a.path, b.path);
}

bool overlap(const Place& a, const Place& b) {
  return a.base == b.base && overlap(regionOf(a), regionOf(b));
}

bool hasOwnRows(const Kernel& kernel, const Place& element) {
  int indices = 0;
  const bool mayShare = anyStep(kernel, element, [&](const Type* type, const RecordField* field) {
    return !field && indices++ > 0 && type && type->isView();
  });
  return !mayShare && (indices < 2 || !isWalked(kernel, element.base));
}

bool crossesField(const Kernel& kernel, const Place& place, bool RecordField::* mark) {
  return anyStep(kernel, place,
                 [&](const Type*, const RecordField* field) { return field && (*field).*mark; });
}

bool isNondiff(const Kernel& kernel, const Place& place) {
  return kernel[place.base].nondiff || crossesField(kernel, place, &RecordField::nondiff);
}

bool RegionSet::contains(const Region& region) const {
  auto known = paths.find(region.base);
  return known != paths.end() && std::ranges::any_of(known->second, [&](const Steps& p) {
           return isPrefix(p, region.path);
         });
}

bool RegionSet::insert(const Region& region) {
  if (contains(region))
    return false;
  std::vector<Steps>& known = paths[region.base];
  std::erase_if(known, [&](const Steps& p) { return isPrefix(region.path, p); });
  known.push_back(region.path);
  return true;
}

bool RegionSet::merge(const RegionSet& other) {
  bool grew = false;
  for (const auto& [base, known] : other.paths)
    for (const Steps& path : known)
      grew |= insert(Region{base, path});
  return grew;
}

bool RegionSet::overlaps(const Region& region) const {
  auto known = paths.find(region.base);
  if (known == paths.end())
    return false;
  return std::ranges::any_of(known->second,
                             [&](const Steps& p) { return related(p, region.path); });
}

bool RegionSet::overlaps(const RegionSet& other) const {
  return std::ranges::any_of(other.paths, [&](const auto& theirs) {
    return std::ranges::any_of(theirs.second,
                               [&](const Steps& p) { return overlaps(Region{theirs.first, p}); });
  });
}

void RegionSet::erase(const Region& region) {
  auto known = paths.find(region.base);
  if (known == paths.end())
    return;
  std::erase_if(known->second, [&](const Steps& p) { return isPrefix(region.path, p); });
  if (known->second.empty())
    paths.erase(known);
}

std::set<VarId> RegionSet::variables() const {
  std::set<VarId> result;
  for (const auto& [variable, parts] : paths)
    if (!parts.empty())
      result.insert(variable);
  return result;
}

RegionSet RegionSet::of(VarId variable) const {
  RegionSet some;
  if (auto known = paths.find(variable); known != paths.end())
    some.paths.insert(*known);
  return some;
}

void RegionSet::replace(VarId variable, const RegionSet& by) {
  if (auto known = by.paths.find(variable); known != by.paths.end())
    paths[variable] = known->second;
  else
    paths.erase(variable);
}

RegionSet writesOf(const Kernel& kernel, std::span<const Stmt> statements) {
  RegionSet writes;
  forEachStmt(statements, [&](const Stmt& stmt) {
    forEachWritten(kernel, stmt, [&](const Place& place) { writes.insert(place); });
    if (const auto* loop = std::get_if<For>(&stmt.node))
      writes.insert(Region{loop->counter, {}});
  });
  return writes;
}

RegionSet readsOf(std::span<const Stmt> statements) {
  RegionSet reads;
  auto read = [&](const Place& p) { reads.insert(p); };
  forEachStmt(statements, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, read); });
    const Place* place = namedPlace(stmt);
    if (!place)
      return;
    forEachIndexRead(*place, read);
    const auto* s = std::get_if<Assign>(&stmt.node);
    if (!s || s->op != AssignOp::Set)
      read(*place);
  });
  return reads;
}

bool mayChange(const Expr& e, const RegionSet& written) {
  bool found = false;
  forEachRead(e, [&](const Place& p) { found = found || written.overlaps(p); });
  return found;
}

bool mayMove(const Place& place, const RegionSet& written) {
  bool found = false;
  forEachIndexRead(place, [&](const Place& p) { found = found || written.overlaps(p); });
  return found;
}

} // namespace treelize::analysis
