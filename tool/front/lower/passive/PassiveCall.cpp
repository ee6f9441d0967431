// Calls in an expression of passive objects: what they are as text, and what they change.
//
// That is read off declarations: a method that is not const changes its object, a reference that is
// not const what is passed for it. A few tables name the library's exceptions.
#include "front/lower/passive/PassiveText.h"

#include "front/CppText.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/library/Library.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/passive/SourcePlace.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// They are not const, but change nothing.
bool onlyReads(const CXXMethodDecl* method) {
  static const std::set<llvm::StringRef> names = {
      "begin",       "end",   "rbegin", "rend", "find", "lower_bound", "upper_bound",
      "equal_range", "front", "back",   "top",  "at",   "data"};
  if (method->isConst() || method->isStatic())
    return true;
  const OverloadedOperatorKind kind = method->getOverloadedOperator();
  if (kind == OO_Subscript) // a map's inserts what it does not find
    return method->getParent()->getName() != "map" &&
           method->getParent()->getName() != "unordered_map";
  return kind == OO_Star || kind == OO_Arrow ||
         (method->getDeclName().isIdentifier() && names.contains(method->getName()));
}

/// Algorithms that leave what their iterators point at alone.
bool onlyReadsRange(const FunctionDecl* callee) {
  static const std::set<llvm::StringRef> names = {"distance",
                                                  "next",
                                                  "prev",
                                                  "find",
                                                  "count",
                                                  "min_element",
                                                  "max_element",
                                                  "lower_bound",
                                                  "upper_bound",
                                                  "equal_range",
                                                  "binary_search",
                                                  "equal",
                                                  "accumulate",
                                                  "is_sorted",
                                                  "search",
                                                  "mismatch",
                                                  "lexicographical_compare"};
  return !callee->getDeclName().isIdentifier() || names.contains(callee->getName());
}

bool isIterator(const ir::ExprRef& expr) {
  return expr->type->spelling == "auto";
}

/// It throws what a program may catch.
bool mayThrow(const FunctionDecl* callee) {
  static const std::set<llvm::StringRef> names = {
      "at",   "substr", "stoi",  "stol", "stoll",   "stoul",  "stoull", "stof",
      "stod", "stold",  "value", "get",  "compare", "insert", "erase",  "replace"};
  return callee->getDeclName().isIdentifier() && names.contains(callee->getName());
}

/// What becomes text has no derivative: it changes in steps.
bool isFormatting(const FunctionDecl* callee) {
  return callee->getOverloadedOperator() == OO_LessLess ||
         (callee->getDeclName().isIdentifier() && callee->getName() == "to_string");
}

/// It compares a key with those that are there: constant almost everywhere.
bool isLookup(const FunctionDecl* callee) {
  static const std::set<llvm::StringRef> names = {
      "at", "find", "count", "contains", "lower_bound", "upper_bound", "equal_range"};
  return isa<CXXMethodDecl>(callee) && callee->getDeclName().isIdentifier() &&
         names.contains(callee->getName());
}

/// T&& of a template: what is given decides.
bool isForwarded(const ParmVarDecl* parameter, const FunctionDecl* callee) {
  const FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  const unsigned index = parameter->getFunctionScopeIndex();
  const ParmVarDecl* declared =
      pattern && pattern->getNumParams() > 0
          ? pattern->getParamDecl(std::min(index, pattern->getNumParams() - 1))
          : nullptr;
  return declared && (declared->getType()->isRValueReferenceType() ||
                      isa<PackExpansionType>(declared->getType()));
}

bool isWrittenThrough(const ParmVarDecl* parameter, const FunctionDecl* callee) {
  const QualType type = parameter->getType();
  return type->isLValueReferenceType() && !type->getPointeeType().isConstQualified() &&
         !isForwarded(parameter, callee);
}

bool storesElement(const FunctionDecl* callee) {
  static const std::set<llvm::StringRef> names = {"push_back",    "push_front",      "push",
                                                  "emplace_back", "emplace_front",   "emplace",
                                                  "try_emplace",  "insert_or_assign"};
  return callee->getDeclName().isIdentifier() && names.contains(callee->getName());
}

/// std::to_string, std::get<0>
std::string freeName(const FunctionDecl* callee) {
  const std::string name = callee->getQualifiedNameAsString();
  const TemplateArgumentList* arguments = callee->getTemplateSpecializationArgs();
  if (name != "std::get" || !arguments || arguments->get(0).getKind() != TemplateArgument::Integral)
    return name;
  return name + "<" + std::to_string(arguments->get(0).getAsIntegral().getZExtValue()) + ">";
}

std::string operatorText(const CXXOperatorCallExpr* expr, std::size_t count) {
  const OverloadedOperatorKind kind = expr->getOperator();
  const std::string sign = getOperatorSpelling(kind);
  if (kind == OO_Subscript)
    return "$0[$1]";
  if (kind == OO_Spaceship) // the number that stands for the ordering
    return "($0 < $1 ? -1 : $1 < $0 ? 1 : 0)";
  if (kind == OO_Call)
    return "$0(" + holes(1, count) + ")";
  if (kind == OO_Arrow)
    return "$0";
  if (kind == OO_PlusPlus || kind == OO_MinusMinus)
    return expr->getNumArgs() == 2 ? "$0" + sign : sign + "$0"; // i++ is written with two
  return expr->isInfixBinaryOp() ? "$0 " + sign + " $1" : sign + "$0";
}

} // namespace

bool isOutputStream(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         (record->getName() == "basic_ostream" || record->getName() == "basic_ofstream");
}

bool isKernels(const Lowering& l, const ir::Place& place) {
  const ir::Variable& base = l.kernel[place.base];
  const bool isHandedOver = l.ownFrames > 0 && !base.isConst; // by the kernel, of its own
  return base.role == ir::Role::Local ||
         (base.role == ir::Role::Parameter && (!base.byReference || isHandedOver));
}

void PassiveText::changes(const Expr* expr) {
  hasEffect = true;
  const Expr* root = bare(expr);
  while (true) {
    root = bare(root->IgnoreParenImpCasts());
    const auto* member = dyn_cast<CXXMemberCallExpr>(root);
    const auto* access = dyn_cast<MemberExpr>(root);
    const auto* call = dyn_cast<CXXOperatorCallExpr>(root);
    if (member && member->isGLValue())
      root = member->getImplicitObjectArgument();
    else if (access && (isPassiveMember(access) || namesPassivePart(l, access)))
      root = access->getBase();
    else if (call && (call->isGLValue() || call->getOperator() == OO_Arrow ||
                      call->getOperator() == OO_Subscript))
      root = call->getArg(0);
    else
      break;
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(root)) {
    changes(choice->getTrueExpr());
    return changes(choice->getFalseExpr());
  }
  if (const auto* use = dyn_cast<DeclRefExpr>(root); use && isInStd(use->getDecl())) // std::cout
    return;
  const auto found = known.find(root);
  const Value named = found != known.end() ? found->second
                      : root->isGLValue()  ? glvalue(l, root)
                                           : Value();
  if (const auto* choice = std::get_if<Choice>(&named)) {
    for (const ir::Place& place : choice->places)
      changes(place, expr->getExprLoc());
    return;
  }
  const auto* place = std::get_if<ir::Place>(&named);
  if (place && isOutputStream(root->getType()) && !isKernels(l, *place))
    return; // what the caller sees of it is the program's output
  const bool isPointing = l.types.of(root->getType())->spelling == "auto";
  if (place && (!isPointing || root == bare(expr)))
    return changes(*place, expr->getExprLoc());
  changesAnything();
}

/// What an iterator, or a name for a part, refers to may be any object.
void PassiveText::changesAnything() {
  hasEffect = true;
  for (unsigned i = 0; i < l.kernel.variables.size(); ++i)
    if (const ir::Variable& variable = l.kernel.variables[i];
        variable.type->is(ir::TypeKind::Opaque) && !variable.isConst)
      changed.push_back(l.placeOf(ir::VarId{i}));
}

void PassiveText::changes(const ir::Place& place, SourceLocation where) {
  if (!isKernels(l, place))
    l.notYet(where,
             "a change of the object '" + l.kernel[place.base].name +
                 "', which has no derivative and belongs to the caller,",
             "change a copy of it");
  if (place.type->isScalar())
    l.notYet(where, "a number that an object without a derivative writes to",
             "let it return the number");
  changed.push_back(place);
}

/// What changes its keys, or looks at its elements.
void PassiveText::refuseCallersMap(const std::vector<ir::ExprRef>& args, const FunctionDecl* callee,
                                   SourceLocation where) const {
  static const std::set<llvm::StringRef> names = {
      "at",  "size",   "count", "contains", "empty",       "find",        "begin",
      "end", "cbegin", "cend",  "rbegin",   "lower_bound", "upper_bound", "rend"};
  const bool isKnown = callee->getDeclName().isIdentifier() && names.contains(callee->getName());
  if (!isKnown &&
      std::ranges::any_of(args, [](const ir::ExprRef& arg) { return callersMap(arg) != nullptr; }))
    l.notYet(where, "'" + callee->getNameAsString() + "' of a map that belongs to the caller",
             "use contains and at, a loop over it, or a copy");
}

/// emplace(a, b): the arguments make the element.
void PassiveText::makeElement(std::vector<const Expr*>& operands, std::size_t stored,
                              QualType element, SourceLocation where) const {
  if (operands.size() == stored + 1)
    return;
  const std::vector<const Expr*> arguments(
      operands.begin() + static_cast<std::ptrdiff_t>(std::min(stored, operands.size())),
      operands.end());
  const Expr* made =
      l.options.construction ? l.options.construction(element, arguments, where) : nullptr;
  if (!made)
    l.notYet(where, "this construction of an element", "pass an element");
  operands.resize(stored);
  operands.push_back(made);
}

/// A variable of the kernel's that may change.
bool PassiveText::isOwn(const Expr* expr) const {
  const auto* use = dyn_cast<DeclRefExpr>(bare(expr)->IgnoreParenImpCasts());
  const auto bound = use ? l.bindings.find(use->getDecl()) : l.bindings.end();
  const auto* place = bound == l.bindings.end() ? nullptr : std::get_if<ir::Place>(&bound->second);
  return place && l.kernel[place->base].role == ir::Role::Local && !l.kernel[place->base].isConst;
}

ir::ExprRef PassiveText::call(const CallExpr* expr, const FunctionDecl* callee) {
  std::vector<const Expr*> arguments = written({expr->getArgs(), expr->getNumArgs()});
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  if (method)
    if (std::optional<ir::ExprRef> known = askedOfSourcePlace(l, expr, method))
      return *known;
  const auto* operatorCall = dyn_cast<CXXOperatorCallExpr>(expr);
  const auto* memberCall = dyn_cast<CXXMemberCallExpr>(expr);
  const std::size_t own = operatorCall && method ? 1 : 0; // the object comes first
  const bool outer = std::exchange(mayVary, mayVary || isFormatting(callee) || isLookup(callee));
  std::vector<const Expr*> all = arguments;
  if (memberCall)
    all.insert(all.begin(), memberCall->getImplicitObjectArgument());
  checkSlotCall(l, expr, callee);
  const std::size_t first = memberCall ? 1 : 0;
  const QualType container = memberCall ? all[0]->getType() : QualType();
  const bool stores = memberCall && holdsSlots(container) && isSlotted(elementOfSlots(container));
  const bool isAtPosition = stores && storesAtPosition(expr, callee);
  const std::size_t stored = first + (stores && (isMap(container) || isAtPosition)
                                          ? 1
                                          : 0); // where the value stands, behind a key or alone
  const bool storesValue = stores && (storesElement(callee) || isAtPosition);
  if (storesValue)
    makeElement(all, stored, elementOfSlots(container), expr->getExprLoc());
  const QualType outerStoring = std::exchange(storing, stores ? container : QualType());
  const bool isInsertion = stores && !isAtPosition && callee->getDeclName().isIdentifier() &&
                           callee->getName() == "insert";
  const bool outerInserts = std::exchange(insertsEntry, isInsertion);
  std::vector<ir::ExprRef> args = operands(all, storesValue ? stored : all.size());
  storing = outerStoring;
  insertsEntry = outerInserts;
  mayVary = outer;
  const bool isSubscript = operatorCall && operatorCall->getOperator() == OO_Subscript;
  if (isSubscript && isSlotted(expr->getType()) && callersMap(args[0]))
    return made(expr, "$0[$1]", std::move(args));
  refuseCallersMap(args, callee, expr->getExprLoc());
  if (isSubscript && isMap(arguments[0]->getType()) && isSlotted(expr->getType())) {
    inserts = true;
    changes(arguments[0]);
    args.push_back(poolSize(l, expr->getType(), expr->getExprLoc()));
    return made(expr, "$0.try_emplace($1, $2).first->second", std::move(args));
  }
  if (operatorCall && operatorCall->getOperator() == OO_Equal && isIterator(args[0]))
    checkSameMap(l, args[0], args[1], expr->getExprLoc());
  throws = throws || mayThrow(callee);
  if (method && !isa<CXXConversionDecl>(method) && !onlyReads(method))
    changes(memberCall ? memberCall->getImplicitObjectArgument() : arguments.at(0));
  for (std::size_t i = own; i < arguments.size() && i - own < callee->getNumParams(); ++i)
    if (isWrittenThrough(callee->getParamDecl(static_cast<unsigned>(i - own)), callee))
      changes(arguments[i]);
  hasEffect = hasEffect || callee->getReturnType()->isVoidType();
  if (!method && !onlyReadsRange(callee) && std::ranges::any_of(args, isIterator))
    changesAnything();
  if (operatorCall)
    return made(expr, operatorText(operatorCall, args.size()), std::move(args));
  if (const auto* conversion = dyn_cast<CXXConversionDecl>(callee))
    return conversion->getConversionType()->isBooleanType()
               ? made(expr, "static_cast<bool>($0)", std::move(args))
               : args[0];
  const bool isPushed = storesValue && isHeap(container); // the element is made by now
  const bool isStatic = method && method->isStatic() && !memberCall;
  const std::string name = isPushed   ? "push"
                           : isStatic ? nameText(method->getParent(), l.ast) +
                                            "::" + method->getNameAsString()
                           : method   ? method->getNameAsString()
                                      : freeName(callee);
  if (name == "std::move" && isOwn(arguments[0])) {
    changes(arguments[0]);
    return made(expr, "std::move($0)", std::move(args));
  }
  if (args.size() == 1 &&
      (name == "std::move" || name == "std::forward" || name == "std::as_const"))
    return args[0];
  if (stores && isHeap(container) && callee->getName() == "top")
    return made(expr, "$0.top().second", std::move(args));
  if (memberCall) {
    const bool isArrow =
        isa<CXXOperatorCallExpr>(
            bare(memberCall->getImplicitObjectArgument())->IgnoreParenImpCasts()) &&
        cast<MemberExpr>(memberCall->getCallee()->IgnoreParens())->isArrow();
    return made(expr, (isArrow ? "$0->" : "$0.") + name + "(" + holes(1, args.size()) + ")",
                std::move(args));
  }
  return made(expr, name + "(" + holes(0, args.size()) + ")", std::move(args));
}

} // namespace treelize::front
