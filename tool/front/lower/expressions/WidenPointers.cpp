// Before a loop: which containers its pointers may come to point into, as far as their assignments
// say so.
#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/PointerBases.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "ir/ExprText.h"
#include "ir/Same.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// Pointer to pointer, in the loop that assigns them to one another.
class AssignmentFinder : public RecursiveASTVisitor<AssignmentFinder> {
public:
  std::vector<std::pair<const ValueDecl*, const ValueDecl*>> found; // to, from
  std::set<const ValueDecl*> declared;                              // anew in every iteration

  bool VisitBinaryOperator(BinaryOperator* assignment) {
    if (assignment->getOpcode() == BO_Assign)
      add(assignment->getLHS(), assignment->getRHS());
    return true;
  }
  bool VisitVarDecl(VarDecl* variable) {
    declared.insert(variable);
    if (variable->getInit() &&
        (isView(variable->getType()) || variable->getType()->isReferenceType()))
      add(variable, variable->getInit());
    return true;
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt* loop) {
    add(loop->getLoopVariable(), loop->getRangeInit());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* call) {
    if (call->getOperator() == OO_Equal)
      add(call->getArg(0), call->getArg(1));
    return true;
  }
  bool VisitCallExpr(CallExpr* call) {
    for (const Expr* to : pointersByReference(call)) {
      for (const Expr* from : call->arguments())
        if (from != to)
          add(to, from);
      if (const auto* method = dyn_cast<CXXMemberCallExpr>(call))
        add(to, method->getImplicitObjectArgument());
    }
    return true;
  }

private:
  void add(const Expr* to, const Expr* from) {
    const auto* target = dyn_cast<DeclRefExpr>(to->IgnoreParenImpCasts());
    if (target && isView(to->getType()))
      add(target->getDecl(), from);
  }
  void add(const ValueDecl* to, const Expr* from) {
    std::vector<const Stmt*> work = {from};
    while (!work.empty()) {
      const Stmt* next = work.back();
      work.pop_back();
      const auto* part = dyn_cast_or_null<Expr>(next);
      if (part && part->isPRValue() && part->getType()->isArithmeticType())
        continue; // an index, the condition of a choice
      if (const auto* use = dyn_cast_or_null<DeclRefExpr>(next))
        found.emplace_back(to, use->getDecl());
      else if (next)
        work.insert(work.end(), next->child_begin(), next->child_end());
    }
  }
};

/// Members that methods of a class, called in a loop, assign to one another.
class MemberFinder : public RecursiveASTVisitor<MemberFinder> {
public:
  std::set<const FieldDecl*> assigned, mentioned; // for look-ups only

  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* definition = nullptr;
    const FunctionDecl* callee = call->getDirectCallee();
    for (const Expr* argument : pointersByReference(call))
      assign(argument);
    if (callee && !isInStd(callee) && callee->hasBody(definition) &&
        seen_.insert(definition).second)
      TraverseStmt(definition->getBody());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* call) {
    if (call->getOperator() == OO_Equal)
      assign(call->getArg(0));
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator* assignment) {
    if (assignment->getOpcode() == BO_Assign)
      assign(assignment->getLHS());
    return true;
  }
  bool VisitMemberExpr(MemberExpr* access) {
    if (const auto* field = dyn_cast<FieldDecl>(access->getMemberDecl());
        field && isView(field->getType()))
      mentioned.insert(field);
    return true;
  }

private:
  std::set<const FunctionDecl*> seen_; // for look-ups only

  void assign(const Expr* target) {
    const auto* access = dyn_cast<MemberExpr>(target->IgnoreParenImpCasts());
    const auto* field = access ? dyn_cast<FieldDecl>(access->getMemberDecl()) : nullptr;
    if (field && isView(field->getType()))
      assigned.insert(field);
  }
};

void addBases(const Bases& of, std::vector<ir::Place>& bases) {
  for (const Base& base : of.known)
    bases.push_back(base.place);
}

void addBases(const Column& column, std::vector<ir::Place>& bases) {
  if (column.bases)
    addBases(*column.bases, bases);
  for (const Column& member : column.members)
    addBases(member, bases);
}

void addBases(const Value& part, std::vector<ir::Place>& bases) {
  if (const auto* view = std::get_if<View>(&part))
    std::ranges::copy(basesOf(*view), std::back_inserter(bases));
  if (const auto* moving = std::get_if<MovingView>(&part))
    addBases(*moving->state->bases, bases);
  const auto* object = std::get_if<Object>(&part);
  if (!object)
    return;
  if (object->state->column)
    addBases(*object->state->column, bases);
  for (const auto& [field, member] : object->state->members)
    addBases(member, bases);
}

/// What the pointers of an object may point into, in an order that every run of the tool has.
std::vector<ir::Place> basesIn(const Lowering& l, const Object& object) {
  std::vector<ir::Place> bases;
  addBases(object, bases);
  std::ranges::sort(bases, {}, [&](const ir::Place& base) { return ir::text(l.kernel, base); });
  return bases;
}

/// Is it a container of what the pointer points at, or of such containers? One that is null so far
/// may point into any.
std::optional<ir::Place> containerFor(Lowering& l, const ValueDecl* pointer,
                                      const MovingView::State& state, const ir::Place& place) {
  const std::vector<Base>& known = state.bases->known;
  if (!place.type->element || (known.empty() && !state.isSet))
    return std::nullopt;
  const ir::TypeRef pointee =
      known.empty() ? l.types.of(pointer->getType())->element : known[0].place.type->element;
  const auto holds = [&](const ir::TypeRef& element) {
    return element && pointee && isSameInCpp(*element, *pointee);
  };
  if (holds(place.type->element))
    return place;
  const bool isMatrix = holds(place.type->element->element) && place.type->isIndexable();
  return isMatrix ? std::optional(ir::element(place, {ir::integer(0)})) : std::nullopt;
}

/// Variables of the loop whose objects are taken apart.
std::vector<const ValueDecl*> objectsIn(const Lowering& l, const Stmt* loop) {
  std::vector<const ValueDecl*> found;
  std::vector<const Stmt*> work = {loop};
  while (!work.empty()) {
    const Stmt* next = work.back();
    work.pop_back();
    const auto* use = dyn_cast_or_null<DeclRefExpr>(next);
    const auto bound = use ? l.bindings.find(use->getDecl()) : l.bindings.end();
    if (bound != l.bindings.end() && std::holds_alternative<Object>(bound->second) &&
        std::ranges::find(found, use->getDecl()) == found.end())
      found.push_back(use->getDecl());
    if (next)
      work.insert(work.end(), next->child_begin(), next->child_end());
  }
  return found;
}

/// The pointers of an object may come to point into what others of its pointers of that type do.
void widenMembers(Lowering& l, const Object& object, const MemberFinder& found,
                  SourceLocation where) {
  for (const auto& [to, target] : object.state->members) {
    const auto* moving = std::get_if<MovingView>(&target);
    if (!moving || !found.assigned.contains(to))
      continue;
    std::vector<ir::Place> bases;
    for (const auto& [from, source] : object.state->members)
      if (from != to && found.mentioned.contains(from) &&
          l.ast.hasSameUnqualifiedType(from->getType(), to->getType()))
        addBases(source, bases);
    std::ranges::sort(bases, {}, [&](const ir::Place& base) { return ir::text(l.kernel, base); });
    for (const ir::Place& base : bases)
      if (hasFixedIndices(base) && moving->state->bases->isObject == false)
        numberOf(l, *moving->state, base, where, /*isEarly=*/true);
  }
}

} // namespace

/// What runs more than once.
static std::vector<const Stmt*> repeatedParts(const Stmt* loop) {
  if (const auto* counted = dyn_cast<ForStmt>(loop))
    return {counted->getConditionVariableDeclStmt(), counted->getCond(), counted->getInc(),
            counted->getBody()};
  return {loop};
}

/// A body may read a pointer before it assigns it: the next run then reads through another base.
void widenPointers(Lowering& l, const Stmt* loop) {
  if (l.loopDepth == 0) {
    ++l.outermostLoops;
    l.variablesBeforeLoops = l.kernel.variables.size();
  }
  widenCandidates(l, loop);
  MemberFinder members;
  members.TraverseStmt(const_cast<Stmt*>(loop));
  if (!members.assigned.empty())
    for (const ValueDecl* variable : objectsIn(l, loop))
      widenMembers(l, std::get<Object>(l.bindings.at(variable)), members, loop->getBeginLoc());
  AssignmentFinder assignments;
  for (const Stmt* part : repeatedParts(loop))
    assignments.TraverseStmt(const_cast<Stmt*>(part));
  std::map<const ValueDecl*, std::vector<ir::Place>> inside; // of pointers that the loop declares
  const auto basesAt = [&](const ValueDecl* from) -> std::vector<ir::Place> {
    const auto source = l.bindings.find(from);
    if (source == l.bindings.end() ||
        assignments.declared.contains(from)) // bound by an earlier call, if at all
      return inside[from];
    if (std::holds_alternative<MovingView>(source->second))
      return basesOf(nullableViewOf(l, source->second, loop->getBeginLoc()));
    if (const auto* fixed = std::get_if<View>(&source->second))
      return basesOf(*fixed);
    if (const auto* object = std::get_if<Object>(&source->second))
      return basesIn(l, *object);
    const auto* place = std::get_if<ir::Place>(&source->second);
    return place && place->type->isIndexable() ? std::vector{*place} : std::vector<ir::Place>();
  };
  for (bool grew = true; grew;) {
    grew = false;
    for (const auto& [to, from] : assignments.found) {
      const auto target = l.bindings.find(to);
      for (const ir::Place& base : basesAt(from)) {
        if (target == l.bindings.end() || assignments.declared.contains(to)) {
          std::vector<ir::Place>& known = inside[to];
          if (std::ranges::none_of(known,
                                   [&](const ir::Place& p) { return ir::isSame(p, base); })) {
            known.push_back(base);
            grew = true;
          }
          continue;
        }
        const auto* moving = std::get_if<MovingView>(&target->second);
        const std::optional<ir::Place> container =
            moving ? containerFor(l, to, *moving->state, base) : std::nullopt;
        if (!container)
          continue;
        const std::size_t before = moving->state->bases->known.size();
        numberOf(l, *moving->state, *container, loop->getBeginLoc(), /*isEarly=*/true);
        grew = grew || moving->state->bases->known.size() != before;
      }
    }
  }
}

} // namespace treelize::front
