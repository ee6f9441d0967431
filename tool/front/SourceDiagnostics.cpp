#include "front/SourceDiagnostics.h"

#include "ClangCompat.h"
#include "front/Locations.h"

#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Lex/LexDiagnostic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <iostream>

namespace treelize::front {

// As many as a reader can use; the rest are mostly their consequences.
static constexpr std::size_t maxProblemsShown = 20;

bool isMissingInclude(const clang::StoredDiagnostic& diagnostic) {
  return diagnostic.getID() == clang::diag::err_pp_file_not_found;
}

static clang::StoredDiagnostic asFatal(const clang::StoredDiagnostic& error) {
  return {clang::DiagnosticsEngine::Fatal,
          error.getID(),
          error.getMessage(),
          error.getLocation(),
          error.getRanges(),
          error.getFixIts()};
}

void goOnAfterMissingInclude(clang::DiagnosticsEngine& engine) {
  engine.setSeverity(clang::diag::err_pp_file_not_found, clang::diag::Severity::Error, {});
}

ParseDiagnostics::ParseDiagnostics(clang::DiagnosticOptions& options)
    : printer_(compat::makePrinter(llvm::errs(), options)) {}

void ParseDiagnostics::BeginSourceFile(const clang::LangOptions& language,
                                       const clang::Preprocessor* pp) {
  printer_->BeginSourceFile(language, pp);
}

void ParseDiagnostics::EndSourceFile() {
  printer_->EndSourceFile();
}

void ParseDiagnostics::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                        const clang::Diagnostic& info) {
  using Level = clang::DiagnosticsEngine::Level;
  if (speaking_) {
    printer_->HandleDiagnostic(level, info);
    return;
  }
  if (level == Level::Note) {
    if (keepsNotes_)
      problems_.back().notes.emplace_back(level, info);
    return;
  }
  keepsNotes_ = level >= Level::Error;
  if (keepsNotes_) {
    DiagnosticConsumer::HandleDiagnostic(level, info); // counts
    problems_.push_back({clang::StoredDiagnostic(level, info), {}});
  } else if (compat::isUnknownAttribute(info.getID())) {
    unknownAttributes_.push_back(info.getNumRanges() ? info.getRange(0).getBegin()
                                                     : info.getLocation());
  } else if (compat::isMissingReturn(info)) {
    missingReturns_.push_back(info.getLocation());
  }
}

/// Clang says where an instantiation comes from with its first error only.
static bool isFurtherErrorOfInstantiation(const ParseDiagnostics::Problem& problem,
                                          const clang::SourceManager& sources) {
  auto isInMainFile = [&](const clang::StoredDiagnostic& diagnostic) {
    const clang::SourceLocation place = diagnostic.getLocation();
    return place.isInvalid() || sources.isWrittenInMainFile(sources.getExpansionLoc(place));
  };
  return !isInMainFile(problem.error) && std::ranges::none_of(problem.notes, isInMainFile);
}

const clang::StoredDiagnostic* ParseDiagnostics::firstProblem(
    const std::function<bool(const Problem&)>& isForgiven) const {
  const auto first = std::ranges::find_if_not(problems_, isForgiven);
  return first == problems_.end() ? nullptr : &first->error;
}

std::size_t ParseDiagnostics::printProblems(clang::DiagnosticsEngine& engine,
                                            const std::function<bool(const Problem&)>& isForgiven) {
  speak();
  std::size_t count = 0;
  bool wasForgiven = false;
  for (const Problem& problem : problems_) {
    wasForgiven =
        isForgiven(problem) ||
        (wasForgiven && isFurtherErrorOfInstantiation(problem, engine.getSourceManager()));
    if (wasForgiven || ++count > maxProblemsShown)
      continue;
    if (firstShown_.isInvalid())
      firstShown_ = problem.error.getLocation();
    ownWords_ &= problem.error.getMessage().contains("[treelize-");
    const bool isMissing = isMissingInclude(problem.error);
    engine.Report(isMissing ? asFatal(problem.error) : problem.error);
    for (const clang::StoredDiagnostic& note : problem.notes)
      engine.Report(note);
    if (isMissing)
      break; // the rest may be its consequence
  }
  engine.Reset(/*soft=*/true); // else Clang says nothing more after a fatal error
  return count;
}

Severity SourceSink::severityOf(const DiagnosticRow& row) const {
  bool promoted = row.severity == Severity::warning && warningsAreErrors_;
  return promoted ? Severity::error : row.severity;
}

static clang::DiagnosticsEngine::Level levelOf(Severity severity) {
  switch (severity) {
  case Severity::note:
    return clang::DiagnosticsEngine::Note;
  case Severity::warning:
    return clang::DiagnosticsEngine::Warning;
  case Severity::error:
    return clang::DiagnosticsEngine::Error;
  }
  return clang::DiagnosticsEngine::Error;
}

static clang::FixItHint hintOf(const FixIt& fixIt) {
  clang::SourceLocation begin = toSourceLocation(fixIt.begin);
  if (!fixIt.end.isValid())
    return clang::FixItHint::CreateInsertion(begin, fixIt.text);
  auto range = clang::CharSourceRange::getTokenRange(begin, toSourceLocation(fixIt.end));
  return clang::FixItHint::CreateReplacement(range, fixIt.text);
}

void SourceSink::print(const Message& message) {
  if (!message.where.isValid()) {
    printWithoutPlace(std::cerr, message);
    return;
  }
  std::string text = message.text;
  if (!message.id.empty())
    text += " [" + message.id + "]";

  unsigned id = engine_.getCustomDiagID(levelOf(message.severity), "%0");
  clang::DiagnosticBuilder builder = engine_.Report(toSourceLocation(message.where), id);
  builder << text;
  for (const Range& range : message.ranges)
    builder << clang::CharSourceRange::getTokenRange(toSourceLocation(range.begin),
                                                     toSourceLocation(range.end));
  for (const FixIt& fixIt : message.fixIts)
    builder << hintOf(fixIt);
}

} // namespace treelize::front
