// Clang's syntax tree -> a kernel in the raw dialect of ir/.
//
// Every function that the kernel calls and whose body is visible becomes part of it; pointers,
// iterators and spans become a place and an offset. What cannot be lowered is reported with its
// place, the way there and a remedy, and there is no kernel.
#pragma once

#include "Location.h"
#include "ir/IR.h"

#include "clang/AST/Type.h"
#include "clang/Basic/SourceLocation.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Decl;
class Expr;
class FunctionDecl;
} // namespace clang

namespace treelize {
class DiagnosticSink;
}

namespace treelize::front {

class TypeModel;
struct Rule;

/// Constants of the platform, `sizeof(long)`: which the text names, and which were reckoned with.
struct PlatformUses {
  std::set<const clang::Expr*> named; // for look-ups only, both
  std::set<const clang::Expr*> known;
};

struct LowerOptions {
  std::string name;    // of the kernel; empty: the function's
  Location annotation; // what made the function a kernel
  /// Did the user declare this parameter, field or function a constant for differentiation?
  std::function<bool(const clang::Decl*)> isNondiff = [](const clang::Decl*) { return false; };
  /// Is it one by the kernel's `wrt` alone?
  std::function<bool(const clang::Decl*)> isLeftOut = [](const clang::Decl*) { return false; };
  /// The derivative that the user has given for the function; null if there is none.
  std::function<const Rule*(const clang::FunctionDecl*)> ruleOf = [](const clang::FunctionDecl*) {
    return nullptr;
  };
  /// `T(arguments)` as an expression; null where that does not compile.
  std::function<const clang::Expr*(clang::QualType, const std::vector<const clang::Expr*>&,
                                   clang::SourceLocation)>
      construction;
  /// The operator that `object(arguments...)` calls, for arguments of these types; null where that
  /// does not compile.
  std::function<const clang::FunctionDecl*(clang::QualType, const std::vector<clang::QualType>&,
                                           clang::SourceLocation)>
      callOperator;
  /// Makes the body of an instantiation that has none yet, if its template has one.
  std::function<void(const clang::FunctionDecl*)> instantiate = [](const clang::FunctionDecl*) {};
  PlatformUses* platform = nullptr;
};

std::optional<ir::Kernel> lowerKernel(clang::ASTContext& ast, TypeModel& types,
                                      const clang::FunctionDecl* function,
                                      const LowerOptions& options, DiagnosticSink& sink);

} // namespace treelize::front
