// The grammar of an annotation, nothing of its meaning:
//
//   annotation: [item {',' item}]      item: name | name '=' value | name '(' value ')'
//
// A value after '=' reaches to the next comma outside (), [] and {}.
#pragma once

#include "front/annotations/AnnotationTokens.h"

#include <optional>

namespace treelize {
class DiagnosticSink;
}

namespace treelize::front {

struct ParsedItem {
  AnnotationToken name;
  enum { alone, assigned, parenthesized } form = alone;
  std::string value;                   // source text, without the parentheses of a list
  std::vector<AnnotationToken> tokens; // of the value
};

// Reports what is no annotation and returns the items before it.
std::vector<ParsedItem> parseAnnotation(const AnnotationText& annotation, DiagnosticSink& sink);

// Splits `a, b` at the commas outside brackets; outer parentheses are peeled off first.
std::vector<std::vector<AnnotationToken>> splitList(std::vector<AnnotationToken> tokens);

// The source text of tokens that follow each other in `text`.
std::string textOf(const std::string& text, const std::vector<AnnotationToken>& tokens);

} // namespace treelize::front
