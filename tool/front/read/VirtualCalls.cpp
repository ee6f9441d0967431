#include "front/read/VirtualCalls.h"

#include "front/lower/calls/Calls.h"
#include "front/lower/objects/HeapPlan.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <set>

namespace treelize::front {

using namespace clang;

namespace {

class Search : public RecursiveASTVisitor<Search> {
public:
  explicit Search(const CXXRecordDecl* record) : record_(record) {}
  bool found = false;

  void run(const FunctionDecl* function) {
    reach(function);
    while (!pending_.empty() && !found) {
      const FunctionDecl* next = pending_.back();
      pending_.pop_back();
      TraverseDecl(const_cast<FunctionDecl*>(next));
    }
  }

  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
    const auto* memberCall = dyn_cast<CXXMemberCallExpr>(call);
    found = found || (method && memberCall && isVirtualCall(memberCall, method) &&
                      isOrDerivesFrom(record_, method->getParent()));
    if (callee)
      reach(callee);
    return !found;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr* made) {
    reach(made->getConstructor());
    return true;
  }

private:
  const CXXRecordDecl* record_;
  std::set<const Decl*> seen_; // for look-ups only
  std::vector<const FunctionDecl*> pending_;

  void reach(const FunctionDecl* function) {
    const FunctionDecl* definition = nullptr;
    if (!function->isInStdNamespace() && function->hasBody(definition) &&
        seen_.insert(definition).second)
      pending_.push_back(definition);
  }
};

} // namespace

bool callsOverridable(const CXXMethodDecl* method) {
  const CXXRecordDecl* record = method->getParent()->getDefinition();
  if (!record || !record->isPolymorphic() || record->isEffectivelyFinal())
    return false;
  Search search(record);
  search.run(method);
  return search.found;
}

} // namespace treelize::front
