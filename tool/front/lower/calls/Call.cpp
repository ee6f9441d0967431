// Which kind of call is it: an operator of the table, a container's method, a known library
// function, a closure, or a function to inline?
#include "ClangCompat.h"
#include "front/lower/calls/Candidates.h"
#include "front/lower/calls/Purity.h"
#include "front/lower/eigen/EigenCalls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/VectorExtension.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/BasePart.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Foreign.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/PassiveText.h"
#include "front/lower/passive/SlotWalk.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/ConstObjects.h"

#include "clang/AST/Attr.h"

namespace treelize::front {

using namespace clang;

namespace {

std::vector<const Expr*> argumentsOf(const CallExpr* expr, unsigned from) {
  return {expr->arg_begin() + from, expr->arg_end()};
}

/// What a method is called on; a temporary object, too.
Value objectOfCall(Lowering& l, const Expr* object) {
  const Library library = libraryOf(object->getType());
  if (library == Library::matrix || library == Library::eigen)
    return matrixValue(l, object);
  return object->isGLValue() ? glvalue(l, object) : value(l, object);
}

bool isDefaultedAssignment(const CXXMethodDecl* method) {
  const bool isAssignment =
      method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
  return isAssignment && (method->isDefaulted() || libraryOf(method->getParent()) != Library::none);
}

bool isUsersDefaultedAssignment(const CXXMethodDecl* method) {
  return isDefaultedAssignment(method) && method->isDefaulted() &&
         libraryOf(method->getParent()) == Library::none && !isInStd(method->getParent());
}

Value functionAssignment(Lowering& l, const Expr* left, const Expr* right, SourceLocation where) {
  if (!isFunctionVariable(left->getType()))
    l.notYet(where, "the assignment of a lambda", "make the variable a std::function");
  return assignFunction(l, left, right, where);
}

/// What an object of the type is given.
Value assignedValue(Lowering& l, QualType type, const Expr* from) {
  return dissolves(l, type) ? value(l, from) : Value(rvalue(l, from));
}

/// The object with the value that it is given.
Value assigned(Lowering& l, QualType type, const Value& to, const Value& from, bool isMove,
               SourceLocation where) {
  if (dissolves(l, type)) {
    copyAssigned(l, type, to, from, isMove, where);
    return to;
  }
  if (std::holds_alternative<Choice>(to)) {
    const ir::ExprRef chosen = l.frozen(std::get<ir::ExprRef>(from));
    write(l, to, where, [&](const ir::Place& place) {
      l.emit(ir::assign(place, ir::AssignOp::Set, chosen, toLocation(where)));
    });
    return to;
  }
  if (std::holds_alternative<Object>(to) || std::holds_alternative<KernelObject>(to)) {
    assignObject(l, type, to, from, where);
    return to;
  }
  const ir::Place place = target(l, to, where);
  if (holdsView(*place.type))
    l.notYet(where, "the assignment of an object that holds a pointer or a span",
             "copy its elements");
  l.emit(ir::assign(place, ir::AssignOp::Set, std::get<ir::ExprRef>(from), toLocation(where)));
  return place;
}

/// a = b of objects.
Value objectAssignment(Lowering& l, const Expr* left, const Expr* right, bool isMove,
                       SourceLocation where) {
  const bool isMovedView = isView(left->getType());
  if (isMovedView) {
    const auto moved = [&]() -> Value {
      const Storing storing(l);
      return movedView(l, right);
    };
    std::vector<Value> sides = l.inOrder({moved, [&]() -> Value { return glvalue(l, left); }});
    moveView(l, sides[1], std::get<View>(sides[0]), where);
    return sides[1];
  }
  if (isClosure(left->getType()))
    return functionAssignment(l, left, right, where);
  const QualType type = left->getType();
  const std::vector<Value> sides =
      l.inOrder({[&]() -> Value { return assignedValue(l, type, right); },
                 [&]() -> Value { return glvalue(l, left); }});
  return assigned(l, type, sides[1], sides[0], isMove, where);
}

/// f(x) of a lambda or a std::function.
Value closureCall(Lowering& l, const CXXOperatorCallExpr* expr, const CXXMethodDecl* method) {
  const SourceLocation where = expr->getExprLoc();
  const Value callee = value(l, expr->getArg(0));
  const auto* closure = std::get_if<Closure>(&callee);
  if (!closure)
    return callCandidate(l, expr->getArg(0)->getType(), numberIn(l, callee, where),
                         asArguments(argumentsOf(expr, 1)), where);
  return callClosure(l, *closure, method->getParent()->isLambda() ? method : nullptr,
                     asArguments(argumentsOf(expr, 1)), where);
}

struct MethodCall {
  const CXXMethodDecl* method;
  const Expr* object;
  std::vector<const Expr*> arguments;
  bool isDispatched; // by the object's class when the program runs
};

Value calledMethod(Lowering& l, const MethodCall& call, SourceLocation where) {
  auto self = [&l, &call, where]() -> Value {
    return call.object->getType()->isPointerType() ? dereference(l, call.object, where)
                                                   : objectOfCall(l, call.object);
  };
  if (isUsersDefaultedAssignment(call.method)) { // Base::operator=(other)
    const QualType type = compat::typeOf(l.ast, call.method->getParent());
    const std::vector<Value> sides = l.inOrder(
        {self, [&]() -> Value { return assignedValue(l, type, call.arguments[0]); }});
    return assigned(l, type, asClass(l, sides[0], type, where), sides[1],
                    call.method->isMoveAssignmentOperator(), where);
  }
  if (!call.isDispatched)
    return inlineCall(l, call.method, self, call.arguments, where);
  if (const CXXMethodDecl* known = calledInConstruction(l, call.method, call.object, where))
    return inlineCall(l, known, self, call.arguments, where);
  return virtualCall(l, call.method, l.frozen(self()), asArguments(call.arguments), where);
}

Value operatorCall(Lowering& l, const CXXOperatorCallExpr* expr, const FunctionDecl* callee) {
  if (std::optional<Value> iterator = iteratorOperator(l, expr))
    return *iterator;
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const bool isEquality =
      expr->getOperator() == OO_EqualEqual || expr->getOperator() == OO_ExclaimEqual;
  if (isEquality && expr->getNumArgs() == 2)
    if (std::optional<ir::ExprRef> known = functionComparison(
            l, expr->getOperator() == OO_EqualEqual, expr->getArg(0), expr->getArg(1)))
      return *known;
  if (!method)
    return inlineCall(l, callee, nullptr, argumentsOf(expr, 0), expr->getExprLoc());
  if (isOwner(expr->getArg(0)->getType()) && method->getOverloadedOperator() == OO_Equal)
    return objectAssignment(l, expr->getArg(0), expr->getArg(1), method->isMoveAssignmentOperator(),
                            expr->getExprLoc());
  if (isClosure(expr->getArg(0)->getType()) && method->getOverloadedOperator() == OO_Call)
    return closureCall(l, expr, method);
  if (isClosure(expr->getArg(0)->getType()) && method->getOverloadedOperator() == OO_Equal)
    return functionAssignment(l, expr->getArg(0), expr->getArg(1), expr->getExprLoc());
  if (std::optional<Value> known = containerCall(l, expr, method))
    return *known;
  if (!dissolves(l, expr->getArg(0)->getType()) && isDefaultedAssignment(method))
    return objectAssignment(l, expr->getArg(0), expr->getArg(1), method->isMoveAssignmentOperator(),
                            expr->getExprLoc());
  if (std::optional<Value> known = tupleCall(l, expr, callee))
    return *known;
  if (isDefaultedAssignment(method))
    return objectAssignment(l, expr->getArg(0), expr->getArg(1), method->isMoveAssignmentOperator(),
                            expr->getExprLoc());
  if (method->isStatic())
    return inlineCall(l, callee, nullptr, argumentsOf(expr, 1), expr->getExprLoc());
  return calledMethod(l, {method, expr->getArg(0), argumentsOf(expr, 1), isDispatched(method)},
                      expr->getExprLoc());
}

Value methodCall(Lowering& l, const CXXMemberCallExpr* expr, const CXXMethodDecl* method) {
  const SourceLocation where = expr->getExprLoc();
  if (isa<CXXDestructorDecl>(method))
    l.notYet(where, "an explicit destructor call", "let the scope end");
  const Expr* object = expr->getImplicitObjectArgument();
  if (isFunctionVariable(object->getType()) && isa<CXXConversionDecl>(method))
    return holdsFunction(l, closureValue(l, object));
  if (std::optional<Value> known = containerCall(l, expr, method))
    return *known;
  if (method->getParent()->isLambda()) // f.operator()(x), or a conversion to a function pointer
    l.notYet(where, "this use of a lambda", "call it directly");
  return calledMethod(l, {method, object, argumentsOf(expr, 0), isVirtualCall(expr, method)},
                      where);
}

} // namespace

bool isInStd(const Decl* decl) {
  for (const DeclContext* context = decl->getDeclContext(); context; context = context->getParent())
    if (const auto* space = dyn_cast<NamespaceDecl>(context))
      if (space->isStdNamespace() || space->getName() == "__gnu_cxx")
        return true;
  return false;
}

/// Integers and texts in, a number out, and the declaration promises that there are no side
/// effects.
static bool isPassive(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  if (callee->hasBody() || !(callee->hasAttr<ConstAttr>() || callee->hasAttr<PureAttr>()))
    return false;
  for (const Expr* argument : expr->arguments()) {
    const QualType type = argument->getType();
    if (!isText(type) && !argument->IgnoreImpCasts()->getType()->isIntegralOrEnumerationType())
      return false;
  }
  return l.types.of(expr->getType())->isScalar();
}

/// C's random numbers: calls that change the world outside.
static bool isDraw(const FunctionDecl* callee) {
  static const std::set<llvm::StringRef> names = {"rand",    "srand",   "random", "srandom",
                                                  "drand48", "srand48", "lrand48"};
  return callee->getDeclName().isIdentifier() && !callee->hasBody() &&
         names.contains(callee->getName()) && callee->isExternC();
}

/// Writes to a stream of C's, whose result nobody looks at.
static bool isOutput(const FunctionDecl* callee) {
  static const std::set<llvm::StringRef> names = {"printf",  "puts",  "putchar",
                                                  "fprintf", "fputs", "fflush"};
  return callee->getDeclName().isIdentifier() && !callee->hasBody() &&
         names.contains(callee->getName()) && callee->isExternC();
}

/// What the function changes the kernel would take for what it was.
static void refuseWrites(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  for (const ParmVarDecl* parameter : callee->parameters()) {
    const QualType type = parameter->getType(), to = type->getPointeeType();
    const bool isMeant = type->isLValueReferenceType()
                             ? !isOutputStream(to)
                             : type->isPointerType() && to->isArithmeticType() && !to->isCharType();
    if (isMeant && !to.isConstQualified())
      l.notYet(expr->getExprLoc(),
               "an argument that '" + l.types.qualifiedName(callee) +
                   "' may change, which is declared to have no derivative,",
               "hand it on as a constant, and use what the function returns");
  }
}

/// The call as it stands, with numbers and texts of the kernel's as its operands.
static ir::ExprRef asItStands(Lowering& l, const CallExpr* expr, const std::string& name) {
  std::vector<std::function<Value()>> operands;
  std::string text = name + "(";
  if (const auto* access = dyn_cast<CXXMemberCallExpr>(expr)) {
    const CXXMethodDecl* method = access->getMethodDecl();
    const Expr* object = access->getImplicitObjectArgument();
    if (!method->isConst() || object->getType()->isPointerType() ||
        hasMutableMember(object->getType()))
      l.notYet(expr->getExprLoc(),
               "the method '" + name + "' without a derivative, which may change its object,",
               "declare it const, and call it on a variable, or make it a free function");
    operands.push_back(
        [&l, object] { return Value(loaded(l, glvalue(l, object), object->getExprLoc())); });
    text = "$0." + method->getNameAsString() + "(";
  }
  const std::size_t own = operands.size();
  for (unsigned i = 0; i < expr->getNumArgs(); ++i) {
    operands.push_back(handedOver(l, expr->getArg(i)));
    text += (i == 0 ? "$" : ", $") + std::to_string(own + i);
  }
  return ir::opaque(text + ")", expressionsInOrder(l, operands), l.types.of(expr->getType()),
                    toLocation(expr->getExprLoc()));
}

Value opaqueCall(Lowering& l, const CallExpr* expr, const std::string& name) {
  return passiveUse(l, asItStands(l, expr, name));
}

/// A number from a function without a derivative.
static Value nondiffCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const ir::ExprRef step = asItStands(l, expr, l.types.nameInCode(callee));
  if (Purity(l.ast).isPure(callee))
    return passiveUse(l, step);
  return performed(l, step,
                   callee->getIdentifier() ? callee->getNameAsString() + "_result" : "value");
}

Value call(Lowering& l, const CallExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const FunctionDecl* callee = expr->getDirectCallee();
  if (!callee)
    return callThrough(l, expr);
  if (l.options.ruleOf(callee))
    return inlineCall(l, callee, nullptr, argumentsOf(expr, 0), where);
  if (l.options.isNondiff(callee)) {
    refuseInTry(l, where, "the call of '" + l.types.qualifiedName(callee) + "', which may throw,");
    refuseWrites(l, expr, callee);
  }
  if (l.options.isNondiff(callee) && l.types.of(expr->getType())->isScalar())
    return nondiffCall(l, expr, callee);
  if ((l.options.isNondiff(callee) && callee->getReturnType()->isVoidType() &&
       !isa<CXXMethodDecl>(callee)) ||
      isOutput(callee)) {
    passiveCall(l, expr, callee);
    return {};
  }
  if (std::optional<Value> vector = vectorCall(l, expr, callee))
    return *vector;
  if (std::optional<Value> length = formattedText(l, expr, callee))
    return *length;
  if (std::optional<Value> known = orderingCall(l, expr, callee))
    return *known;
  if (std::optional<Value> known = slotAssignment(l, expr))
    return *known;
  if (isSlotAlgorithm(expr))
    return slotAlgorithm(l, expr);
  if (isPassiveCall(expr) || isCallOfNamedPart(l, expr))
    return passiveValue(l, expr);
  if (memoryCall(l, expr))
    return {};
  if (isInEigen(callee))
    if (std::optional<Value> known = eigenCall(l, expr, callee))
      return *known;
  if (std::optional<Value> known = complexCall(l, expr, callee))
    return *known;
  if (std::optional<Value> known = optionalCall(l, expr, callee))
    return *known;
  if (std::optional<Value> known = variantCall(l, expr, callee))
    return *known;
  if (const auto* operatorExpr = dyn_cast<CXXOperatorCallExpr>(expr))
    return operatorCall(l, operatorExpr, callee);
  if (std::optional<Value> known = mathCall(l, expr, callee))
    return *known;
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(expr))
    return methodCall(l, member, cast<CXXMethodDecl>(callee));
  if (std::optional<Value> known = libraryCall(l, expr, callee))
    return *known;
  if (std::optional<Value> answer = openMPCall(l, expr, callee))
    return *answer;
  if (isPassive(l, expr, callee))
    return passiveFunction(l, expr, callee);
  if (isDraw(callee))
    return passiveStep(l, expr, callee);
  if (std::optional<Value> result = foreignResult(l, expr, callee))
    return *result;
  return inlineCall(l, callee, nullptr, argumentsOf(expr, 0), where);
}

std::vector<Argument> asArguments(llvm::ArrayRef<const Expr*> expressions) {
  std::vector<Argument> arguments;
  for (const Expr* expr : expressions)
    arguments.push_back({expr, {}, expr->getExprLoc()});
  return arguments;
}

} // namespace treelize::front
