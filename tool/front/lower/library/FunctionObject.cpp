#include "front/lower/library/FunctionObject.h"

#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/library/Library.h"
#include "front/lower/statements/Statements.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;

namespace {

/// The call operators that a generic function object was used with.
std::vector<const FunctionDecl*> instancesOf(const CXXRecordDecl* record) {
  std::vector<const FunctionDecl*> instances;
  for (const Decl* decl : record->decls())
    if (const auto* pattern = dyn_cast<FunctionTemplateDecl>(decl);
        pattern && pattern->getTemplatedDecl()->getOverloadedOperator() == OO_Call)
      for (const FunctionDecl* instance : pattern->specializations())
        if (const FunctionDecl* definition = nullptr; instance->hasBody(definition))
          instances.push_back(definition);
  return instances;
}

/// The one that there is; of several nobody knows which is meant.
const FunctionDecl* onlyInstance(const CXXRecordDecl* record) {
  const std::vector<const FunctionDecl*> instances = instancesOf(record);
  return instances.size() == 1 ? instances.front() : nullptr;
}

std::optional<Op> operatorNamed(llvm::StringRef name) {
  static const std::map<llvm::StringRef, Op> operators = {{"plus", Op::add},
                                                          {"minus", Op::sub},
                                                          {"multiplies", Op::mul},
                                                          {"divides", Op::div},
                                                          {"negate", Op::neg}};
  const auto found = operators.find(name);
  return found == operators.end() ? std::nullopt : std::optional(found->second);
}

/// What both operands become before they are combined: T of std::plus<T>, of std::plus<> the real
/// one's type, or the one that both have; null where that is none to calculate in.
ir::TypeRef operandType(Lowering& l, const CXXRecordDecl* functor,
                        const std::vector<ExprRef>& operands) {
  const QualType named =
      cast<ClassTemplateSpecializationDecl>(functor)->getTemplateArgs()[0].getAsType();
  const ir::TypeRef &first = operands.front()->type, &second = operands.back()->type;
  const bool isOfSecond = !first->is(ir::TypeKind::Real) && second->is(ir::TypeKind::Real);
  const ir::TypeRef type = !named->isVoidType() ? l.types.of(named) : isOfSecond ? second : first;
  const auto becomes = [&](const ir::TypeRef& from) {
    return isSameInCpp(*from, *type) ||
           (from->isScalar() && (!named->isVoidType() || from->is(ir::TypeKind::Integer)));
  };
  const bool isNumber =
      type->is(ir::TypeKind::Real) || (type->is(ir::TypeKind::Integer) && !type->isEnumeration &&
                                       type->bits >= l.ast.getTypeSize(l.ast.IntTy));
  const bool isMixed =
      type->is(ir::TypeKind::Integer) && named->isVoidType() && !isSameInCpp(*first, *second);
  return isNumber && !isMixed && becomes(first) && becomes(second) ? type : nullptr;
}

/// a + b, and so on.
Value combined(Lowering& l, const CXXRecordDecl* functor, const std::vector<Argument>& arguments,
               SourceLocation where) {
  std::vector<ExprRef> args;
  for (const Argument& argument : arguments)
    args.push_back(loaded(l, argument.value, where));
  const ir::TypeRef type = operandType(l, functor, args);
  if (!type)
    l.notYet(where,
             "'std::" + functor->getNameAsString() +
                 "' of operands that are no numbers of one type",
             "use a lambda");
  for (ExprRef& arg : args)
    arg = converted(arg, type);
  return ir::apply(*operatorNamed(functor->getName()), std::move(args), type, toLocation(where));
}

} // namespace

const FunctionDecl* instanceFor(const CXXRecordDecl* record, QualType argument) {
  for (const FunctionDecl* instance : instancesOf(record)) {
    const QualType first = instance->getNumParams() > 0
                               ? instance->getParamDecl(0)->getType().getNonReferenceType()
                               : QualType();
    if (!first.isNull() && !argument.isNull() &&
        instance->getASTContext().hasSameUnqualifiedType(first, argument))
      return instance;
  }
  return nullptr;
}

/// T of T*, and of an iterator that wraps one.
QualType elementOfIterator(QualType iterator) {
  iterator = iterator.getNonReferenceType();
  if (const auto* wrapper =
          dyn_cast_or_null<ClassTemplateSpecializationDecl>(iterator->getAsCXXRecordDecl()))
    iterator = wrapper->getTemplateArgs()[0].getAsType();
  return iterator->getPointeeType();
}

FunctionObject functionObject(Lowering& l, const Expr* expr, QualType element) {
  const QualType type = expr->getType();
  if (isClosure(type))
    return {closureValue(l, expr), type, element};
  if (libraryOf(type) == Library::functor)
    return {Value(), type, element};
  Value object = expr->isGLValue() ? glvalue(l, expr)
                                   : initialized(l, {"function", type, expr->getExprLoc()}, expr);
  return {std::move(object), type, element};
}

namespace {

std::vector<Argument> argumentsOf(const std::vector<Value>& values, SourceLocation where) {
  std::vector<Argument> arguments;
  for (const Value& value : values)
    arguments.push_back({nullptr, value, where});
  return arguments;
}

/// A method of an object, or of a lambda that it has as a base.
Value callOperatorOf(Lowering& l, const Value& object, const FunctionDecl* method,
                     const std::vector<Argument>& arguments, SourceLocation where) {
  const auto* apart = std::get_if<Object>(&object);
  const auto* owner = cast<CXXMethodDecl>(method)->getParent();
  if (apart && owner->isLambda())
    return callClosure(l, std::get<Closure>(apart->state->lambdas.at(owner)), method, arguments,
                       where);
  return inlineCall(l, method, [&object] { return object; }, arguments, where);
}

} // namespace

Value calledWith(Lowering& l, const FunctionObject& function, const std::vector<Value>& values,
                 const std::vector<QualType>& types, SourceLocation where) {
  const CXXRecordDecl* record = function.type.getNonReferenceType()->getAsCXXRecordDecl();
  const FunctionDecl* method =
      record && l.options.callOperator
          ? l.options.callOperator(function.type.getNonReferenceType(), types, where)
          : nullptr;
  if (!method || isFunctionVariable(function.type))
    return called(l, function, values, where);
  if (const auto* closure = std::get_if<Closure>(&function.value))
    return callClosure(l, *closure, method, argumentsOf(values, where), where);
  return callOperatorOf(l, function.value, method, argumentsOf(values, where), where);
}

Value called(Lowering& l, const FunctionObject& function, std::vector<Value> values,
             SourceLocation where) {
  const std::vector<Argument> arguments = argumentsOf(values, where);
  const CXXRecordDecl* record = function.type.getNonReferenceType()->getAsCXXRecordDecl();
  if (const auto* closure = std::get_if<Closure>(&function.value)) {
    const CXXRecordDecl* lambda = closure->state->type;
    return callClosure(l, *closure,
                       lambda && lambda->isGenericLambda() ? onlyInstance(lambda) : nullptr,
                       arguments, where);
  }
  if (isFunctionVariable(function.type))
    return callCandidate(l, function.type, numberIn(l, function.value, where), arguments, where);
  const bool isFunctor = libraryOf(function.type) == Library::functor;
  if (isFunctor && operatorNamed(record->getName()))
    return combined(l, record, arguments, where);
  const CXXRecordDecl* definition = record ? record->getDefinition() : nullptr;
  const FunctionDecl* method = definition ? callOperator(definition) : nullptr;
  if (!method && definition)
    method = isFunctor ? instanceFor(definition, function.element) : onlyInstance(definition);
  if (!method)
    l.notYet(where, "this function object", "use a lambda");
  return inlineCall(l, method, [&function] { return function.value; }, arguments, where);
}

} // namespace treelize::front
