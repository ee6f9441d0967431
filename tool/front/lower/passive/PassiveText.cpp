// An expression of passive objects as the text of one step.
#include "front/lower/passive/PassiveText.h"

#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Foreign.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/types/Members.h"
#include "ir/Intrinsics.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

bool isMakePair(const CallExpr* expr) {
  const FunctionDecl* callee = expr->getDirectCallee();
  return callee && callee->isInStdNamespace() && callee->getDeclName().isIdentifier() &&
         callee->getName() == "make_pair" && expr->getNumArgs() == 2;
}

} // namespace

bool isText(QualType type) {
  return (type->isPointerType() || type->isArrayType()) &&
         type->getPointeeOrArrayElementType()->isCharType();
}

std::string holes(std::size_t from, std::size_t to) {
  std::string text;
  for (std::size_t i = from; i < to; ++i)
    text += (i == from ? "$" : ", $") + std::to_string(i);
  return text;
}

std::vector<const Expr*> written(llvm::ArrayRef<const Expr*> arguments) {
  std::vector<const Expr*> result;
  std::ranges::copy_if(arguments, std::back_inserter(result),
                       [](const Expr* e) { return !isa<CXXDefaultArgExpr>(e); });
  return result;
}

ir::TypeRef PassiveText::typeOf(const Expr* expr) const {
  return l.types.ofLocal(l.types.of(expr->getType()));
}

/// A number that an object of ours holds, as opposed to one that an object makes.
static bool isSlot(const Expr* expr) {
  expr = bare(expr);
  if (const auto* access = dyn_cast<MemberExpr>(expr))
    return isPassiveMember(access) && !isKey(access);
  const auto* call = dyn_cast<CallExpr>(expr);
  return call && call->isGLValue();
}

ir::ExprRef PassiveText::made(const Expr* expr, std::string text,
                              std::vector<ir::ExprRef> args) const {
  ir::TypeRef type = isSlotted(expr->getType()) && isSlot(expr) ? ir::sizeType() : typeOf(expr);
  if (isEntry(expr->getType()))
    type = opaqueType();
  return ir::opaque(std::move(text), std::move(args), std::move(type),
                    toLocation(expr->getExprLoc()));
}

/// A step that a later operand's effects would have to come before.
void PassiveText::refuseLateEffects(const ir::Block& effects, const Expr* operand) const {
  const bool isLate = std::ranges::any_of(effects, [](const ir::Stmt& stmt) {
    return !std::holds_alternative<ir::Declare>(stmt.node);
  });
  if (isLate)
    l.notYet(operand->getExprLoc(), "an expression that changes several objects",
             "write a statement for each change");
}

/// A later operand's effects change the object itself, not a copy of what it was.
static bool namesObject(const Expr* expr) {
  return !expr->getType()->isScalarType() && bare(expr)->isGLValue();
}

std::vector<ir::ExprRef> PassiveText::operands(const std::vector<const Expr*>& exprs,
                                               std::size_t stored) {
  std::vector<ir::ExprRef> args;
  for (std::size_t i = 0; i < exprs.size(); ++i) {
    ir::ExprRef value;
    const bool hadEffect = hasEffect;
    ir::Block effects = l.collect(
        [&] { value = i == stored ? front::stored(l, exprs[i], storing) : operand(exprs[i]); });
    if (hadEffect)
      refuseLateEffects(effects, exprs[i]);
    for (std::size_t k = 0; k < i && !effects.empty(); ++k)
      args[k] = namesObject(exprs[k]) ? frozenPart(l, args[k]) : l.frozen(args[k]);
    l.append(std::move(effects));
    args.push_back(std::move(value));
  }
  return args;
}

/// {key, slot}
ir::ExprRef PassiveText::entry(const Expr* expr, const Expr* key, const Expr* value) {
  const QualType container = std::exchange(storing, QualType());
  insertsEntry = false;
  std::vector<Value> parts =
      l.inOrder({[&]() -> Value { return operand(key); },
                 [&]() -> Value { return front::stored(l, value, container); }});
  storing = container;
  return ir::opaque("{$0, $1}", {std::get<ir::ExprRef>(parts[0]), std::get<ir::ExprRef>(parts[1])},
                    opaqueType(), toLocation(expr->getExprLoc()));
}

/// The elements of a text, as C++ points at them.
static ir::ExprRef pointer(const View& start, const ir::TypeRef& type) {
  ir::ExprRef text = ir::load(start.base);
  for (std::size_t i = 0; i < start.others.size(); ++i) {
    const std::string isThis = "$0 == " + std::to_string(i + 1) + " ? $1 : $2";
    text =
        ir::opaque(isThis, {start.selector, ir::load(start.others[i]), std::move(text)}, type, {});
  }
  return start.offset ? ir::opaque("$0 + $1", {text, start.offset}, type, {}) : text;
}

/// `stderr`, `stdout`; empty for any other expression.
std::string streamOfC(const Expr* expr) {
  const auto* use = dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
  const auto* variable = use ? dyn_cast<VarDecl>(use->getDecl()) : nullptr;
  const bool isStream = variable && variable->isExternC() &&
                        (variable->getName() == "stderr" || variable->getName() == "stdout");
  return isStream ? variable->getNameAsString() : "";
}

/// std::endl, std::fixed; empty for any other expression.
static std::string manipulator(const Expr* expr) {
  const auto* use = dyn_cast<DeclRefExpr>(expr);
  const auto* function = use ? dyn_cast<FunctionDecl>(use->getDecl()) : nullptr;
  return function && isInStd(function) ? function->getQualifiedNameAsString() : "";
}

std::function<Value()> handedOver(Lowering& l, const Expr* argument) {
  if (!isText(argument->getType()))
    return front::operand(l, argument);
  return [&l, argument] { return Value(PassiveText(l).operand(argument)); };
}

ir::ExprRef PassiveText::operand(const Expr* expr) {
  if (const std::optional<ir::Place> text = ownText(l, expr))
    return ir::load(*text, toLocation(expr->getExprLoc()));
  const Expr* inner = bare(expr);
  if (insertsEntry && (isEntry(inner->getType()) || !isPassive(inner->getType())))
    if (const auto* made = dyn_cast<CXXConstructExpr>(inner);
        made && made->getNumArgs() == 2 && libraryOf(made->getType()) == Library::pair)
      return entry(made, made->getArg(0), made->getArg(1));
  if (const auto* made = dyn_cast<CallExpr>(inner); made && insertsEntry && isMakePair(made))
    return entry(made, made->getArg(0), made->getArg(1));
  while (const auto* cast = dyn_cast<ImplicitCastExpr>(inner)) {
    const CastKind kind = cast->getCastKind();
    const bool isSilent = kind == CK_NoOp || kind == CK_ArrayToPointerDecay ||
                          kind == CK_FunctionToPointerDecay || kind == CK_DerivedToBase ||
                          kind == CK_UncheckedDerivedToBase || kind == CK_ConstructorConversion ||
                          kind == CK_UserDefinedConversion;
    if (!isSilent)
      break;
    inner = bare(cast->getSubExpr());
  }
  if (const StringLiteral* text = textLiteral(inner))
    return ir::literal(spellingOf(text), l.types.of(expr->getType()),
                       toLocation(expr->getExprLoc()));
  if (const std::string name = streamOfC(inner); !name.empty())
    return ir::literal(name, l.types.of(expr->getType()), toLocation(expr->getExprLoc()));
  if (const std::string name = manipulator(inner); !name.empty())
    return ir::literal(name, l.types.of(expr->getType()), toLocation(expr->getExprLoc()));
  if (isPassive(inner->getType()) || isa<CXXStdInitializerListExpr, InitListExpr>(inner))
    return object(inner);
  const ir::TypeRef type = l.types.of(inner->getType());
  if (const auto* choice = dyn_cast<ConditionalOperator>(inner);
      choice && isText(inner->getType())) {
    std::vector<ir::ExprRef> args =
        operands({choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr()});
    return made(expr, "$0 ? $1 : $2", std::move(args));
  }
  if (isPassivePart(inner) && (!type->isScalar() || inner->isGLValue()) && inner == bare(expr))
    return object(inner);
  if (namesPassivePart(l, inner) && inner == bare(expr))
    return object(inner);
  if (const auto* call = dyn_cast<CallExpr>(inner);
      call && type->is(ir::TypeKind::Pointer) && isPassiveCall(call)) // s.c_str()
    return object(inner);
  if (isText(inner->getType())) {
    const View start = viewOf(l, value(l, inner), inner->getExprLoc());
    if (!start.isObject)
      return pointer(start, type);
  }
  if (type->is(ir::TypeKind::Record) && !mayHoldReal(inner->getType()) &&
      !dissolves(l, inner->getType()))
    return rvalue(l, expr);
  if (!type->isScalar())
    l.notYet(expr->getExprLoc(),
             "'" + type->spelling + "' in an expression of objects without a derivative",
             "use numbers, texts and containers of them");
  ir::ExprRef number = rvalue(l, expr);
  if (number->type->is(ir::TypeKind::Real) && !mayVary && !expr->isEvaluatable(l.ast))
    l.constants.push_back({number, expr->getExprLoc(), "in an object that has none"});
  return number;
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
  return made(expr, "$0 " + assignment->getOpcodeStr().str() + " $1",
              {std::move(sides[1]), std::move(sides[0])});
}

ir::ExprRef PassiveText::output(const CallExpr* expr, const std::string& name) {
  mayVary = true;
  std::vector<ir::ExprRef> args = operands(written({expr->getArgs(), expr->getNumArgs()}));
  const std::string text = name + "(" + holes(0, args.size()) + ")";
  return made(expr, text, std::move(args));
}

/// std::deque<double>{a, b}, std::map<K, double>{{k, a}, {l, b}}
ir::ExprRef PassiveText::listed(const CXXConstructExpr* expr,
                                const std::vector<const Expr*>& arguments) {
  const QualType type = expr->getType(), element = elementOfSlots(type);
  const auto* made = dyn_cast<CXXStdInitializerListExpr>(bare(arguments[0]));
  const auto* list = made ? dyn_cast<InitListExpr>(bare(made->getSubExpr())) : nullptr;
  if (!list || !isSlotted(element))
    l.notYet(expr->getExprLoc(), "this constructor of '" + l.types.of(type)->spelling + "'",
             "begin with an empty container");
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
  std::vector<ir::ExprRef> args = expressionsInOrder(l, each);
  storing = QualType();
  const std::string text = (isa<CXXTemporaryObjectExpr>(expr) ? typeOf(expr)->spelling : "") + "{" +
                           holes(0, args.size()) + "}";
  return this->made(expr, text, std::move(args));
}

ir::ExprRef PassiveText::constructed(const CXXConstructExpr* expr) {
  const std::vector<const Expr*> arguments = written({expr->getArgs(), expr->getNumArgs()});
  const CXXConstructorDecl* constructor = expr->getConstructor();
  if (constructor->isCopyConstructor() && holdsSlots(expr->getType()) && !separates)
    l.notYet(expr->getExprLoc(), "a copy of a container of real numbers here",
             "declare the copy as a variable");
  if (constructor->isCopyOrMoveConstructor() && arguments.size() == 1)
    return operand(arguments[0]);
  const bool isExplicit = isa<CXXTemporaryObjectExpr>(expr);
  const bool isSized = holdsSlots(expr->getType()) && !isSlotted(elementOfSlots(expr->getType())) &&
                       arguments.size() == 1 && arguments[0]->getType()->isIntegerType();
  if (holdsSlots(expr->getType()) && !arguments.empty() && !isSized)
    return listed(expr, arguments);
  if (arguments.size() == 1 && !isExplicit && !constructor->isExplicit()) // it converts silently
    return operand(arguments[0]);
  std::vector<ir::ExprRef> args = operands(arguments);
  const bool isList = expr->isListInitialization() && !isExplicit;
  const std::string list = holes(0, args.size());
  if (isList)
    return made(expr, (constructor->isExplicit() ? typeOf(expr)->spelling : "") + "{" + list + "}",
                std::move(args));
  return args.empty() ? ir::construct(typeOf(expr), {}, toLocation(expr->getExprLoc()))
                      : made(expr, typeOf(expr)->spelling + "(" + list + ")", std::move(args));
}

ir::ExprRef PassiveText::object(const Expr* expr) {
  expr = bare(expr);
  const SourceLocation where = expr->getExprLoc();
  if (const auto* call = dyn_cast<CallExpr>(expr)) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (callee && (isPassiveCall(call) || isCallOfNamedPart(l, call)))
      return this->call(call, callee);
    return loaded(l, known[call] = front::call(l, call), where);
  }
  if (const auto* access = dyn_cast<MemberExpr>(expr);
      access && (isPassiveMember(access) || namesPassivePart(l, access)) &&
      !isTakenApart(l, stepFromObject(access)->getBase())) {
    const MemberExpr* step = stepFromObject(access);
    ir::ExprRef whole = object(step->getBase());
    const ir::Opaque* pointed = ir::asIntrinsic(*whole, ir::Intrinsic::pointed_at);
    const bool isArrow = step->isArrow() || pointed;
    if (pointed)
      whole = pointed->args[0];
    return made(expr, (isArrow ? "$0->" : "$0.") + access->getMemberDecl()->getNameAsString(),
                {std::move(whole)});
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
    if (const auto* converted = dyn_cast<CXXConstructExpr>(bare(cast->getSubExpr()));
        converted && converted->getNumArgs() > 0 &&
        !converted->getConstructor()->isCopyOrMoveConstructor()) {
      std::vector<ir::ExprRef> args =
          operands(written({converted->getArgs(), converted->getNumArgs()}));
      const std::string text = typeOf(expr)->spelling + "(" + holes(0, args.size()) + ")";
      return made(expr, text, std::move(args));
    }
  if (const auto* cast = dyn_cast<CastExpr>(expr))
    return operand(cast->getSubExpr());
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr); choice && choice->isGLValue()) {
    std::vector<ir::ExprRef> args =
        operands({choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr()});
    return made(expr, "$0 ? $1 : $2", std::move(args));
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr))
    return conditional(l, choice);
  if (const auto* use = dyn_cast<DeclRefExpr>(expr);
      use && isInStd(use->getDecl())) // std::cout, std::endl
    return ir::literal(use->getDecl()->getQualifiedNameAsString(), l.types.of(expr->getType()),
                       toLocation(where));
  if (namesPassivePart(l, expr)) // itself, not what it holds now
    return std::get<ir::ExprRef>(l.bindings.at(cast<DeclRefExpr>(expr)->getDecl()));
  if (!expr->isGLValue())
    refuseExpr(l, expr);
  ir::ExprRef named = loaded(l, known[expr] = glvalue(l, expr), where);
  if (holdsSlots(expr->getType()))
    refuseForeignSlots(l, named, expr->getType(), where);
  return named;
}

} // namespace treelize::front
