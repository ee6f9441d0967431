#include "explain/Report.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <ostream>

namespace treelize::explain {

namespace {

llvm::json::Array arrayOf(const std::vector<std::string>& names) {
  llvm::json::Array result;
  for (const std::string& name : names)
    result.push_back(name);
  return result;
}

template <class T>
llvm::json::Array arrayOf(const std::vector<T>& parts);

llvm::json::Object objectOf(const PlacedName& value) {
  llvm::json::Object object{{"name", value.name}, {"at", value.at}};
  if (!value.takes.empty())
    object["takes"] = value.takes;
  return object;
}

llvm::json::Object objectOf(const StoredValue& value) {
  llvm::json::Object object{
      {"value", value.value}, {"at", value.at}, {"in", value.in}, {"why", value.why}};
  if (!value.instead.empty())
    object["instead"] = value.instead;
  return object;
}

llvm::json::Object objectOf(const ParallelLoop& loop) {
  return llvm::json::Object{{"at", loop.at}, {"sweep", loop.sweep}, {"how", loop.how}};
}

llvm::json::Object objectOf(const KernelReport& report) {
  return llvm::json::Object{{"name", report.name},
                            {"at", report.at},
                            {"active", arrayOf(report.active)},
                            {"gradientAlwaysZero", arrayOf(report.without)},
                            {"stored", arrayOf(report.stored)},
                            {"recomputed", arrayOf(report.recomputed)},
                            {"countedBack", arrayOf(report.countedBack)},
                            {"scratch", arrayOf(report.scratch)},
                            {"sumsInAnyOrder", arrayOf(report.freeSums)},
                            {"fusedLoops", arrayOf(report.fusedLoops)},
                            {"parallelLoops", arrayOf(report.parallelLoops)},
                            {"rules", arrayOf(report.rules)},
                            {"checkpoints", report.checkpoints},
                            {"tape", llvm::json::Object{{"bytes", report.tapeBytes},
                                                        {"exact", report.isExact},
                                                        {"unknowns", arrayOf(report.unknowns)}}}};
}

llvm::json::Object objectOf(const ClassReport& report) {
  llvm::json::Array fields;
  for (const auto& [name, type] : report.fields)
    fields.push_back(llvm::json::Object{{"name", name}, {"type", type}});
  return llvm::json::Object{
      {"name", report.name}, {"fields", std::move(fields)}, {"kernels", arrayOf(report.kernels)}};
}

llvm::json::Object objectOf(const OutputReport& report) {
  return llvm::json::Object{{"input", report.input},
                            {"output", report.output},
                            {"changed", report.changed},
                            {"nodes", arrayOf(report.nodes)},
                            {"treeFunctions", arrayOf(report.treeFunctions)},
                            {"kernels", arrayOf(report.kernels)},
                            {"classes", arrayOf(report.classes)}};
}

template <class T>
llvm::json::Array arrayOf(const std::vector<T>& parts) {
  llvm::json::Array result;
  for (const T& part : parts)
    result.push_back(objectOf(part));
  return result;
}

} // namespace

void printJsonReport(std::ostream& out, const std::vector<OutputReport>& reports) {
  llvm::json::Array outputs;
  for (const OutputReport& report : reports)
    outputs.push_back(objectOf(report));
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << llvm::formatv("{0:2}",
                          llvm::json::Value(llvm::json::Object{{"version", TREELIZE_VERSION},
                                                               {"outputs", std::move(outputs)}}));
  out << stream.str() << '\n';
}

} // namespace treelize::explain
