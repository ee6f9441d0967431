#include "Diagnostics.h"

#include <ostream>
#include <utility>

namespace treelize {

const std::vector<DiagnosticRow>& allDiagnostics() {
  static const std::vector<DiagnosticRow> rows = {
#define TREELIZE_DIAGNOSTIC(name, severity, id, text, remedy)                                      \
  {#name, Severity::severity, id, text, remedy},
#include "Diagnostics.def"
  };
  return rows;
}

const DiagnosticRow& rowOf(Diag diag) {
  return allDiagnostics()[static_cast<std::size_t>(diag)];
}

std::string fillIn(std::string_view text, const std::vector<std::string>& arguments) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool isHole = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}' &&
                  text[i + 1] >= '0' && text[i + 1] <= '9';
    if (!isHole) {
      result += text[i];
      continue;
    }
    std::size_t index = static_cast<std::size_t>(text[i + 1] - '0');
    if (index < arguments.size())
      result += arguments[index];
    i += 2;
  }
  return result;
}

void DiagnosticSink::report(Diag diag, Location where, std::vector<std::string> arguments,
                            Details details) {
  const DiagnosticRow& row = rowOf(diag);
  Severity severity = severityOf(row);
  if (severity == Severity::error)
    ++errors_;

  std::string remedy = fillIn(row.remedy, arguments);
  std::string id = row.id.empty() ? "" : "treelize-" + std::string(row.id);
  bool hasRemedy = !remedy.empty();

  // Fix-its belong to the way out: that is the sentence that explains them.
  print({severity, where, fillIn(row.text, arguments), id,
         hasRemedy ? std::vector<FixIt>{} : details.fixIts, details.ranges});
  for (const Note& note : details.notes)
    print({Severity::note, note.where, fillIn(rowOf(note.diag).text, note.arguments), "", {}, {}});
  if (hasRemedy) {
    Location place = details.fixIts.empty() ? where : details.fixIts.front().begin;
    print({Severity::note, place, std::move(remedy), "", std::move(details.fixIts), {}});
  }
}

void HeldDiagnostics::report(Diag diag, Location where, std::vector<std::string> arguments,
                             Details details) {
  reports_.push_back({diag, where, std::move(arguments), std::move(details)});
}

void HeldDiagnostics::tell(DiagnosticSink& sink) const {
  for (const Report& report : reports_)
    sink.report(report.diag, report.where, report.arguments, report.details);
}

void printWithoutPlace(std::ostream& out, const Message& message) {
  static constexpr std::string_view words[] = {"note", "warning", "error"};
  out << "treelize: " << words[static_cast<std::size_t>(message.severity)] << ": " << message.text;
  if (!message.id.empty())
    out << " [" << message.id << ']';
  out << '\n';
}

} // namespace treelize
