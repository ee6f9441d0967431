#include "ir/SplitContainers.h"

#include "ir/Builder.h"
#include "ir/Exchanges.h"
#include "ir/Gathers.h"
#include "ir/Members.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"
#include "ir/text/PlainTypes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace treelize::ir {

namespace {

bool isSequence(const Type& type) {
  return (type.is(TypeKind::Vector) && !type.isRoom) || type.is(TypeKind::Array);
}

/// What the innermost containers hold.
const Type& objectIn(const Type& type) {
  return isSequence(type) ? objectIn(*type.element) : type;
}

/// How many indices lead to an object.
std::size_t depthOf(const Type& type) {
  return isSequence(type) ? 1 + depthOf(*type.element) : 0;
}

/// An element of a vector of truth values is no place, and an array of C's none of a vector's.
bool canHold(const Type& container, const Type& member) {
  if (container.isBuiltinArray && container.element->isBuiltinArray)
    return false;
  if (isSequence(*container.element))
    return canHold(*container.element, member);
  return !(container.is(TypeKind::Vector) && member.is(TypeKind::Bool)) && !member.isBuiltinArray;
}

/// Of objects that begin at zero, wherever a container makes new ones.
bool isOfSuch(const Type& type) {
  const Type& object = objectIn(type);
  return isSequence(type) && isOfMembers(object) && object.defaultConstructible &&
         object.startsAtZero && !object.isModel &&
         std::ranges::all_of(object.fields,
                             [&](const RecordField& field) { return canHold(type, *field.type); });
}

/// The container, of members in the place of the objects.
TypeRef typeOf(const Type& container, const TypeRef& member) {
  if (!isSequence(container))
    return member;
  const TypeRef element = typeOf(*container.element, member);
  return container.is(TypeKind::Vector) ? vectorOf(element)
         : container.isBuiltinArray     ? builtinArray(element, container.extent)
                                        : plainArray(element, container.extent);
}

/// Which containers are split.
class ContainerCandidates {
public:
  explicit ContainerCandidates(const Kernel& kernel) : kernel(kernel) {
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      if (const auto* local = std::get_if<Declare>(&stmt.node); local && mayPart(local->var))
        found.insert(local->var);
    });
    if (kernel.result)
      found.erase(*kernel.result);
    if (!found.empty())
      leaveTogether();
    // One that is left whole takes with it what is copied from it.
    for (std::size_t before = 0; before != found.size();) {
      before = found.size();
      forEachStmt(kernel.body, [&](const Stmt& stmt) { look(stmt); });
    }
  }

  std::set<VarId> found;

private:
  const Kernel& kernel;

  bool mayPart(VarId var) const {
    const Variable& variable = kernel[var];
    return variable.role == Role::Local && !variable.byReference && !variable.isWalked &&
           isOfSuch(*variable.type);
  }

  /// What is gathered is read with fewer misses where the members lie together.
  void leaveTogether() {
    const std::set<VarId> together = gathered(kernel), saved = refilled(kernel);
    std::erase_if(found, [&](VarId var) { return together.contains(var) && !saved.contains(var); });
  }

  /// Is it such a container, or an object in one?
  bool isWhole(const Place& place) const {
    return found.contains(place.base) && place.path.size() <= depthOf(*kernel[place.base].type);
  }

  void leave(const Place& place) {
    if (isWhole(place))
      found.erase(place.base);
  }

  void leaveRead(const Expr& value) {
    forEachLoad(value, [&](const Place& place) { leave(place); });
  }

  void look(const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node); local && local->value) {
      if (!canPart(place(kernel, local->var), local->value) && !isCopyOfVector(*local)) {
        found.erase(local->var);
        leaveRead(*local->value);
      }
    } else if (const auto* set = std::get_if<Assign>(&stmt.node);
               set && set->op == AssignOp::Set && canPart(set->target, set->value)) {
      return;
    } else if (const auto* added = std::get_if<Append>(&stmt.node);
               added && isWhole(added->container)) {
      if (added->value && !canPart(lastElement(added->container), added->value)) {
        leave(added->container);
        leaveRead(*added->value);
      }
    } else if (const std::optional<Exchange> swapped = exchangeOf(stmt);
               swapped && isWhole(swapped->a) && isWhole(swapped->b) &&
               isSequence(*swapped->a.type)) {
      return;
    } else if (!std::holds_alternative<Drop>(stmt.node) &&
               !std::holds_alternative<Declare>(stmt.node)) {
      forEachWritten(kernel, stmt, [&](const Place& place) { leave(place); });
      forEachExpr(stmt, [&](const Expr& e) { leaveRead(e); });
    }
  }

  /// Can each member of the target get its own from the value?
  bool canPart(const Place& target, const ExprRef& value) const {
    const Place* source = copiedPlace(value);
    if (target.type->is(TypeKind::Record))
      return (isWhole(target) || (source && isWhole(*source))) && isOfMembers(*target.type) &&
             (source || isZeroed(*value));
    return isWhole(target) && (source ? isWhole(*source) : isMadeOfParts(*value));
  }

  /// Of one that is not split: its objects are taken over one by one.
  bool isCopyOfVector(const Declare& local) const {
    const Type& type = *kernel[local.var].type;
    const Place* source = copiedPlace(local.value);
    return source && type.is(TypeKind::Vector) && depthOf(type) == 1 &&
           isSameInCpp(*source->type, type) && !found.contains(source->base);
  }

  /// Is it a container with nothing in it but zeros, or copies of an object or container?
  bool isMadeOfParts(const Expr& value) const {
    const auto* made = std::get_if<Construct>(&value.node);
    if (!made || made->args.size() > 2 ||
        (!made->args.empty() && !made->args[0]->type->is(TypeKind::Integer)))
      return false;
    if (made->args.size() < 2)
      return true;
    const ExprRef& each = made->args[1];
    const Place* source = copiedPlace(each);
    if (each->type->is(TypeKind::Record))
      return source || isZeroed(*each);
    return source ? isWhole(*source) : isMadeOfParts(*each);
  }
};

class ContainerSplitter {
public:
  ContainerSplitter(Kernel& kernel, const std::set<VarId>& containers) : kernel(kernel) {
    for (const VarId container : containers) {
      const TypeRef type = kernel[container].type;
      for (const RecordField& field : objectIn(*type).fields)
        members[container].push_back(
            addMember(kernel, container, field, typeOf(*type, field.type)));
    }
  }

  void run() {
    replaceEach(kernel.body, [&](Stmt& stmt, Block& out) { statement(stmt, out); });
    changePlaces(kernel.body, [&](Place& place) {
      const auto parts = members.find(place.base);
      if (parts == members.end())
        return;
      const std::size_t depth = depthOf(*kernel[place.base].type);
      if (place.path.size() <= depth) // whose length is asked for
        place = partOf(place, 0);
      else
        place = followed(place, depth);
    });
  }

private:
  Kernel& kernel;
  std::map<VarId, std::vector<VarId>> members; // of each container, in the order of the fields

  bool isWhole(const Place& place) const {
    return members.contains(place.base) && place.path.size() <= depthOf(*kernel[place.base].type);
  }

  Place partOf(Place place, std::size_t member) const {
    const TypeRef type = place.type;
    place.type = typeOf(*type, objectIn(*type).fields[member].type);
    place.base = members.at(place.base)[member];
    return place;
  }

  /// What lies in one of the objects.
  Place followed(Place place, std::size_t depth) const {
    const auto field = place.path.begin() + static_cast<std::ptrdiff_t>(depth);
    place.base = members.at(place.base)[indexOf(objectIn(*kernel[place.base].type), field->field)];
    place.path.erase(field);
    return place;
  }

  /// Of an object or a container, split or not.
  Place memberOf(const Place& whole, std::size_t member) const {
    return isWhole(whole) ? partOf(whole, member) : fieldOf(whole, whole.type->fields[member]);
  }

  ExprRef memberOf(const ExprRef& value, std::size_t member) const {
    if (const Place* source = copiedPlace(value))
      return load(memberOf(*source, member));
    const TypeRef type = typeOf(*value->type, objectIn(*value->type).fields[member].type);
    std::vector<ExprRef> args = std::get<Construct>(value->node).args;
    if (args.empty())
      return zeroOf(type);
    if (args.size() == 2)
      args[1] = memberOf(args[1], member);
    return construct(type, std::move(args));
  }

  void statement(Stmt& stmt, Block& out) {
    const Location at = stmt.location;
    if (const auto* local = std::get_if<Declare>(&stmt.node)) {
      const Place* source = copiedPlace(local->value);
      if (const auto parts = members.find(local->var); parts != members.end())
        return declareMembers(*local, parts->second, at, out);
      if (source && isWhole(*source)) {
        out.push_back(declare(local->var, nullptr, at));
        return copyMembers(place(kernel, local->var), local->value, at, out);
      }
    } else if (const auto* set = std::get_if<Assign>(&stmt.node)) {
      const Place* source = copiedPlace(set->value);
      if (isWhole(set->target) || (source && isWhole(*source)))
        return copyMembers(set->target, set->value, at, out);
    } else if (const auto* added = std::get_if<Append>(&stmt.node);
               added && isWhole(added->container)) {
      return appendMembers(*added, at, out);
    } else if (const auto* dropped = std::get_if<Drop>(&stmt.node);
               dropped && isWhole(dropped->container)) {
      const Place from = settled(kernel, dropped->container, dropped->container.base, at, out);
      return forEachMember(
          from, [&](std::size_t member) { out.push_back(drop(partOf(from, member), at)); });
    } else if (const std::optional<Exchange> swapped = exchangeOf(stmt);
               swapped && isWhole(swapped->a)) {
      return swapMembers(*swapped, at, out);
    }
    out.push_back(std::move(stmt));
  }

  void swapMembers(const Exchange& swapped, Location at, Block& out) {
    const auto settledPlace = [&](Place place) {
      for (const VarId base : {swapped.a.base, swapped.b.base})
        place = settled(kernel, std::move(place), base, at, out);
      return place;
    };
    const Place a = settledPlace(swapped.a), b = settledPlace(swapped.b);
    forEachMember(a,
                  [&](std::size_t member) { swap(partOf(a, member), partOf(b, member), at, out); });
  }

  /// An exchange is of what carries a derivative. All else is saved as any assignment's target is.
  void swap(const Place& a, const Place& b, Location at, Block& out) {
    if (isDifferentiable(*a.type) && !kernel[a.base].nondiff)
      return out.push_back(exchange(a, b, at));
    const VarId kept = addLocal(kernel, "swapped", a.type, at);
    out.push_back(declare(kept, load(a), at));
    out.push_back(assign(a, AssignOp::Set, load(b), at));
    out.push_back(assign(b, AssignOp::Set, load(kernel, kept), at));
  }

  static void forEachMember(const Place& whole, const auto& fn) {
    for (std::size_t i = 0; i < objectIn(*whole.type).fields.size(); ++i)
      fn(i);
  }

  /// An array without a value may have objects that make themselves.
  void declareMembers(const Declare& local, const std::vector<VarId>& parts, Location at,
                      Block& out) {
    if (const Place* source = copiedPlace(local.value); source && !isWhole(*source))
      return takeOver(*source, parts, at, out);
    for (std::size_t i = 0; i < parts.size(); ++i)
      out.push_back(declare(
          parts[i], local.value ? memberOf(local.value, i) : zeroOf(kernel[parts[i]].type), at));
  }

  void takeOver(const Place& source, const std::vector<VarId>& parts, Location at, Block& out) {
    For loop{
        addLocal(kernel, "i", sizeType(), at), integer(0, sizeType()), size(source), 1, false, {}};
    const std::vector<ExprRef> index{load(kernel, loop.counter)};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Place part = place(kernel, parts[i]);
      out.push_back(declare(parts[i], construct(part.type, {size(source)}), at));
      const Place from = element(source, index);
      loop.body.push_back(assign(element(part, index), AssignOp::Set,
                                 load(fieldOf(from, from.type->fields[i])), at));
    }
    out.push_back(Stmt{at, std::move(loop)});
  }

  void appendMembers(const Append& added, Location at, Block& out) {
    const VarId base = added.container.base;
    const Place to = settled(kernel, added.container, base, at, out);
    const ExprRef from = steady(added.value, base, at, out);
    forEachMember(to, [&](std::size_t member) {
      out.push_back(append(partOf(to, member), from ? memberOf(from, member) : nullptr, at));
    });
  }

  void copyMembers(const Place& target, const ExprRef& value, Location at, Block& out) {
    const Place to = settled(kernel, target, target.base, at, out);
    const ExprRef from = steady(value, target.base, at, out);
    forEachMember(target, [&](std::size_t member) {
      out.push_back(assign(memberOf(to, member), AssignOp::Set, memberOf(from, member), at));
    });
  }

  /// What has the same members while they are written one after the other.
  ExprRef steady(const ExprRef& value, VarId written, Location at, Block& out) {
    if (!value)
      return nullptr;
    if (const Place* source = copiedPlace(value))
      return load(settled(kernel, *source, written, at, out), value->location);
    std::vector<ExprRef> args = std::get<Construct>(value->node).args;
    for (ExprRef& arg : args)
      arg = arg->type->is(TypeKind::Integer) ? settled(kernel, arg, written, at, out)
                                             : steady(arg, written, at, out);
    return construct(value->type, std::move(args), value->location);
  }
};

/// As locals they can be split.
void copyWrittenParameters(Kernel& kernel) {
  std::set<VarId> written;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    forEachWritten(kernel, stmt, [&](const Place& place) { written.insert(place.base); });
  });
  for (const VarId parameter : kernel.parameters) {
    const Variable& variable = kernel[parameter];
    if (variable.byReference || !written.contains(parameter) || depthOf(*variable.type) != 1 ||
        !variable.type->is(TypeKind::Vector) || !isOfSuch(*variable.type))
      continue;
    const VarId copy = addLocal(kernel, variable.name + "_value", variable.type, variable.location);
    kernel[copy].nondiff = variable.nondiff;
    kernel[copy].leftOut = variable.leftOut;
    replaceVariable(kernel.body, parameter, copy);
    kernel.body.insert(kernel.body.begin(),
                       declare(copy, load(kernel, parameter), variable.location));
  }
}

} // namespace

void splitContainers(Kernel& kernel) {
  copyWrittenParameters(kernel);
  for (std::set<VarId> containers = ContainerCandidates(kernel).found; !containers.empty();
       containers = ContainerCandidates(kernel).found)
    ContainerSplitter(kernel, containers).run();
}

} // namespace treelize::ir
