// Expressions that designate an object: variables, members, elements.
#include "ClangCompat.h"
#include "front/lower/CallersObjects.h"
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Choice.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Refusals.h"
#include "front/lower/expressions/VectorExtension.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/BasePart.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/Members.h"
#include "front/lower/types/Specialization.h"
#include "front/lower/types/UnknownClass.h"
#include "ir/Accessors.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

Value declared(Lowering& l, const DeclRefExpr* expr) {
  const ValueDecl* decl = expr->getDecl();
  const SourceLocation where = expr->getLocation();
  const auto* variable = dyn_cast<VarDecl>(decl);
  const auto bound = l.bindings.find(decl);
  if (variable && variable->hasGlobalStorage() && bound != l.bindings.end() &&
      std::holds_alternative<std::monostate>(bound->second))
    l.notYet(where, "'" + decl->getNameAsString() + "', whose initialiser names it,",
             "let it hold an index instead of a pointer");
  if (bound != l.bindings.end())
    return passiveUse(l, bound->second);
  if (variable && variable->hasGlobalStorage())
    return globalValue(l, variable, where);
  if (const auto* binding = dyn_cast<BindingDecl>(decl); binding && binding->getBinding())
    return glvalue(l, binding->getBinding());
  if (const auto* object = dyn_cast<TemplateParamObjectDecl>(decl))
    return templateObject(l, object, where);
  if (!isa<VarDecl>(decl))
    l.notYet(where, "'" + decl->getNameAsString() + "' as a value", "call it by its name");
  l.notYet(where, "the variable '" + decl->getNameAsString() + "' at this place",
           "declare it in the function that uses it");
}

/// A constant array gets a copy where it must be a place; T[n] element by element.
ir::Place copyOf(Lowering& l, const ConstantObject& constant, SourceLocation where) {
  const ir::TypeRef type = constant.type;
  const Location at = toLocation(where);
  if (!type->isBuiltinArray)
    return std::get<ir::Load>(l.keep(loaded(l, constant, where), "constant")->node).place;
  const ir::VarId copy = l.addLocal("constant", type, {.isStable = true}, at);
  l.emit(ir::declare(copy, nullptr, at));
  ir::For loop;
  loop.counter = l.addLocal("i", ir::sizeType(), {.isStable = true}, at);
  loop.lower = ir::integer(0, ir::sizeType());
  loop.upper = ir::integer(static_cast<std::int64_t>(type->extent), ir::sizeType());
  const ir::ExprRef i = l.loadOf(loop.counter);
  loop.body = l.collect([&] {
    const Value element = elementOf(l, constant, {i}, where);
    if (!std::get<ConstantObject>(element).type->isScalar())
      l.notYet(where, "a pointer into a constant array of several dimensions",
               "index it by its name");
    l.emit(ir::assign(ir::element(l.placeOf(copy), {i}), ir::AssignOp::Set,
                      loaded(l, element, where), at));
  });
  l.emit({at, std::move(loop)});
  return l.placeOf(copy);
}

/// No pointer to member names a bit-field or a reference.
void refuseUnreachable(Lowering& l, const FieldDecl* field, SourceLocation where) {
  const bool isOpen = accessOf(field) == AS_public || accessOf(field) == AS_none;
  if (!isOpen && isStdClass(compat::typeOf(l.ast, field->getParent()), "priority_queue"))
    l.notYet(where, "a 'std::priority_queue' with such a comparison that belongs to the caller",
             "take its elements as a std::vector, and fill a queue of the kernel's own with them");
  if (!isOpen && (field->isBitField() || field->getType()->isReferenceType()))
    l.notYet(where,
             std::string("the private ") + (field->isBitField() ? "bit-field '" : "reference '") +
                 field->getNameAsString() + "' of '" + l.types.qualifiedName(ownerOf(field)) +
                 "'",
             "make it public, or an ordinary member");
}

} // namespace

/// The member's name as it is found from the constant's own class, where a member of another class
/// may hide it.
static std::string nameIn(Lowering& l, const ConstantObject& constant, const FieldDecl* field) {
  const std::string name = field->getNameAsString();
  const CXXRecordDecl* own = l.types.classOf(*constant.type);
  if (!own || libraryOf(own) != Library::none)
    return name;
  const auto isHiding = [&](const FieldDecl* other) {
    return other != field && other->getNameAsString() == name;
  };
  return std::ranges::any_of(fieldsOf(own), isHiding) ||
                 (ownerOf(field) != own && std::ranges::any_of(namesOf(own), isHiding))
             ? l.types.qualifiedName(ownerOf(field)) + "::" + name
             : name;
}

static bool isNameableArgument(const TemplateArgument& argument) {
  if (isObject(argument))
    return false;
  if (argument.getKind() == TemplateArgument::Pack)
    return std::ranges::all_of(argument.pack_elements(), isNameableArgument);
  const CXXRecordDecl* part = argument.getKind() == TemplateArgument::Type
                                  ? argument.getAsType()->getAsCXXRecordDecl()
                                  : nullptr;
  return !part || (!part->isLambda() && isNameable(part));
}

bool isNameable(const Decl* decl) {
  if (decl->getAccess() == AS_private || decl->getAccess() == AS_protected ||
      decl->getParentFunctionOrMethod())
    return false;
  if (const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(decl))
    if (!std::ranges::all_of(special->getTemplateArgs().asArray(), isNameableArgument))
      return false;
  const auto* outer = dyn_cast<Decl>(decl->getDeclContext());
  return !outer || isa<TranslationUnitDecl>(outer) || isNameable(outer);
}

/// From its first member on.
static Value partAlong(Lowering& l, Value object, const std::vector<MemberStep>& way,
                       SourceLocation where) {
  for (std::size_t i = 1; i < way.size(); ++i)
    object = way[i].member
                 ? member(l, object, way[i].member, where)
                 : elementOf(l, object,
                             {ir::integer(static_cast<std::int64_t>(way[i].element), ir::sizeType())},
                             where);
  return object;
}

Value member(Lowering& l, const Value& object, const FieldDecl* field, SourceLocation where) {
  const std::string name = field->getNameAsString();
  if (field->isAnonymousStructOrUnion())
    return object;
  const std::vector<MemberStep> way = canonicalMember(field);
  const auto unlike = way.empty() ? unknownClass(compat::typeOf(l.ast, ownerOf(field)))
                                  : std::optional<UnknownClass>();
  if (unlike)
    l.notYet(where, unlike->what, unlike->remedy);
  if (way.empty())
    l.notYet(where, "the member '" + name + "', which shares memory with others that are not alike,",
             "use std::optional or std::variant");
  if (way.front().member != field)
    return partAlong(l, member(l, object, way.front().member, where), way, where);
  if (field->getType()->isIncompleteArrayType())
    l.notYet(where, "the member '" + name + "', an array of unknown length,",
             "hold a pointer or a std::vector");
  if (std::holds_alternative<KernelObject>(object)) {
    if (name.empty())
      l.notYet(where, "a member without a name", "name it");
    return l.placeOf(l.memberVariable(field));
  }
  if (const auto* constant = std::get_if<ConstantObject>(&object)) {
    refuseUnreachable(l, field, where);
    const ir::Accessor accessor = l.types.accessorOf(field);
    return ConstantObject{accessor.isName() ? constant->text + "." + nameIn(l, *constant, field)
                                            : text(accessor) + "(" + constant->text + ")",
                          constant->args, l.types.of(field->getType())};
  }
  if (const auto* parts = std::get_if<Object>(&object)) {
    if (!parts->state->elements.empty())
      return tupleElement(l, object, field->getFieldIndex(), where); // of a pair
    const auto known = parts->state->members.find(field);
    if (known == parts->state->members.end())
      l.notYet(where,
               "the member '" + name + "' of '" + l.types.qualifiedName(ownerOf(field)) + "'",
               "use a class of your own");
    const auto* referred = std::get_if<HeapPointer>(&known->second);
    return referred && field->getType()->isReferenceType()
               ? heapObject(l, referred->heap, ir::load(referred->number), nullptr)
               : known->second;
  }
  if (const auto* choice = std::get_if<Choice>(&object))
    return ofEach(*choice, [&](const ir::Place& place) { return member(l, place, field, where); });
  refuseUnreachable(l, field, where);
  ir::Place place = completeObject(l.kernel, placeFor(l, object, where));
  const ir::RecordField* found = ir::findField(*place.type, name);
  if (const std::optional<ir::Place> whole = found ? std::nullopt : wholeOfPart(l.kernel, place))
    return member(l, *whole, field, where); // of a base
  if (isPlainOfEigen(dyn_cast<CXXRecordDecl>(field->getParent())) && !found)
    l.notYet(where, "a parameter of type '" + place.type->spelling + "'",
             "pass a quaternion or a transform, or its parts, and make it of them");
  if (name.empty() || !found)
    l.notYet(where, "the member '" + name + "' of '" + place.type->spelling + "'",
             "use a class of named members without unions and hidden names");
  return ir::fieldOf(std::move(place), *found);
}

void refuseElements(Lowering& l, const ir::Place& object, SourceLocation where) {
  if (!object.type->isIndexable())
    l.notYet(where, "an element of a '" + object.type->spelling + "'",
             "use an array, a vector or a span, and hold it as a member where a class derives from "
             "it");
}

Value elementOf(Lowering& l, const Value& container, std::vector<ir::ExprRef> indices,
                SourceLocation where) {
  for (ir::ExprRef& index : indices)
    index = asIndex(index);
  if (const auto* constant = std::get_if<ConstantObject>(&container)) {
    ConstantObject result = *constant;
    for (ir::ExprRef& index : indices) {
      result.text += "[$" + std::to_string(result.args.size()) + "]";
      result.args.push_back(std::move(index));
    }
    result.container = indices.size() == 1 ? result.type : nullptr;
    result.type = result.type->element;
    return result;
  }
  if (const auto* choice = std::get_if<Choice>(&container)) {
    for (ir::ExprRef& index : indices)
      index = l.frozen(index);
    return ofEach(*choice,
                  [&](const ir::Place& place) { return elementOf(l, place, indices, where); });
  }
  if (const auto* refers = std::get_if<View>(&container))
    return dereference(l, *refers, indices.at(0), where);
  if (std::holds_alternative<MovingView>(container))
    return dereference(l, viewOf(l, container, where), indices.at(0), where);
  if (isColumn(container))
    return columnElement(l, container, indices.at(0), where);
  const ir::Place place = placeFor(l, container, where);
  refuseElements(l, place, where);
  return ir::element(place, std::move(indices));
}

ir::Place elementAt(const ir::Place& array, ir::ExprRef position) {
  const ir::Type& type = *array.type;
  if (!type.is(TypeKind::Matrix) || type.rows == 1 || type.columns == 1)
    return ir::element(array, {std::move(position)});
  const ir::ExprRef at = converted(std::move(position), ir::offsetType());
  const ir::ExprRef rows =
      type.rows == 0 ? ir::extent(array, ir::Extent::rows)
                     : ir::integer(static_cast<std::int64_t>(type.rows), ir::offsetType());
  const auto part = [&](ir::Op op) { return ir::apply(op, {at, rows}, ir::offsetType()); };
  return ir::element(array, {part(ir::Op::mod_), part(ir::Op::div)});
}

ir::ExprRef sizeOf(Lowering& l, const Value& container, SourceLocation where) {
  const Location at = toLocation(where);
  if (std::holds_alternative<View>(container) || std::holds_alternative<MovingView>(container)) {
    const View refers = viewOf(l, container, where);
    if (refers.size)
      return refers.size;
    return ir::size(refers.base, at);
  }
  if (const auto* constant = std::get_if<ConstantObject>(&container)) {
    if (constant->type->is(TypeKind::Array))
      return ir::literal(std::to_string(constant->type->extent), ir::sizeType(), at);
    return ir::opaque(constant->text + ".size()", constant->args, ir::sizeType(), at);
  }
  if (isColumn(container))
    return columnSize(container, where);
  if (const auto* choice = std::get_if<Choice>(&container))
    return sizeOfChoice(l, *choice, where);
  ir::Place place = placeFor(l, container, where);
  refuseElements(l, place, where);
  if (place.type->is(TypeKind::Array))
    return ir::literal(std::to_string(place.type->extent), ir::sizeType(), at);
  return ir::size(std::move(place), at);
}

static Value designated(Lowering& l, const Expr* expr) {
  expr = expr->IgnoreParens();
  const SourceLocation where = expr->getExprLoc();
  if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(expr))
    return materialized(l, temporary);
  if (const auto* whole = dyn_cast<ExprWithCleanups>(expr))
    return glvalue(l, whole->getSubExpr());
  if (isa<CXXBindTemporaryExpr, ConstantExpr, CXXDefaultArgExpr, CXXDefaultInitExpr>(expr)) {
    const Expr* inner = bare(expr);
    return inner->isGLValue() ? glvalue(l, inner) : value(l, inner);
  }
  if (!expr->isGLValue())
    return value(l, expr);
  if (const auto* use = dyn_cast<DeclRefExpr>(expr))
    return declared(l, use);
  if (const auto* access = dyn_cast<MemberExpr>(expr)) {
    if (const auto* constant = dyn_cast<VarDecl>(access->getMemberDecl())) {
      effect(l, access->getBase());
      return globalValue(l, constant, where);
    }
    if (isPassiveMember(access) && !isTakenApart(l, stepFromObject(access)->getBase()))
      return passiveValue(l, access);
    const auto* field = dyn_cast<FieldDecl>(access->getMemberDecl());
    if (!field)
      l.notYet(where, "this member", "call it, or name a data member");
    Value object = access->isArrow() ? dereference(l, access->getBase(), where)
                                     : glvalue(l, access->getBase());
    return member(l, object, field, where);
  }
  if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(expr);
      subscript && subscript->getBase()->getType()->isVectorType())
    return vectorElement(l, subscript);
  if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(expr)) {
    // a[i] of an array is an element of it; of a pointer, of what that points into.
    const auto* decay = dyn_cast<CastExpr>(subscript->getBase());
    const bool isArray = decay && decay->getCastKind() == CK_ArrayToPointerDecay;
    auto base = [&]() -> Value {
      return isArray ? glvalue(l, decay->getSubExpr()) : Value(view(l, subscript->getBase()));
    };
    std::vector<Value> parts = l.inOrder({base, operand(l, subscript->getIdx())});
    return elementOf(l, parts[0], {std::get<ir::ExprRef>(parts[1])}, where);
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expr)) {
    if (unary->getOpcode() == UO_Deref)
      return dereference(l, unary->getSubExpr(), where);
    if (unary->isIncrementDecrementOp())
      return increment(l, unary, /*wantsOldValue=*/false);
  }
  if (const auto* castNode = dyn_cast<CastExpr>(expr)) {
    const CastKind kind = castNode->getCastKind();
    if (kind == CK_NoOp || kind == CK_DerivedToBase || kind == CK_UncheckedDerivedToBase ||
        kind == CK_UserDefinedConversion || kind == CK_ConstructorConversion ||
        kind == CK_BaseToDerived)
      return glvalue(l, castNode->getSubExpr());
    refuseConversion(l, castNode);
  }
  if (const auto* callExpr = dyn_cast<CallExpr>(expr))
    return call(l, callExpr);
  if (const auto* binary = dyn_cast<BinaryOperator>(expr)) {
    if (binary->isPtrMemOp())
      return memberThrough(l, binary);
    if (binary->isAssignmentOp())
      return assignment(l, binary);
    if (binary->getOpcode() == BO_Comma) {
      effect(l, binary->getLHS());
      return glvalue(l, binary->getRHS());
    }
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr);
      choice && (!isView(expr->getType()) || heapBehind(l, expr->getType())))
    return chosenPlace(l, choice);
  if (const auto* choice = dyn_cast<BinaryConditionalOperator>(expr))
    return conditional(l, choice);
  if (const auto* substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(expr))
    return glvalue(l, substituted->getReplacement());
  if (const StringLiteral* text = textLiteral(expr))
    return textValue(l, text);
  refuseExpr(l, expr);
}

Value glvalue(Lowering& l, const Expr* expr) {
  return l.evaluated(asClass(l, designated(l, expr), expr->getType(), expr->getExprLoc()));
}

/// Is the parameter const, or the last pointer on the way from it to the place?
static bool isConstant(const ir::Variable& variable, const ir::Place& place) {
  bool isConst = variable.type->isView() ? variable.type->constElement
                                         : variable.isConst && variable.byReference;
  ir::TypeRef type = variable.type;
  for (const ir::Selector& selector : place.path) {
    if (selector.isField()) {
      const ir::RecordField* field = ir::findField(*type, selector.field);
      type = field ? field->type : nullptr;
    } else {
      isConst = type->isView() ? type->constElement : isConst;
      type = type->element;
    }
    if (!type)
      break;
  }
  return isConst;
}

/// A const_cast gives no right to change what the caller keeps constant.
static void refuseConstant(Lowering& l, const ir::Place& place, SourceLocation where) {
  const ir::Variable& variable = l.kernel[place.base];
  const bool isCallers = variable.role == ir::Role::Parameter || variable.role == ir::Role::Member;
  if (isCallers && isConstant(variable, place))
    l.refuse(Diag::refused_construct, where,
             {"a write to '" + variable.name + "', which is const,",
              "take it by a reference or a pointer to what is not"});
}

/// Of an object of a class that nobody knows, a derivative has no copy to keep.
static void refuseWhole(Lowering& l, const ir::Place& place, SourceLocation where) {
  if (ir::mayBeDerived(*place.type) || wholeOfPart(l.kernel, place))
    l.notYet(where, "an object whose class the caller chose, as a whole,",
             "use its members, and call its virtual methods");
}

void setConverted(Lowering& l, const ir::Place& place, const ir::ExprRef& value,
                  SourceLocation where) {
  const auto set = [&](const ir::Place& to, const ir::ExprRef& number) {
    l.emit(ir::assign(to, ir::AssignOp::Set,
                      to.type->isScalar() ? converted(number, to.type) : number,
                      toLocation(where)));
  };
  if (place.type->isScalar() || !value->type->isScalar())
    return set(place, value);
  const ir::RecordField *real = ir::findField(*place.type, "real"),
                        *imaginary = ir::findField(*place.type, "imag");
  if (!real || !imaginary || place.type->fields.size() != 2)
    l.notYet(where, "a number that becomes a '" + place.type->spelling + "'",
             "write a loop that constructs them");
  set(ir::fieldOf(place, *real), value);
  set(ir::fieldOf(place, *imaginary), ir::real(0.0, imaginary->type));
}

ir::Place target(Lowering& l, const Value& value, SourceLocation where) {
  if (const auto* place = std::get_if<ir::Place>(&value)) {
    refuseWhole(l, *place, where);
    refuseConstant(l, *place, where);
    return *place;
  }
  if (std::holds_alternative<Choice>(value))
    l.notYet(where, "writing an object behind a pointer that may point into several containers",
             "write its numbers");
  if (std::holds_alternative<MovingView>(value) || std::holds_alternative<View>(value))
    l.notYet(where, "a pointer that is written through another name", "assign to it directly");
  l.notYet(where, "writing to an object that has no name here",
           "write to a variable, a member or an element");
}

/// A copy of `*this`.
static ir::Place kernelObject(Lowering& l, SourceLocation where) {
  const CXXRecordDecl* record = cast<CXXMethodDecl>(l.frames.front().function)->getParent();
  const ir::TypeRef type = l.types.of(compat::typeOf(l.ast, record));
  if (!type->is(TypeKind::Record) || !type->defaultConstructible || holdsView(*type))
    l.notYet(where, "the whole object '*this' as a value", "use its members");
  const Location at = toLocation(where);
  const ir::Place copy = l.placeOf(l.addLocal("self", type, {}, at));
  l.emit(ir::declare(copy.base, nullptr, at));
  for (const FieldDecl* field : fieldsOf(record)) {
    const ir::RecordField* part = ir::findField(*type, field->getNameAsString());
    copyArray(l, ir::fieldOf(copy, *part), l.placeOf(l.memberVariable(field)), at);
  }
  return copy;
}

ir::Place placeFor(Lowering& l, const Value& value, SourceLocation where) {
  if (const auto* place = std::get_if<ir::Place>(&value))
    return *place;
  if (const auto* expr = std::get_if<ir::ExprRef>(&value)) {
    if (const auto* load = std::get_if<ir::Load>(&(*expr)->node))
      return load->place;
    return std::get<ir::Load>(l.keep(*expr)->node).place;
  }
  if (const auto* constant = std::get_if<ConstantObject>(&value))
    return copyOf(l, *constant, where);
  if (std::holds_alternative<KernelObject>(value))
    return kernelObject(l, where);
  if (std::holds_alternative<Object>(value))
    l.notYet(where,
             "an object that holds pointers, references or constants, or that has no default "
             "constructor, "
             "as a whole value here",
             "use its members");
  if (std::holds_alternative<Choice>(value))
    l.notYet(where, "an object behind a pointer that may point into several containers",
             "read and write its numbers");
  if (std::holds_alternative<MatrixView>(value))
    l.notYet(where, "a view of a matrix as a value here", "make it a matrix: '.eval()'");
  l.notYet(where, "a pointer, span or lambda stored as a value", "use it directly");
}

ir::ExprRef loaded(Lowering& l, const Value& value, SourceLocation where) {
  if (const auto* expr = std::get_if<ir::ExprRef>(&value))
    return *expr;
  if (const auto* constant = std::get_if<ConstantObject>(&value)) {
    if (constant->args.empty())
      return ir::literal(constant->text, constant->type, toLocation(where));
    return ir::opaque(constant->text, constant->args, constant->type, toLocation(where));
  }
  if (const auto* choice = std::get_if<Choice>(&value))
    return loadedChoice(l, *choice, where);
  const ir::Place place = placeFor(l, value, where);
  refuseWhole(l, place, where);
  return ir::load(place, toLocation(where));
}

} // namespace treelize::front
