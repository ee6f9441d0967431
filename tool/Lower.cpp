#include "Lower.h"

#include "Diagnostics.h"
#include "analysis/LeftOut.h"
#include "front/Session.h"
#include "front/lower/Lowering.h"
#include "front/lower/types/TypeModel.h"
#include "front/read/KernelsOfOthers.h"
#include "front/read/ReadKernelSignature.h"
#include "ir/Walk.h"

#include "clang/AST/Decl.h"

#include <algorithm>
#include <set>

namespace treelize {

namespace {

/// What a kernel does and reads beside its arguments.
struct Surroundings {
  std::size_t steps = 0;
  std::set<std::string> globals;
  friend bool operator==(const Surroundings&, const Surroundings&) = default;
};

Surroundings surroundingsOf(const ir::Kernel& kernel) {
  Surroundings result;
  const auto add = [&](const ir::Kernel& part) {
    ir::forEachStmt(part.body, [&](const ir::Stmt& stmt) {
      result.steps += std::holds_alternative<ir::Perform>(stmt.node);
    });
    for (const ir::Variable& variable : part.variables)
      if (ir::isGlobal(variable))
        result.globals.insert(variable.name);
  };
  add(kernel);
  for (const ir::Function& function : kernel.functions)
    add(*function.as);
  return result;
}

/// Does a function that is not part of the kernel call one with a rule? It would be another function
/// with the body of that.
bool isCalledFromFunctions(const ir::Kernel& kernel) {
  const auto hasRule = [&](const ir::Call& call) {
    const auto callee = std::ranges::find(kernel.functions, call.function, &ir::Function::name);
    return callee != kernel.functions.end() && callee->hasRule();
  };
  bool found = false;
  for (const ir::Function& function : kernel.functions)
    ir::forEachStmt(function.as->body, [&](const ir::Stmt& stmt) {
      const auto* call = std::get_if<ir::Call>(&stmt.node);
      found = found || (call && hasRule(*call));
    });
  return found;
}

} // namespace

FunctionRules::FunctionRules(front::Session& session, const front::Annotations& annotations,
                             front::TypeModel& types)
    : context_{session.ast(), types,
               [&annotations](const clang::Decl* decl) {
                 return front::isConstant(annotations, decl);
               }},
      annotations_(annotations), users_(front::readRules(session, context_, annotations)) {}

const front::Rule* FunctionRules::ofUser(const clang::FunctionDecl* function) const {
  const auto found = users_.find(function->getCanonicalDecl());
  if (found == users_.end())
    return nullptr;
  if (found->second.isRefused)
    throw front::Refused(); // which has been said at the rule
  return &found->second;
}

const front::Rule* FunctionRules::ofKernel(const clang::FunctionDecl* function) {
  const auto [known, isNew] = kernels_.try_emplace(function->getCanonicalDecl());
  if (isNew)
    known->second = front::ruleOfKernel(context_, annotations_, function);
  return known->second ? &*known->second : nullptr;
}

std::optional<Lowered> lower(front::Session& session, front::TypeModel& types,
                             const clang::FunctionDecl* function, front::LowerOptions options,
                             FunctionRules& rules, bool mayCallKernels) {
  bool asksKernels = false;
  const auto lowerBy = [&](auto ruleOf, DiagnosticSink& sink) {
    options.ruleOf = ruleOf;
    return front::lowerKernel(session.ast(), types, function, options, sink);
  };
  HeldDiagnostics said, saidOfWhole;
  auto kernel = lowerBy(
      [&](const clang::FunctionDecl* callee) {
        if (const front::Rule* own = rules.ofUser(callee))
          return own;
        const front::Rule* others = mayCallKernels ? rules.ofKernel(callee) : nullptr;
        asksKernels = asksKernels || others;
        return others;
      },
      said);
  if (!asksKernels) {
    said.tell(session.sink());
    return kernel ? std::optional(Lowered{*std::move(kernel), {}}) : std::nullopt;
  }
  if (kernel && (analysis::losesArguments(*kernel) || isCalledFromFunctions(*kernel)))
    kernel.reset();
  auto whole = lowerBy(
      [&](const clang::FunctionDecl* callee) { return rules.ofUser(callee); }, saidOfWhole);
  const bool isWhole = whole || !kernel;
  (isWhole ? saidOfWhole : said).tell(session.sink());
  if (whole && kernel && surroundingsOf(*whole) == surroundingsOf(*kernel))
    return Lowered{*std::move(kernel), std::move(whole)};
  std::optional<ir::Kernel>& only = isWhole ? whole : kernel;
  return only ? std::optional(Lowered{*std::move(only), {}}) : std::nullopt;
}

} // namespace treelize
