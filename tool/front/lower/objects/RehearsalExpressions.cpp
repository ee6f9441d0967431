// Expressions of a function that is played through: places, addresses and whole numbers.
#include "front/lower/objects/Rehearsal.h"

#include "front/lower/types/LibraryTypes.h"

#include "clang/AST/ASTContext.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

Spot Rehearsal::spotOf(const Expr* expr) {
  expr = expr->IgnoreParens();
  if (isUnclear || expr->getType().isVolatileQualified())
    return unclearSpot();
  if (const auto* cleanups = dyn_cast<ExprWithCleanups>(expr))
    return spotOf(cleanups->getSubExpr());
  if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(expr)) {
    const Spot spot = variable(temporary->getType());
    initialize(temporary->getType(), spot, temporary->getSubExpr());
    return spot;
  }
  if (const auto* argument = dyn_cast<CXXDefaultArgExpr>(expr))
    return spotOf(argument->getExpr());
  if (const auto* cast = dyn_cast<CastExpr>(expr)) {
    const CastKind kind = cast->getCastKind();
    if (kind == CK_NoOp || kind == CK_DerivedToBase || kind == CK_UncheckedDerivedToBase)
      return spotOf(cast->getSubExpr());
    return unclearSpot();
  }
  if (const auto* use = dyn_cast<DeclRefExpr>(expr)) {
    const auto found = frames.back().variables.find(use->getDecl());
    if (found != frames.back().variables.end())
      return found->second;
    const bool isConstant =
        expr->getType().isConstQualified() && expr->getType()->isIntegralOrEnumerationType();
    const Spot spot = isConstant ? variable(expr->getType()) : unclearSpot();
    if (isConstant)
      store(spot, constant(expr));
    return spot;
  }
  if (const auto* member = dyn_cast<MemberExpr>(expr)) {
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    const Spot spot = spotOfMember(member);
    return field && field->getType()->isReferenceType() ? placeBehind(load(spot)) : spot;
  }
  if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(expr)) {
    const Spot base = placeBehind(contentOf(subscript->getBase()));
    const Content index = contentOf(subscript->getIdx());
    const auto* number = std::get_if<llvm::APSInt>(&index);
    return number && number->isRepresentableByInt64() ? moved(base, number->getExtValue())
                                                      : unclearSpot();
  }
  if (const auto* callExpr = dyn_cast<CallExpr>(expr)) {
    const Outcome outcome = call(callExpr, std::nullopt);
    return outcome.place ? *outcome.place : unclearSpot();
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr))
    return spotOf(isTrue(choice->getCond()) ? choice->getTrueExpr() : choice->getFalseExpr());
  if (const auto* operation = dyn_cast<UnaryOperator>(expr)) {
    if (operation->getOpcode() == UO_Deref)
      return placeBehind(contentOf(operation->getSubExpr()));
    return operation->isIncrementDecrementOp() ? changed(operation) : unclearSpot();
  }
  const auto* operation = dyn_cast<BinaryOperator>(expr);
  if (operation && operation->getOpcode() == BO_Comma) {
    perform(operation->getLHS());
    return spotOf(operation->getRHS());
  }
  if (!operation || !operation->isAssignmentOp())
    return unclearSpot();
  Content value = contentOf(operation->getRHS());
  const Spot spot = spotOf(operation->getLHS());
  if (const auto* compound = dyn_cast<CompoundAssignOperator>(operation)) {
    const QualType type = compound->getLHS()->getType();
    const bool isPlainType = ast.hasSameUnqualifiedType(type, compound->getComputationResultType());
    value = isPlainType
                ? computed(BinaryOperator::getOpForCompoundAssignment(compound->getOpcode()),
                           load(spot), value, type)
                : Content(Unknown{});
  }
  store(spot, std::move(value));
  return spot;
}

Spot Rehearsal::spotOfMember(const MemberExpr* member) {
  const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
  if (!field)
    return unclearSpot();
  const MemberExpr* step = stepFromObject(member);
  const Expr* base = step->getBase();
  Spot spot = step->isArrow() ? placeBehind(contentOf(base)) : object(base);
  const auto* record = dyn_cast<CXXRecordDecl>(field->getParent());
  if (record && libraryOf(record) == Library::array)
    return spot;
  const std::vector<MemberStep> way = canonicalMember(field);
  const bool liesInOtherUnion =
      field->getParent()->isUnion() && !field->getParent()->isAnonymousStructOrUnion();
  if (way.empty() || liesInOtherUnion)
    return unclearSpot();
  spot.steps.insert(spot.steps.end(), way.begin(), way.end());
  return spot;
}

Spot Rehearsal::changed(const UnaryOperator* expr) {
  const Spot spot = spotOf(expr->getSubExpr());
  const QualType type = expr->getSubExpr()->getType();
  llvm::APSInt one(llvm::APInt(type->isIntegerType() ? ast.getIntWidth(type) : 64, 1),
                   type->isUnsignedIntegerOrEnumerationType());
  store(spot, computed(expr->isIncrementOp() ? BO_Add : BO_Sub, load(spot), one, type));
  return spot;
}

Content Rehearsal::constant(const Expr* expr) {
  Expr::EvalResult result;
  if (expr->getType()->isIntegralOrEnumerationType() && expr->EvaluateAsInt(result, ast))
    return result.Val.getInt();
  return expr->HasSideEffects(ast) ? unclear() : Content(Unknown{});
}

Content Rehearsal::contentOf(const Expr* expr) {
  expr = expr->IgnoreParens();
  if (isUnclear)
    return Unknown{};
  if (const auto* cast = dyn_cast<CastExpr>(expr))
    return this->cast(cast);
  if (const auto* operation = dyn_cast<UnaryOperator>(expr))
    return unary(operation);
  if (const auto* operation = dyn_cast<BinaryOperator>(expr))
    return binary(operation);
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr))
    return contentOf(isTrue(choice->getCond()) ? choice->getTrueExpr() : choice->getFalseExpr());
  if (const auto* callExpr = dyn_cast<CallExpr>(expr))
    return call(callExpr, std::nullopt).content;
  if (const auto* cleanups = dyn_cast<ExprWithCleanups>(expr))
    return contentOf(cleanups->getSubExpr());
  if (const auto* argument = dyn_cast<CXXDefaultArgExpr>(expr))
    return contentOf(argument->getExpr());
  if (const auto* member = dyn_cast<CXXDefaultInitExpr>(expr))
    return contentOf(member->getExpr());
  if (const auto* parameter = dyn_cast<SubstNonTypeTemplateParmExpr>(expr))
    return contentOf(parameter->getReplacement());
  if (isa<CXXThisExpr>(expr))
    return frames.back().self ? Content(Address{*frames.back().self}) : unclear();
  if (isa<CXXNullPtrLiteralExpr>(expr))
    return Address{};
  return constant(expr);
}

Content Rehearsal::cast(const CastExpr* expr) {
  const Expr* from = expr->getSubExpr();
  const QualType type = expr->getType();
  switch (expr->getCastKind()) {
  case CK_LValueToRValue: {
    const auto* use = dyn_cast<DeclRefExpr>(from->IgnoreParens());
    const auto* member = dyn_cast<MemberExpr>(from->IgnoreParens());
    if ((use && !frames.back().variables.contains(use->getDecl())) ||
        (member && !isa<FieldDecl>(member->getMemberDecl())))
      return constant(expr);
    return load(spotOf(from));
  }
  case CK_NoOp:
  case CK_UserDefinedConversion:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return contentOf(from);
  case CK_ArrayToPointerDecay: {
    if (isa<StringLiteral>(from->IgnoreParens()))
      return Unknown{};
    Spot first = spotOf(from);
    first.steps.push_back({nullptr, 0});
    return Address{first};
  }
  case CK_NullToPointer:
    return Address{};
  case CK_BitCast:
    if (!type->isVoidPointerType())
      break;
    return contentOf(from);
  case CK_PointerToBoolean:
    return computed(BO_NE, contentOf(from), Address{}, type);
  case CK_IntegralCast:
  case CK_IntegralToBoolean: {
    const Content value = contentOf(from);
    const auto* number = std::get_if<llvm::APSInt>(&value);
    if (!number)
      return Unknown{};
    if (type->isBooleanType())
      return llvm::APSInt(llvm::APInt(ast.getIntWidth(type), number->getBoolValue()), true);
    llvm::APSInt result = number->extOrTrunc(ast.getIntWidth(type));
    result.setIsUnsigned(type->isUnsignedIntegerOrEnumerationType());
    return result;
  }
  default:
    break;
  }
  return constant(expr);
}

Content Rehearsal::unary(const UnaryOperator* expr) {
  const Expr* operand = expr->getSubExpr();
  if (expr->getOpcode() == UO_AddrOf)
    return operand->isGLValue() ? Content(Address{spotOf(operand)}) : unclear();
  if (expr->isPostfix()) {
    Content before = load(spotOf(operand));
    changed(expr);
    return before;
  }
  const Content value = contentOf(operand);
  const auto* number = std::get_if<llvm::APSInt>(&value);
  switch (expr->getOpcode()) {
  case UO_Plus:
    return value;
  case UO_Minus:
    return number ? Content(-*number) : Content(Unknown{});
  case UO_Not:
    return number ? Content(~*number) : Content(Unknown{});
  case UO_LNot:
    return llvm::APSInt(llvm::APInt(ast.getIntWidth(expr->getType()), !isTrue(operand)), true);
  default:
    return constant(expr);
  }
}

Content Rehearsal::binary(const BinaryOperator* expr) {
  const BinaryOperatorKind kind = expr->getOpcode();
  const auto boolean = [&](bool value) {
    return llvm::APSInt(llvm::APInt(ast.getIntWidth(expr->getType()), value), true);
  };
  if (kind == BO_LAnd)
    return boolean(isTrue(expr->getLHS()) && isTrue(expr->getRHS()));
  if (kind == BO_LOr)
    return boolean(isTrue(expr->getLHS()) || isTrue(expr->getRHS()));
  if (kind == BO_Comma) {
    perform(expr->getLHS());
    return contentOf(expr->getRHS());
  }
  const Content left = contentOf(expr->getLHS());
  return computed(kind, left, contentOf(expr->getRHS()), expr->getType());
}

namespace {

/// Of two addresses in one array the elements; nothing for any others.
std::optional<std::pair<std::int64_t, std::int64_t>> elementsOf(const Address& left,
                                                                const Address& right) {
  if (!left.of || !right.of || left.of->owner != right.of->owner || left.of->steps.empty() ||
      left.of->steps.size() != right.of->steps.size() || left.of->steps.back().member ||
      right.of->steps.back().member ||
      !std::equal(left.of->steps.begin(), left.of->steps.end() - 1, right.of->steps.begin()))
    return std::nullopt;
  return std::pair(left.of->steps.back().element, right.of->steps.back().element);
}

/// Are they one? Nothing where that is not certain.
std::optional<bool> areOne(const Address& left, const Address& right) {
  if (!left.of || !right.of)
    return left.of.has_value() == right.of.has_value();
  if (const auto elements = elementsOf(left, right))
    return elements->first == elements->second;
  if (left.of->steps.empty() && right.of->steps.empty())
    return left.of->owner == right.of->owner;
  return left == right ? std::optional(true) : std::nullopt;
}

bool isUnclearInC(BinaryOperatorKind kind, const llvm::APSInt& left, const llvm::APSInt& right) {
  return ((kind == BO_Div || kind == BO_Rem) &&
          (right.isZero() || (left.isSigned() && right.isAllOnes()))) ||
         kind == BO_Shl || kind == BO_Shr;
}

} // namespace

Content Rehearsal::computed(BinaryOperatorKind kind, const Content& left, const Content& right,
                            QualType type) {
  const auto boolean = [&](bool value) {
    return llvm::APSInt(llvm::APInt(ast.getIntWidth(type), value), true);
  };
  const auto* one = std::get_if<Address>(&left);
  const auto* two = std::get_if<Address>(&right);
  const auto* a = std::get_if<llvm::APSInt>(&left);
  const auto* b = std::get_if<llvm::APSInt>(&right);
  if (one && two) {
    const auto elements = elementsOf(*one, *two);
    if (kind == BO_EQ || kind == BO_NE) {
      const std::optional<bool> isOne = areOne(*one, *two);
      return isOne ? Content(boolean(*isOne == (kind == BO_EQ))) : unclear();
    }
    if (!elements)
      return unclear();
    if (kind == BO_Sub)
      return llvm::APSInt(llvm::APInt(64, elements->first - elements->second, true), false);
    const auto [x, y] = *elements;
    return kind == BO_LT   ? boolean(x < y)
           : kind == BO_LE ? boolean(x <= y)
           : kind == BO_GT ? boolean(x > y)
           : kind == BO_GE ? boolean(x >= y)
                           : unclear();
  }
  if ((one && b) || (two && a && kind == BO_Add)) {
    const llvm::APSInt& by = one ? *b : *a;
    if ((kind != BO_Add && kind != BO_Sub) || !by.isRepresentableByInt64() ||
        type->isVoidPointerType())
      return unclear();
    return Address{moved(placeBehind(one ? left : right),
                         kind == BO_Sub ? -by.getExtValue() : by.getExtValue())};
  }
  if (!a || !b || a->getBitWidth() != b->getBitWidth() || a->isSigned() != b->isSigned() ||
      isUnclearInC(kind, *a, *b))
    return Unknown{};
  switch (kind) {
  case BO_Add:
    return *a + *b;
  case BO_Sub:
    return *a - *b;
  case BO_Mul:
    return *a * *b;
  case BO_Div:
    return *a / *b;
  case BO_Rem:
    return *a % *b;
  case BO_And:
    return *a & *b;
  case BO_Or:
    return *a | *b;
  case BO_Xor:
    return *a ^ *b;
  case BO_EQ:
    return boolean(*a == *b);
  case BO_NE:
    return boolean(*a != *b);
  case BO_LT:
    return boolean(*a < *b);
  case BO_LE:
    return boolean(*a <= *b);
  case BO_GT:
    return boolean(*a > *b);
  case BO_GE:
    return boolean(*a >= *b);
  default:
    return Unknown{};
  }
}

} // namespace treelize::front
