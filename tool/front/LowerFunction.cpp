// Recursive functions: they stay calls, of functions that are lowered for themselves.
//
// Such a function takes numbers by value, objects by reference and pointers as pointers, as a kernel does. What its
// closures have captured becomes parameters, too: a lambda that is passed on is known, so that the function is lowered
// once for each lambda it is given.
#include "front/Lowering.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

/// Every function that stays a call, by its declaration and the closures that it was lowered for.
struct FunctionTable {
  using Key = std::vector<const void*>;
  std::map<Key, std::size_t> known; // for look-ups only
  std::set<const Decl*> recursive;  // for look-ups only
  std::vector<ir::Function> functions;

  std::string freeName(const std::string& wish) const {
    std::string name = wish;
    for (unsigned next = 2; std::ranges::count(functions, name, &ir::Function::name) > 0; ++next)
      name = wish + std::to_string(next);
    return name;
  }
};

namespace {

/// What the function is given, under the name that its body has for it.
struct Input {
  const ValueDecl* decl;
  QualType type;
  Value value;
  bool isWritten;       // through the reference or the pointer
  bool isOwn = false;   // a parameter by value
};

QualType objectType(const FunctionDecl* method) {
  return cast<CXXMethodDecl>(method)->getFunctionObjectParameterType();
}

/// Can the function write to what a parameter refers to?
bool isWritable(QualType type, const ir::Type& known) {
  if (known.isView())
    return !known.constElement;
  return type->isReferenceType() && !type->getPointeeType().isConstQualified();
}

class InputCollector {
public:
  InputCollector(Lowering& lowering, SourceLocation callSite) : l(lowering), where(callSite) {}

  std::vector<Input> inputs;
  FunctionTable::Key key;

  void collect(const FunctionDecl* definition, const Value& self, const std::vector<Value>& arguments) {
    key.push_back(definition->getCanonicalDecl());
    const auto* method = dyn_cast<CXXMethodDecl>(definition);
    if (method && method->getParent()->isLambda())
      captures(method->getParent(), [&](const ValueDecl* variable) -> const Value& { return l.bindings.at(variable); });
    if (!std::holds_alternative<std::monostate>(self))
      add({definition, objectType(definition), self, !cast<CXXMethodDecl>(definition)->isConst()});
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const ParmVarDecl* parameter = definition->getParamDecl(static_cast<unsigned>(i));
      if (const auto* closure = std::get_if<Closure>(&arguments[i]))
        add(*closure);
      else
        add({parameter, parameter->getType(), arguments[i],
             isWritable(parameter->getType(), *l.types.of(parameter->getType())), !parameter->getType()->isReferenceType()});
    }
  }

private:
  Lowering& l;
  SourceLocation where;

  void add(Input input) {
    const auto isSame = [&](const Input& other) { return other.decl == input.decl; };
    if (std::ranges::none_of(inputs, isSame))
      inputs.push_back(std::move(input));
  }

  void add(const Closure& closure) {
    const ClosureState& state = *closure.state;
    key.push_back(state.function ? static_cast<const void*>(state.function) : state.type);
    if (!std::holds_alternative<std::monostate>(state.self) || (state.function && isa<CXXMethodDecl>(state.function)))
      l.notYet(where, "a recursive function that is given an object to call, or a lambda that captures 'this'",
               "pass a lambda that captures what it needs by name");
    if (state.type)
      captures(state.type, [&](const ValueDecl* variable) -> const Value& { return state.captures.at(variable); });
  }

  template <class Captured> void captures(const CXXRecordDecl* lambda, const Captured& captured) {
    const CXXMethodDecl* body = lambda->isGenericLambda() ? nullptr : lambda->getLambdaCallOperator();
    const WrittenVariables written(body ? body->getBody() : nullptr);
    for (const LambdaCapture& capture : lambda->captures()) {
      if (capture.capturesThis())
        l.notYet(where, "a recursive lambda that captures 'this'", "make it a function");
      if (!capture.capturesVariable())
        continue;
      const auto* variable = cast<ValueDecl>(capture.getCapturedVar());
      const Value& value = captured(variable);
      if (const auto* closure = std::get_if<Closure>(&value)) {
        add(*closure);
        continue;
      }
      const QualType type = variable->getType();
      const bool isWritten = (!body || written.contains(variable)) && !type.getNonReferenceType().isConstQualified();
      add({variable, type, value, isView(type) ? isWritable(type, *l.types.of(type)) : isWritten});
    }
  }
};

/// Lowers the body, for inputs of these kinds.
class FunctionLowering {
public:
  FunctionLowering(Lowering& caller, const FunctionDecl* function, const std::vector<Input>& given, SourceLocation callSite)
      : l(caller.ast, caller.types, caller.options, caller.sink), definition(function), inputs(given), where(callSite) {
    const auto* method = dyn_cast<CXXMethodDecl>(function);
    if (method && method->getParent()->isLambda())
      for (const LambdaCapture& capture : method->getParent()->captures())
        if (capture.capturesVariable())
          if (const auto* closure = std::get_if<Closure>(&caller.bindings.at(cast<ValueDecl>(capture.getCapturedVar()))))
            captured.emplace_back(cast<ValueDecl>(capture.getCapturedVar()), *closure);
    l.functions = caller.functions;
    l.frames = caller.frames;
    l.ownFrames = l.frames.size();
  }

  /// The parameters; what the body's calls of the function itself see.
  ir::Kernel signature(const std::string& name, const std::vector<Value>& arguments) {
    l.kernel.name = name;
    l.kernel.location = toLocation(definition->getLocation());
    l.kernel.returnType = l.types.of(definition->getReturnType());
    Frame frame;
    frame.function = definition;
    frame.calledFrom = where;
    frame.written = writtenBy(definition);
    l.frames.push_back(std::move(frame));
    for (const Input& input : inputs)
      parameter(input);
    closures(arguments);
    return l.kernel;
  }

  ir::Kernel body() {
    statement(l, definition->getBody());
    return std::move(l.kernel);
  }

private:
  Lowering l;
  const FunctionDecl* definition;
  const std::vector<Input>& inputs;
  SourceLocation where;
  std::vector<std::pair<const ValueDecl*, Closure>> captured; // lambdas that the lambda has captured

  static std::string nameOf(const Input& input) {
    if (isa<FunctionDecl>(input.decl))
      return "self";
    return input.decl->getDeclName().isIdentifier() && !input.decl->getName().empty() ? input.decl->getNameAsString()
                                                                                     : "argument";
  }

  void parameter(const Input& input) {
    ir::Variable variable;
    variable.name = nameOf(input);
    variable.role = ir::Role::Parameter;
    variable.location = toLocation(input.decl->getLocation());
    variable.nondiff = l.options.isNondiff(input.decl);
    variable.isConst = !input.isWritten;
    const bool isPointer = isView(input.type);
    variable.type = isPointer ? viewType(input) : l.types.of(input.type);
    variable.byReference = !isPointer && !input.isOwn && (input.isWritten || !variable.type->isScalar());
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
                         l.frame().written.getsPointer(input.decl));
    if (isa<FunctionDecl>(input.decl))
      l.frame().self = bound;
    else
      l.bindings[input.decl] = bound;
  }

  /// Iterators are pointers here.
  ir::TypeRef viewType(const Input& input) {
    const ir::TypeRef known = l.types.of(input.type);
    if (known->is(ir::TypeKind::Span) || known->is(ir::TypeKind::Pointer))
      return known;
    l.notYet(where, "an iterator as a parameter of a recursive function", "pass a pointer or a std::span");
  }

  /// The lambdas that it is given, or has captured, made of the parameters that stand for their captures.
  void closures(const std::vector<Value>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (const auto* closure = std::get_if<Closure>(&arguments[i]))
        l.bindings[definition->getParamDecl(static_cast<unsigned>(i))] = rebound(*closure);
    for (const auto& [variable, closure] : captured)
      l.bindings[variable] = rebound(closure);
  }

  Closure rebound(const Closure& closure) {
    auto state = std::make_shared<ClosureState>(*closure.state);
    for (auto& [variable, value] : state->captures) {
      const auto* inner = std::get_if<Closure>(&value);
      value = inner ? Value(rebound(*inner)) : l.bindings.at(variable);
    }
    return Closure{std::move(state)};
  }
};

class CallLowering {
public:
  CallLowering(Lowering& lowering, SourceLocation callSite) : l(lowering), where(callSite) {}

  ir::Call run(const ir::Function& function, const std::vector<Input>& inputs) {
    ir::Call call;
    call.function = function.name;
    const ir::Kernel& as = *function.as;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      call.arguments.push_back(argument(inputs[i], as[as.parameters[i]]));
    separate(call);
    return call;
  }

private:
  Lowering& l;
  SourceLocation where;

  ir::Argument argument(const Input& input, const ir::Variable& parameter) {
    ir::Argument result;
    result.type = parameter.type;
    if (parameter.type->isView())
      return pointer(input, std::move(result));
    if (std::holds_alternative<Object>(input.value) || std::holds_alternative<KernelObject>(input.value))
      l.notYet(where, "this object as an argument of a recursive function", "pass its members");
    if (!parameter.byReference) {
      result.value = converted(loaded(l, input.value, where), parameter.type);
      return result;
    }
    result.place = l.frozen(placeFor(l, input.value, where));
    if (holdsView(*result.place->type))
      l.notYet(where, "an object that holds a pointer or a span as an argument of a recursive function",
               "pass its members");
    result.isWritten = input.isWritten;
    return result;
  }

  ir::Argument pointer(const Input& input, ir::Argument result) {
    const View view = l.frozen(viewOf(l, input.value, where));
    if (!view.others.empty())
      l.notYet(where, "a pointer into one of several objects as an argument of a recursive function",
               "call it once for each object");
    result.place = view.base;
    result.isObject = view.isObject;
    result.offset = view.offset;
    result.size = result.type->is(ir::TypeKind::Span) ? view.size : nullptr;
    result.isWritten = input.isWritten;
    return result;
  }

  /// What is passed by value keeps its value; of two that refer to one object none may be written.
  void separate(ir::Call& call) {
    for (const ir::Argument& written : call.arguments) {
      if (!written.isWritten)
        continue;
      for (ir::Argument& other : call.arguments) {
        if (&other == &written)
          continue;
        if (other.place && mayOverlap(*written.place, *other.place))
          l.notYet(where, "the call of a recursive function with two references to one object",
                   "make the parameters that it only reads const, or pass copies");
        if (other.value)
          ir::forEachRead(*other.value, [&](const ir::Place& read) {
            if (mayOverlap(*written.place, read))
              other.value = l.keep(other.value);
          });
      }
    }
  }
};

void checkResult(Lowering& l, const FunctionDecl* definition, SourceLocation where) {
  const QualType type = definition->getReturnType();
  if (type->isVoidType())
    return;
  const bool isValue = !type->isReferenceType() && !isView(type) && !isClosure(type) && !dissolves(l, type) &&
                       l.types.of(type)->defaultConstructible && !holdsView(*l.types.of(type));
  if (!isValue)
    l.notYet(where, "the result of the recursive function '" + l.types.qualifiedName(definition) + "'",
             "return a number or a plain struct");
}

} // namespace

bool isFunction(const Lowering& l, const FunctionDecl* definition) {
  return l.functions && l.functions->recursive.contains(definition->getCanonicalDecl());
}

std::vector<ir::Function> functionsOf(const Lowering& l) {
  return l.functions ? l.functions->functions : std::vector<ir::Function>{};
}

Value functionCall(Lowering& l, const FunctionDecl* definition, const Value& self,
                   const std::vector<Value>& arguments, SourceLocation where) {
  checkResult(l, definition, where);
  if (!l.functions)
    l.functions = std::make_shared<FunctionTable>();
  FunctionTable& table = *l.functions;
  table.recursive.insert(definition->getCanonicalDecl());
  InputCollector collector(l, where);
  collector.collect(definition, self, arguments);
  auto [known, isNew] = table.known.try_emplace(collector.key, table.functions.size());
  const std::size_t index = known->second;
  if (isNew) {
    const std::string name =
        table.freeName(definition->getDeclName().isIdentifier() ? definition->getNameAsString() : "recursive");
    FunctionLowering lowering(l, definition, collector.inputs, where);
    table.functions.push_back({});
    table.functions[index].name = name;
    table.functions[index].as = std::make_shared<ir::Kernel>(lowering.signature(name, arguments));
    auto whole = std::make_shared<ir::Kernel>(lowering.body());
    table.functions[index].as = std::move(whole);
  }
  ir::Call call = CallLowering(l, where).run(table.functions[index], collector.inputs);
  const Location at = toLocation(where);
  if (definition->getReturnType()->isVoidType()) {
    l.emit({at, std::move(call)});
    return {};
  }
  const ir::VarId result = l.addLocal(table.functions[index].name + "_value", l.types.of(definition->getReturnType()),
                                      {.isStable = true}, at);
  call.result = result;
  l.emit(ir::declare(result, nullptr, at));
  l.emit({at, std::move(call)});
  return l.loadOf(result);
}

} // namespace treelize::front
