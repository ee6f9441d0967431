#include "front/annotations/AnnotationMistakes.h"

#include "clang/Frontend/FrontendDiagnostic.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Preprocessor.h"

namespace treelize::front {
namespace {

constexpr llvm::StringRef macroName = "TREELIZE";

/// The source from the place on, and its line.
struct Surroundings {
  llvm::StringRef before, after;

  Surroundings(clang::SourceLocation place, const clang::SourceManager& sources) {
    const auto [file, offset] = sources.getDecomposedLoc(place);
    const llvm::StringRef text = sources.getBufferData(file);
    before = text.take_front(offset);
    before = before.substr(before.rfind('\n') + 1);
    after = text.substr(offset);
  }
  llvm::StringRef restOfLine() const { return after.take_until([](char c) { return c == '\n'; }); }

  /// At `[[treelize`, in which Clang may have read on to the name.
  bool isAtAnnotation() const {
    llvm::StringRef rest = after;
    const bool isOpen = before.rtrim().ends_with("[[");
    return (rest.ltrim('[').starts_with("treelize") && (isOpen || rest.starts_with("[")));
  }
};

} // namespace

std::optional<AnnotationMistake> annotationMistake(const clang::StoredDiagnostic& error,
                                                   clang::Preprocessor& preprocessor) {
  if (error.getLocation().isInvalid() || error.getMessage().contains("[treelize-"))
    return std::nullopt;
  const clang::SourceManager& sources = preprocessor.getSourceManager();
  const clang::SourceLocation place = sources.getExpansionLoc(error.getLocation());
  const Surroundings text(place, sources);
  if (error.getID() == clang::diag::err_unterm_macro_invoc &&
      (text.after.starts_with("treelize") || text.after.starts_with(macroName)))
    return AnnotationMistake{Diag::annotation_syntax, place, {"')' for each '('"}};
  const bool isMacroUnknown = !preprocessor.isMacroDefined(macroName);
  if (isMacroUnknown && (text.before + text.restOfLine()).str().find(macroName) != std::string::npos)
    return AnnotationMistake{Diag::undeclared_annotation, place, {}};
  if (text.isAtAnnotation())
    return AnnotationMistake{Diag::misplaced_annotation, place, {}};
  return std::nullopt;
}

} // namespace treelize::front
