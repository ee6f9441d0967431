#include "explain/html/Notes.h"

#include "explain/html/Escape.h"

#include <algorithm>
#include <charconv>

namespace treelize::explain {

namespace {

class NoteFinder {
public:
  explicit NoteFinder(const Listing& listing) : listing(listing) {}

  LineNotes found;

  void add(const KernelReport& kernel) {
    note(kernel.at, "kernel", "kernel " + code(kernel.name) + ", tape: " + tapeOf(kernel));
    for (const StoredValue& each : kernel.stored)
      note(each.at, "stored",
           "stored: " + code(each.value) + ", " + escaped(storageOf(each)) + ": " +
               escaped(each.why + (each.instead.empty() ? "" : "; ") + each.instead));
    addAll(kernel.recomputed, "recomputed", "recomputed: ", " in the reverse sweep");
    addAll(kernel.countedBack, "recomputed", "counted back: ", " in the reverse sweep");
    addAll(kernel.scratch, "stored", "on the tape: ", ", an array of each iteration's own");
    addAll(kernel.freeSums, "loop", "in any order: ", ", a sum that derivatives alone ask for");
    for (const std::string& at : kernel.fusedLoops)
      note(at, "loop", "both sweeps in one loop");
    for (const ParallelLoop& loop : kernel.parallelLoops)
      note(loop.at, "loop", escaped(loop.sweep + " sweep: " + loop.how));
    for (const std::string& at : kernel.activeLines)
      if (const Line line = lineOf(at, listing); line.second > 0)
        found.active[line] = true;
  }

private:
  const Listing& listing;

  void addAll(const std::vector<PlacedName>& values, const std::string& kind,
              const std::string& before, const std::string& after) {
    for (const PlacedName& each : values)
      note(each.at, kind, before + code(each.name) + after);
  }

  /// Overloads and instantiations say the same of one line.
  void note(const std::string& at, const std::string& kind, const std::string& html) {
    const Line line = lineOf(at, listing);
    if (line.second == 0)
      return;
    std::vector<LineNote>& notes = found.notes[line];
    if (std::ranges::count(notes, html, &LineNote::html) == 0)
      notes.push_back({kind, html});
  }
};

} // namespace

std::string storageOf(const StoredValue& value) {
  if (value.in == "tape")
    return "on the tape";
  return (value.in.starts_with("array") ? "in an " : "in a ") + value.in;
}

std::string tapeOf(const KernelReport& kernel) {
  if (kernel.tapeBytes.empty())
    return "no formula, " + escaped(kernel.unknowns.empty() ? "" : kernel.unknowns.front());
  return (kernel.isExact ? "" : "at most ") + code(kernel.tapeBytes) + " bytes";
}

Line lineOf(const std::string& at, const Listing& listing) {
  const std::size_t colon = at.rfind(':');
  if (colon == at.npos)
    return {0, 0};
  const std::string name = at.substr(0, colon);
  const auto file = std::ranges::find(listing.sources, name, &SourceText::name);
  if (file == listing.sources.end() ||
      std::ranges::count(listing.sources, name, &SourceText::name) > 1)
    return {0, 0};
  std::size_t line = 0;
  std::from_chars(at.data() + colon + 1, at.data() + at.size(), line);
  return {static_cast<std::size_t>(file - listing.sources.begin()), line};
}

LineNotes notesOf(const OutputReport& report) {
  NoteFinder finder(report.listing);
  for (const KernelReport& kernel : report.kernels)
    finder.add(kernel);
  return std::move(finder.found);
}

} // namespace treelize::explain
