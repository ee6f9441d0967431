// Calls of functions that the lowering knows by name: the standard library's.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

bool isInStd(const clang::Decl* decl);
/// `sin` of __builtin_sin; empty of an operator.
std::string plainName(const clang::FunctionDecl* callee);
std::optional<Value> mathCall(Lowering& l, const clang::CallExpr* expr,
                              const clang::FunctionDecl* callee);
struct Argument;
/// The same where the function is known, and not the source of its call: an operator of the table
/// or nothing.
std::optional<Value> mathCall(Lowering& l, const clang::FunctionDecl* callee,
                              const std::vector<Argument>& arguments, clang::SourceLocation where);
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
/// std::erase(v, x), std::erase_if(v, predicate) of vectors; nothing for other calls.
std::optional<Value> eraseCall(Lowering& l, const clang::CallExpr* expr, const std::string& name);
std::optional<Value> algorithmCall(Lowering& l, const clang::CallExpr* expr,
                                   const clang::FunctionDecl* callee);
/// Is the element at one position less than that at another?
using Comparison = std::function<ir::ExprRef(const ir::ExprRef& a, const ir::ExprRef& b)>;
void sortBy(Lowering& l, const View& start, const ir::ExprRef& count, const Comparison& less,
            clang::SourceLocation where);
/// The elements from there on change places: the one that comes first stood at order[0].
void permute(Lowering& l, const View& start, const ir::ExprRef& count, const ir::Place& order,
             clang::SourceLocation where);
/// std::shuffle of a container whose elements the kernel knows
bool isShuffle(const clang::CallExpr* expr);
void shuffle(Lowering& l, const View& start, const ir::ExprRef& count, const clang::Expr* random,
             clang::SourceLocation where);
/// (T*)malloc(n * sizeof(T)), calloc; `pointer` is what the result is converted to. Nothing for
/// other expressions.
std::optional<View> allocatedByCall(Lowering& l, const clang::Expr* expr, clang::QualType pointer);
/// free, memcpy, memmove, memset as statements; false if the call is none of them.
bool memoryCall(Lowering& l, const clang::CallExpr* expr);
/// Two objects that are taken apart change places.
void exchange(Lowering& l, clang::QualType type, const Value& left, const Value& right,
              clang::SourceLocation where);
/// Two objects that are declared as a whole change places.
Value swapped(Lowering& l, const std::vector<Value>& objects, clang::SourceLocation where);
/// The variable that std::min(a, b) or std::max(a, b) returns; nothing for other expressions.
std::optional<Value> extremeReference(Lowering& l, const clang::Expr* expr);
/// std::minmax(a, b) of two variables
std::optional<Value> minmaxCall(Lowering& l, const clang::CallExpr* call);
/// Functions that move iterators.
std::optional<Value> iteratorCall(Lowering& l, const clang::CallExpr* expr,
                                  const std::string& name);
/// A call that stays a call: it carries no derivative.
Value opaqueCall(Lowering& l, const clang::CallExpr* expr, const std::string& name);

} // namespace treelize::front
