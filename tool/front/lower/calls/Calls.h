// Calls of functions whose body is visible: inlined, or kept as a function of the kernel's own.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

Value call(Lowering& l, const clang::CallExpr* expr);
/// What a parameter is bound to: an expression, or something that has been lowered.
struct Argument {
  const clang::Expr* expr = nullptr;
  Value value;
  clang::SourceLocation where;
};
/// `self` designates the object of a method; null for a function. `captures`: what the body of a
/// lambda knows by these names, and the arguments do not.
using Captures = std::map<const clang::ValueDecl*, Value>;
Value inlineCall(Lowering& l, const clang::FunctionDecl* function,
                 const std::function<Value()>& self, const std::vector<Argument>& arguments,
                 clang::SourceLocation where, const Captures& captures = {});
Value inlineCall(Lowering& l, const clang::FunctionDecl* function,
                 const std::function<Value()>& self,
                 const std::vector<const clang::Expr*>& arguments, clang::SourceLocation where);
/// A call that stays one (Function): `definition` is recursive, or has a rule.
bool isFunction(const Lowering& l, const clang::FunctionDecl* definition);
/// It is going to be one, wherever it is called.
void staysCall(Lowering& l, const clang::FunctionDecl* function);
Value functionCall(Lowering& l, const clang::FunctionDecl* definition, const Value& self,
                   const std::vector<Value>& arguments, clang::SourceLocation where);
/// The functions that the kernel calls.
std::vector<ir::Function> functionsOf(const Lowering& l);
WrittenVariables writtenBy(const clang::FunctionDecl* definition);
/// Which method runs is known only with the object (Virtual).
bool isDispatched(const clang::CXXMethodDecl* method);
bool isVirtualCall(const clang::CXXMemberCallExpr* call, const clang::CXXMethodDecl* method);
/// What a virtual call runs whose object is being constructed or destroyed: no override of a class
/// that derives from the constructor's. Null for any other object.
const clang::CXXMethodDecl* calledInConstruction(Lowering& l, const clang::CXXMethodDecl* method,
                                                 const clang::Expr* object,
                                                 clang::SourceLocation where);
Value virtualCall(Lowering& l, const clang::CXXMethodDecl* method, const Value& object,
                  const std::vector<Argument>& arguments, clang::SourceLocation where);
/// Of an object that is known, as its class says.
Value callMethod(Lowering& l, const clang::CXXMethodDecl* method, const Value& object,
                 const std::vector<Argument>& arguments, clang::SourceLocation where);
void memberInitializers(Lowering& l, const clang::CXXConstructorDecl* constructor);

// --- what is called through a variable (Closure) ---
Value closureOf(Lowering& l, const clang::LambdaExpr* lambda);
/// A copy changes its own captures.
Closure copiedClosure(Lowering& l, const Closure& closure, clang::SourceLocation where);
/// The same, where it may outlive the block that it was made in.
Closure outliving(Lowering& l, const Closure& closure, clang::SourceLocation where);
/// Is it a lambda that changes what it has copied, so that each of its calls is another function?
bool changesCopies(const clang::CXXRecordDecl* lambda);
Closure closureOfFunction(const clang::FunctionDecl* function);
/// A closure, or the number of one (Candidates).
Value closureValue(Lowering& l, const clang::Expr* expr);
/// What a variable of this type gets by the expression: the same, or an object with a call
/// operator.
Value functionFor(Lowering& l, const clang::Expr* expr, clang::QualType variable,
                  clang::SourceLocation where);
/// The one way to call an object of a class; null if there are several, or none.
const clang::CXXMethodDecl* callOperator(const clang::CXXRecordDecl* record);
/// `function` is the call operator that was chosen, where one was.
Value callClosure(Lowering& l, const Closure& closure, const clang::FunctionDecl* function,
                  const std::vector<Argument>& arguments, clang::SourceLocation where);
/// object.*pointer, object->*pointer of data
Value memberThrough(Lowering& l, const clang::BinaryOperator* expr);
Value callThrough(Lowering& l, const clang::CallExpr* expr);
std::vector<Argument> asArguments(llvm::ArrayRef<const clang::Expr*> expressions);

} // namespace treelize::front
