// What the tool has to say about the user's input. Every phase reports through a DiagnosticSink by
// the row of Diagnostics.def, a place and the texts to fill in; how a message looks is the
// sink's business (front/ has one that renders as Clang does: caret, notes, fix-its, -Werror).
//
// A message is printed in the order: the cause, the notes (why we were there, why it matters), the
// way out. Failures of our own are no diagnostics: see Bug.h.
#pragma once

#include "Location.h"

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace treelize {

enum class Severity { note, warning, error };

enum class Diag {
#define TREELIZE_DIAGNOSTIC(name, severity, id, text, remedy) name,
#include "Diagnostics.def"
};

struct DiagnosticRow {
  std::string_view name;
  Severity severity;
  std::string_view id; // as printed: [treelize-<id>]
  std::string_view text;
  std::string_view remedy;
};

const DiagnosticRow& rowOf(Diag diag);
const std::vector<DiagnosticRow>& allDiagnostics();

// Replaces {0}, {1}, ... by the arguments.
std::string fillIn(std::string_view text, const std::vector<std::string>& arguments);

// Replaces the tokens from `begin` to `end` (both included) by `text`; with an invalid `end` the
// text is inserted before `begin`.
struct FixIt {
  Location begin;
  Location end;
  std::string text;
};

// A further place that belongs to a message; its row has the severity note.
struct Note {
  Diag diag;
  Location where;
  std::vector<std::string> arguments;
};

// A stretch of source to underline, from the token at `begin` to the token at `end`.
struct Range {
  Location begin;
  Location end;
};

struct Details {
  std::vector<Note> notes;
  std::vector<FixIt> fixIts;
  std::vector<Range> ranges;
};

// A message with all texts filled in, as a sink prints it.
struct Message {
  Severity severity;
  Location where;
  std::string text;
  std::string id; // "treelize-...", empty for a note
  std::vector<FixIt> fixIts;
  std::vector<Range> ranges;
};

class DiagnosticSink {
public:
  virtual ~DiagnosticSink() = default;

  virtual void report(Diag diag, Location where, std::vector<std::string> arguments = {},
                      Details details = {});

  bool hasErrors() const { return errors_ > 0; }
  std::size_t errorCount() const { return errors_; }

protected:
  // A sink that treats warnings as errors says so by changing the severity before it prints.
  virtual Severity severityOf(const DiagnosticRow& row) const { return row.severity; }
  virtual void print(const Message& message) = 0;

private:
  std::size_t errors_ = 0;
};

// Keeps what is reported, until it is known whether it is to be told.
class HeldDiagnostics : public DiagnosticSink {
public:
  void report(Diag diag, Location where, std::vector<std::string> arguments = {},
              Details details = {}) override;
  void tell(DiagnosticSink& sink) const;

protected:
  void print(const Message&) override {}

private:
  struct Report {
    Diag diag;
    Location where;
    std::vector<std::string> arguments;
    Details details;
  };
  std::vector<Report> reports_;
};

void printWithoutPlace(std::ostream& out, const Message& message);

// Prints without a place: for what concerns the run and no source ("treelize: error: ...").
class TextSink : public DiagnosticSink {
public:
  explicit TextSink(std::ostream& out) : out_(out) {}

protected:
  void print(const Message& message) override { printWithoutPlace(out_, message); }

private:
  std::ostream& out_;
};

} // namespace treelize
