// An expression of passive objects as the text of one step.
#include "front/lower/passive/PassiveText.h"

#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/Slots.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// They are not const, but change nothing.
bool onlyReads(const CXXMethodDecl* method) {
  static const std::set<llvm::StringRef> names = {"begin", "end", "rbegin", "rend", "find", "lower_bound", "upper_bound",
                                                  "equal_range", "front", "back", "top", "at", "data", "str"};
  if (method->isConst() || method->isStatic())
    return true;
  const OverloadedOperatorKind kind = method->getOverloadedOperator();
  if (kind == OO_Subscript) // a map's inserts what it does not find
    return method->getParent()->getName() != "map" && method->getParent()->getName() != "unordered_map";
  return kind == OO_Star || kind == OO_Arrow || (method->getDeclName().isIdentifier() && names.contains(method->getName()));
}

/// Algorithms that leave what their iterators point at alone.
bool onlyReadsRange(const FunctionDecl* callee) {
  static const std::set<llvm::StringRef> names = {"distance", "next", "prev", "find", "count", "min_element", "max_element",
                                                  "lower_bound", "upper_bound", "equal_range", "binary_search", "equal",
                                                  "accumulate", "is_sorted", "search", "mismatch", "lexicographical_compare"};
  return !callee->getDeclName().isIdentifier() || names.contains(callee->getName());
}

/// const char*, char[]
bool isText(QualType type) {
  return (type->isPointerType() || type->isArrayType()) && type->getPointeeOrArrayElementType()->isCharType();
}

bool isIterator(const ir::ExprRef& expr) { return expr->type->spelling == "auto"; }

/// It throws what a program may catch.
bool mayThrow(const FunctionDecl* callee) {
  static const std::set<llvm::StringRef> names = {"at", "substr", "stoi", "stol", "stoll", "stoul", "stoull", "stof", "stod",
                                                  "stold", "value", "get", "compare", "insert", "erase", "replace"};
  return callee->getDeclName().isIdentifier() && names.contains(callee->getName());
}

/// What becomes text has no derivative: it changes in steps.
bool isFormatting(const FunctionDecl* callee) {
  return callee->getOverloadedOperator() == OO_LessLess ||
         (callee->getDeclName().isIdentifier() && callee->getName() == "to_string");
}

/// T&& of a template: what is given decides.
bool isForwarded(const ParmVarDecl* parameter, const FunctionDecl* callee) {
  const FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  const unsigned index = parameter->getFunctionScopeIndex();
  const ParmVarDecl* declared = pattern && pattern->getNumParams() > 0
                                    ? pattern->getParamDecl(std::min(index, pattern->getNumParams() - 1))
                                    : nullptr;
  return declared && (declared->getType()->isRValueReferenceType() || isa<PackExpansionType>(declared->getType()));
}

bool isWrittenThrough(const ParmVarDecl* parameter, const FunctionDecl* callee) {
  const QualType type = parameter->getType();
  return type->isLValueReferenceType() && !type->getPointeeType().isConstQualified() && !isForwarded(parameter, callee);
}

bool storesElement(const FunctionDecl* callee) {
  static const std::set<llvm::StringRef> names = {"push_back", "push_front", "push", "emplace_back", "emplace_front", "emplace",
                                                  "try_emplace", "insert_or_assign"};
  return callee->getDeclName().isIdentifier() && names.contains(callee->getName());
}

bool isMakePair(const CallExpr* expr) {
  const FunctionDecl* callee = expr->getDirectCallee();
  return callee && callee->isInStdNamespace() && callee->getDeclName().isIdentifier() && callee->getName() == "make_pair" && expr->getNumArgs() == 2;
}

/// std::to_string, std::get<0>
std::string freeName(const FunctionDecl* callee) {
  const std::string name = callee->getQualifiedNameAsString();
  const TemplateArgumentList* arguments = callee->getTemplateSpecializationArgs();
  if (name != "std::get" || !arguments || arguments->get(0).getKind() != TemplateArgument::Integral)
    return name;
  return name + "<" + std::to_string(arguments->get(0).getAsIntegral().getZExtValue()) + ">";
}

std::string hole(std::size_t number) { return "$" + std::to_string(number); }

std::string holes(std::size_t from, std::size_t to) {
  std::string text;
  for (std::size_t i = from; i < to; ++i)
    text += (i == from ? "" : ", ") + hole(i);
  return text;
}

/// The arguments that the program writes.
template <class Range> std::vector<const Expr*> given(const Range& arguments) {
  std::vector<const Expr*> result;
  for (const Expr* argument : arguments)
    if (!isa<CXXDefaultArgExpr>(argument))
      result.push_back(argument);
  return result;
}

std::string operatorText(const CXXOperatorCallExpr* expr, std::size_t count) {
  const OverloadedOperatorKind kind = expr->getOperator();
  const std::string sign = getOperatorSpelling(kind);
  if (kind == OO_Subscript)
    return "$0[$1]";
  if (kind == OO_Call)
    return "$0(" + holes(1, count) + ")";
  if (kind == OO_Arrow)
    return "$0";
  if (kind == OO_PlusPlus || kind == OO_MinusMinus)
    return expr->getNumArgs() == 2 ? "$0" + sign : sign + "$0"; // i++ is written with two
  return expr->isInfixBinaryOp() ? "$0 " + sign + " $1" : sign + "$0";
}

} // namespace

ir::TypeRef PassiveText::typeOf(const Expr* expr) const { return l.types.ofLocal(l.types.of(expr->getType())); }

/// A number that an object of ours holds, as opposed to one that an object makes.
static bool isSlot(const Expr* expr) {
  expr = bare(expr);
  if (const auto* access = dyn_cast<MemberExpr>(expr))
    return isPassiveMember(access);
  const auto* call = dyn_cast<CallExpr>(expr);
  return call && call->isGLValue();
}

ir::ExprRef PassiveText::made(const Expr* expr, std::string text, std::vector<ir::ExprRef> args) const {
  ir::TypeRef type = isSlotted(expr->getType()) && isSlot(expr) ? ir::sizeType() : typeOf(expr);
  if (isEntry(expr->getType()))
    type = opaqueType();
  return ir::opaque(std::move(text), std::move(args), std::move(type), toLocation(expr->getExprLoc()));
}

/// A step that a later operand's effects would have to come before.
void PassiveText::refuseLateEffects(const ir::Block& effects, const Expr* operand) const {
  const bool isLate = std::ranges::any_of(effects, [](const ir::Stmt& stmt) { return !std::holds_alternative<ir::Declare>(stmt.node); });
  if (isLate && hasEffect)
    l.notYet(operand->getExprLoc(), "an expression that changes several objects", "write a statement for each change");
}

std::vector<ir::ExprRef> PassiveText::operands(const std::vector<const Expr*>& exprs, std::size_t stored) {
  std::vector<std::function<Value()>> each;
  for (std::size_t i = 0; i < exprs.size(); ++i)
    each.push_back([this, expr = exprs[i], isStored = i == stored]() -> Value {
      ir::ExprRef value;
      ir::Block effects = l.collect([&] { value = isStored ? front::stored(l, expr, storing) : operand(expr); });
      refuseLateEffects(effects, expr);
      l.append(std::move(effects));
      return value;
    });
  std::vector<ir::ExprRef> args;
  for (Value& value : l.inOrder(each))
    args.push_back(std::get<ir::ExprRef>(std::move(value)));
  return args;
}

/// {key, slot}
ir::ExprRef PassiveText::entry(const Expr* expr, const Expr* key, const Expr* value) {
  const QualType container = std::exchange(storing, QualType());
  insertsEntry = false;
  std::vector<Value> parts =
      l.inOrder({[&]() -> Value { return operand(key); }, [&]() -> Value { return front::stored(l, value, container); }});
  storing = container;
  return ir::opaque("{$0, $1}", {std::get<ir::ExprRef>(parts[0]), std::get<ir::ExprRef>(parts[1])}, opaqueType(),
                    toLocation(expr->getExprLoc()));
}

ir::ExprRef PassiveText::operand(const Expr* expr) {
  const Expr* inner = bare(expr);
  if (insertsEntry && (isEntry(inner->getType()) || !isPassive(inner->getType())))
    if (const auto* made = dyn_cast<CXXConstructExpr>(inner); made && made->getNumArgs() == 2 && libraryOf(made->getType()) == Library::pair)
      return entry(made, made->getArg(0), made->getArg(1));
  if (const auto* made = dyn_cast<CallExpr>(inner); made && insertsEntry && isMakePair(made))
    return entry(made, made->getArg(0), made->getArg(1));
  while (const auto* cast = dyn_cast<ImplicitCastExpr>(inner)) {
    const CastKind kind = cast->getCastKind();
    const bool isSilent = kind == CK_NoOp || kind == CK_ArrayToPointerDecay || kind == CK_DerivedToBase ||
                          kind == CK_UncheckedDerivedToBase || kind == CK_ConstructorConversion || kind == CK_UserDefinedConversion;
    if (!isSilent)
      break;
    inner = bare(cast->getSubExpr());
  }
  if (const auto* text = dyn_cast<StringLiteral>(inner)) {
    std::string spelling;
    llvm::raw_string_ostream out(spelling);
    text->outputString(out);
    return ir::literal(spelling, l.types.of(expr->getType()), toLocation(expr->getExprLoc()));
  }
  if (isPassive(inner->getType()) || isa<CXXStdInitializerListExpr, InitListExpr>(inner))
    return object(inner);
  const ir::TypeRef type = l.types.of(inner->getType());
  if (const auto* choice = dyn_cast<ConditionalOperator>(inner); choice && isText(inner->getType())) {
    std::vector<ir::ExprRef> args = operands({choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr()});
    return made(expr, "$0 ? $1 : $2", std::move(args));
  }
  if (isPassivePart(inner) && (!type->isScalar() || inner->isGLValue()) && inner == bare(expr))
    return object(inner);
  if (const auto* call = dyn_cast<CallExpr>(inner); call && type->is(ir::TypeKind::Pointer) && isPassiveCall(call)) // s.c_str()
    return object(inner);
  if (isText(inner->getType())) {
    const View whole = viewOf(l, value(l, inner), inner->getExprLoc());
    if (!whole.offset && whole.others.empty() && whole.base.type->is(ir::TypeKind::Pointer))
      return ir::load(whole.base);
  }
  if (type->is(ir::TypeKind::Record) && !mayHoldReal(inner->getType()) && !dissolves(l, inner->getType()))
    return rvalue(l, expr);
  if (!type->isScalar())
    l.notYet(expr->getExprLoc(), "'" + type->spelling + "' in an expression of objects without a derivative",
             "use numbers, texts and containers of them");
  ir::ExprRef number = rvalue(l, expr);
  if (number->type->is(ir::TypeKind::Real) && !mayVary && !expr->isEvaluatable(l.ast))
    l.constants.emplace_back(number, expr->getExprLoc());
  return number;
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
    else if (access && isPassiveMember(access))
      root = access->getBase();
    else if (call && (call->isGLValue() || call->getOperator() == OO_Arrow || call->getOperator() == OO_Subscript))
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
  const Value named = root->isGLValue() ? glvalue(l, root) : Value();
  const auto* place = std::get_if<ir::Place>(&named);
  const bool isPointing = l.types.of(root->getType())->spelling == "auto";
  if (place && (!isPointing || root == bare(expr)))
    return changes(*place, expr->getExprLoc());
  changesAnything();
}

/// What an iterator, or a name for a part, refers to may be any object.
void PassiveText::changesAnything() {
  hasEffect = true;
  for (unsigned i = 0; i < l.kernel.variables.size(); ++i)
    if (const ir::Variable& variable = l.kernel.variables[i]; variable.type->is(ir::TypeKind::Opaque) && !variable.isConst)
      changed.push_back(l.placeOf(ir::VarId{i}));
}

void PassiveText::changes(const ir::Place& place, SourceLocation where) {
  const ir::Variable& base = l.kernel[place.base];
  const bool isOurs = base.role == ir::Role::Local || (base.role == ir::Role::Parameter && !base.byReference);
  if (!isOurs || l.ownFrames > 0)
    l.notYet(where, "a change of the object '" + base.name + "', which has no derivative and belongs to the caller,",
             "change a copy of it");
  if (place.type->isScalar())
    l.notYet(where, "a number that an object without a derivative writes to", "let it return the number");
  changed.push_back(place);
}

/// Iterators into it would not know that its elements are no slots.
void PassiveText::refuseCallersMap(const std::vector<ir::ExprRef>& args, const FunctionDecl* callee, SourceLocation where) const {
  static const std::set<llvm::StringRef> names = {"at", "size", "count", "contains", "empty"};
  const bool isKnown = callee->getDeclName().isIdentifier() && names.contains(callee->getName());
  if (!isKnown && std::ranges::any_of(args, [](const ir::ExprRef& arg) { return callersMap(arg) != nullptr; }))
    l.notYet(where, "'" + callee->getNameAsString() + "' of a map that belongs to the caller", "use contains and at, a loop over it, or a copy");
}

/// emplace(a, b): the arguments make the element.
void PassiveText::makeElement(std::vector<const Expr*>& operands, std::size_t stored, QualType element, SourceLocation where) const {
  if (operands.size() == stored + 1)
    return;
  const std::vector<const Expr*> arguments(operands.begin() + static_cast<std::ptrdiff_t>(std::min(stored, operands.size())), operands.end());
  const Expr* made = l.options.construction ? l.options.construction(element, arguments, where) : nullptr;
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
  std::vector<const Expr*> arguments = given(expr->arguments());
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const auto* operatorCall = dyn_cast<CXXOperatorCallExpr>(expr);
  const auto* memberCall = dyn_cast<CXXMemberCallExpr>(expr);
  const std::size_t own = operatorCall && method ? 1 : 0; // the object comes first
  const bool outer = std::exchange(mayVary, mayVary || isFormatting(callee));
  std::vector<const Expr*> all = arguments;
  if (memberCall)
    all.insert(all.begin(), memberCall->getImplicitObjectArgument());
  checkSlotCall(l, expr, callee);
  const std::size_t first = memberCall ? 1 : 0;
  const QualType container = memberCall ? all[0]->getType() : QualType();
  const bool stores = memberCall && holdsSlots(container) && isSlotted(elementOfSlots(container));
  const std::size_t stored = first + (stores && isMap(container) ? 1 : 0); // where the value stands, behind a key or alone
  if (stores && storesElement(callee))
    makeElement(all, stored, elementOfSlots(container), expr->getExprLoc());
  const QualType outerStoring = std::exchange(storing, stores ? container : QualType());
  const bool isInsertion = stores && callee->getDeclName().isIdentifier() && callee->getName() == "insert";
  const bool outerInserts = std::exchange(insertsEntry, isInsertion);
  std::vector<ir::ExprRef> args = operands(all, stores && storesElement(callee) ? stored : all.size());
  storing = outerStoring;
  insertsEntry = outerInserts;
  mayVary = outer;
  refuseCallersMap(args, callee, expr->getExprLoc());
  if (operatorCall && isMap(arguments[0]->getType()) && operatorCall->getOperator() == OO_Subscript && isSlotted(expr->getType())) {
    inserts = true;
    changes(arguments[0]);
    args.push_back(poolSize(l, expr->getType(), expr->getExprLoc()));
    return made(expr, "$0.try_emplace($1, $2).first->second", std::move(args));
  }
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
    return conversion->getConversionType()->isBooleanType() ? made(expr, "static_cast<bool>($0)", std::move(args)) : args[0];
  const bool isPushed = stores && isHeap(container) && storesElement(callee); // the element is made by now
  const std::string name = isPushed ? "push" : method ? method->getNameAsString() : freeName(callee);
  if (name == "std::move" && isOwn(arguments[0])) {
    changes(arguments[0]);
    return made(expr, "std::move($0)", std::move(args));
  }
  if (args.size() == 1 && (name == "std::move" || name == "std::forward" || name == "std::as_const"))
    return args[0];
  if (stores && isHeap(container) && callee->getName() == "top")
    return made(expr, "$0.top().second", std::move(args));
  if (memberCall) {
    const bool isArrow = isa<CXXOperatorCallExpr>(bare(memberCall->getImplicitObjectArgument())->IgnoreParenImpCasts()) &&
                         cast<MemberExpr>(memberCall->getCallee()->IgnoreParens())->isArrow();
    return made(expr, (isArrow ? "$0->" : "$0.") + name + "(" + holes(1, args.size()) + ")", std::move(args));
  }
  return made(expr, name + "(" + holes(0, args.size()) + ")", std::move(args));
}

ir::ExprRef PassiveText::write(const Expr* expr) {
  if (const auto* step = dyn_cast<UnaryOperator>(expr)) {
    ir::ExprRef part = object(step->getSubExpr());
    changes(step->getSubExpr());
    const std::string sign = UnaryOperator::getOpcodeStr(step->getOpcode()).str();
    return made(expr, step->isPrefix() ? sign + "$0" : "$0" + sign, {std::move(part)});
  }
  const auto* assignment = cast<BinaryOperator>(expr); // its right side comes first
  std::vector<ir::ExprRef> sides = operands({assignment->getRHS(), assignment->getLHS()});
  changes(assignment->getLHS());
  return made(expr, "$0 " + assignment->getOpcodeStr().str() + " $1", {std::move(sides[1]), std::move(sides[0])});
}

ir::ExprRef PassiveText::output(const CallExpr* expr, const std::string& name) {
  mayVary = true;
  std::vector<ir::ExprRef> args = operands(given(expr->arguments()));
  const std::string text = name + "(" + holes(0, args.size()) + ")";
  return made(expr, text, std::move(args));
}

/// std::deque<double>{a, b}, std::map<K, double>{{k, a}, {l, b}}
ir::ExprRef PassiveText::listed(const CXXConstructExpr* expr, const std::vector<const Expr*>& arguments) {
  const QualType type = expr->getType(), element = elementOfSlots(type);
  const auto* made = dyn_cast<CXXStdInitializerListExpr>(bare(arguments[0]));
  const auto* list = made ? dyn_cast<InitListExpr>(bare(made->getSubExpr())) : nullptr;
  if (!list || !isSlotted(element))
    l.notYet(expr->getExprLoc(), "this constructor of '" + l.types.of(type)->spelling + "'", "begin with an empty container");
  std::vector<std::function<Value()>> each;
  for (const Expr* init : list->inits())
    each.push_back([this, init, element, type]() -> Value {
      if (!isMap(type))
        return newSlot(l, init, element);
      const auto* pair = dyn_cast<CXXConstructExpr>(bare(init));
      if (!pair || pair->getNumArgs() != 2)
        l.notYet(init->getExprLoc(), "this entry of a map", "write a key and a value");
      storing = type;
      return entry(pair, pair->getArg(0), pair->getArg(1));
    });
  std::vector<ir::ExprRef> args;
  for (Value& value : l.inOrder(each))
    args.push_back(std::get<ir::ExprRef>(std::move(value)));
  storing = QualType();
  const std::string text = "{" + holes(0, args.size()) + "}";
  return this->made(expr, text, std::move(args));
}

ir::ExprRef PassiveText::constructed(const CXXConstructExpr* expr) {
  const std::vector<const Expr*> arguments = given(expr->arguments());
  const CXXConstructorDecl* constructor = expr->getConstructor();
  if (constructor->isCopyConstructor() && holdsSlots(expr->getType()) && !separates)
    l.notYet(expr->getExprLoc(), "a copy of a container of real numbers here", "declare the copy as a variable");
  if (constructor->isCopyOrMoveConstructor() && arguments.size() == 1)
    return operand(arguments[0]);
  const bool isExplicit = isa<CXXTemporaryObjectExpr>(expr);
  const bool isSized = holdsSlots(expr->getType()) && !isSlotted(elementOfSlots(expr->getType())) && arguments.size() == 1 &&
                       arguments[0]->getType()->isIntegerType();
  if (holdsSlots(expr->getType()) && !arguments.empty() && !isSized)
    return listed(expr, arguments);
  if (arguments.size() == 1 && !isExplicit && !constructor->isExplicit()) // it converts silently
    return operand(arguments[0]);
  std::vector<ir::ExprRef> args = operands(arguments);
  const bool isList = expr->isListInitialization() && !isExplicit;
  const std::string list = holes(0, args.size());
  if (isList)
    return made(expr, "{" + list + "}", std::move(args));
  return args.empty() ? ir::construct(typeOf(expr), {}, toLocation(expr->getExprLoc()))
                      : made(expr, typeOf(expr)->spelling + "(" + list + ")", std::move(args));
}

ir::ExprRef PassiveText::object(const Expr* expr) {
  expr = bare(expr);
  const SourceLocation where = expr->getExprLoc();
  if (const auto* call = dyn_cast<CallExpr>(expr)) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (callee && isPassiveCall(call))
      return this->call(call, callee);
    return loaded(l, front::call(l, call), where);
  }
  if (const auto* access = dyn_cast<MemberExpr>(expr); access && isPassiveMember(access) && !isTakenApart(l, access->getBase())) {
    ir::ExprRef whole = object(access->getBase());
    const auto* pointed = std::get_if<ir::Opaque>(&whole->node);
    const bool isPointed = pointed && pointed->text == "*$0";
    const bool isArrow = access->isArrow() || isPointed;
    if (isPointed)
      whole = pointed->args[0];
    return made(expr, (isArrow ? "$0->" : "$0.") + access->getMemberDecl()->getNameAsString(), {std::move(whole)});
  }
  if (const auto* made = dyn_cast<CXXConstructExpr>(expr))
    return constructed(made);
  if (const auto* list = dyn_cast<CXXStdInitializerListExpr>(expr))
    return object(list->getSubExpr());
  if (const auto* list = dyn_cast<InitListExpr>(expr)) {
    std::vector<ir::ExprRef> args = operands({list->inits().begin(), list->inits().end()});
    const std::string text = "{" + holes(0, args.size()) + "}";
    return made(expr, text, std::move(args));
  }
  if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(expr))
    if (const auto* converted = dyn_cast<CXXConstructExpr>(bare(cast->getSubExpr())); converted && converted->getNumArgs() > 0 && !converted->getConstructor()->isCopyOrMoveConstructor()) {
      std::vector<ir::ExprRef> args = operands(given(converted->arguments()));
      const std::string text = typeOf(expr)->spelling + "(" + holes(0, args.size()) + ")";
      return made(expr, text, std::move(args));
    }
  if (const auto* cast = dyn_cast<CastExpr>(expr))
    return operand(cast->getSubExpr());
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr); choice && choice->isGLValue()) {
    std::vector<ir::ExprRef> args = operands({choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr()});
    return made(expr, "$0 ? $1 : $2", std::move(args));
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr))
    return conditional(l, choice);
  if (const auto* use = dyn_cast<DeclRefExpr>(expr); use && isInStd(use->getDecl())) // std::cout, std::endl
    return ir::literal(use->getDecl()->getQualifiedNameAsString(), l.types.of(expr->getType()), toLocation(where));
  if (!expr->isGLValue())
    refuseExpr(l, expr);
  ir::ExprRef named = loaded(l, glvalue(l, expr), where);
  const auto* load = std::get_if<ir::Load>(&named->node);
  const bool isCallers = std::holds_alternative<ir::Literal>(named->node) || (load && l.kernel[load->place.base].role != ir::Role::Local);
  const ir::Place* map = callersMap(named);
  if (holdsSlots(expr->getType()) && isCallers && !(map && l.kernel[map->base].isConst))
    l.notYet(where, "a container of real numbers of class '" + l.types.qualifiedName(expr->getType().getNonReferenceType()->getAsCXXRecordDecl()) +
                        "' that does not belong to the kernel",
             "take a const reference to a map of numbers, or pass the elements in a std::vector");
  return named;
}

} // namespace treelize::front
