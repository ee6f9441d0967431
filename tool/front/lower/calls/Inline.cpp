// Calls: whoever has a visible body becomes part of the kernel.
//
// Parameters are bound, not copied, where nobody can tell the difference. A function whose only
// return is its last statement dissolves into its caller; any other becomes a region with a result.
#include "ClangCompat.h"
#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/BasePart.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/objects/PlainCopies.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/ConstObjects.h"
#include "front/read/Rules.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

unsigned countReturns(const ASTContext& ast, const Stmt* stmt) {
  if (!stmt || isa<LambdaExpr>(stmt))
    return 0;
  if (isa<ReturnStmt>(stmt))
    return 1;
  if (const auto* choice = dyn_cast<IfStmt>(stmt))
    if (const std::optional<const Stmt*> decided = decidedBranch(ast, choice))
      return countReturns(ast, *decided);
  unsigned count = 0;
  for (const Stmt* child : stmt->children())
    count += countReturns(ast, child);
  return count;
}

bool endsInReturn(const ASTContext& ast, const Stmt* stmt) {
  if (const auto* block = dyn_cast_or_null<CompoundStmt>(stmt))
    return !block->body_empty() && endsInReturn(ast, block->body_back());
  if (const auto* choice = dyn_cast_or_null<IfStmt>(stmt))
    if (const std::optional<const Stmt*> decided = decidedBranch(ast, choice))
      return endsInReturn(ast, *decided);
  return stmt && isa<ReturnStmt>(stmt);
}

/// Can a call change anything that its caller sees, apart from its result and global variables?
bool isHarmless(Lowering& l, const FunctionDecl* function) {
  if (const auto* method = dyn_cast<CXXMethodDecl>(function); method && !method->isStatic())
    if (!method->isConst() || isa<CXXConstructorDecl>(method) || method->getParent()->isLambda() ||
        hasMutableMember(compat::typeOf(l.ast, method->getParent())))
      return false;
  return std::ranges::all_of(function->parameters(), [&](const ParmVarDecl* parameter) {
    const QualType type = parameter->getType();
    if (libraryOf(type) == Library::eigen) // a const one may give leave to write, too
      return false;
    if (type->isReferenceType())
      return type->getPointeeType().isConstQualified() && !isClosure(type) &&
             !hasMutableMember(type) && !holdsView(*l.types.of(type));
    const ir::TypeRef known = l.types.of(type);
    return known->isScalar() ||
           (known->isView() ? known->constElement
                            : known->is(ir::TypeKind::Record) && !holdsView(*known));
  });
}

bool isPlain(const ir::ExprRef& expr) {
  return std::holds_alternative<ir::Literal>(expr->node) ||
         std::holds_alternative<ir::Load>(expr->node);
}

/// A temporary object, as opposed to a number.
bool isObject(const ir::ExprRef& expr) {
  return std::holds_alternative<ir::Load>(expr->node) && !expr->type->isScalar();
}

/// What initialises a by-value parameter: for a plain copy the original itself.
const CXXConstructExpr* asCopy(const Expr* argument) {
  const auto* made = dyn_cast<CXXConstructExpr>(bare(argument));
  if (!made || made->getNumArgs() < 1)
    return nullptr;
  const CXXConstructorDecl* constructor = made->getConstructor();
  const bool isLibrary = libraryOf(made->getType()) != Library::none;
  return constructor->isCopyOrMoveConstructor() && (isLibrary || !constructor->isUserProvided())
             ? made
             : nullptr;
}

Value argumentValue(Lowering& l, const ParmVarDecl* parameter, const Argument& given,
                    bool isWritten) {
  const QualType type = parameter->getType();
  const Expr* argument = given.expr;
  if (!argument && !type->isReferenceType()) {
    if (isClosure(type) || isView(type))
      return given.value;
    if (l.types.of(type)->isScalar())
      return converted(loaded(l, given.value, given.where), l.types.of(type));
    return dissolves(l, type)
               ? copyConstructed(l, {parameter->getNameAsString(), type, given.where}, given.value,
                                 /*isMove=*/false)
               : given.value;
  }
  if (!argument)
    return given.value;
  if (type.getNonReferenceType()->isNullPtrType()) // what is made of it looks at its type alone
    return View{};
  if (libraryOf(type) == Library::list)
    return listElements(l, argument);
  if (isPassive(type))
    return type->isReferenceType() && bare(argument)->isGLValue()
               ? passiveReference(l, argument)
               : passiveVariable(
                     l, {parameter->getNameAsString(), type.getNonReferenceType(), given.where},
                     argument);
  if (isClosure(type) || (isView(type) && !bindsPointer(type)))
    return value(l, argument);
  if (type->isLValueReferenceType() && !type->getPointeeType().isConstQualified() &&
      isPassivePart(argument))
    return passiveReference(l, argument);
  if (type->isReferenceType())
    return glvalue(l, argument);
  if (isMatrixView(type))
    return value(l, argument);
  if (l.types.of(type)->isScalar())
    return rvalue(l, argument);
  if (dissolves(l, type))
    return isWritten ? initialized(l, {parameter->getNameAsString(), type, given.where}, argument)
                     : value(l, argument);
  if (const CXXConstructExpr* copy = asCopy(argument)) {
    const Value original = glvalue(l, copy->getArg(0));
    const auto* place = std::get_if<ir::Place>(&original);
    return place && isBasePart(l.kernel, *place) ? Value(l.keep(ir::load(*place), "part"))
                                                 : original;
  }
  return temporary(l, argument, parameter->getNameAsString(), isWritten);
}

bool readsGlobals(const Lowering& l, const ir::ExprRef& expr) {
  bool found = false;
  ir::forEachRead(*expr, [&](const ir::Place& place) { found = found || l.isGlobal(place.base); });
  return found;
}

/// A parameter of a function of the library that hands its arguments on to another one, which is
/// asked in its turn what it does with them.
bool handsOn(const ParmVarDecl* parameter) {
  static const std::set<llvm::StringRef> names = {
      "invoke", "__invoke", "__invoke_impl", "__invoke_r", "_S_call", "__call", "__bind_invoke"};
  const auto* function = dyn_cast<FunctionDecl>(parameter->getDeclContext());
  return function && isInStd(function) && function->getDeclName().isIdentifier() &&
         names.contains(function->getName());
}

struct Binder {
  Lowering& l;
  const WrittenVariables& written;
  bool isHarmless;

  std::string nameOf(const ParmVarDecl* parameter) const {
    return parameter->getName().empty() ? "argument" : parameter->getNameAsString();
  }

  Value local(const ParmVarDecl* parameter, ir::ExprRef value) const {
    const Location at = toLocation(parameter->getLocation());
    const bool isWritten = written.contains(parameter);
    const ir::VarId id = l.addLocal(nameOf(parameter), value->type,
                                    {.isConst = !isWritten, .isStable = !isWritten}, at);
    l.emit(ir::declare(id, std::move(value), at));
    return l.placeOf(id);
  }

  bool keepsItsValue(const ir::ExprRef& value) const {
    return l.isStable(value) || (isHarmless && !readsGlobals(l, value));
  }

  Value number(const ParmVarDecl* parameter, ir::ExprRef value) const {
    if (!written.contains(parameter) && isPlain(value) && keepsItsValue(value))
      return value;
    return local(parameter, std::move(value));
  }

  Value object(const ParmVarDecl* parameter, Value value, bool isTemporary) const {
    const auto* place = std::get_if<ir::Place>(&value);
    if (std::holds_alternative<KernelObject>(value) &&
        !(isHarmless && !written.contains(parameter)))
      return object(parameter, placeFor(l, value, parameter->getLocation()), /*isTemporary=*/true);
    if (!place) {
      if (const auto* expr = std::get_if<ir::ExprRef>(&value))
        if (const auto* load = std::get_if<ir::Load>(&(*expr)->node))
          return object(parameter, load->place, isTemporary);
      return value;
    }
    if (isTemporary || (!written.contains(parameter) && keepsItsValue(ir::load(*place))))
      return l.frozen(*place);
    if (holdsView(*place->type))
      l.notYet(parameter->getLocation(), "a copy of an object that holds a pointer or a span",
               "pass it by const reference");
    return local(parameter, ir::load(*place));
  }

  /// A reference to one stands for it; so does a copy that nobody changes.
  Value function(const ParmVarDecl* parameter, const Argument& argument, const Value& value) const {
    const QualType type = parameter->getType();
    const bool isVariable = isFunctionVariable(type) && !type->isReferenceType();
    if (!isVariable || (std::holds_alternative<Closure>(value) && !written.contains(parameter)))
      return value;
    const QualType from = argument.expr ? argument.expr->getType() : type;
    return local(
        parameter,
        functionNumber(l, type, renumbered(l, value, from, type, argument.where), argument.where));
  }

  Value bound(const ParmVarDecl* parameter, const Argument& argument, Value value) const {
    const QualType type = parameter->getType();
    if (isClosure(type))
      return function(parameter, argument, value);
    if (isPassive(type) || libraryOf(type) == Library::list ||
        type.getNonReferenceType()->isNullPtrType())
      return value;
    if (std::holds_alternative<Object>(value)) {
      const bool mustMove =
          !type->isReferenceType() && written.contains(parameter) && holdsFixedView(value);
      return mustMove ? copiedObject(l, {nameOf(parameter), type, argument.where}, value)
                      : l.frozen(std::move(value));
    }
    if (type->isReferenceType() &&
        (std::holds_alternative<HeapPointer>(value) || std::holds_alternative<Choice>(value)))
      return l.frozen(std::move(value));
    const bool isOwnVariable = !type->isReferenceType() || std::holds_alternative<View>(value);
    if (isOwnVariable && heapBehind(l, type))
      return heapPointer(l, {nameOf(parameter), type, argument.where, written.contains(parameter)},
                         nullableViewOf(l, value, argument.where));
    if (isView(type) && (!type->isReferenceType() || !std::holds_alternative<MovingView>(value)))
      return pointer(parameter, argument, value);
    if (type->isReferenceType())
      return reference(parameter, argument, std::move(value));
    if (auto* expr = std::get_if<ir::ExprRef>(&value); expr && (*expr)->type->isScalar())
      return number(parameter, *expr);
    return object(parameter, std::move(value), argument.expr && !asCopy(argument.expr));
  }

  /// A pointer or a span, by value or by reference.
  Value pointer(const ParmVarDecl* parameter, const Argument& argument, const Value& value) const {
    const QualType type = parameter->getType();
    if (type->isLValueReferenceType() && bindsPointer(type) && written.contains(parameter) &&
        !handsOn(parameter))
      l.notYet(argument.where, "a pointer that is changed through a reference, and is no variable",
               "make it a local variable");
    View start = l.frozen(nullableViewOf(l, value, argument.where));
    if (!written.contains(parameter) || (type->isReferenceType() && handsOn(parameter)))
      return start;
    return movingView(l, nameOf(parameter), start, libraryOf(type) == Library::span,
                      toLocation(parameter->getLocation()), motionOf(written, parameter));
  }

  /// What else a reference may be bound to.
  Value reference(const ParmVarDecl* parameter, const Argument& argument, Value value) const {
    auto* expr = std::get_if<ir::ExprRef>(&value);
    if (!expr)
      return l.frozen(std::move(value));
    const bool isWritten = written.contains(parameter);
    const bool isLvalue =
        argument.expr && argument.expr->isLValue() && parameter->getType()->isLValueReferenceType();
    if (isLvalue && isWritten && isPassivePart(l, *expr))
      return value;
    if (isLvalue && isWritten)
      l.notYet(
          argument.where,
          "a number as an argument that a function changes, and that has no place of its own here,",
          "use a variable, and assign it afterwards");
    if (!isHarmless && argument.expr)
      refuseUnstableReference(l, argument.expr, *expr, isWritten);
    if (isObject(*expr))
      return l.frozen(std::move(value));
    return !isWritten && isPlain(*expr) && l.isStable(*expr) ? *expr : local(parameter, *expr);
  }
};

bool isBeingLowered(const Lowering& l, const FunctionDecl* definition) {
  return std::any_of(l.frames.begin() + static_cast<std::ptrdiff_t>(l.ownFrames), l.frames.end(),
                     [&](const Frame& frame) {
                       return frame.function->getCanonicalDecl() == definition->getCanonicalDecl();
                     });
}

/// The names that a lambda's body has for what it has captured, until the call is over.
class CapturedNames {
public:
  CapturedNames(Lowering& lowering, const Captures& captures) : l(lowering) {
    for (const auto& [variable, captured] : captures) {
      const auto bound = l.bindings.find(variable);
      outer[variable] = bound == l.bindings.end() ? std::nullopt : std::optional(bound->second);
      l.bindings[variable] = captured;
    }
  }
  ~CapturedNames() {
    for (const auto& [variable, bound] : outer)
      if (bound)
        l.bindings[variable] = *bound;
      else
        l.bindings.erase(variable);
  }
  CapturedNames(const CapturedNames&) = delete;
  CapturedNames& operator=(const CapturedNames&) = delete;

private:
  Lowering& l;
  std::map<const ValueDecl*, std::optional<Value>> outer;
};

/// What its variables stood for when it was called before says nothing now.
void forgetVariables(Lowering& l, const FunctionDecl* definition) {
  std::erase_if(l.bindings, [&](const auto& binding) {
    const ValueDecl* variable = binding.first;
    const auto* local = dyn_cast<VarDecl>(variable);
    return variable->getDeclContext() == definition && !variable->isInitCapture() &&
           !(local && local->isStaticLocal());
  });
}

/// An element of a vector that is taken apart stays the same when its position is found anew.
Value settledElement(Lowering& l, const Value& returned, SourceLocation where) {
  const auto* object = std::get_if<Object>(&returned);
  return object && object->state->home
             ? elementIn(l, object->state->home, l.frozen(object->state->index), where)
             : returned;
}

/// The body of the callee, and what is left of it in the caller.
Value lowerBody(Lowering& l, const FunctionDecl* definition, SourceLocation where) {
  const Stmt* body = definition->getBody();
  const QualType returnType = definition->getReturnType();
  const unsigned returns = countReturns(l.ast, body);
  const bool isFlat = returns == 0 || (returns == 1 && endsInReturn(l.ast, body));
  l.frame().returnsAtEnd = isFlat;
  if (isFlat) {
    statement(l, body);
    const bool hasValue = !returnType->isVoidType() && !returnType->isReferenceType() &&
                          !isView(returnType) && !isClosure(returnType);
    if (hasValue && l.noReturn.neverEnds(body)) // nobody reads it
      return zeroed(l, {"result", returnType, where});
    return l.frame().returned;
  }
  const bool isObject = !returnType->isVoidType();
  const bool isByName = returnType->isReferenceType() || isView(returnType) ||
                        isMatrixView(returnType) || isClosure(returnType);
  const bool isApart = isObject && !isByName && dissolves(l, returnType);
  const bool isWritable =
      returnType->isReferenceType() && !returnType.getNonReferenceType().isConstQualified();
  const bool namesObject = returnType->isReferenceType() && !isView(returnType) &&
                           !isClosure(returnType) && !isPassive(returnType) &&
                           dissolves(l, returnType);
  const bool isOneOfSeveral =
      isWritable && !isView(returnType) && !isClosure(returnType) && !dissolves(l, returnType);
  const bool isPointer = (isView(returnType) && !returnType->isReferenceType()) || isOneOfSeveral;
  const bool isHeapPointer = isPointer && heapBehind(l, returnType);
  if (isHeapPointer)
    l.frame().resultObject = heapPointer(l, {"result", returnType, where}, View{});
  else if (isPointer)
    l.frame().resultObject = movingView(
        l, "result", std::nullopt, libraryOf(returnType) == Library::span, toLocation(where),
        {.changesBase = true, .mayBeNull = l.frame().written.mentionsNull()});
  else if (namesObject)
    l.frame().namesObject = true;
  else if (isObject && isByName && (isWritable || isMatrixView(returnType)))
    l.notYet(where, "a function that returns one of several references, pointers or lambdas",
             "return it in one place, at the end");
  const Location at = toLocation(where);
  if (isPointer || namesObject) {
    // Its returns say what is meant.
  } else if (isApart)
    l.frame().resultObject = zeroed(l, {"result", returnType, where});
  else if (isObject)
    l.frame().result = l.addLocal(
        definition->getDeclName().isIdentifier() ? definition->getNameAsString() + "_result"
                                                 : "result",
        isFunctionVariable(returnType) ? ir::intType() : l.types.of(returnType), {.isStable = true},
        at);
  ir::Region region;
  region.isCall = true;
  region.result = l.frame().result;
  region.origin = l.types.qualifiedName(definition);
  region.body = l.collect([&] { statement(l, body); });
  l.emit({at, std::move(region)});
  if (isHeapPointer)
    return heapView(heapBehind(l, returnType),
                    loaded(l, std::get<HeapPointer>(l.frame().resultObject).number, where));
  if (isOneOfSeveral)
    return l.frozen(dereference(l, viewOf(l, l.frame().resultObject, where), nullptr, where));
  if (isApart || isPointer)
    return l.frame().resultObject;
  if (namesObject)
    return settledElement(l, l.frame().returned, where);
  return l.frame().result ? Value(l.loadOf(*l.frame().result)) : Value();
}

} // namespace

WrittenVariables writtenBy(const FunctionDecl* definition) {
  WrittenVariables written(definition->getBody());
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer* init : constructor->inits())
      written.add(init->getInit());
  return written;
}

Value inlineCall(Lowering& l, const FunctionDecl* function, const std::function<Value()>& self,
                 const std::vector<const Expr*>& arguments, SourceLocation where) {
  return inlineCall(l, function, self, asArguments(arguments), where);
}

Value inlineCall(Lowering& l, const FunctionDecl* function, const std::function<Value()>& self,
                 const std::vector<Argument>& arguments, SourceLocation where,
                 const Captures& captures) {
  const std::string name = l.types.qualifiedName(function);
  const bool hasRule = l.options.ruleOf(function) != nullptr;
  if (!hasRule && !function->hasBody())
    l.options.instantiate(function);
  const FunctionDecl* definition = function;
  if (const auto* method = dyn_cast<CXXMethodDecl>(function);
      method && method->isInstance() && !hasRule && !function->hasBody(definition))
    l.refuse(Diag::method_without_body, where, {name});
  if (!hasRule && !function->hasBody(definition))
    l.refuse(Diag::call_without_body, where,
             {name, adjointSignature({l.ast, l.types, l.options.isNondiff}, function)});
  if (definition->isVariadic() || isa_and_nonnull<CXXTryStmt>(definition->getBody()))
    l.notYet(where, "a call of '" + name + "', which is variadic or a try block,",
             "call a plain function");

  std::optional<Storing> storing;
  if (exchangesParts(definition))
    storing.emplace(l);

  Frame frame;
  frame.function = definition;
  frame.calledFrom = where;
  frame.written = writtenBy(definition);
  frame.cleanups = l.cleanups.size();
  refuseDestructor(l, definition->getReturnType(), where);
  for (const ParmVarDecl* parameter : definition->parameters())
    refuseDestructor(l, parameter->getType(), where);

  std::vector<std::function<Value()>> operands;
  if (self)
    operands.push_back(self);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    operands.push_back([&l, &frame, definition, argument = arguments[i], i]() -> Value {
      const ParmVarDecl* parameter = definition->getParamDecl(i);
      return argumentValue(l, parameter, argument, frame.written.contains(parameter));
    });
  std::vector<Value> values = l.inOrder(operands);
  if (self) {
    frame.self = l.frozen(std::move(values.front()));
    values.erase(values.begin());
  }
  const CapturedNames names(l, captures);
  if (hasRule || isFunction(l, definition) || isBeingLowered(l, definition))
    return functionCall(l, definition, frame.self, values, where);
  forgetVariables(l, definition);
  const Binder binder{l, frame.written, isHarmless(l, definition)};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ParmVarDecl* parameter = definition->getParamDecl(i);
    l.bindings[parameter] = binder.bound(parameter, arguments[i], std::move(values[i]));
  }

  const std::size_t variables = l.kernel.variables.size();
  l.frames.push_back(std::move(frame));
  Value result;
  try {
    if (const auto* constructor = dyn_cast<CXXConstructorDecl>(definition))
      memberInitializers(l, constructor);
    result = lowerBody(l, definition, where);
  } catch (...) {
    l.frames.pop_back();
    throw;
  }
  l.frames.pop_back();
  noteRepetition(*l.repetitions, definition, l.kernel.variables.size() - variables);
  l.workAt(where);
  return result;
}

} // namespace treelize::front
