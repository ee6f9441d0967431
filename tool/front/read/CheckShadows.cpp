#include "front/read/CheckShadows.h"

#include "Diagnostics.h"
#include "front/lower/types/Members.h"
#include "front/lower/types/TypeModel.h"
#include "ir/Walk.h"

#include "clang/AST/DeclCXX.h"

#include <optional>
#include <set>

namespace treelize::front {

using namespace clang;

namespace {

const FieldDecl* findDeclaration(TypeModel& types, const ir::Type& record,
                                 const std::string& name) {
  const CXXRecordDecl* known = types.classOf(record);
  if (!known)
    return nullptr;
  for (const FieldDecl* field : ownMembers(known))
    if (field->getName() == name)
      return field;
  return nullptr;
}

/// How the source names the part of a parameter that cannot be written: `v.data`, `rows[]`.
std::optional<std::string> constantPart(TypeModel& types, const ir::Kernel& kernel,
                                        const ir::Place& place, const std::string& name) {
  ir::TypeRef type = kernel[place.base].type;
  std::string text = name;
  for (std::size_t i = 0; i < place.path.size(); ++i) {
    const ir::Selector& selector = place.path[i];
    if (!selector.isField()) {
      // The parameter's own elements have a shadow of another type.
      if (i > 0 && type->isView() && type->constElement)
        return text;
      type = type->element;
      text += "[]";
    } else {
      const ir::RecordField* field = ir::findField(*type, selector.field);
      if (!field)
        return std::nullopt;
      const FieldDecl* declared = findDeclaration(types, *type, selector.field);
      text += "." + selector.field;
      if (declared && declared->getType()->isReferenceType() &&
          declared->getType().getNonReferenceType().isConstQualified())
        return text;
      type = field->type;
    }
    if (!type)
      return std::nullopt;
  }
  return std::nullopt;
}

} // namespace

void checkShadows(TypeModel& types, const bind::KernelModel& model, const ir::Kernel& adjoint,
                  DiagnosticSink& sink) {
  std::set<std::string> told;
  ir::forEachStmt(adjoint.body, [&](const ir::Stmt& stmt) {
    ir::forEachWritten(adjoint, stmt, [&](const ir::Place& place) {
      const ir::Variable& shadow = adjoint[place.base];
      if (shadow.role != ir::Role::Shadow || !shadow.shadowOf)
        return;
      const ir::Variable& parameter = adjoint[*shadow.shadowOf];
      const auto part = constantPart(types, adjoint, place, parameter.name);
      if (part && told.insert(*part).second)
        sink.report(Diag::constant_shadow, parameter.location, {*part, model.name});
    });
  });
}

} // namespace treelize::front
