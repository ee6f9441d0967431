// Calls in a function that is played through: of functions with bodies, and of the few of the
// library that move whole parts.
#include "front/lower/library/Library.h"
#include "front/lower/objects/Rehearsal.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/Builtins.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

static constexpr std::size_t deepest = 40;

/// Of an object, which may be a temporary one.
Spot Rehearsal::object(const Expr* expr) {
  if (expr->isGLValue())
    return spotOf(expr);
  if (expr->getType()->isPointerType())
    return placeBehind(contentOf(expr));
  const Spot spot = variable(expr->getType());
  make(expr->getType(), spot, expr);
  return spot;
}

Spot Rehearsal::argument(const ParmVarDecl* parameter, const Expr* expr) {
  if (!expr)
    return unclearSpot();
  if (parameter->getType()->isReferenceType())
    return spotOf(expr);
  const Spot spot = variable(parameter->getType());
  initialize(parameter->getType(), spot, expr);
  return spot;
}

Rehearsal::Outcome Rehearsal::enter(const FunctionDecl* function, std::optional<Spot> self,
                                    const std::vector<Spot>& arguments,
                                    std::optional<Spot> target) {
  const FunctionDecl* definition = nullptr;
  if (isUnclear || frames.size() > deepest || !function->hasBody(definition) ||
      definition->isVariadic() || arguments.size() != definition->getNumParams()) {
    isUnclear = true;
    return {};
  }
  Frame frame;
  frame.self = std::move(self);
  frame.place = std::move(target);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    frame.variables[definition->getParamDecl(i)] = arguments[i];
  frames.push_back(std::move(frame));
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer* init : constructor->inits()) {
      Spot spot = *frames.back().self;
      const FieldDecl* field = init->isAnyMemberInitializer() ? init->getAnyMember() : nullptr;
      if (!field) {
        make(init->getInit()->getType(), spot, init->getInit());
        continue;
      }
      const std::vector<MemberStep> way = canonicalMember(field);
      if (way.empty())
        isUnclear = true;
      spot.steps.insert(spot.steps.end(), way.begin(), way.end());
      initialize(field->getType(), spot, init->getInit());
    }
  play(definition->getBody());
  Outcome outcome{std::move(frames.back().result), std::move(frames.back().place)};
  frames.pop_back();
  return outcome;
}

/// memcpy, std::copy and std::copy_n.
void Rehearsal::copyRun(const Expr* to, const Expr* from, const Content& count, bool inBytes) {
  const auto bare = [](const Expr* expr) {
    while (const auto* cast = dyn_cast<CastExpr>(expr->IgnoreParens())) {
      if (!cast->getType()->isVoidPointerType() && cast->getCastKind() != CK_NoOp)
        break;
      expr = cast->getSubExpr();
    }
    return expr->IgnoreParens();
  };
  to = bare(to);
  from = bare(from);
  const QualType type = to->getType()->getPointeeType();
  const auto* number = std::get_if<llvm::APSInt>(&count);
  if (type.isNull() || from->getType()->getPointeeType().isNull() || !number ||
      !number->isRepresentableByInt64() || number->isNegative() || type->isIncompleteType() ||
      !ast.hasSameUnqualifiedType(type, from->getType()->getPointeeType()) ||
      !type.isTriviallyCopyableType(ast))
    return (void)unclear();
  const std::int64_t unit = inBytes ? ast.getTypeSizeInChars(type).getQuantity() : 1;
  const std::int64_t length = number->getExtValue();
  const Spot target = placeBehind(contentOf(to)), source = placeBehind(contentOf(from));
  if (length % unit != 0)
    return (void)unclear();
  for (std::int64_t i = 0; i < length / unit && !isUnclear; ++i)
    copyParts(type, normal(moved(target, i)), normal(moved(source, i)), false);
}

std::optional<Rehearsal::Outcome> Rehearsal::libraryCall(const CallExpr* expr,
                                                         const FunctionDecl* callee) {
  const IdentifierInfo* identifier = callee->getIdentifier();
  const StringRef name = identifier ? identifier->getName() : "";
  const bool isStd = isInStd(callee);
  const bool isBuiltin = callee->getBuiltinID() != 0;
  if (isa<CXXMemberCallExpr>(expr) || (!isStd && !isBuiltin))
    return std::nullopt;
  const unsigned count = expr->getNumArgs();
  const auto isOneOf = [&](std::initializer_list<StringRef> names) {
    return std::ranges::find(names, name) != names.end();
  };
  if (count == 1 && isOneOf({"move", "forward", "as_const"}))
    return Outcome{{}, spotOf(expr->getArg(0))};
  if (count == 1 && isOneOf({"addressof", "__addressof", "__builtin_addressof"}))
    return Outcome{Address{spotOf(expr->getArg(0))}, {}};
  if (isOneOf({"__builtin_expect"}))
    return Outcome{contentOf(expr->getArg(0)), {}};
  if (count == 3 && isOneOf({"memcpy", "memmove", "__builtin_memcpy", "__builtin_memmove"})) {
    copyRun(expr->getArg(0), expr->getArg(1), contentOf(expr->getArg(2)), /*inBytes=*/true);
    return Outcome{};
  }
  if (count == 3 && isStd && isOneOf({"copy", "copy_n"})) {
    Content length = contentOf(expr->getArg(1));
    const Expr *from = expr->getArg(0), *to = expr->getArg(2);
    if (name == "copy")
      length = computed(BO_Sub, length, contentOf(from), ast.getPointerDiffType());
    copyRun(to, from, length, /*inBytes=*/false);
    return Outcome{};
  }
  if (count == 2 && isStd && name == "swap" && expr->getArg(0)->getType()->isRecordType() &&
      isInStd(expr->getArg(0)->getType()->getAsCXXRecordDecl())) {
    exchangeParts(expr->getArg(0)->getType(), spotOf(expr->getArg(0)), spotOf(expr->getArg(1)));
    return Outcome{};
  }
  return std::nullopt;
}

/// What a call does depends on the object's class where a class derived from this one may have
/// another function of the name.
static bool isOfObjectsClass(const CXXMethodDecl* method, const Expr* callee) {
  const auto* member = dyn_cast<MemberExpr>(callee->IgnoreParens());
  return method->isVirtual() && !(member && member->hasQualifier()) &&
         !method->hasAttr<FinalAttr>() && !method->getParent()->isEffectivelyFinal();
}

Rehearsal::Outcome Rehearsal::call(const CallExpr* expr, std::optional<Spot> target) {
  const auto nothing = [&] {
    isUnclear = true;
    return Outcome{};
  };
  const FunctionDecl* callee = expr->getDirectCallee();
  if (isUnclear || !callee || callee->isNoReturn())
    return nothing();
  if (std::optional<Outcome> known = libraryCall(expr, callee))
    return *known;
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const bool hasObject = method && method->isInstance();
  std::optional<Spot> self;
  unsigned first = 0;
  if (const auto* ofMember = dyn_cast<CXXMemberCallExpr>(expr); ofMember && hasObject)
    self = object(ofMember->getImplicitObjectArgument());
  else if (isa<CXXOperatorCallExpr>(expr) && hasObject)
    self = object(expr->getArg(first++));
  if (hasObject && (!self || isOfObjectsClass(method, expr->getCallee())))
    return nothing();
  if (hasObject && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator())) {
    if (!method->getParamDecl(0)->getType()->isReferenceType() && method->isUserProvided())
      return enter(method, self, {argument(method->getParamDecl(0), expr->getArg(first))}, {});
    copyObject(method, *self, object(expr->getArg(first)));
    return {{}, self};
  }
  if (hasObject && isInStd(method->getParent()) && method->getIdentifier() &&
      method->getName() == "swap" && expr->getNumArgs() == first + 1) {
    exchangeParts(ast.getRecordType(method->getParent()), *self, object(expr->getArg(first)));
    return {};
  }
  const FunctionDecl* definition = nullptr;
  if (!callee->hasBody(definition) || expr->getNumArgs() - first != definition->getNumParams()) {
    const bool isKnown = expr->getType()->isIntegralOrEnumerationType() && !expr->isGLValue();
    return isKnown ? Outcome{constant(expr), {}} : nothing();
  }
  std::vector<Spot> arguments;
  for (unsigned i = 0; i < definition->getNumParams(); ++i)
    arguments.push_back(argument(definition->getParamDecl(i), expr->getArg(first + i)));
  return enter(definition, self, arguments, target);
}

} // namespace treelize::front
