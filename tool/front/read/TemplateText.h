// Template heads as text for generated code that repeats or specialises a template of the user.
#pragma once

#include "clang/AST/DeclTemplate.h"

#include <string>

namespace treelize::front {

/// `class T, addable U, int N, class... Ts`; parameters without a name get one. Those that `auto`
/// stands for are left out.
std::string templateHeadText(const clang::TemplateParameterList& parameters,
                             const clang::ASTContext& ast);

/// `T, U, N, Ts...`
std::string templateArgumentsText(const clang::TemplateParameterList& parameters);

/// The name that generated code gives a template parameter: its own, or one made up.
std::string templateParameterName(const clang::NamedDecl* parameter);

} // namespace treelize::front
