// std::variant: the number of the alternative that it holds, and an object for each of them.
#include "front/lower/calls/Calls.h"
#include "front/lower/calls/Dispatch.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/FunctionObject.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::Op;

namespace {

bool isVariant(QualType type) {
  type = type->isPointerType() ? type->getPointeeType() : type.getNonReferenceType();
  return libraryOf(type) == Library::variant;
}

std::vector<QualType> alternativesOf(Lowering& l, QualType variant) {
  std::vector<QualType> types = elementTypes(l, variant);
  types.erase(types.begin());
  return types;
}

std::optional<std::size_t> indexOf(Lowering& l, const std::vector<QualType>& alternatives,
                                   QualType type) {
  const auto found = std::ranges::find_if(alternatives, [&](QualType one) {
    return l.ast.hasSameUnqualifiedType(one, type.getNonReferenceType());
  });
  return found == alternatives.end()
             ? std::nullopt
             : std::optional(static_cast<std::size_t>(found - alternatives.begin()));
}

/// The alternative that a template's first argument names: `get<1>`, `holds_alternative<T>`,
/// `emplace<T>`.
std::size_t namedIn(Lowering& l, const FunctionDecl* callee,
                    const std::vector<QualType>& alternatives, SourceLocation where) {
  const TemplateArgumentList* arguments = callee->getTemplateSpecializationArgs();
  const bool isNamed = arguments && arguments->size() > 0;
  if (isNamed && arguments->get(0).getKind() == TemplateArgument::Integral)
    return arguments->get(0).getAsIntegral().getZExtValue();
  const auto found = isNamed && arguments->get(0).getKind() == TemplateArgument::Type
                         ? indexOf(l, alternatives, arguments->get(0).getAsType())
                         : std::nullopt;
  if (!found)
    l.notYet(where, "this use of a variant", "name the alternative by its type or its index");
  return *found;
}

/// The alternative that a value of another type becomes: the library has chosen it as a template
/// argument.
std::size_t takenBy(Lowering& l, const FunctionDecl* callee, const Expr* from,
                    const std::vector<QualType>& alternatives, SourceLocation where) {
  if (const std::optional<std::size_t> same = indexOf(l, alternatives, from->getType()))
    return *same;
  const TemplateArgumentList* arguments = callee->getTemplateSpecializationArgs();
  for (unsigned i = 1; arguments && i < arguments->size(); ++i)
    if (arguments->get(i).getKind() == TemplateArgument::Type)
      if (const std::optional<std::size_t> chosen =
              indexOf(l, alternatives, arguments->get(i).getAsType()))
        return *chosen;
  l.notYet(where, "this conversion to a variant", "give it a value of one of its types");
}

ir::ExprRef indexIn(Lowering& l, const Value& variant, SourceLocation where) {
  return loaded(l, tupleElement(l, variant, 0, where), where);
}

ir::ExprRef holds(Lowering& l, const Value& variant, std::size_t alternative,
                  SourceLocation where) {
  const ir::ExprRef wanted = ir::integer(static_cast<std::int64_t>(alternative));
  return ir::apply(Op::eq_, {indexIn(l, variant, where), wanted}, ir::boolType(),
                   toLocation(where));
}

void setIndex(Lowering& l, const Value& variant, std::size_t alternative, SourceLocation where) {
  const ir::Place index = target(l, tupleElement(l, variant, 0, where), where);
  l.emit(ir::assign(index, ir::AssignOp::Set, ir::integer(static_cast<std::int64_t>(alternative)),
                    toLocation(where)));
}

/// What a function or a method is given, by its source.
struct VariantUse {
  Lowering& l;
  const CallExpr* expr;
  const FunctionDecl* callee;
  SourceLocation where;

  Value variantOf(const Expr* from) const {
    if (from->getType()->isPointerType())
      return dereference(l, from, where);
    return from->isGLValue() ? glvalue(l, from) : value(l, from);
  }

  Value get() const {
    const Value variant = variantOf(expr->getArg(0));
    const std::size_t wanted =
        namedIn(l, callee, alternativesOf(l, expr->getArg(0)->getType()), where);
    throwFromLibraryIf(l, negated(holds(l, variant, wanted, where)),
                       {{"bad_variant_access", "exception"}}, where);
    return tupleElement(l, variant, wanted + 1, where);
  }

  Value getIf() const {
    const Value variant = variantOf(expr->getArg(0));
    const std::size_t wanted =
        namedIn(l, callee, alternativesOf(l, expr->getArg(0)->getType()->getPointeeType()), where);
    View pointer = pointerTo(l, tupleElement(l, variant, wanted + 1, where), where);
    pointer.isSet = holds(l, variant, wanted, where);
    return pointer;
  }

  Value assigned(const Expr* to, const Expr* from) const {
    const Value variant = variantOf(to);
    if (isVariant(from->getType())) {
      assignObject(l, to->getType(), variant, value(l, from), where);
      return variant;
    }
    const std::vector<QualType> alternatives = alternativesOf(l, to->getType());
    const std::size_t taken = takenBy(l, callee, from, alternatives, where);
    assignValue(l, alternatives[taken], tupleElement(l, variant, taken + 1, where), value(l, from),
                where);
    setIndex(l, variant, taken, where);
    return variant;
  }

  Value emplaced(const Expr* object) const {
    const Value variant = variantOf(object);
    const QualType type = object->getType()->isPointerType() ? object->getType()->getPointeeType()
                                                             : object->getType();
    const std::vector<QualType> alternatives = alternativesOf(l, type);
    const std::size_t wanted = namedIn(l, callee, alternatives, where);
    const std::vector<const Expr*> arguments(expr->arg_begin(), expr->arg_end());
    const bool isOne = arguments.size() == 1 && l.types.of(alternatives[wanted])->isScalar();
    const Expr* made = isOne ? arguments[0]
                       : l.options.construction
                           ? l.options.construction(alternatives[wanted], arguments, where)
                           : nullptr;
    if (!made)
      l.notYet(where, "'emplace' with these arguments", "assign an object");
    assignValue(l, alternatives[wanted], tupleElement(l, variant, wanted + 1, where),
                value(l, made), where);
    setIndex(l, variant, wanted, where);
    return tupleElement(l, variant, wanted + 1, where);
  }

  /// std::visit(f, a, b, ...): a branch for every combination of alternatives.
  Value visited() const {
    const FunctionObject visitor = functionObject(l, expr->getArg(0), QualType());
    std::vector<std::function<Value()>> operands;
    for (unsigned i = 1; i < expr->getNumArgs(); ++i)
      operands.push_back([this, i] { return variantOf(expr->getArg(i)); });
    std::vector<Value> variants = l.inOrder(operands);
    for (Value& variant : variants)
      variant = l.frozen(std::move(variant));
    std::vector<Alternative> branches;
    combine(visitor, variants, {}, {}, nullptr, branches);
    return dispatched(l, {"visited", expr->getType(), where}, branches);
  }

private:
  void combine(const FunctionObject& visitor, const std::vector<Value>& variants,
               std::vector<Value> held, std::vector<QualType> types, const ir::ExprRef& condition,
               std::vector<Alternative>& branches) const {
    const std::size_t i = held.size();
    if (i == variants.size()) {
      branches.push_back({condition, [this, visitor, held, types] {
                            return calledWith(l, visitor, held, types, where);
                          }});
      return;
    }
    const QualType variant = expr->getArg(static_cast<unsigned>(i) + 1)->getType();
    const std::vector<QualType> alternatives = alternativesOf(l, variant);
    for (std::size_t k = 0; k < alternatives.size(); ++k) {
      std::vector<Value> values = held;
      values.push_back(tupleElement(l, variants[i], k + 1, where));
      std::vector<QualType> wanted = types;
      wanted.push_back(variant.isConstQualified() ? alternatives[k].withConst() : alternatives[k]);
      const ir::ExprRef isThis = holds(l, variants[i], k, where);
      combine(visitor, variants, std::move(values), std::move(wanted),
              condition
                  ? ir::apply(Op::land_, {condition, isThis}, ir::boolType(), toLocation(where))
                  : isThis,
              branches);
    }
  }
};

std::optional<Value> methodOf(const VariantUse& use, const std::string& name, const Expr* object) {
  if (name == "index")
    return indexIn(use.l, use.variantOf(object), use.where);
  if (name == "valueless_by_exception")
    return ir::boolean(false);
  if (name == "emplace")
    return use.emplaced(object);
  use.l.notYet(use.where, "'" + name + "' of a variant", "use index(), std::get and assignments");
}

} // namespace

Value variantOf(Lowering& l, const Slot& slot, const Expr* from) {
  refuseCopiesByHand(l, slot);
  const auto* made = dyn_cast<CXXConstructExpr>(from);
  if (!made)
    return isa<CallExpr>(from) && !from->isGLValue() ? value(l, from)
                                                     : copiedObject(l, slot, value(l, from));
  if (made->getNumArgs() == 1 && isVariant(made->getArg(0)->getType()))
    return copiedObject(l, slot, value(l, made->getArg(0)));
  const std::vector<QualType> alternatives = alternativesOf(l, slot.type);
  if (made->getNumArgs() > 1)
    l.notYet(slot.where, "this constructor of a variant", "make it from a value");
  const std::size_t taken =
      made->getNumArgs() == 0
          ? 0
          : takenBy(l, made->getConstructor(), made->getArg(0), alternatives, slot.where);
  const Location at = toLocation(slot.where);
  const ir::VarId index = l.addLocal(slot.name + "_index", ir::intType(), {}, at);
  l.emit(ir::declare(index, ir::integer(static_cast<std::int64_t>(taken)), at));
  Object object{std::make_shared<ObjectState>()};
  object.state->elements.push_back(l.placeOf(index));
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    const Slot part{slot.name + "_" + std::to_string(i), alternatives[i], slot.where};
    object.state->elements.push_back(i != taken ? zeroed(l, part)
                                     : made->getNumArgs() == 0
                                         ? defaulted(l, part)
                                         : initialized(l, part, made->getArg(0)));
  }
  return object;
}

std::optional<Value> variantCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const VariantUse use{l, expr, callee, expr->getExprLoc()};
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const std::string name = callee->getDeclName().isIdentifier() ? callee->getNameAsString() : "";
  if (const auto* call = dyn_cast<CXXMemberCallExpr>(expr);
      call && isVariant(call->getImplicitObjectArgument()->getType()))
    return methodOf(use, name, call->getImplicitObjectArgument());
  if (expr->getNumArgs() == 0)
    return std::nullopt;
  const bool takesVariant = isVariant(expr->getArg(0)->getType());
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expr); call && takesVariant) {
    if (!method || call->getOperator() != OO_Equal)
      l.notYet(use.where, "this operator on variants", "compare what they hold");
    return use.assigned(expr->getArg(0), expr->getArg(1));
  }
  if (method || !callee->isInStdNamespace())
    return std::nullopt;
  if (name == "visit")
    return use.visited();
  if (!takesVariant)
    return std::nullopt;
  if (name == "get")
    return use.get();
  if (name == "get_if")
    return use.getIf();
  if (name != "holds_alternative")
    return std::nullopt;
  const Value variant = use.variantOf(expr->getArg(0));
  return holds(l, variant,
               namedIn(l, callee, alternativesOf(l, expr->getArg(0)->getType()), use.where),
               use.where);
}

} // namespace treelize::front
