#include "ir/SplitObjects.h"

#include "ir/Builder.h"
#include "ir/Members.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace treelize::ir {

namespace {

class Candidates {
public:
  Candidates(const Kernel& kernel, bool (*isWanted)(const Type&))
      : kernel(kernel), isWanted(isWanted) {
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      if (const auto* local = std::get_if<Declare>(&stmt.node); local && mayPart(local->var))
        found.insert(local->var);
    });
    if (kernel.result)
      found.erase(*kernel.result);
    forEachStmt(kernel.body, [&](const Stmt& stmt) { look(stmt); });
  }

  std::set<VarId> found;

private:
  const Kernel& kernel;
  bool (*isWanted)(const Type&);

  bool mayPart(VarId var) const {
    const Variable& variable = kernel[var];
    return variable.role == Role::Local && !variable.byReference && !variable.isWalked &&
           isOfMembers(*variable.type) && isWanted(*variable.type);
  }

  void leaveWhole(const Place& place) {
    if (place.path.empty())
      found.erase(place.base);
  }

  void look(const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node)) {
      const Type& type = *kernel[local->var].type;
      if (local->value && !copiedPlace(local->value) && !isZeroed(*local->value))
        found.erase(local->var);
      if (const Place* source = copiedPlace(local->value); source && isPartible(type))
        return lookAtIndices(*source);
    } else if (const auto* set = std::get_if<Assign>(&stmt.node); set && set->op == AssignOp::Set &&
                                                                  copiedPlace(set->value) &&
                                                                  isPartible(*set->target.type)) {
      lookAtIndices(*copiedPlace(set->value));
      return lookAtIndices(set->target);
    } else {
      forEachWritten(kernel, stmt, [&](const Place& place) { leaveWhole(place); });
    }
    if (const Place* named = namedPlace(stmt))
      lookAtIndices(*named);
    forEachExpr(stmt,
                [&](const Expr& e) { forEachRead(e, [&](const Place& p) { leaveWhole(p); }); });
  }

  /// Can a whole be copied member by member, on whichever side of it?
  static bool isPartible(const Type& type) {
    return isOfMembers(type) && type.defaultConstructible;
  }

  void lookAtIndices(const Place& place) {
    forEachIndexRead(place, [&](const Place& p) { leaveWhole(p); });
  }
};

class Splitter {
public:
  explicit Splitter(Kernel& kernel, const std::set<VarId>& objects) : kernel(kernel) {
    for (VarId object : objects)
      for (const RecordField& field : TypeRef(kernel[object].type)->fields)
        members[object].push_back(addMember(kernel, object, field, field.type));
  }

  void run() {
    replaceEach(kernel.body, [&](Stmt& stmt, Block& out) { statement(stmt, out); });
    changePlaces(kernel.body, [&](Place& place) {
      const auto parts = members.find(place.base);
      if (parts == members.end() || place.path.empty())
        return;
      place.base = parts->second[indexOf(*kernel[place.base].type, place.path.front().field)];
      place.path.erase(place.path.begin());
    });
  }

private:
  Kernel& kernel;
  std::map<VarId, std::vector<VarId>> members; // of each object, in the order of its fields

  bool isPart(const Place& place) const {
    return place.path.empty() && members.contains(place.base);
  }

  void statement(Stmt& stmt, Block& out) {
    const auto* local = std::get_if<Declare>(&stmt.node);
    const auto* set = std::get_if<Assign>(&stmt.node);
    const Place* source = local ? copiedPlace(local->value)
                          : set ? copiedPlace(set->value)
                                : nullptr;
    if (local && (members.contains(local->var) || (source && isPart(*source))))
      declareMembers(*local, source, stmt.location, out);
    else if (set && source && (isPart(set->target) || isPart(*source)))
      copyMembers(set->target, *source, stmt.location, out);
    else
      out.push_back(std::move(stmt));
  }

  void declareMembers(const Declare& local, const Place* source, Location at, Block& out) {
    const TypeRef type = kernel[local.var].type;
    const auto parts = members.find(local.var);
    if (parts == members.end()) {
      out.push_back(declare(local.var, nullptr, at));
      return copyMembers(place(kernel, local.var), *source, at, out);
    }
    for (std::size_t i = 0; i < type->fields.size(); ++i) {
      const RecordField& field = type->fields[i];
      out.push_back(declare(parts->second[i],
                            source        ? load(fieldOf(*source, field))
                            : local.value ? zeroOf(field.type)
                                          : start(field.type),
                            at));
    }
  }

  void copyMembers(const Place& target, const Place& source, Location at, Block& out) {
    const Place to = settled(kernel, target, target.base, at, out),
                from = settled(kernel, source, target.base, at, out);
    for (const RecordField& field : TypeRef(to.type)->fields)
      out.push_back(assign(fieldOf(to, field), AssignOp::Set, load(fieldOf(from, field)), at));
  }

  static ExprRef start(const TypeRef& type) {
    return type->is(TypeKind::Vector) ? construct(type, {}) : nullptr;
  }
};

} // namespace

static void split(Kernel& kernel, bool (*isWanted)(const Type&)) {
  for (std::set<VarId> objects = Candidates(kernel, isWanted).found; !objects.empty();
       objects = Candidates(kernel, isWanted).found)
    Splitter(kernel, objects).run();
}

void splitObjects(Kernel& kernel) {
  split(kernel, [](const Type&) { return true; });
}

void splitModels(Kernel& kernel) {
  split(kernel, [](const Type& type) { return type.isModel; });
}

} // namespace treelize::ir
