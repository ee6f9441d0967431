#include "explain/html/KernelHtml.h"

#include "explain/html/Escape.h"
#include "explain/html/ListingHtml.h"
#include "explain/html/Notes.h"
#include "explain/html/TreesHtml.h"

#include <ostream>
#include <set>

namespace treelize::explain {

namespace {

/// Longer tables are folded.
constexpr std::size_t longTable = 12;

class CardPrinter {
public:
  CardPrinter(std::ostream& out, const KernelReport& kernel, const Listing& listing,
              std::size_t output)
      : out(out), kernel(kernel), listing(listing), output(output) {}

  void run() const {
    out << "<section class=card>\n<h2><small>kernel</small> " << code(kernel.name) << " <small>"
        << place(kernel.at) << "</small></h2>\n<dl>\n";
    names("Carries derivatives", kernel.active);
    names("Gradient always zero", kernel.without);
    names("Rules of yours", kernel.rules);
    tape();
    if (!kernel.checkpoints.empty())
      out << "<dt>Checkpoints</dt><dd>" << escaped(kernel.checkpoints) << "</dd>\n";
    loops();
    out << "</dl>\n";
    decisions();
    printParameters(out, kernel);
    out << "</section>\n";
  }

private:
  std::ostream& out;
  const KernelReport& kernel;
  const Listing& listing;
  const std::size_t output;

  std::string place(const std::string& at) const { return linkTo(at, listing, output); }

  void names(const std::string& title, const std::vector<std::string>& all) const {
    if (all.empty())
      return;
    out << "<dt>" << title << "</dt><dd class=names>";
    std::set<std::string> told; // there may be several of a name
    for (const std::string& name : all)
      if (told.insert(name).second)
        out << code(name) << ' ';
    out << "</dd>\n";
  }

  void tape() const {
    out << "<dt>Tape</dt><dd>" << tapeOf(kernel);
    if (!kernel.tapeBytes.empty() && !kernel.unknowns.empty()) {
      out << "; known when it runs:";
      for (const std::string& name : kernel.unknowns)
        out << ' ' << code(name);
    }
    out << "</dd>\n";
  }

  void loops() const {
    for (const PlacedName& sum : kernel.freeSums)
      out << "<dt>Sum</dt><dd>" << code(sum.name) << ", " << place(sum.at)
          << ": in any order, as derivatives alone ask for it</dd>\n";
    for (const std::string& at : kernel.fusedLoops)
      out << "<dt>Loop</dt><dd>" << place(at) << ": both sweeps in one loop</dd>\n";
    for (const ParallelLoop& loop : kernel.parallelLoops)
      out << "<dt>Loop</dt><dd>" << place(loop.at) << ", " << loop.sweep
          << " sweep: " << escaped(loop.how) << "</dd>\n";
  }

  void decisions() const {
    const std::size_t count = kernel.stored.size() + kernel.recomputed.size() +
                              kernel.countedBack.size() + kernel.scratch.size();
    if (count == 0) {
      out << "<p>Nothing is kept for the reverse sweep.</p>\n";
      return;
    }
    out << "<details" << (count > longTable ? "" : " open") << "><summary>" << count
        << (count == 1 ? " value" : " values")
        << " for the reverse sweep</summary>\n<div "
           "class=wide><table>\n<thead><tr><th>Value<th>At<th>"
           "Decision<th>Why</tr></thead>\n";
    for (const StoredValue& each : kernel.stored)
      row(each.value, each.at, "stored", "stored " + storageOf(each),
          each.why + (each.instead.empty() ? "" : "; ") + each.instead);
    for (const PlacedName& each : kernel.recomputed)
      row(each.name, each.at, "recomputed", "recomputed",
          std::string("it can be computed again from what is there") +
              (each.takes.empty() ? "" : ": " + each.takes));
    for (const PlacedName& each : kernel.countedBack)
      row(each.name, each.at, "recomputed", "counted back", "each step can be undone");
    for (const PlacedName& each : kernel.scratch)
      row(each.name, each.at, "stored", "on the tape", "each iteration has an array of its own");
    out << "</table></div></details>\n";
  }

  void row(const std::string& value, const std::string& at, const std::string& kind,
           const std::string& decision, const std::string& why) const {
    out << "<tr><td>" << code(value) << "<td>" << place(at) << "<td class=" << kind << ">"
        << escaped(decision) << "<td>" << escaped(why) << "</tr>\n";
  }
};

} // namespace

void printKernelCard(std::ostream& out, const KernelReport& kernel, const Listing& listing,
                     std::size_t output) {
  CardPrinter(out, kernel, listing, output).run();
}

} // namespace treelize::explain
