// Derivatives that the user has written, [[treelize(adjoint_of(f))]] and
// [[treelize(tangent_of(f))]], and equations that a function solves, [[treelize(root_of(f))]] and
// [[treelize(fixed_point_of(f))]].
//
//   adjoint   void f_adjoint(arguments of f, seed if f returns a value, a shadow per differentiable
//   parameter) tangent   {value, derivative} f_tangent(arguments of f, a tangent per differentiable
//   parameter)
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Decl;
class FunctionDecl;
} // namespace clang

namespace treelize::front {

class Annotations;
class Session;
class TypeModel;

/// An equation F(x, p) = 0, or g(x, p) = x, for the x that a function returns.
struct Equation {
  std::string kernel; // the object of F or g: `app::kernels::residual`
  bool isFixedPoint = false;
  std::vector<unsigned> parameters; // of the equation, after x: which ones of the function they are
  friend bool operator==(const Equation&, const Equation&) = default;
};

struct Rule {
  const clang::FunctionDecl* adjoint = nullptr;
  const clang::FunctionDecl* tangent = nullptr;
  std::optional<Equation> equation;
  std::string kernel; ///< the object of a kernel of another header, whose members they are
  std::set<const clang::Decl*> leftOut; ///< parameters of that kernel without a shadow, by its `wrt`
  bool isRefused = false; ///< has the wrong signature
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
