#include "grad/finish/scopes/NarrowScopes.h"

#include "analysis/Liveness.h"
#include "ir/Builder.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <set>

namespace treelize::grad {

using namespace ir;

namespace {

class ScopeNarrower {
public:
  explicit ScopeNarrower(Kernel& kernel) : kernel(kernel) {}

  void block(Block& statements, bool isLoopBody) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
      path.push_back({&statements, i, isLoopBody});
      const bool isBody = isLoop(statements[i]);
      for (Block* inner : blocks(statements[i])) {
        block(*inner, isBody);
        if (isBody)
          narrow(*inner);
      }
      path.pop_back();
    }
  }

private:
  Kernel& kernel;
  analysis::Path path;

  /// The path ends with the loop.
  void narrow(Block& body) {
    const std::set<VarId> own = declaredIn(body);
    for (std::size_t i = 0; i < body.size(); ++i) {
      const auto* s = std::get_if<Assign>(&body[i].node);
      const bool isSet =
          s && s->op == AssignOp::Set && s->target.path.empty() && s->target.type->isScalar();
      if (!isSet || own.contains(s->target.base) || kernel[s->target.base].role != Role::Local ||
          kernel[s->target.base].byReference)
        continue;
      const VarId var = s->target.base;
      const bool isFirst = analysis::firstAccess(body[i], var) == analysis::FirstAccess::Written &&
                           !mentions(std::span(body).first(i), var);
      const Stmt& loop = (*path.back().block)[path.back().index];
      if (isFirst && !reads(loop, var) && !analysis::isReadAfter(kernel, path, var))
        makeOwn(body, i, var);
    }
  }

  void makeOwn(Block& body, std::size_t at, VarId var) {
    Variable variable = kernel[var];
    const VarId own = addVariable(kernel, std::move(variable));
    replaceVariable(body, var, own);
    body[at] = declare(own, std::get<Assign>(body[at].node).value, body[at].location);
  }
};

} // namespace

void narrowScopes(Kernel& kernel) {
  ScopeNarrower(kernel).block(kernel.body, false);
}

} // namespace treelize::grad
