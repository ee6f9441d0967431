#include "Report.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <ostream>

namespace treelize {

namespace {

void printNames(std::ostream& out, const std::string& title, const std::vector<std::string>& names) {
  if (names.empty())
    return;
  out << "  " << title << ':';
  for (const std::string& name : names)
    out << ' ' << name;
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

llvm::json::Array arrayOf(const std::vector<std::string>& names) {
  llvm::json::Array result;
  for (const std::string& name : names)
    result.push_back(name);
  return result;
}

llvm::json::Object objectOf(const ClassReport& report) {
  llvm::json::Array fields;
  for (const auto& [name, type] : report.fields)
    fields.push_back(llvm::json::Object{{"name", name}, {"type", type}});
  return llvm::json::Object{
      {"name", report.name}, {"fields", std::move(fields)}, {"kernels", arrayOf(report.kernels)}};
}

llvm::json::Object objectOf(const OutputReport& report) {
  llvm::json::Array classes;
  for (const ClassReport& each : report.classes)
    classes.push_back(objectOf(each));
  return llvm::json::Object{{"input", report.input},
                            {"output", report.output},
                            {"changed", report.changed},
                            {"nodes", arrayOf(report.nodes)},
                            {"treeFunctions", arrayOf(report.treeFunctions)},
                            {"kernels", arrayOf(report.kernels)},
                            {"classes", std::move(classes)}};
}

} // namespace

void printTextReport(std::ostream& out, const std::vector<OutputReport>& reports) {
  for (const OutputReport& report : reports) {
    out << report.output << (report.changed ? ": written" : ": unchanged") << ", from " << report.input
        << '\n';
    printNames(out, "nodes", report.nodes);
    printNames(out, "tree functions", report.treeFunctions);
    printNames(out, "kernels", report.kernels);
    for (const ClassReport& each : report.classes)
      printClass(out, each);
  }
}

void printJsonReport(std::ostream& out, const std::vector<OutputReport>& reports) {
  llvm::json::Array outputs;
  for (const OutputReport& report : reports)
    outputs.push_back(objectOf(report));
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << llvm::formatv("{0:2}", llvm::json::Value(llvm::json::Object{
                                       {"version", TREELIZE_VERSION}, {"outputs", std::move(outputs)}}));
  out << stream.str() << '\n';
}

} // namespace treelize
