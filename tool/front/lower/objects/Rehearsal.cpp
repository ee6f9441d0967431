// Statements and initialisers of a function that is played through.
#include "front/lower/objects/Rehearsal.h"

#include "front/lower/library/Library.h"
#include "front/lower/types/LibraryTypes.h"

#include "clang/AST/ASTContext.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

static constexpr unsigned mostSteps = 200000;

Rehearsal::Rehearsal(const CXXMethodDecl* operation, bool isFromItself)
    : operation(operation), ast(operation->getASTContext()), other(isFromItself ? own : 1) {}

bool Rehearsal::isCopy(bool mayChangeOther) {
  const QualType type = ast.getRecordType(operation->getParent()->getDefinition());
  const bool isConstructor = isa<CXXConstructorDecl>(operation);
  hold(type, {own, {}}, /*isKnown=*/!isConstructor);
  if (other != own)
    hold(type, {other, {}}, /*isKnown=*/true);
  std::vector<Spot> arguments = {{other, {}}};
  frames.emplace_back();
  for (unsigned i = 1; i < operation->getNumParams(); ++i)
    arguments.push_back(
        argument(operation->getParamDecl(i), operation->getParamDecl(i)->getDefaultArg()));
  const Outcome outcome = enter(operation, Spot{own, {}}, arguments, std::nullopt);
  if (!operation->getReturnType()->isVoidType() && outcome.place != Spot{own, {}})
    return false;
  for (const Part& part : partsOf(type)) {
    const Spot origin{other, part.steps};
    if (contents[{own, part.steps}] != Content(Held{origin, part.isByHand}) ||
        (!mayChangeOther && other != own && contents[origin] != Content(Held{origin})))
      return false;
  }
  return !isUnclear;
}

bool Rehearsal::isTrue(const Expr* test) {
  const Content value = contentOf(test);
  if (const auto* number = std::get_if<llvm::APSInt>(&value))
    return number->getBoolValue();
  const auto* address = std::get_if<Address>(&value);
  if (!address)
    isUnclear = true;
  return address && address->of.has_value();
}

void Rehearsal::declare(const Decl* decl) {
  if (isa<UsingDecl, UsingDirectiveDecl, TypedefNameDecl, StaticAssertDecl, TagDecl>(decl))
    return;
  const auto* declared = dyn_cast<VarDecl>(decl);
  if (!declared || isa<DecompositionDecl>(declared) || !declared->hasLocalStorage()) {
    if (!declared || !declared->isConstexpr())
      isUnclear = true;
    return;
  }
  const QualType type = declared->getType();
  if (type->isReferenceType()) {
    Spot place = declared->getInit() ? spotOf(declared->getInit()) : unclearSpot();
    frames.back().variables[declared] = std::move(place);
    return;
  }
  const Spot spot = variable(type);
  frames.back().variables[declared] = spot;
  if (declared->getInit())
    initialize(type, spot, declared->getInit());
}

Rehearsal::Flow Rehearsal::loop(const Expr* test, const Stmt* body, const Expr* step,
                                bool isTestedFirst) {
  for (bool isFirst = true; !isUnclear; isFirst = false) {
    if ((!isFirst || isTestedFirst) && test && !isTrue(test))
      break;
    const Flow flow = ++steps > mostSteps ? Flow::broken : play(body);
    isUnclear = isUnclear || steps > mostSteps;
    if (flow == Flow::broken)
      break;
    if (flow == Flow::returned)
      return flow;
    if (step)
      perform(step);
  }
  return Flow::next;
}

Rehearsal::Flow Rehearsal::play(const Stmt* stmt) {
  if (!stmt || isa<NullStmt>(stmt))
    return Flow::next;
  if (isUnclear || ++steps > mostSteps) {
    isUnclear = true;
    return Flow::returned;
  }
  if (const auto* block = dyn_cast<CompoundStmt>(stmt)) {
    for (const Stmt* part : block->body())
      if (const Flow flow = play(part); flow != Flow::next)
        return flow;
    return Flow::next;
  }
  if (const auto* group = dyn_cast<DeclStmt>(stmt)) {
    std::ranges::for_each(group->decls(), [&](const Decl* decl) { declare(decl); });
    return Flow::next;
  }
  if (const auto* back = dyn_cast<ReturnStmt>(stmt)) {
    const Expr* value = back->getRetValue();
    if (value && value->isGLValue()) {
      Spot place = spotOf(value);
      frames.back().place = std::move(place);
    } else if (value && value->getType()->isRecordType() && frames.back().place) {
      make(value->getType(), Spot(*frames.back().place), value);
    } else if (value) {
      Content result = contentOf(value);
      frames.back().result = std::move(result);
    }
    return Flow::returned;
  }
  if (const auto* branch = dyn_cast<IfStmt>(stmt)) {
    if (play(branch->getInit()) != Flow::next || branch->hasVarStorage()) {
      isUnclear = true;
      return Flow::returned;
    }
    return play(isTrue(branch->getCond()) ? branch->getThen() : branch->getElse());
  }
  if (const auto* repeated = dyn_cast<ForStmt>(stmt)) {
    if (repeated->getConditionVariable() || play(repeated->getInit()) != Flow::next)
      isUnclear = true;
    return loop(repeated->getCond(), repeated->getBody(), repeated->getInc(), true);
  }
  if (const auto* repeated = dyn_cast<WhileStmt>(stmt); repeated && !repeated->hasVarStorage())
    return loop(repeated->getCond(), repeated->getBody(), nullptr, true);
  if (const auto* repeated = dyn_cast<DoStmt>(stmt))
    return loop(repeated->getCond(), repeated->getBody(), nullptr, false);
  if (isa<BreakStmt>(stmt))
    return Flow::broken;
  if (isa<ContinueStmt>(stmt))
    return Flow::continued;
  if (const auto* expr = dyn_cast<Expr>(stmt))
    perform(expr);
  else
    isUnclear = true;
  return Flow::next;
}

void Rehearsal::perform(const Expr* expr) {
  expr = expr->IgnoreParens();
  if (const auto* cleanups = dyn_cast<ExprWithCleanups>(expr))
    return perform(cleanups->getSubExpr());
  if (const auto* cast = dyn_cast<CastExpr>(expr); cast && cast->getCastKind() == CK_ToVoid)
    return perform(cast->getSubExpr());
  if (expr->isGLValue())
    spotOf(expr);
  else if (expr->getType()->isRecordType())
    object(expr);
  else
    contentOf(expr);
}

void Rehearsal::initialize(QualType type, const Spot& spot, const Expr* init) {
  if (const auto* member = dyn_cast<CXXDefaultInitExpr>(init))
    init = member->getExpr();
  if (type->isReferenceType()) {
    const auto* member = dyn_cast<MemberExpr>(init->IgnoreParenImpCasts());
    const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    if (field && field->getType()->isReferenceType())
      store(spot, load(spotOfMember(member)));
    else
      store(spot, Address{spotOf(init)});
  } else if (type->isRecordType() || type->isArrayType()) {
    make(type, spot, init);
  } else if (const auto* list = dyn_cast<InitListExpr>(init)) {
    store(spot, list->getNumInits() == 1 ? contentOf(list->getInit(0)) : Content(Unknown{}));
  } else {
    store(spot, contentOf(init));
  }
}

void Rehearsal::makeList(QualType type, const Spot& spot, const InitListExpr* list) {
  const InitListExpr* meant =
      list->isSemanticForm() || !list->getSemanticForm() ? list : list->getSemanticForm();
  if (meant->isTransparent())
    return make(type, spot, meant->getInit(0));
  Spot place = spot;
  place.steps.emplace_back();
  if (const ConstantArrayType* array = ast.getAsConstantArrayType(type)) {
    const std::uint64_t length = array->getSize().getLimitedValue();
    for (std::uint64_t i = 0; i < length && !isUnclear; ++i) {
      place.steps.back() = {nullptr, i};
      if (const Expr* init = i < meant->getNumInits() ? meant->getInit(i) : meant->getArrayFiller())
        initialize(array->getElementType(), place, init);
    }
    return;
  }
  if (libraryOf(type) == Library::array && meant->getNumInits() == 1) // whose elements are parts
    return make(meant->getInit(0)->getType(), spot, meant->getInit(0));
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || record->isUnion() || record->getNumBases() > 0 || libraryOf(type) != Library::none)
    return (void)unclear();
  unsigned i = 0;
  for (const FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField())
      continue;
    if (field->isAnonymousStructOrUnion() || i >= meant->getNumInits())
      return (void)unclear();
    place.steps.back() = {field};
    initialize(field->getType(), place, meant->getInit(i++));
  }
}

void Rehearsal::construct(const CXXConstructExpr* made, const Spot& spot) {
  const CXXConstructorDecl* constructor = made->getConstructor();
  const CXXRecordDecl* record = constructor->getParent();
  if (constructor->isCopyOrMoveConstructor())
    return copyObject(constructor, spot, object(made->getArg(0)));
  if (constructor->isTrivial() || isInStd(record)) {
    for (const Expr* argument : made->arguments())
      if (argument->HasSideEffects(ast))
        return (void)unclear();
    return hold(ast.getRecordType(record), spot, false);
  }
  const FunctionDecl* definition = nullptr;
  if (!constructor->hasBody(definition))
    return (void)unclear();
  std::vector<Spot> arguments;
  for (unsigned i = 0; i < made->getNumArgs() && i < definition->getNumParams(); ++i)
    arguments.push_back(argument(definition->getParamDecl(i), made->getArg(i)));
  enter(definition, spot, arguments, std::nullopt);
}

void Rehearsal::make(QualType type, const Spot& spot, const Expr* init) {
  if (isUnclear || ++steps > mostSteps)
    return (void)unclear();
  init = init->IgnoreParens();
  if (const auto* cleanups = dyn_cast<ExprWithCleanups>(init))
    return make(type, spot, cleanups->getSubExpr());
  if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(init))
    return make(type, spot, temporary->getSubExpr());
  if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(init))
    return make(type, spot, bound->getSubExpr());
  if (const auto* member = dyn_cast<CXXDefaultInitExpr>(init))
    return make(type, spot, member->getExpr());
  if (const auto* argument = dyn_cast<CXXDefaultArgExpr>(init))
    return make(type, spot, argument->getExpr());
  if (const auto* cast = dyn_cast<CastExpr>(init);
      cast && (cast->getCastKind() == CK_NoOp || cast->getCastKind() == CK_ConstructorConversion ||
               cast->getCastKind() == CK_UserDefinedConversion))
    return make(type, spot, cast->getSubExpr());
  if (const auto* list = dyn_cast<InitListExpr>(init))
    return makeList(type, spot, list);
  if (isa<ImplicitValueInitExpr>(init))
    return hold(type, spot, false);
  if (const auto* choice = dyn_cast<ConditionalOperator>(init))
    return make(type, spot,
                isTrue(choice->getCond()) ? choice->getTrueExpr() : choice->getFalseExpr());
  if (const auto* callExpr = dyn_cast<CallExpr>(init)) {
    call(callExpr, spot);
    return;
  }
  const auto* made = dyn_cast<CXXConstructExpr>(init);
  if (!made)
    return (void)unclear();
  const ConstantArrayType* array = ast.getAsConstantArrayType(type);
  if (!array)
    return construct(made, spot);
  Spot place = spot;
  place.steps.emplace_back();
  for (std::uint64_t i = 0; i < array->getSize().getLimitedValue() && !isUnclear; ++i) {
    place.steps.back() = {nullptr, i};
    make(array->getElementType(), place, made);
  }
}

} // namespace treelize::front
