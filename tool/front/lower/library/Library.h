// Calls of functions that the lowering knows by name: the standard library's.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

bool isInStd(const clang::Decl* decl);
std::optional<Value> mathCall(Lowering& l, const clang::CallExpr* expr,
                              const clang::FunctionDecl* callee);
std::optional<Value> containerCall(Lowering& l, const clang::CallExpr* expr,
                                   const clang::CXXMethodDecl* method);
std::optional<Value> libraryCall(Lowering& l, const clang::CallExpr* expr,
                                 const clang::FunctionDecl* callee);
/// A method of a vector by its name.
struct Growth {
  std::string name;
  std::function<Value()> object;
  std::vector<const clang::Expr*> arguments;
  clang::SourceLocation where;
  clang::QualType element; // its type
};
/// Those that change its length (Growth).
std::optional<Value> growthCall(Lowering& l, const Growth& call);
std::optional<Value> algorithmCall(Lowering& l, const clang::CallExpr* expr,
                                   const clang::FunctionDecl* callee);
/// a < b
using Comparison = std::function<ir::ExprRef(const Value& a, const Value& b)>;
void sortBy(Lowering& l, const View& start, const ir::ExprRef& count, const Comparison& less, clang::SourceLocation where);
/// A call that stays a call: it carries no derivative.
Value opaqueCall(Lowering& l, const clang::CallExpr* expr, const std::string& name);

} // namespace treelize::front
