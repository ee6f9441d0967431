#include "front/lower/calls/Candidates.h"

#include "front/lower/calls/Dispatch.h"
#include "front/lower/calls/FunctionPool.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"
#include "ir/Literals.h"
#include "ir/Same.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::Op;

namespace {

/// What tells the types apart that number functions differently.
const void* keyOf(Lowering& l, QualType type) {
  type = type.getNonReferenceType();
  const bool isObject = libraryOf(type) == Library::function || type->isMemberPointerType();
  const QualType plain =
      isObject ? type.getUnqualifiedType()
               : l.ast.getFunctionTypeWithExceptionSpec(QualType(signatureOf(type), 0), EST_None);
  return plain.getCanonicalType().getAsOpaquePtr();
}

Candidates& candidatesOf(Lowering& l, QualType type) {
  return (*l.candidates)[keyOf(l, type)];
}

/// No object, or one without members, as std::plus<double>.
bool holdsNothing(const Value& self) {
  const auto* object = std::get_if<Object>(&self);
  return std::holds_alternative<std::monostate>(self) ||
         (object && object->state->members.empty() && object->state->elements.empty() &&
          object->state->lambdas.empty() && !object->state->column && !object->state->heap);
}

bool isSame(const Closure& a, const Closure& b) {
  const ClosureState &x = *a.state, &y = *b.state;
  const bool isPlain = x.captures.empty() && holdsNothing(x.self) && holdsNothing(y.self);
  return (isPlain && x.function == y.function && x.type == y.type && x.field == y.field) ||
         (&x == &y && x.captures.empty());
}

/// A call that has been lowered in a loop that still goes on has asked for those that were known
/// then.
void refuseLate(Lowering& l, const Candidates& candidates, SourceLocation where) {
  if (candidates.calledIn == Lowering::everyLoop ||
      (l.loopDepth > 0 && candidates.calledIn == l.outermostLoops && candidates.calledIn > 0))
    l.notYet(
        where,
        "a function that is chosen after a call, in the loop or recursion that repeats the call,",
        "name it before: in an array of functions, or by an assignment");
}

/// Those of a type that is called here.
const std::vector<Closure>& calledOf(Lowering& l, QualType type) {
  Candidates& candidates = candidatesOf(l, type);
  if (l.ownFrames > 0)
    candidates.calledIn = Lowering::everyLoop;
  else if (l.loopDepth > 0)
    candidates.calledIn = l.outermostLoops;
  return candidates.functions;
}

const std::vector<Closure>& calledMembers(Lowering& l, QualType type, SourceLocation where) {
  const std::vector<Closure>& members = calledOf(l, type);
  if (members.empty())
    l.notYet(where, "a pointer to a member that is not known here",
             "assign it before, in this file");
  return members;
}

/// A call where no function has been assigned yet: all that can happen is that it throws.
Value callOfNone(Lowering& l, QualType result, SourceLocation where) {
  if (!result->isVoidType() && !l.types.of(result)->isScalar())
    l.notYet(where, "a call of a function that is not known here",
             "assign it before, in this file");
  throwFromLibrary(l, {{"bad_function_call", "exception"}}, where);
  return result->isVoidType() ? Value() : zeroed(l, {"value", result, where});
}

void refuseChanging(Lowering& l, const Closure& function, SourceLocation where) {
  if (function.state->type && changesCopies(function.state->type))
    l.notYet(where, "a mutable lambda with copies that is assigned", "capture by reference");
}

std::size_t numberOf(Lowering& l, QualType type, const Closure& function, SourceLocation where) {
  Candidates& candidates = candidatesOf(l, type);
  const auto known = std::ranges::find_if(
      candidates.functions, [&](const Closure& one) { return isSame(one, function); });
  const auto number = static_cast<std::size_t>(known - candidates.functions.begin());
  if (known != candidates.functions.end())
    return number;
  refuseLate(l, candidates, where);
  refuseChanging(l, function, where);
  candidates.functions.push_back(outliving(l, function, where));
  return number;
}

/// Functions of one kind come from one piece of source, and refer to the same variables.
bool isOfSameKind(const Closure& a, const Pool& pool, const Closure& b) {
  const ClosureState &x = *a.state, &y = *b.state;
  if (x.function != y.function || x.type != y.type)
    return false;
  return std::ranges::all_of(x.captures, [&](const auto& capture) {
    const auto isCopy = [&](const auto& copy) { return copy.first == capture.first; };
    const auto* mine = std::get_if<ir::Place>(&capture.second);
    const auto* other = std::get_if<ir::Place>(&y.captures.at(capture.first));
    return std::ranges::any_of(pool.copies, isCopy) || (mine && other && ir::isSame(*mine, *other));
  });
}

ir::ExprRef numberOfAnother(Lowering& l, QualType type, const Closure& function,
                            SourceLocation where) {
  Candidates& candidates = candidatesOf(l, type);
  for (const auto& [kind, pool] : candidates.pools)
    if (isOfSameKind(candidates.functions[kind], pool, function))
      return addToPool(l, pool, function, kind, where);
  refuseLate(l, candidates, where);
  refuseChanging(l, function, where);
  const std::size_t kind = candidates.functions.size();
  const Pool& pool = candidates.pools[kind] = makePool(l, function, where);
  candidates.functions.push_back(function);
  return addToPool(l, pool, function, kind, where);
}

ir::ExprRef isThis(const ir::ExprRef& number, std::size_t wanted, Location at) {
  return ir::apply(Op::eq_, {number, ir::integer(static_cast<std::int64_t>(wanted))},
                   ir::boolType(), at);
}

/// Its captures are variables of the kernel, which a function that stays a call does not see.
void refuseForeignCaptures(Lowering& l, const Closure& function, SourceLocation where) {
  const ClosureState& state = *function.state;
  if (l.ownFrames > 0 &&
      (!state.captures.empty() || !std::holds_alternative<std::monostate>(state.self)))
    l.notYet(where,
             "a call, in a recursive function, of one of several lambdas that capture variables",
             "pass what they need as arguments");
}

/// Functions and members whose address is taken.
class PointerFinder : public RecursiveASTVisitor<PointerFinder> {
public:
  std::vector<const FunctionDecl*> found;
  std::vector<std::pair<QualType, const Expr*>> members;

  bool VisitUnaryOperator(UnaryOperator* address) {
    if (address->getOpcode() == UO_AddrOf && address->getType()->isMemberPointerType())
      members.emplace_back(address->getType(), address);
    return true;
  }

  bool VisitCallExpr(CallExpr* call) {
    callees_.insert(call->getCallee()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* use) {
    const auto* function = dyn_cast<FunctionDecl>(use->getDecl());
    if (function && !isa<CXXMethodDecl>(function) && !callees_.contains(use))
      found.push_back(function);
    return true;
  }

private:
  std::set<const Expr*> callees_; // for look-ups only
};

} // namespace

ir::ExprRef numberIn(Lowering& l, const Value& function, SourceLocation where) {
  const ir::ExprRef number = loaded(l, function, where);
  if (!number->type->is(ir::TypeKind::Integer))
    l.notYet(where, "a function that belongs to the caller",
             "choose it in the kernel, by a number or an enumeration");
  return number;
}

const FunctionProtoType* signatureOf(QualType type) {
  type = type.getNonReferenceType();
  if (libraryOf(type) == Library::function)
    type = elementOfVector(type);
  if (type->isPointerType() || type->isMemberPointerType())
    type = type->getPointeeType();
  return type->getAs<FunctionProtoType>();
}

bool isFunctionVariable(QualType type) {
  type = type.getNonReferenceType();
  return type->isFunctionPointerType() || type->isMemberPointerType() ||
         libraryOf(type) == Library::function;
}

ir::ExprRef noFunction() {
  return ir::integer(-1);
}

ir::ExprRef functionNumber(Lowering& l, QualType type, const Value& function,
                           SourceLocation where) {
  if (const auto* closure = std::get_if<Closure>(&function))
    return isMadeAnew(l, *closure, where)
               ? numberOfAnother(l, type, *closure, where)
               : ir::integer(static_cast<std::int64_t>(numberOf(l, type, *closure, where)));
  const ir::ExprRef number = numberIn(l, function, where);
  if (std::holds_alternative<ir::Literal>(number->node)) {
    refuseLate(l, candidatesOf(l, type), where);
    candidatesOf(l, type).mayBeNone = true;
  }
  return number;
}

Value renumbered(Lowering& l, const Value& function, QualType from, QualType to,
                 SourceLocation where) {
  if (std::holds_alternative<Closure>(function) || !isFunctionVariable(from) ||
      keyOf(l, from) == keyOf(l, to))
    return function;
  const ir::ExprRef number = l.frozen(numberIn(l, function, where));
  ir::ExprRef result = noFunction();
  if (!candidatesOf(l, from).pools.empty())
    l.notYet(where, "a function that is made in a loop, in a variable of another type",
             "give both variables the same type");
  const std::vector<Closure> functions = candidatesOf(l, from).functions;
  for (std::size_t i = functions.size(); i-- > 0;)
    result = ir::select(isThis(number, i, toLocation(where)),
                        functionNumber(l, to, functions[i], where), result, toLocation(where));
  candidatesOf(l, to).mayBeNone = candidatesOf(l, to).mayBeNone || candidatesOf(l, from).mayBeNone;
  return result;
}

ir::ExprRef holdsFunction(Lowering& l, const Value& function) {
  const auto* closure = std::get_if<Closure>(&function);
  if (closure && std::ranges::find(l.knots, closure->state) != l.knots.end())
    l.notYet({}, "a test of a std::function that calls itself", "call it without a test");
  if (closure)
    return ir::boolean(true);
  return ir::apply(Op::ge_, {numberIn(l, function, {}), ir::integer(0)}, ir::boolType(), {});
}

Value functionVariable(Lowering& l, const Slot& slot, const Expr* init) {
  const Location at = toLocation(slot.where);
  const Value start = init ? functionFor(l, init, slot.type, slot.where) : Value(noFunction());
  ir::ExprRef number = functionNumber(l, slot.type, start, slot.where);
  const ir::VarId id = l.addLocal(slot.name, ir::intType(),
                                  {.isConst = !slot.isWritten, .isStable = !slot.isWritten}, at);
  l.emit(ir::declare(id, std::move(number), at));
  return l.placeOf(id);
}

Value assignFunction(Lowering& l, const Expr* to, const Expr* from, SourceLocation where) {
  std::vector<Value> sides =
      l.inOrder({[&]() -> Value { return functionFor(l, from, to->getType(), where); },
                 [&]() -> Value { return glvalue(l, to); }});
  const auto* made = std::get_if<Closure>(&sides[0]);
  if (const auto* unset = std::get_if<Closure>(&sides[1]); unset && unset->state->isUnset && made) {
    // A variable that gets its only value here.
    if (isMadeAnew(l, *made, where))
      l.notYet(where, "a function that a loop makes for a variable that a lambda has captured",
               "declare the variable in the loop");
    *std::const_pointer_cast<ClosureState>(unset->state) = *outliving(l, *made, where).state;
    return sides[1];
  }
  const ir::ExprRef number = functionNumber(l, to->getType(), sides[0], where);
  const ir::Place place = target(l, sides[1], where);
  l.emit(ir::assign(place, ir::AssignOp::Set, number, toLocation(where)));
  return sides[1];
}

std::optional<ir::ExprRef> functionComparison(Lowering& l, bool isEqual, const Expr* a,
                                              const Expr* b) {
  if (!isFunctionVariable(a->getType()) && !isFunctionVariable(b->getType()))
    return std::nullopt;
  const SourceLocation where = a->getExprLoc();
  const QualType type = isFunctionVariable(a->getType()) ? a->getType() : b->getType();
  const std::vector<Value> sides = l.inOrder({[&]() -> Value { return closureValue(l, a); },
                                              [&]() -> Value { return closureValue(l, b); }});
  const auto isNone = [](const Value& value) {
    const auto* number = std::get_if<ir::ExprRef>(&value);
    return number && std::holds_alternative<ir::Literal>((*number)->node);
  };
  for (std::size_t i = 0; i < 2; ++i)
    if (isNone(sides[i])) {
      const ir::ExprRef holds = holdsFunction(l, sides[1 - i]);
      return isEqual ? negated(holds) : holds;
    }
  return ir::apply(
      isEqual ? Op::eq_ : Op::ne_,
      {functionNumber(l, type, sides[0], where), functionNumber(l, type, sides[1], where)},
      ir::boolType(), toLocation(where));
}

Value chosenFunction(Lowering& l, const ConditionalOperator* choice) {
  if (const Expr* side = survivingSide(l, choice))
    return closureValue(l, side);
  const SourceLocation where = choice->getQuestionLoc();
  const QualType type = choice->getType();
  const ir::ExprRef chosen = condition(l, choice->getCond());
  if (const std::optional<bool> known = ir::literalTruth(*chosen))
    return closureValue(l, *known ? choice->getTrueExpr() : choice->getFalseExpr());
  ir::ExprRef yes, no;
  const auto side = [&](const Expr* expr) {
    return functionNumber(l, type, functionFor(l, expr, type, where), where);
  };
  const bool hasEffects = !l.collect([&] {
                              yes = side(choice->getTrueExpr());
                              no = side(choice->getFalseExpr());
                            }).empty();
  if (hasEffects)
    l.notYet(where, "this choice between functions", "write an if statement around the calls");
  return l.frozen(ir::select(chosen, yes, no, toLocation(where)));
}

Value callCandidate(Lowering& l, QualType type, const ir::ExprRef& which,
                    const std::vector<Argument>& given, SourceLocation where) {
  const std::vector<Closure> functions = calledOf(l, type);
  const FunctionProtoType* signature = signatureOf(type);
  const ir::ExprRef number = l.frozen(which);
  const std::vector<Argument> arguments = evaluatedNumbers(l, given, signature->getParamTypes());
  if (functions.empty())
    return callOfNone(l, signature->getReturnType(), where);
  const bool mayThrow = candidatesOf(l, type).mayBeNone && libraryOf(type) == Library::function;
  if (mayThrow)
    throwFromLibraryIf(l, negated(holdsFunction(l, number)), {{"bad_function_call", "exception"}},
                       where);
  const std::map<std::size_t, Pool> pools = candidatesOf(l, type).pools;
  const Location at = toLocation(where);
  std::vector<Alternative> alternatives;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const auto pool = pools.find(i);
    const bool isPooled = pool != pools.end();
    alternatives.push_back(
        {isPooled ? isOfKind(number, i, at) : isThis(number, i, at), [&, i, pool] {
           refuseForeignCaptures(l, functions[i], where);
           return callClosure(l,
                              pool == pools.end() ? functions[i]
                                                  : fromPool(l, pool->second, functions[i], number),
                              nullptr, arguments, where);
         }});
  }
  return dispatched(l, {"value", signature->getReturnType(), where}, alternatives);
}

Value chosenMember(Lowering& l, QualType type, const ir::ExprRef& number, const Value& object,
                   SourceLocation where) {
  Choice choice{{}, l.frozen(number)};
  for (const Closure& candidate : calledMembers(l, type, where)) {
    const Value part = member(l, object, candidate.state->field, where);
    const auto* place = std::get_if<ir::Place>(&part);
    if (!place)
      l.notYet(where, "a pointer to one of several members that are no numbers or plain objects",
               "name the member");
    choice.places.push_back(*place);
  }
  return choice.places.size() == 1 ? Value(choice.places[0]) : Value(choice);
}

Value callMember(Lowering& l, QualType type, const ir::ExprRef& number, const Value& object,
                 const std::vector<Argument>& given, SourceLocation where) {
  const std::vector<Closure> methods = calledMembers(l, type, where);
  const FunctionProtoType* signature = signatureOf(type);
  const ir::ExprRef which = l.frozen(number);
  const std::vector<Argument> arguments = evaluatedNumbers(l, given, signature->getParamTypes());
  std::vector<Alternative> alternatives;
  for (std::size_t i = 0; i < methods.size(); ++i)
    alternatives.push_back({isThis(which, i, toLocation(where)),
                            [&l, &arguments, &object, where, method = methods[i].state->function] {
                              return callMethod(l, cast<CXXMethodDecl>(method), object, arguments,
                                                where);
                            }});
  return dispatched(l, {"value", signature->getReturnType(), where}, alternatives);
}

void widenCandidates(Lowering& l, const Stmt* loop) {
  PointerFinder pointers;
  pointers.TraverseStmt(const_cast<Stmt*>(loop));
  for (const FunctionDecl* function : pointers.found)
    numberOf(l, l.ast.getPointerType(function->getType()), closureOfFunction(function),
             loop->getBeginLoc());
  for (const auto& [type, address] : pointers.members)
    numberOf(l, type, std::get<Closure>(closureValue(l, address)), loop->getBeginLoc());
}

} // namespace treelize::front
