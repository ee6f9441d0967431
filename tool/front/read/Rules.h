// Derivatives that the user has written: [[treelize(adjoint_of(f))]] and
// [[treelize(tangent_of(f))]].
//
//   adjoint   void f_adjoint(arguments of f, seed if f returns a value, a shadow per differentiable
//   parameter) tangent   {value, derivative} f_tangent(arguments of f, a tangent per differentiable
//   parameter)
#pragma once

#include <functional>
#include <map>
#include <string>

namespace clang {
class ASTContext;
class Decl;
class FunctionDecl;
} // namespace clang

namespace treelize::front {

class Annotations;
class Session;
class TypeModel;

struct Rule {
  const clang::FunctionDecl* adjoint = nullptr;
  const clang::FunctionDecl* tangent = nullptr;
};

/// By the canonical declaration of the function; for look-ups only.
using Rules = std::map<const clang::FunctionDecl*, Rule>;

/// Who asks what a rule looks like.
struct RuleContext {
  const clang::ASTContext& ast;
  TypeModel& types;
  std::function<bool(const clang::Decl*)> isNondiff;
};

/// Reports rules that name no function, or do not fit it.
Rules readRules(Session& session, const RuleContext& context, const Annotations& annotations);

/// The declaration of an adjoint or a tangent of the function, ready to paste.
std::string adjointSignature(const RuleContext& context, const clang::FunctionDecl* function);
std::string tangentSignature(const RuleContext& context, const clang::FunctionDecl* function);

} // namespace treelize::front
