#include "front/lower/calls/FunctionInputs.h"

#include "front/lower/calls/Candidates.h"
#include "front/lower/calls/Dispatch.h"
#include "front/lower/calls/MentionedMembers.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/types/LibraryRecord.h"
#include "ir/Literals.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

QualType objectType(const FunctionDecl* method) {
  return cast<CXXMethodDecl>(method)->getFunctionObjectParameterType();
}

/// Can the function write to what a parameter refers to?
bool isWritable(QualType type, const ir::Type& known) {
  if (known.isView())
    return !known.constElement;
  return type->isReferenceType() && !type->getPointeeType().isConstQualified();
}

/// The class of an object that is known by its members alone; null: it is not.
const CXXRecordDecl* classApart(const Lowering& l, const Value& value, QualType type) {
  if (std::holds_alternative<KernelObject>(value))
    return cast<CXXMethodDecl>(l.frames.front().function)->getParent();
  const auto* object = std::get_if<Object>(&value);
  if (!object || object->state->heap || object->state->members.empty())
    return nullptr;
  const QualType own = object->state->slot.type;
  const CXXRecordDecl* record =
      (own.isNull() ? type : own).getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->hasDefinition() && libraryOf(record) == Library::none
             ? record->getDefinition()
             : nullptr;
}

/// What a reference or a pointer to a single object of the kernel's own refers to, if its class has
/// virtual methods: those that run depend on the class.
const CXXRecordDecl* dispatchedClass(Lowering& l, const Value& value) {
  const CXXRecordDecl* record =
      std::holds_alternative<ir::Place>(value) ? exactClass(l, value) : nullptr;
  return record && record->hasDefinition() && record->isPolymorphic() ? record->getDefinition()
                                                                      : nullptr;
}

/// The one object that a pointer points at, and always will.
Value objectBehind(const Value& argument) {
  const auto* view = std::get_if<View>(&argument);
  if (!view || view->isSet || view->offset || !view->others.empty())
    return argument;
  if (view->target && std::holds_alternative<Object>(view->target->value))
    return view->target->value;
  return view->isObject && view->base.type ? Value(view->base) : argument;
}

class InputCollector {
public:
  InputCollector(Lowering& lowering, SourceLocation callSite) : l(lowering), where(callSite) {}

  FunctionInputs found;

  void collect(const FunctionDecl* definition, const Value& self,
               const std::vector<Value>& arguments) {
    found.key.push_back(definition->getCanonicalDecl());
    takesNull = !l.options.ruleOf(definition); // a derivative of the user's takes all parameters
    for (const ir::Place* vector : takesNull ? vectorsOf(l) : std::vector<ir::Place*>())
      found.inputs.push_back({nullptr, {}, *vector, /*isWritten=*/true});
    const auto* method = dyn_cast<CXXMethodDecl>(definition);
    if (method && method->getParent()->isLambda())
      captures(method->getParent(),
               [&](const ValueDecl* variable) -> const Value& { return l.bindings.at(variable); });
    if (const auto* object = std::get_if<Object>(&self); object && object->state->heap)
      found.key.push_back(object->state->exactly);
    if (!std::holds_alternative<std::monostate>(self))
      if (!addMembers(definition, definition, objectType(definition), self,
                      !cast<CXXMethodDecl>(definition)->isConst(), dispatchedClass(l, self)))
        add({definition, objectType(definition), self,
             !cast<CXXMethodDecl>(definition)->isConst()});
    const WrittenVariables written = front::writtenBy(definition);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const ParmVarDecl* parameter = definition->getParamDecl(static_cast<unsigned>(i));
      const QualType type = parameter->getType();
      const Value object = written.contains(parameter) ? arguments[i] : objectBehind(arguments[i]);
      const bool refers = type->isReferenceType() || type->isPointerType();
      const QualType referred = refers ? type->getPointeeType() : type;
      if (const auto* closure = std::get_if<Closure>(&arguments[i]))
        add(*closure);
      else if (!addMembers(definition, parameter, referred, object, !referred.isConstQualified(),
                           refers ? dispatchedClass(l, object) : nullptr))
        add({parameter, type, arguments[i], isWritable(type, *l.types.of(type)),
             !type->isReferenceType()});
    }
  }

private:
  Lowering& l;
  SourceLocation where;
  bool takesNull = true;
  std::map<const void*, const ClosureState*> visited; // for look-ups only

  /// False: the object is passed as a whole.
  bool addMembers(const FunctionDecl* definition, const ValueDecl* decl, QualType type,
                  const Value& value, bool isWritable, const CXXRecordDecl* exactly) {
    const CXXRecordDecl* record = exactly ? exactly : classApart(l, value, type);
    if (!record)
      return false;
    const MentionedMembers mentioned = mentionedMembers(definition, record);
    if (!mentioned.moved.empty())
      l.notYet(where,
               "the pointer or span '" + mentioned.moved.front()->getNameAsString() +
                   "' of an object, which a function changes that stays a call,",
               "keep an index instead of the pointer, or pass it as an argument");
    found.key.push_back(decl);
    found.key.push_back(record);
    for (const FieldDecl* field : mentioned.fields) {
      const Value part = member(l, value, field, where);
      const QualType partType = field->getType();
      const bool isFixed = partType.isConstQualified() || (!isWritable && !field->isMutable());
      const bool isView = partType->isReferenceType() || front::isView(partType);
      if (const auto* closure = std::get_if<Closure>(&part))
        add(*closure);
      else
        add({field, partType, part,
             isView ? front::isWritable(partType, *l.types.of(partType)) : !isFixed,
             /*isOwn=*/false, decl});
    }
    found.objects.push_back({decl, value, mentioned.fields, exactly});
    return true;
  }

  /// The elements of a container with slots are passed beside it.
  void addPools(QualType type) {
    type = type.getNonReferenceType();
    if (!holdsSlots(type))
      return;
    const QualType element = elementOfSlots(type);
    if (!isSlotted(element))
      return addPools(element);
    const void* key = poolKey(element);
    if (std::ranges::find(found.inputs, key, &Input::pool) != found.inputs.end())
      return;
    Value pool = poolOf(l, element, where);
    if (isColumn(pool) && holdsBases(*std::get<Object>(pool).state->column))
      l.notYet(where,
               "a container of pointers, or of objects that hold some, in a recursive function",
               "keep indices instead of pointers");
    for (const ir::Place* vector : vectorsOfPool(pool))
      found.inputs.push_back(
          {.decl = nullptr, .type = {}, .value = *vector, .isWritten = true, .pool = key});
  }
  static bool holdsBases(const Column& column) {
    return column.bases || std::ranges::any_of(column.members, holdsBases);
  }

  void passive(Input& input) {
    const auto* value = std::get_if<ir::ExprRef>(&input.value);
    const auto* place = std::get_if<ir::Place>(&input.value);
    const ir::ExprRef object = value ? *value : place ? ir::load(*place) : nullptr;
    input.isOwnPassive = object && readsOwnObject(l, *object);
    found.key.push_back(input.isOwnPassive ? input.decl : nullptr);
    if (object && callersMap(object))
      return;
    addPools(input.type);
    const auto* load = object ? std::get_if<ir::Load>(&object->node) : nullptr;
    if (!input.isOwn && input.isWritten && load && !isKernels(l, load->place) &&
        !isOutputStream(input.type))
      l.notYet(where,
               "a change of the object '" + l.kernel[load->place.base].name +
                   "', which has no derivative and belongs to the caller,",
               "change a copy of it");
    if (!input.isOwn && input.isWritten && object && !load)
      l.notYet(where, "a part of an object as an argument that a recursive function changes",
               "pass the whole object");
  }

  void add(Input input) {
    if (isNull(input))
      return addNull(std::move(input));
    input.isSet = isSetPointer(input);
    if (isPassive(input.type))
      passive(input);
    const auto isSame = [&](const Input& other) {
      return other.decl && other.decl == input.decl && other.object == input.object;
    };
    if (std::ranges::none_of(found.inputs, isSame))
      found.inputs.push_back(std::move(input));
  }

  bool isNull(const Input& input) const {
    const bool isPointer = std::holds_alternative<View>(input.value) ||
                           std::holds_alternative<MovingView>(input.value);
    return takesNull && input.decl && isPointer && !heapBehindInput(l, input) &&
           hasPointedNowhere(nullableViewOf(l, input.value, where));
  }

  /// One that is not asked at run time whether it does.
  bool isSetPointer(const Input& input) {
    const auto* view = std::get_if<View>(&input.value);
    if (!view || !input.decl || !input.type->isPointerType() || heapBehindInput(l, input))
      return false;
    const bool is = ir::literalTruth(*isSet(l, *view, where)) == true;
    if (is)
      mark(input, "set");
    return is;
  }

  /// A function that is given no output, or no data, is another one than one that is.
  void addNull(Input input) {
    mark(input, "null");
    found.nulls.push_back(std::move(input));
  }

  /// What is known of a pointer makes the function another one.
  void mark(const Input& input, const char* fact) {
    found.key.insert(found.key.end(), {fact, input.object, input.decl});
  }

  void add(const Closure& closure) {
    const ClosureState& state = *closure.state;
    const void* identity = state.function ? static_cast<const void*>(state.function) : state.type;
    found.key.push_back(identity);
    const auto [known, isNew] = visited.emplace(identity, &state);
    if (!isNew && known->second != &state && !state.captures.empty())
      l.notYet(where, "a recursive function that is given two lambdas of one type",
               "write two lambdas");
    if (!isNew)
      return; // it has captured itself, or is given twice
    if (!std::holds_alternative<std::monostate>(state.self) ||
        (state.function && isa<CXXMethodDecl>(state.function)))
      l.notYet(
          where,
          "a recursive function that is given an object to call, or a lambda that captures 'this'",
          "pass a lambda that captures what it needs by name");
    if (state.type)
      captures(state.type, [&](const ValueDecl* variable) -> const Value& {
        return state.captures.at(variable);
      });
  }

  /// In its body; of a generic one, in all that are made of it.
  static WrittenVariables writtenBy(const CXXRecordDecl* lambda) {
    WrittenVariables written;
    if (!lambda->isGenericLambda())
      written.add(lambda->getLambdaCallOperator()->getBody());
    else
      for (const FunctionDecl* made : lambda->getDependentLambdaCallOperator()->specializations())
        written.add(made->getBody());
    return written;
  }

  template <class Captured>
  void captures(const CXXRecordDecl* lambda, const Captured& captured) {
    const WrittenVariables written = writtenBy(lambda);
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
      const bool isWritten =
          written.contains(variable) && !type.getNonReferenceType().isConstQualified();
      add({variable, type, value, isView(type) ? isWritable(type, *l.types.of(type)) : isWritten});
    }
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
    if (input.decl && heapBehindInput(l, input)) {
      const auto* object = std::get_if<Object>(&input.value);
      result.value = l.frozen(object ? object->state->number
                                     : heapNumber(l, nullableViewOf(l, input.value, where), where));
      return result;
    }
    if (parameter.type->isView())
      return pointer(input, std::move(result));
    if (std::holds_alternative<Object>(input.value) && libraryOf(input.type) == Library::complex &&
        !input.isWritten)
      return whole(input, parameter, std::move(result));
    if (std::holds_alternative<Object>(input.value) ||
        std::holds_alternative<KernelObject>(input.value))
      l.notYet(where, "this object as an argument of a recursive function", "pass its members");
    if (!parameter.byReference) {
      result.value = converted(loaded(l, input.value, where), parameter.type);
      return result;
    }
    result.place = l.frozen(placeFor(l, input.value, where));
    if (holdsView(*result.place->type))
      l.notYet(where,
               "an object that holds a pointer or a span as an argument of a recursive function",
               "pass its members");
    result.isWritten = input.isWritten;
    return result;
  }

  /// Of a complex number its two parts, put together.
  ir::Argument whole(const Input& input, const ir::Variable& parameter, ir::Argument result) {
    const Location at = toLocation(where);
    const ir::Place place = l.placeOf(l.addLocal("argument", parameter.type, {}, at));
    l.emit(ir::declare(place.base, nullptr, at));
    assignObject(l, input.type, place, input.value, where);
    if (parameter.byReference)
      result.place = place;
    else
      result.value = ir::load(place);
    return result;
  }

  ir::Argument pointer(const Input& input, ir::Argument result) {
    const View view = l.frozen(viewOf(l, input.value, where));
    if (view.isSet && ir::literalTruth(*view.isSet) != true)
      l.notYet(where, "a pointer that may be null as an argument of a recursive function",
               "test it before the call");
    if (!view.others.empty())
      l.notYet(where,
               "a pointer into one of several objects as an argument of a recursive function",
               "call it once for each object");
    if (!view.base.type)
      l.notYet(where,
               "a pointer to an object that holds texts, pointers or constants as an argument of a "
               "recursive function",
               "pass a reference to the object");
    if (mayBeBehind(view))
      l.notYet(where,
               "a pointer that may have left its single object as an argument of a recursive "
               "function",
               "pass the object's own address");
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
        bool changes = false;
        if (other.value)
          ir::forEachRead(*other.value, [&](const ir::Place& read) {
            changes = changes || mayOverlap(*written.place, read);
          });
        if (changes)
          other.value = l.keep(other.value);
      }
    }
  }
};

} // namespace

const HeapGroup* heapBehindInput(Lowering& l, const Input& input) {
  if (const auto* object = std::get_if<Object>(&input.value))
    return object->state->heap;
  return heapBehind(l, input.type);
}

ir::TypeRef passedType(Lowering& l, QualType type) {
  if (isFunctionVariable(type))
    return ir::intType();
  return heapBehind(l, type) ? l.types.offsetType() : l.types.of(type);
}

ir::TypeRef resultType(Lowering& l, QualType type) {
  const bool isOptional = !type->isReferenceType() && libraryOf(type) == Library::optional;
  return isOptional ? pairType(ir::boolType(), l.types.of(elementTypes(l, type)[1]))
                    : passedType(l, type);
}

FunctionInputs functionInputs(Lowering& l, const FunctionDecl* definition, const Value& self,
                              const std::vector<Value>& arguments, SourceLocation where) {
  InputCollector collector(l, where);
  collector.collect(definition, self, arguments);
  return std::move(collector.found);
}

ir::Call callWith(Lowering& l, const ir::Function& function, const std::vector<Input>& inputs,
                  SourceLocation where) {
  return CallLowering(l, where).run(function, inputs);
}

} // namespace treelize::front
