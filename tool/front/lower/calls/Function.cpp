// Functions that stay calls: recursive ones, which are lowered for themselves, and those whose
// derivative the user has given.
//
// Such a function takes numbers by value, objects by reference and pointers as pointers, as a
// kernel does. What its closures have captured becomes parameters, too: a lambda that is passed on
// is known, so that the function is lowered once for each lambda it is given.
#include "ClangCompat.h"
#include "front/lower/calls/Calls.h"
#include "front/lower/calls/FunctionInputs.h"
#include "front/lower/calls/FunctionTable.h"
#include "front/lower/calls/RuleCalls.h"
#include "front/lower/calls/Solution.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/statements/Statements.h"
#include "front/read/Rules.h"
#include "ir/Walk.h"

#include "clang/AST/Expr.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// Lowers the body, for inputs of these kinds.
class FunctionLowering {
public:
  FunctionLowering(Lowering& caller, const FunctionDecl* function, const FunctionInputs& given,
                   SourceLocation callSite)
      : l(caller.ast, caller.types, caller.options, caller.sink), callersKernel(caller.kernel),
        callersPools(caller.pools), definition(function), inputs(given.inputs),
        nulls(given.nulls), objects(given.objects), where(callSite) {
    const auto* method = dyn_cast<CXXMethodDecl>(function);
    if (method && method->getParent()->isLambda())
      for (const LambdaCapture& capture : method->getParent()->captures())
        if (capture.capturesVariable())
          if (const auto* closure = std::get_if<Closure>(
                  &caller.bindings.at(cast<ValueDecl>(capture.getCapturedVar()))))
            captured.emplace_back(cast<ValueDecl>(capture.getCapturedVar()), *closure);
    l.functions = caller.functions;
    l.leavesEnds = caller.leavesEnds;
    l.foreign = caller.foreign;
    l.repetitions = caller.repetitions;
    l.candidates = caller.candidates;
    copyHeaps(caller, l);
    l.frames = caller.frames;
    l.ownFrames = l.frames.size();
  }

  /// The parameters; what the body's calls of the function itself see.
  ir::Kernel signature(const std::string& name, const std::vector<Value>& arguments) {
    l.kernel.name = name;
    l.kernel.location = toLocation(definition->getLocation());
    l.kernel.returnType = resultType(l, definition->getReturnType());
    Frame frame;
    frame.function = definition;
    frame.calledFrom = where;
    frame.written = writtenBy(definition);
    l.frames.push_back(std::move(frame));
    std::vector<ir::Place*> vectors = vectorsOf(l);
    auto vector = vectors.begin();
    for (const Input& input : inputs)
      if (input.decl)
        parameter(input);
      else if (input.pool)
        poolPart(input);
      else
        **vector++ = sharedVector(std::get<ir::Place>(input.value));
    for (const Input& input : nulls)
      nullPointer(input);
    closures(arguments);
    for (const ObjectInput& object : objects)
      bind(object);
    return l.kernel;
  }

  ir::Kernel body() {
    statement(l, definition->getBody());
    l.kernel.body.insert(l.kernel.body.begin(), l.globals.begin(), l.globals.end());
    forgetEndedObjects(l.kernel.body);
    return std::move(l.kernel);
  }

  /// That are left to the primal.
  const std::vector<Lowering::End>& ends() const { return l.ends; }

private:
  Lowering l;
  const ir::Kernel& callersKernel;
  const std::map<const void*, Value>& callersPools;
  std::vector<ir::Place*> poolParts; // of a pool, that have no parameter yet
  const FunctionDecl* definition;
  const std::vector<Input>&inputs, &nulls;
  const std::vector<ObjectInput>& objects;
  SourceLocation where;
  std::vector<std::pair<const ValueDecl*, Closure>>
      captured; // lambdas that the lambda has captured
  std::map<const ClosureState*, std::shared_ptr<ClosureState>> copies; // for look-ups only
  std::map<std::pair<const ValueDecl*, const ValueDecl*>, Value>
      members; // by object and member, for look-ups only

  static std::string nameOf(const Input& input) {
    if (isa<FunctionDecl>(input.decl))
      return "self";
    return input.decl->getDeclName().isIdentifier() && !input.decl->getName().empty()
               ? input.decl->getNameAsString()
               : "argument";
  }

  /// Of a heap or of a pool.
  ir::Place sharedVector(const ir::Place& callers) {
    ir::Variable variable;
    variable.name = callersKernel[callers.base].name;
    variable.role = ir::Role::Parameter;
    variable.type = callers.type;
    variable.byReference = true;
    const ir::VarId id = ir::addVariable(l.kernel, std::move(variable));
    l.kernel.parameters.push_back(id);
    return l.placeOf(id);
  }

  /// The next vector of a pool.
  void poolPart(const Input& input) {
    Value& pool = l.pools[input.pool];
    if (poolParts.empty()) {
      pool = callersPools.at(input.pool);
      if (auto* apart = std::get_if<Object>(&pool)) {
        apart->state = std::make_shared<ObjectState>(*apart->state);
        apart->state->column = std::make_shared<Column>(*apart->state->column);
      }
      poolParts = vectorsOfPool(pool);
    }
    *poolParts.front() = sharedVector(std::get<ir::Place>(input.value));
    poolParts.erase(poolParts.begin());
  }

  /// A pointer to a heap, or an object on one: its number.
  void heapParameter(const Input& input, const HeapGroup* heap) {
    const bool isReassigned = input.isOwn && l.frame().written.contains(input.decl);
    ir::Variable variable;
    variable.name = nameOf(input);
    variable.role = ir::Role::Parameter;
    variable.location = toLocation(input.decl->getLocation());
    variable.type = l.types.offsetType();
    variable.isConst = !isReassigned;
    const ir::VarId id = ir::addVariable(l.kernel, std::move(variable));
    l.kernel.parameters.push_back(id);
    if (!isReassigned)
      l.markStable(id);
    const bool isWhole = std::holds_alternative<Object>(input.value);
    if (input.object && isWhole)
      members[{input.object, input.decl}] = heapObject(l, heap, l.loadOf(id), nullptr);
    else if (input.object)
      members[{input.object, input.decl}] = HeapPointer{l.placeOf(id), heap};
    else if (isa<FunctionDecl>(input.decl))
      l.frame().self =
          heapObject(l, heap, l.loadOf(id), std::get<Object>(input.value).state->exactly);
    else if (isWhole)
      l.bindings[input.decl] = heapObject(l, heap, l.loadOf(id), nullptr);
    else
      l.bindings[input.decl] = HeapPointer{l.placeOf(id), heap};
  }

  void nullPointer(const Input& input) {
    const bool isReassigned = input.isOwn && l.frame().written.contains(input.decl);
    const Value null =
        isReassigned
            ? Value(movingView(l, nameOf(input) + "_offset", nullView(), /*isSpan=*/false,
                               toLocation(where), motionOf(l.frame().written, input.decl)))
            : Value(nullView());
    if (input.object)
      members[{input.object, input.decl}] = null;
    else
      l.bindings[input.decl] = null;
  }

  void parameter(const Input& input) {
    if (const HeapGroup* heap = heapBehindInput(l, input))
      return heapParameter(input, heap);
    ir::Variable variable;
    variable.name = nameOf(input);
    variable.role = ir::Role::Parameter;
    variable.location = toLocation(input.decl->getLocation());
    // A const member of an object that the kernel makes has a derivative.
    variable.nondiff = !input.object && l.options.isNondiff(input.decl);
    variable.isConst = !input.isWritten && !input.isOwnPassive;
    const bool isPointer = isView(input.type);
    variable.type = isPointer ? viewType(input) : passedType(l, input.type);
    if (input.isOwnPassive)
      variable.type = l.types.ofLocal(variable.type);
    variable.byReference =
        !isPointer && !input.isOwn && (input.isWritten || !variable.type->isScalar());
    const bool isReassigned = input.isOwn && l.frame().written.contains(input.decl);
    if (isReassigned && !isPointer)
      variable.isConst = false;
    const std::string name = variable.name;
    const bool isSpan = variable.type->is(ir::TypeKind::Span);
    const bool isStable = variable.isConst && !variable.byReference;
    const ir::VarId id = ir::addVariable(l.kernel, std::move(variable));
    l.kernel.parameters.push_back(id);
    if (isStable)
      l.markStable(id);
    Value bound = l.placeOf(id);
    if (isPointer && isReassigned)
      bound = movingView(l, name + "_offset", viewOf(l, bound, where), isSpan, toLocation(where),
                         motionOf(l.frame().written, input.decl));
    else if (input.isSet) {
      View pointer = viewOf(l, bound, where);
      pointer.isSet = ir::boolean(true);
      bound = std::move(pointer);
    }
    if (input.object)
      members[{input.object, input.decl}] = bound;
    else if (isa<FunctionDecl>(input.decl))
      l.frame().self = bound;
    else
      l.bindings[input.decl] = bound;
  }

  /// An object of which there are the members that the function mentions.
  void bind(const ObjectInput& input) {
    Object object{std::make_shared<ObjectState>()};
    if (const auto* original = std::get_if<Object>(&input.value))
      object.state->slot.type = original->state->slot.type;
    if (input.exactly)
      object.state->slot.type = compat::typeOf(l.ast, input.exactly);
    for (const FieldDecl* field : input.fields) {
      const auto known = members.find({input.decl, field});
      const Value& value = known != members.end() ? known->second : partOf(input.value, field);
      const auto* closure = std::get_if<Closure>(&value);
      object.state->members[field] = closure ? Value(rebound(*closure)) : value;
    }
    if (isa<FunctionDecl>(input.decl))
      l.frame().self = object;
    else if (input.decl->getType()->isPointerType())
      l.bindings[input.decl] = pointerTo(l, object, where);
    else
      l.bindings[input.decl] = object;
  }

  static Value partOf(const Value& object, const FieldDecl* field) {
    return std::get<Object>(object).state->members.at(field);
  }

  /// Iterators are pointers here.
  ir::TypeRef viewType(const Input& input) {
    const ir::TypeRef known = l.types.of(input.type);
    if (known->is(ir::TypeKind::Span) || known->is(ir::TypeKind::Pointer))
      return known;
    l.notYet(where, "an iterator as a parameter of a recursive function",
             "pass a pointer or a std::span");
  }

  /// The lambdas that it is given, or has captured, made of the parameters that stand for their
  /// captures.
  void closures(const std::vector<Value>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (const auto* closure = std::get_if<Closure>(&arguments[i]))
        l.bindings[definition->getParamDecl(static_cast<unsigned>(i))] = rebound(*closure);
    for (const auto& [variable, closure] : captured)
      l.bindings[variable] = rebound(closure);
  }

  Closure rebound(const Closure& closure) {
    if (const auto known = copies.find(closure.state.get()); known != copies.end())
      return Closure{known->second};
    auto state = std::make_shared<ClosureState>(*closure.state);
    copies[closure.state.get()] = state;
    l.knots.push_back(state);
    for (auto& [variable, value] : state->captures) {
      const auto* inner = std::get_if<Closure>(&value);
      value = inner ? Value(rebound(*inner)) : l.bindings.at(variable);
    }
    return Closure{std::move(state)};
  }
};

/// Can it be declared as a whole, and returned?
bool isWholeValue(Lowering& l, QualType type) {
  if (!type->isReferenceType() && libraryOf(type) == Library::optional)
    return isWholeValue(l, elementTypes(l, type)[1]) &&
           !l.types.of(elementTypes(l, type)[1])->isBlank;
  return !type->isReferenceType() && !isView(type) && !isClosure(type) &&
         (!dissolves(l, type) || libraryOf(type) == Library::complex) &&
         l.types.of(type)->defaultConstructible && !holdsView(*l.types.of(type));
}

void checkResult(Lowering& l, const FunctionDecl* function, SourceLocation where) {
  const QualType type = function->getReturnType();
  if (type->isVoidType())
    return;
  if (!type->isReferenceType() && heapBehind(l, type))
    return;
  if (!isWholeValue(l, type))
    l.notYet(where, "the result of '" + l.types.qualifiedName(function) + "', which stays a call,",
             "return a number or a plain struct");
}

/// May a call end by an exception, as far as is known by now?
bool mayThrow(const FunctionTable& table, const ir::Function& function,
              std::set<std::string>& seen) {
  if (!seen.insert(function.name).second)
    return false;
  bool found = function.as->body.empty(); // the user's own, or one that is being lowered
  ir::forEachStmt(function.as->body, [&](const ir::Stmt& stmt) {
    found = found || std::holds_alternative<ir::Abandon>(stmt.node) ||
            std::holds_alternative<ir::Perform>(stmt.node);
    if (const auto* call = std::get_if<ir::Call>(&stmt.node))
      found =
          found ||
          mayThrow(table, *std::ranges::find(table.functions, call->function, &ir::Function::name),
                   seen);
  });
  return found;
}

void refuseThrowInTry(Lowering& l, const FunctionDecl* definition, const ir::Function& function,
                      SourceLocation where) {
  std::set<std::string> seen;
  if (!l.tries.empty() && mayThrow(*l.functions, function, seen))
    refuseInTry(l, where,
                "the call of '" + l.types.qualifiedName(definition) +
                    "', which stays a call and may throw,");
}

/// The function of the table that is called, made at its first call.
std::size_t functionOf(Lowering& l, const FunctionDecl* definition, const FunctionInputs& given,
                       const std::vector<Value>& arguments, SourceLocation where) {
  if (!l.functions)
    l.functions = std::make_shared<FunctionTable>();
  FunctionTable& table = *l.functions;
  const auto [known, isNew] = table.known.try_emplace(given.key, table.functions.size());
  const std::size_t index = known->second;
  if (!isNew)
    return index;
  FunctionLowering lowering(l, definition, given, where);
  ir::Function function;
  function.name = table.freeName(definition);
  auto as = std::make_shared<ir::Kernel>(lowering.signature(function.name, arguments));
  const Rule* rule = l.options.ruleOf(definition);
  if (rule) {
    nameRule(l, definition, *rule, function);
    leaveOut(*rule, given, *as);
  }
  function.as = std::move(as);
  if (rule && rule->equation)
    function.as = withoutDerivative(*function.as);
  if (rule && !rule->equation && function.adjoint.empty() && !ir::isNumeric(function))
    l.refuse(Diag::rule_without_adjoint, where,
             {l.types.qualifiedName(definition),
              adjointSignature({l.ast, l.types, l.options.isNondiff}, definition)});
  table.functions.push_back(std::move(function));
  if (!rule) {
    table.recursive.insert(definition->getCanonicalDecl());
    auto whole = std::make_shared<ir::Kernel>(lowering.body());
    std::ranges::copy(lowering.ends(), std::back_inserter(l.ends));
    table.functions[index].as = std::move(whole);
  }
  return index;
}

} // namespace

void staysCall(Lowering& l, const FunctionDecl* function) {
  if (!l.functions)
    l.functions = std::make_shared<FunctionTable>();
  l.functions->recursive.insert(function->getCanonicalDecl());
}

bool isFunction(const Lowering& l, const FunctionDecl* definition) {
  return l.functions && l.functions->recursive.contains(definition->getCanonicalDecl());
}

std::vector<ir::Function> functionsOf(const Lowering& l) {
  if (!l.functions)
    return {};
  return {l.functions->functions.begin(), l.functions->functions.end()};
}

Value functionCall(Lowering& l, const FunctionDecl* definition, const Value& self,
                   const std::vector<Value>& arguments, SourceLocation where) {
  checkResult(l, definition, where);
  const WrittenVariables written = writtenBy(definition);
  for (const ParmVarDecl* parameter : definition->parameters())
    if (bindsPointer(parameter->getType()) && written.contains(parameter))
      l.notYet(parameter->getLocation(),
               "a pointer that a function changes for its caller, where the call stays one,",
               "return it, or pass an index");
  const FunctionInputs given = functionInputs(l, definition, self, arguments, where);
  if (l.options.ruleOf(definition))
    refuseParts(l, definition, given, where);
  const std::size_t index = functionOf(l, definition, given, arguments, where);
  const ir::Function& function = l.functions->functions[index];
  refuseThrowInTry(l, definition, function, where);
  ir::Call call = callWith(l, function, given.inputs, where);
  if (function.hasRule())
    checkRuleArguments(l, function, call, where);
  const Location at = toLocation(where);
  if (definition->getReturnType()->isVoidType()) {
    l.emit({at, std::move(call)});
    return {};
  }
  const bool isOptional = libraryOf(definition->getReturnType()) == Library::optional;
  const ir::VarId result =
      l.addLocal(function.name + "_value", resultType(l, definition->getReturnType()),
                 {.isStable = !isOptional}, at);
  call.result = result;
  l.emit(ir::declare(result, nullptr, at));
  const Rule* rule = l.options.ruleOf(definition);
  if (rule && rule->equation)
    return solutionCall(l, definition, *rule->equation, std::move(call), at);
  l.emit({at, std::move(call)});
  if (const HeapGroup* heap = heapBehind(l, definition->getReturnType()))
    return heapView(heap, l.loadOf(result));
  if (isOptional)
    return optionalIn(l.placeOf(result));
  return l.loadOf(result);
}

} // namespace treelize::front
