#include "explain/Report.h"

#include <ostream>

namespace treelize::explain {

namespace {

void printNames(std::ostream& out, const std::string& title,
                const std::vector<std::string>& names) {
  if (names.empty())
    return;
  out << "  " << title << ':';
  for (std::size_t i = 0; i < names.size(); ++i)
    out << (i == 0 ? " " : ", ") << names[i];
  out << '\n';
}

void printClass(std::ostream& out, const ClassReport& report) {
  std::vector<std::string> fields;
  for (const auto& [name, type] : report.fields)
    fields.push_back(name);
  out << "  class: " << report.name << '\n';
  printNames(out, "  fields", fields);
  printNames(out, "  kernels", report.kernels);
}

/// `value (file:line)`
std::string withPlace(const std::string& name, const std::string& at) {
  return at.empty() ? name : name + " (" + at + ")";
}

void printPlaced(std::ostream& out, const std::string& title,
                 const std::vector<PlacedName>& values) {
  std::vector<std::string> names;
  for (const PlacedName& each : values)
    names.push_back(withPlace(each.name, each.at) + (each.takes.empty() ? "" : ": " + each.takes));
  printNames(out, title, names);
}

void printTape(std::ostream& out, const KernelReport& report) {
  if (report.tapeBytes.empty()) {
    out << "    tape: no formula, " << report.unknowns.front() << '\n';
    return;
  }
  out << "    tape: " << (report.isExact ? "" : "at most ") << report.tapeBytes << " bytes";
  for (std::size_t i = 0; i < report.unknowns.size(); ++i)
    out << (i == 0 ? "; known when it runs: " : ", ") << report.unknowns[i];
  out << '\n';
}

std::string_view articleOf(const std::string& storage) {
  return storage == "tape" ? "the " : storage.starts_with("array") ? "an " : "a ";
}

void printKernel(std::ostream& out, const KernelReport& report) {
  out << "  kernel: " << withPlace(report.name, report.at) << '\n';
  printNames(out, "  active", report.active);
  printNames(out, "  gradient always zero", report.without);
  for (const StoredValue& each : report.stored)
    out << "    stored: " << withPlace(each.value, each.at) << ", in " << articleOf(each.in)
        << each.in << ": " << each.why << (each.instead.empty() ? "" : "; ") << each.instead
        << '\n';
  printPlaced(out, "  recomputed", report.recomputed);
  printPlaced(out, "  counted back", report.countedBack);
  printPlaced(out, "  scratch on the tape", report.scratch);
  printPlaced(out, "  sums in any order", report.freeSums);
  printNames(out, "  fused loops", report.fusedLoops);
  for (const ParallelLoop& loop : report.parallelLoops)
    out << "    parallel loop: " << loop.at << ", " << loop.sweep << " sweep: " << loop.how << '\n';
  printNames(out, "  rules", report.rules);
  if (!report.checkpoints.empty())
    out << "    checkpoints: " << report.checkpoints << '\n';
  printTape(out, report);
}

} // namespace

void printTextReport(std::ostream& out, const std::vector<OutputReport>& reports) {
  for (const OutputReport& report : reports) {
    out << report.output << (report.changed ? ": written" : ": unchanged") << ", from "
        << report.input << '\n';
    printNames(out, "nodes", report.nodes);
    printNames(out, "tree functions", report.treeFunctions);
    for (const KernelReport& each : report.kernels)
      printKernel(out, each);
    for (const ClassReport& each : report.classes)
      printClass(out, each);
  }
}

} // namespace treelize::explain
