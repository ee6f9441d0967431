// Declarations in a body: numbers and objects become locals, references and views are bound to what
// they refer to, closures to their captures.
#include "front/Lowering.h"

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

bool holdsNoValue(const VarDecl* variable, const Expr* init) {
  if (!init)
    return true;
  const auto* made = dyn_cast<CXXConstructExpr>(bare(init));
  return made && made->getNumArgs() == 0 && made->getConstructor()->isTrivial() &&
         !made->requiresZeroInitialization() && libraryOf(variable->getType()) == Library::none;
}

/// `T& r = place`, `auto&& r = range`, `const T& r = f(x)`.
void bindReference(Lowering& l, const VarDecl* variable, const Expr* init) {
  Value referred = glvalue(l, init);
  auto* expr = std::get_if<ir::ExprRef>(&referred);
  if (!expr) {
    l.bindings[variable] = l.frozen(std::move(referred));
    return;
  }
  refuseUnstableReference(l, init, *expr);
  // A temporary object is used where it is; a number gets a name.
  const auto* load = std::get_if<ir::Load>(&(*expr)->node);
  if (load && !(*expr)->type->isScalar()) {
    l.bindings[variable] = l.frozen(load->place);
    return;
  }
  const bool isWritten = !l.isUnwritten(variable);
  const Location at = toLocation(variable->getLocation());
  const ir::VarId id = l.addLocal(variable->getNameAsString(), (*expr)->type,
                                  {.isConst = !isWritten, .isStable = !isWritten}, at);
  l.emit(ir::declare(id, *expr, at));
  l.bindings[variable] = l.placeOf(id);
}

void bindView(Lowering& l, const VarDecl* variable, const Expr* init) {
  const Location at = toLocation(variable->getLocation());
  const bool isSpan = libraryOf(variable->getType()) == Library::span;
  const std::string name = variable->getNameAsString();
  if (!init || (isa<CXXConstructExpr>(bare(init)) && cast<CXXConstructExpr>(bare(init))->getNumArgs() == 0)) {
    if (isSpan)
      l.notYet(variable->getLocation(), "an empty span", "make it from a container");
    l.bindings[variable] = movingView(l, name, std::nullopt, false, at);
    return;
  }
  View start = l.frozen(view(l, init));
  if (l.isUnwritten(variable))
    l.bindings[variable] = std::move(start);
  else
    l.bindings[variable] = movingView(l, name, std::move(start), isSpan, at);
}

/// `auto [a, b] = pair;` of an array, a pair or a struct.
void decomposition(Lowering& l, const DecompositionDecl* decl) {
  const SourceLocation where = decl->getLocation();
  Value whole;
  if (decl->getType()->isReferenceType()) {
    whole = l.frozen(glvalue(l, decl->getInit()));
  } else {
    const Location at = toLocation(where);
    const ir::VarId id = l.addLocal("parts", l.types.of(decl->getType()), {}, at);
    Destination to{l.placeOf(id), /*isFresh=*/true, at};
    construct(l, to, decl->getInit());
    whole = to.place;
  }
  decompose(l, decl, whole);
}

} // namespace

void decompose(Lowering& l, const DecompositionDecl* decl, const Value& whole) {
  const SourceLocation where = decl->getLocation();
  const ir::Place place = placeFor(l, whole, where);
  unsigned index = 0;
  for (const BindingDecl* binding : decl->bindings()) {
    if (place.type->is(TypeKind::Array))
      l.bindings[binding] = ir::element(place, {ir::integer(index)});
    else if (place.type->is(TypeKind::Record) && index < place.type->fields.size())
      l.bindings[binding] = ir::fieldOf(place, place.type->fields[index]);
    else
      l.notYet(where, "a structured binding of '" + place.type->spelling + "'", "name the members");
    ++index;
  }
}

/// A reference to one of several objects (`std::max(a, b)`) is a copy here: right only if they keep
/// their values.
void refuseUnstableReference(Lowering& l, const Expr* init, const ir::ExprRef& value) {
  if (bare(init)->isLValue() && !l.isStable(value))
    l.notYet(init->getExprLoc(), "a reference to one of several objects", "declare a value, not a reference");
}

Value closureOf(Lowering& l, const LambdaExpr* lambda) {
  auto state = std::make_shared<ClosureState>();
  state->type = lambda->getLambdaClass();
  auto init = lambda->capture_init_begin();
  for (const LambdaCapture& capture : lambda->captures()) {
    const Expr* value = *init++;
    if (capture.capturesThis()) {
      if (capture.getCaptureKind() == LCK_StarThis)
        l.notYet(capture.getLocation(), "a copy of '*this' in a lambda", "capture 'this'");
      state->self = l.frame().self;
      continue;
    }
    if (!capture.capturesVariable())
      continue;
    const auto* variable = cast<ValueDecl>(capture.getCapturedVar());
    if (lambda->isInitCapture(&capture)) {
      bindVariable(l, cast<VarDecl>(variable), cast<VarDecl>(variable)->getInit());
      state->captures[variable] = l.bindings.at(variable);
      continue;
    }
    auto bound = l.bindings.find(variable);
    if (bound == l.bindings.end())
      l.notYet(capture.getLocation(), "the capture of '" + variable->getNameAsString() + "'",
               "pass it as an argument");
    if (capture.getCaptureKind() == LCK_ByRef) {
      state->captures[variable] = bound->second;
      continue;
    }
    if (lambda->isMutable())
      l.notYet(lambda->getBeginLoc(), "a mutable lambda with copies", "capture by reference");
    Value captured = bound->second;
    const auto* place = std::get_if<ir::Place>(&captured);
    if (std::holds_alternative<MovingView>(captured))
      captured = l.frozen(Value(viewOf(l, captured, capture.getLocation())));
    else if (place && !l.isStable(ir::load(*place)))
      captured = placeFor(l, l.keep(ir::load(*place), variable->getNameAsString()), capture.getLocation());
    state->captures[variable] = std::move(captured);
    (void)value;
  }
  return Closure{std::move(state)};
}

void bindVariable(Lowering& l, const VarDecl* variable, const Expr* init) {
  const QualType type = variable->getType();
  const SourceLocation where = variable->getLocation();
  const Location at = toLocation(where);
  if (isClosure(type)) {
    l.bindings[variable] = value(l, init);
    return;
  }
  if (isView(type) && !type->isReferenceType())
    return bindView(l, variable, init);
  if (type->isReferenceType()) {
    if (isView(type)) {
      Value referred = glvalue(l, init);
      l.bindings[variable] = std::holds_alternative<MovingView>(referred)
                                 ? referred
                                 : Value(l.frozen(viewOf(l, referred, where)));
      return;
    }
    return bindReference(l, variable, init);
  }
  const ir::TypeRef known = l.types.of(type);
  if (known->is(TypeKind::Opaque) || known->is(TypeKind::Void))
    l.notYet(where, "a variable of type '" + known->spelling + "'",
             "use numbers, structs, std::array, std::vector or std::span");
  const bool isWritten = !l.isUnwritten(variable);
  const bool isOneValue = known->isScalar() && init;
  // An array or a struct that is filled element by element is no constant to the kernel.
  Lowering::LocalTraits traits{.isConst = !isWritten && isOneValue, .isStable = !isWritten && init};
  const ir::VarId id = l.addLocal(variable->getNameAsString(), known, traits, at);
  l.bindings[variable] = l.placeOf(id);
  if (holdsNoValue(variable, init)) {
    if (!known->defaultConstructible)
      l.notYet(where, "an object of class '" + known->spelling + "', which has no default constructor,",
               "give the class a default constructor");
    l.emit(ir::declare(id, nullptr, at));
    return;
  }
  Destination to{l.placeOf(id), /*isFresh=*/true, at};
  construct(l, to, init);
}

void declaration(Lowering& l, const Decl* decl) {
  if (const auto* parts = dyn_cast<DecompositionDecl>(decl))
    return decomposition(l, parts);
  if (const auto* variable = dyn_cast<VarDecl>(decl)) {
    if (variable->isStaticLocal()) {
      const bool isConstant = variable->isConstexpr() || variable->getType().isConstQualified();
      if (!isConstant && !variable->getType()->isArrayType())
        l.refuse(Diag::mutable_global, variable->getLocation(), {variable->getNameAsString(), "static"});
      return; // its value is read where it is used
    }
    if (variable->hasExternalStorage())
      return;
    return bindVariable(l, variable, variable->getInit());
  }
  if (isa<TypedefNameDecl, UsingDecl, UsingDirectiveDecl, StaticAssertDecl, EmptyDecl, TagDecl,
          NamespaceAliasDecl, UsingEnumDecl, FunctionDecl, UsingShadowDecl>(decl))
    return;
  l.notYet(decl->getLocation(), std::string("a declaration of the kind ") + decl->getDeclKindName(),
           "declare variables only");
}

} // namespace treelize::front
