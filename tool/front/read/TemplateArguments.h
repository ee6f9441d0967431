// The items `T = double` of an annotation -> the arguments of the template that it stands on.
#pragma once

#include "Location.h"
#include "front/read/Forward.h"

#include "clang/AST/TemplateBase.h"

#include <optional>
#include <string>

namespace clang {
class TemplateDecl;
}

namespace treelize::front {

/// One argument for each parameter of the template but those at the end that have defaults. Empty
/// after a report.
std::optional<clang::TemplateArgumentListInfo> templateArguments(Session& session,
                                                                 const Annotation& annotation,
                                                                 const clang::TemplateDecl* pattern,
                                                                 DiagnosticSink& sink);

/// The kernel or the class cannot be instantiated.
void reportTemplate(const Annotation& annotation, Location where, const std::string& reason,
                    DiagnosticSink& sink);

} // namespace treelize::front
