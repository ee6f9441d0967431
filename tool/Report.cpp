#include "Report.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <ostream>

namespace treelize {

static void printNames(std::ostream& out, const char* title, const std::vector<std::string>& names) {
  if (names.empty())
    return;
  out << "  " << title << ':';
  for (const std::string& name : names)
    out << ' ' << name;
  out << '\n';
}

void printTextReport(std::ostream& out, const std::vector<OutputReport>& reports) {
  for (const OutputReport& report : reports) {
    out << report.output << (report.changed ? ": written" : ": unchanged") << ", from " << report.input
        << '\n';
    printNames(out, "nodes", report.nodes);
    printNames(out, "tree functions", report.treeFunctions);
    printNames(out, "kernels", report.kernels);
  }
}

void printJsonReport(std::ostream& out, const std::vector<OutputReport>& reports) {
  auto array = [](const std::vector<std::string>& names) {
    llvm::json::Array result;
    for (const std::string& name : names)
      result.push_back(name);
    return result;
  };
  llvm::json::Array outputs;
  for (const OutputReport& report : reports)
    outputs.push_back(llvm::json::Object{{"input", report.input},
                                         {"output", report.output},
                                         {"changed", report.changed},
                                         {"nodes", array(report.nodes)},
                                         {"treeFunctions", array(report.treeFunctions)},
                                         {"kernels", array(report.kernels)}});
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << llvm::formatv("{0:2}", llvm::json::Value(llvm::json::Object{
                                       {"version", TREELIZE_VERSION}, {"outputs", std::move(outputs)}}));
  out << stream.str() << '\n';
}

} // namespace treelize
