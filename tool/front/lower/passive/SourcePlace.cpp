#include "front/lower/passive/SourcePlace.h"

#include "front/Locations.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/passive/Passive.h"
#include "ir/Builder.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

namespace treelize::front {

using namespace clang;

namespace {

bool isSourcePlace(const CXXRecordDecl* record) {
  return record->isInStdNamespace() && record->getIdentifier() &&
         record->getName() == "source_location";
}

/// Where the program asked for the place that the expression is, in the kernel's own lines.
SourceLocation askedAt(const Expr* place) {
  place = bare(place)->IgnoreParenImpCasts();
  if (const auto* call = dyn_cast<CallExpr>(place)) {
    const auto* asked = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
    return asked && asked->isStatic() && isSourcePlace(asked->getParent()) ? call->getExprLoc()
                                                                          : SourceLocation();
  }
  const auto* use = dyn_cast<DeclRefExpr>(place);
  const auto* variable = use ? dyn_cast<VarDecl>(use->getDecl()) : nullptr;
  return variable && variable->isLocalVarDecl() && variable->getType().isConstQualified() &&
                 variable->getInit()
             ? askedAt(variable->getInit())
             : SourceLocation();
}

/// Has the caller made it?
bool isCallers(Lowering& l, const Expr* object) {
  const Value named = glvalue(l, object);
  const auto* place = std::get_if<ir::Place>(&named);
  return place && l.kernel[place->base].role != ir::Role::Local;
}

} // namespace

std::optional<ir::ExprRef> askedOfSourcePlace(Lowering& l, const CallExpr* expr,
                                              const CXXMethodDecl* method) {
  const auto* call = dyn_cast<CXXMemberCallExpr>(expr);
  if (!call || !isSourcePlace(method->getParent()))
    return std::nullopt;
  const Expr* object = call->getImplicitObjectArgument();
  const SourceLocation at = askedAt(object);
  if (at.isInvalid() && object->isLValue() && isCallers(l, object))
    return std::nullopt;
  const llvm::StringRef name = method->getName();
  const PresumedLoc known = l.ast.getSourceManager().getPresumedLoc(at);
  if (known.isValid() && name == "line")
    return ir::integer(known.getLine(), l.types.of(expr->getType()));
  if (known.isValid() && name == "file_name") {
    std::string text = "\"";
    for (const char* c = known.getFilename(); *c; ++c)
      text += *c == '\\' || *c == '"' ? std::string("\\") + *c : std::string(1, *c);
    return ir::opaque(text + "\"", {}, l.types.of(expr->getType()), toLocation(expr->getExprLoc()));
  }
  l.notYet(expr->getExprLoc(),
           "'" + name.str() + "' of a place in the source, which is another one in generated code,",
           "make the place a parameter of the kernel, or ask a constant one for its line");
}

} // namespace treelize::front
