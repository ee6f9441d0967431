#include "explain/html/ListingHtml.h"

#include "explain/html/Escape.h"
#include "explain/html/Highlight.h"
#include "explain/html/Notes.h"

#include <filesystem>
#include <map>
#include <ostream>

namespace treelize::explain {

namespace {

std::string nameOf(Line line) {
  return std::to_string(line.first) + "-" + std::to_string(line.second);
}

std::string sourceId(std::size_t output, Line line) {
  return "s" + std::to_string(output) + "-" + nameOf(line);
}

std::string generatedId(std::size_t output, std::size_t line) {
  return "g" + std::to_string(output) + "-" + std::to_string(line);
}

/// A number that leads to the other side, where there is something.
std::string numberOf(std::size_t line, const std::string& target) {
  const std::string number = "data-n=" + std::to_string(line);
  return target.empty() ? "<b " + number + "></b>" : "<a " + number + " href=#" + target + "></a>";
}

class ListingPrinter {
public:
  ListingPrinter(std::ostream& out, const OutputReport& report, std::size_t output)
      : out(out), listing(report.listing), notes(notesOf(report)), output(output) {
    for (std::size_t i = listing.origins.size(); i-- > 0;)
      if (const Origin& origin = listing.origins[i]; origin.line > 0)
        firstOf[{origin.file, origin.line}] = i + 1;
  }

  void run(const std::string& generatedName) const {
    out << "<div class=listing>\n<section class=pane aria-label=\"Source\">\n";
    for (std::size_t file = 0; file < listing.sources.size(); ++file) {
      // A file that only its lines' derivatives bring in.
      head(listing.sources[file].name, file == 0 ? "the source" : "included by it");
      source(file);
    }
    out << "</section>\n<section class=pane aria-label=\"Generated code\">\n";
    head(generatedName, "generated");
    generated();
    out << "</section>\n<output class=status></output>\n</div>\n";
  }

private:
  std::ostream& out;
  const Listing& listing;
  const LineNotes notes;
  const std::size_t output;
  std::map<Line, std::size_t> firstOf; // the first generated line of a line of the source

  void head(const std::string& name, const std::string& what) const {
    out << "<h3>" << escaped(name) << " <small>" << what << "</small></h3>\n";
  }

  void source(std::size_t file) const {
    out << "<pre>";
    const std::vector<std::string> lines = highlightedLines(listing.sources[file].text);
    for (std::size_t i = 0; i < lines.size(); ++i)
      sourceLine({file, i + 1}, lines[i]);
    out << "</pre>\n";
  }

  void sourceLine(Line line, const std::string& text) const {
    const auto first = firstOf.find(line);
    const bool hasLines = first != firstOf.end();
    out << "<span class=\"line" << (notes.active.contains(line) ? " active" : "") << "\" id="
        << sourceId(output, line);
    if (hasLines)
      out << " data-at=" << nameOf(line);
    out << '>' << numberOf(line.second, hasLines ? generatedId(output, first->second) : "") << text
        << "\n</span>";
    if (const auto found = notes.notes.find(line); found != notes.notes.end())
      for (const LineNote& note : found->second)
        out << "<span class=\"note " << note.kind << "\">" << note.html << "</span>";
  }

  void generated() const {
    out << "<pre>";
    const std::vector<std::string> lines = highlightedLines(listing.generated);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Origin from = i < listing.origins.size() ? listing.origins[i] : Origin{};
      const Line line{from.file, from.line};
      out << "<span class=line id=" << generatedId(output, i + 1);
      if (from.line > 0)
        out << " data-at=" << nameOf(line) << " title=\""
            << escaped(listing.sources[from.file].name) << ':' << from.line << '"';
      out << '>' << numberOf(i + 1, from.line > 0 ? sourceId(output, line) : "") << lines[i]
          << "\n</span>";
    }
    out << "</pre>\n";
  }
};

} // namespace

void printListing(std::ostream& out, const OutputReport& report, std::size_t output) {
  ListingPrinter(out, report, output)
      .run(std::filesystem::path(report.output).filename().string());
}

std::string linkTo(const std::string& at, const Listing& listing, std::size_t output) {
  const Line line = lineOf(at, listing);
  if (line.second == 0)
    return escaped(at);
  return "<a href=#" + sourceId(output, line) + ">" + escaped(at) + "</a>";
}

} // namespace treelize::explain
