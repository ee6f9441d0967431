// The text of an annotation as tokens, each with its place in the user's file, so that a message
// points at the very item. Clang hands over the text alone (a stringized macro argument); the
// places come from lexing the source again. Where source and text differ, because the
// annotation comes out of a macro of the user's, every token has the place of that macro's use.
#pragma once

#include "Location.h"

#include <string>
#include <vector>

namespace clang {
class AnnotateAttr;
}

namespace treelize::front {

class Session;

struct AnnotationToken {
  enum Kind { name, text, punctuation, other, end } kind;
  std::string spelling;
  std::size_t offset = 0; // in the annotation's text
  Location where;

  bool is(const char* what) const { return kind == punctuation && spelling == what; }
};

struct AnnotationText {
  std::string text;
  std::vector<AnnotationToken> tokens; // the last one has the kind `end`
  Location where;                      // of the annotation
  Location claim; // of the macro that spells it, as IncludeFacts::annotationMacros has it, or of
                  // the attribute
  bool byMacro = false; // TREELIZE(...), to offer fix-its in the same spelling
};

// Whether the attribute is an annotation of ours.
bool isAnnotation(const clang::AnnotateAttr& attribute);

AnnotationText annotationText(const clang::AnnotateAttr& attribute, Session& session);

} // namespace treelize::front
