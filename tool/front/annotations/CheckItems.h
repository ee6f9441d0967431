// Parsed items -> items: each known, on the right declaration, with a value of the right kind,
// once, and supported by now. What is wrong is reported and left out.
#pragma once

#include "front/annotations/AnnotationParser.h"
#include "front/read/Request.h"

namespace treelize::front {

// `decl` is a declaration of what is annotated; a later one may repeat the items of an earlier one.
void checkItems(const std::vector<ParsedItem>& parsed, const std::string& text,
                const clang::Decl* decl, Annotation& annotation, DiagnosticSink& sink);

// For an attribute `treelize::name` that Clang did not know and so hung on nothing.
void reportUnknownItem(const std::string& name, Location where, DiagnosticSink& sink);

} // namespace treelize::front
