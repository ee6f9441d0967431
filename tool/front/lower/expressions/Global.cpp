// Variables that belong to no function's run: globals, static members and static locals.
#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Statics.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/statements/Statements.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

/// Null also where the initialiser stands elsewhere.
const APValue* knownValue(const VarDecl* variable) {
  return variable->hasInit() ? variable->evaluateValue() : nullptr;
}

/// A constant that cannot be named: its value, where it is a number.
ir::ExprRef valueOf(const VarDecl* variable, const ir::TypeRef& type) {
  const APValue* known = knownValue(variable);
  return known ? literalOf(*known, type) : nullptr;
}

/// The number that a constant is, where it is a whole one.
std::optional<std::int64_t> wholeNumberOf(const VarDecl* variable, const ir::Type& type) {
  const bool isNumber = type.is(TypeKind::Integer) || type.is(TypeKind::Real);
  const APValue* known = isNumber ? knownValue(variable) : nullptr;
  if (known && known->isInt())
    return smallNumber(known->getInt());
  if (!known || !known->isFloat())
    return std::nullopt;
  llvm::APSInt number(64, /*isUnsigned=*/false);
  bool isExact = false;
  known->getFloat().convertToInteger(number, llvm::APFloat::rmTowardZero, &isExact);
  return isExact ? smallNumber(number) : std::nullopt;
}

using Seen = std::set<const CXXRecordDecl*>;

bool holdsFunctions(QualType type, Seen& seen);

bool argumentsHoldFunctions(llvm::ArrayRef<TemplateArgument> arguments, Seen& seen) {
  return std::ranges::any_of(arguments, [&](const TemplateArgument& argument) {
    if (argument.getKind() == TemplateArgument::Pack)
      return argumentsHoldFunctions(argument.getPackAsArray(), seen);
    return argument.getKind() == TemplateArgument::Type &&
           holdsFunctions(argument.getAsType(), seen);
  });
}

/// Is it a pointer to a function, or does it hold some? Only the source says which they are.
bool holdsFunctions(QualType type, Seen& seen) {
  while (type->isArrayType())
    type = QualType(type->getArrayElementTypeNoTypeQual(), 0);
  if (isFunctionVariable(type))
    return true;
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || !seen.insert(record->getCanonicalDecl()).second)
    return false;
  record = record->getDefinition();
  if (isInStd(record)) {
    const auto* container = dyn_cast<ClassTemplateSpecializationDecl>(record);
    return container && argumentsHoldFunctions(container->getTemplateArgs().asArray(), seen);
  }
  return std::ranges::any_of(
             record->bases(),
             [&](const auto& base) { return holdsFunctions(base.getType(), seen); }) ||
         std::ranges::any_of(record->fields(), [&](const FieldDecl* field) {
           return holdsFunctions(field->getType(), seen);
         });
}

bool holdsFunctions(QualType type) {
  Seen seen;
  return holdsFunctions(type, seen);
}

/// The kernel refers to the variable by a reference of its own. What it holds at entry counts as a
/// constant.
Value mutableGlobal(Lowering& l, const VarDecl* variable, SourceLocation where) {
  const std::string name = variable->getNameAsString();
  if (!isNameable(variable))
    l.refuse(Diag::mutable_global, where, {name, "private"});
  if (l.ownFrames > 0)
    l.notYet(where, "the global variable '" + name + "' in a recursive function",
             "pass it as a parameter");
  const ir::TypeRef type = l.types.of(variable->getType());
  if (type->is(TypeKind::Opaque) || holdsView(*type) || dissolves(l, variable->getType()))
    l.notYet(where, "the global variable '" + name + "' of type '" + type->spelling + "'",
             holdsFunctions(variable->getType()) ? "make it const" : "pass it as a parameter");
  const Location at = toLocation(variable->getLocation());
  const ir::VarId id = l.addLocal(name, type, {}, at);
  l.kernel[id].byReference = true;
  l.globals.push_back(ir::declare(id, ir::opaque(l.types.nameInCode(variable), {}, type), at));
  const ir::Place place = l.placeOf(id);
  l.bindings[variable] = place;
  return place;
}

/// Does an initialiser ask for variables of the function it stands in? Then it has the values of
/// the first call.
bool asksForLocals(const VarDecl* variable) {
  class Finder : public RecursiveASTVisitor<Finder> {
  public:
    explicit Finder(const DeclContext* function) : function(function) {}
    bool found = false;
    bool VisitDeclRefExpr(DeclRefExpr* use) {
      const auto* local = dyn_cast<VarDecl>(use->getDecl());
      found = found || (local && local->isLocalVarDeclOrParm() && !local->isStaticLocal() &&
                        local->getDeclContext() == function);
      return true;
    }

  private:
    const DeclContext* function;
  };
  Finder finder(variable->getDeclContext());
  finder.TraverseStmt(const_cast<Expr*>(variable->getInit()));
  return finder.found;
}

/// Does its function leave it as it began?
bool staysAsItBegan(const VarDecl* variable) {
  const auto* function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  return variable->isStaticLocal() && function && function->hasBody() &&
         !WrittenVariables(function->getBody()).contains(variable);
}

bool isConstant(const Lowering& l, const VarDecl* variable) {
  const QualType type = variable->getType();
  return type.isConstQualified() || staysAsItBegan(variable) ||
         (type->isArrayType() && l.ast.getBaseElementType(type).isConstQualified());
}

/// `static const double w[] = {...}` in a function, or private to a class: every run of the kernel
/// makes its own.
Value ownConstant(Lowering& l, const VarDecl* variable) {
  l.bindings[variable] = Value(); // until it has one: its initialiser may name it
  std::ranges::move(l.collect([&] { bindVariable(l, variable, variable->getAnyInitializer()); }),
                    std::back_inserter(l.globals));
  return l.bindings.at(variable);
}

/// An object of the user's class may be more than its functions: it stays what it is, but where it
/// is a constant of the language.
bool isTableOfFunctions(Lowering& l, const VarDecl* variable) {
  const CXXRecordDecl* record = variable->getType()->getAsCXXRecordDecl();
  const bool isOwnClass = record && !isInStd(record);
  return holdsFunctions(variable->getType()) && isConstant(l, variable) &&
         variable->getAnyInitializer() && (!isOwnClass || knownValue(variable));
}

/// It has nothing that could change.
bool isLambdaWithoutCaptures(const VarDecl* variable) {
  const CXXRecordDecl* record = variable->getType()->getAsCXXRecordDecl();
  return record && record->isLambda() && record->capture_size() == 0 &&
         variable->getAnyInitializer();
}

/// Of all its declarations they are bound to one.
const VarDecl* mainDeclaration(const VarDecl* variable) {
  const VarDecl* definition = variable->getDefinition();
  return definition ? definition : variable->getCanonicalDecl();
}

Value unboundGlobal(Lowering& l, const VarDecl* variable, SourceLocation where) {
  if (isLambdaWithoutCaptures(variable))
    return ownConstant(l, variable);
  if (variable->isStaticLocal() && !isConstant(l, variable)) {
    if (variable->getInit() && asksForLocals(variable))
      l.refuse(Diag::static_of_calls, where, {variable->getNameAsString()});
    return writtenStatic(l, variable, where);
  }
  if (variable->isStaticLocal() && variable->hasInit()) {
    if (!knownValue(variable) && asksForLocals(variable))
      l.refuse(Diag::static_of_calls, where, {variable->getNameAsString()});
    if (!valueOf(variable, l.types.of(variable->getType())))
      return ownConstant(l, variable);
  }
  if (libraryOf(variable->getType()) == Library::ordering && isInStd(variable))
    return orderingConstant(variable);
  const std::string name = variable->getNameAsString();
  if (isTableOfFunctions(l, variable))
    return ownConstant(l, variable);
  const bool isOfUnknownLength = variable->getType()->isIncompleteArrayType();
  const ir::TypeRef type = l.types.of(
      isOfUnknownLength ? l.ast.getArrayDecayedType(variable->getType()) : variable->getType());
  if (variable->getType()->isReferenceType())
    l.notYet(where, "the global reference '" + name + "'", "pass the object as a parameter");
  if (!isConstant(l, variable))
    return mutableGlobal(l, variable, where);
  if (!isNameable(variable)) {
    if (ir::ExprRef number = valueOf(variable, type))
      return number;
    if (knownValue(variable))
      return ownConstant(l, variable);
    l.notYet(where, "the constant '" + name + "', which other code cannot name,",
             "move it to a namespace or make it public");
  }
  const std::string text = l.types.nameInCode(variable);
  if (type->isScalar())
    return ir::namedNumber(text, wholeNumberOf(variable, *type), type, toLocation(where));
  return ConstantObject{text, {}, type};
}

} // namespace

Value globalValue(Lowering& l, const VarDecl* declaration, SourceLocation where) {
  const VarDecl* variable = mainDeclaration(declaration);
  const auto bound = l.bindings.find(variable);
  return bound != l.bindings.end() ? passiveUse(l, bound->second)
                                   : unboundGlobal(l, variable, where);
}

} // namespace treelize::front
