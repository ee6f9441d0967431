#include "Pipeline.h"

#include "Diagnostics.h"
#include "Kernels.h"
#include "Needed.h"
#include "Options.h"
#include "PassLog.h"
#include "Resources.h"
#include "Run.h"
#include "Whereabouts.h"
#include "bind/Shadow.h"
#include "explain/Report.h"
#include "explain/Trees.h"
#include "front/CompileCommands.h"
#include "front/Session.h"
#include "front/SourceLines.h"
#include "front/annotations/FindAnnotations.h"
#include "front/annotations/ListAnnotations.h"
#include "front/conditions/FindChecks.h"
#include "front/conditions/UsedCode.h"
#include "front/read/DependentCalls.h"
#include "front/read/ReadNode.h"
#include "front/read/ReadTreeFunction.h"
#include "print/DependencyFile.h"
#include "print/Diff.h"
#include "print/Header.h"
#include "print/Marks.h"
#include "print/OutputFile.h"
#include "print/PrintNode.h"
#include "print/PrintTreeFunction.h"
#include "print/Unit.h"
#include "tree/JoinOverloads.h"

#include <filesystem>
#include <iostream>
#include <optional>

namespace treelize {
namespace {

// --- one input -----------------------------------------------------------------------------------

std::unique_ptr<front::Session> parseInput(const std::string& input, const Options& options,
                                           Run& run) {
  if (!isReadable(input, run.sink))
    return nullptr;
  auto command = front::compileCommandOf(input, options, run.sink);
  if (!command)
    return nullptr;
  for (;;) {
    front::Parsed parsed =
        front::Session::parse({.input = input,
                               .output = options.outputOf(input),
                               .command = command->arguments,
                               .directory = command->directory,
                               .forAnyCompiler = command->forAnyCompiler,
                               .resourceDir = resourceDir(options.program),
                               .runtimeDir = runtimeIncludeDir(options.program),
                               .predefinedMacros = options.predefinedMacros,
                               .warningsAreErrors = options.warningsAreErrors,
                               .generated = generatedFor(options.outputOf(input), run),
                               .generatedDir = run.batch.folder});
    if (parsed.wanted.empty() || !generateWanted(parsed.wanted, options, run))
      return std::move(parsed.session);
  }
}

print::Unit frameOf(const std::string& input, const Options& options, front::Session& session,
                    const front::Annotations& annotations) {
  print::Unit unit;
  unit.sourceName = std::filesystem::path(input).filename().string();
  for (const front::GeneratedInclude& include : annotations.generatedIncludes)
    unit.generatedIncludes.push_back(include.name);
  if (session.isHeader()) {
    auto folder = std::filesystem::path(options.outputOf(input)).parent_path().string();
    unit.sourceInclude = session.sourceInclude(folder.empty() ? "." : folder);
    if (!session.isGuarded())
      session.sink().report(Diag::unguarded_header, session.startOfInput(), {unit.sourceName});
  }
  return unit;
}

/// The lines of tree functions and nodes come from their declarations, if a page asks.
std::string withOrigin(std::string text, Location at, const Options& options) {
  return options.report == ReportForm::html ? print::marked(text, at) : text;
}

std::vector<tree::Node> addNodes(print::Unit& unit, const front::Annotations& annotations,
                                 const Options& options, front::Session& session) {
  std::vector<tree::Node> nodes;
  for (const front::Annotation& annotation : annotations.own)
    if (annotation.record() && annotation.has(front::ItemKind::node))
      if (std::optional<tree::Node> node = front::readNode(session, annotations, annotation)) {
        unit.nodes.push_back(withOrigin(print::printNode(*node), node->location, options));
        unit.runtimeIncludes.insert("treelize/node.hpp");
        nodes.push_back(std::move(*node));
      }
  return nodes;
}

std::vector<tree::TreeFunction> addTreeFunctions(print::Unit& unit,
                                                 const front::Annotations& annotations,
                                                 const Options& options, front::Session& session) {
  std::vector<tree::TreeFunction> functions;
  for (const front::Annotation& annotation : annotations.own)
    if (annotation.isTreeFunction()) {
      workOn("tree function '" + front::nameOf(annotation) + "'");
      if (std::optional<tree::TreeFunction> function = front::readTreeFunction(session, annotation))
        functions.push_back(std::move(*function));
    }
  if (!functions.empty())
    front::warnOfDependentCalls(session, annotations);
  functions = tree::joinOverloads(std::move(functions), session.sink());
  for (const tree::TreeFunction& function : functions) {
    unit.treeFunctions.push_back(
        withOrigin(print::printTreeFunction(function), function.location, options));
    unit.runtimeIncludes.insert("treelize/tree_function.hpp");
    unit.standardIncludes.insert({"array", "string_view"});
  }
  return functions;
}

void addChecks(print::Unit& unit, const Kernels& kernels, const front::Annotations& annotations,
               front::Session& session) {
  const front::UsedCode used =
      front::usedCode(session, annotations, kernels.functions, kernels.hasRule);
  unit.checks = front::findChecks(session, used, kernels.platform);
  if (print::needsRuntime(unit.checks))
    unit.runtimeIncludes.insert("treelize/detail/build_check.hpp");
}

explain::OutputReport reportOf(const std::string& input, const std::string& output,
                               const front::Annotations& annotations) {
  explain::OutputReport report{.input = input,
                               .output = output,
                               .nodes = {},
                               .treeFunctions = {},
                               .kernels = {},
                               .classes = {},
                               .trees = {},
                               .functions = {},
                               .listing = {}};
  for (const front::Annotation& annotation : annotations.own) {
    std::string name = front::nameOf(annotation);
    if (annotation.has(front::ItemKind::node))
      report.nodes.push_back(name);
    if (annotation.isTreeFunction())
      report.treeFunctions.push_back(name);
  }
  return report;
}

explain::ClassReport reportOf(const bind::ClassModel& model) {
  explain::ClassReport report{.name = model.name, .fields = {}, .kernels = {}};
  for (const bind::Member& member : model.members) {
    std::string type = bind::declare(member.declarator, "");
    type.erase(type.find_last_not_of(' ') + 1);
    report.fields.emplace_back(member.name, std::move(type));
  }
  for (const bind::KernelSlot& slot : model.slots)
    report.kernels.push_back(slot.name);
  return report;
}

void describeTrees(const std::vector<tree::Node>& nodes,
                   const std::vector<tree::TreeFunction>& functions, front::Session& session,
                   explain::OutputReport& report) {
  for (const tree::Node& node : nodes)
    report.trees.push_back(explain::treeOf(node, nodes));
  for (const tree::TreeFunction& function : functions)
    report.functions.push_back(
        explain::treeFunctionOf(function, session.placeOf(function.location)));
}

std::optional<Output> generateNow(const std::string& input, const Options& options, Run& run) {
  workOn("'" + input + "'");
  // The source becomes a syntax tree, and its annotations requests.
  std::unique_ptr<front::Session> session = parseInput(input, options, run);
  if (!session)
    return std::nullopt;
  front::Annotations annotations = front::findAnnotations(*session);
  if (session->sink().hasErrors())
    return std::nullopt;
  if (annotations.own.empty())
    session->sink().report(Diag::no_annotation, session->startOfInput(), {input});

  std::string path = options.outputOf(input);
  Output output{.path = path,
                .text = "",
                .dependencies = session->dependencies(),
                .report = reportOf(input, path, annotations)};
  if (options.list) {
    front::listAnnotations(std::cout, annotations, *session);
    return output;
  }

  if (!generateAlong(input, options, annotations, *session, run))
    return std::nullopt;

  // Requests become models, and models text.
  print::Unit unit = frameOf(input, options, *session, annotations);
  const auto nodes = addNodes(unit, annotations, options, *session);
  const auto functions = addTreeFunctions(unit, annotations, options, *session);
  describeTrees(nodes, functions, *session, output.report);
  PassLog log(options.dump, std::cout, options.times == TimesForm::none ? nullptr : &run.times);
  Kernels kernels = addKernels(*session, annotations, options, log, unit);
  for (const bind::ClassModel& model : kernels.classes)
    output.report.classes.push_back(reportOf(model));
  addChecks(unit, kernels, annotations, *session);
  output.report.kernels = std::move(kernels.reports);
  if (session->sink().hasErrors())
    return std::nullopt;
  print::HeaderText header = print::printHeader(unit);
  if (options.report == ReportForm::html) {
    output.report.listing = front::listingOf(*session, header.origins);
    output.report.listing.generated = header.text;
  }
  output.text = std::move(header.text);
  return output;
}

// --- all outputs
// -----------------------------------------------------------------------------------

void checkOutput(const Output& output, DiagnosticSink& sink) {
  std::optional<std::string> present = print::readFile(output.path);
  if (present == output.text)
    return;
  std::cout << print::unifiedDiff(present ? output.path : "/dev/null", present.value_or(""),
                                  output.path, output.text);
  sink.report(Diag::stale_output, {}, {output.path});
}

bool write(const std::string& path, const std::string& text, DiagnosticSink& sink) {
  print::WriteResult result = print::writeFile(path, text);
  if (!result.error.empty())
    sink.report(Diag::unwritable_output, {}, {path, result.error});
  return result.changed;
}

// The folders of a batch are its own. A dependency rule whose target is the output says that Make
// goes by its time, which must not stay behind that of what was read.
bool writeOutput(const Output& output, const Batch& batch, const Options& options,
                 DiagnosticSink& sink) {
  if (!batch.folder.empty()) {
    std::error_code error; // is met again, and reported, by what writes
    std::filesystem::create_directories(std::filesystem::path(output.path).parent_path(), error);
  }
  const bool hasChanged = write(output.path, output.text, sink);
  if (!hasChanged && options.dependencies && options.dependencyTarget.empty())
    print::renew(output.path, output.dependencies);
  return hasChanged;
}

void writeDependencies(const std::vector<Output>& outputs, const Options& options,
                       DiagnosticSink& sink) {
  std::string rules;
  for (const Output& output : outputs) {
    std::string target = options.dependencyTarget.empty() ? output.path : options.dependencyTarget;
    std::string rule = print::dependencyRule(target, output.dependencies);
    if (options.dependencyFile.empty())
      write(std::filesystem::path(output.path).replace_extension(".d").string(), rule, sink);
    rules += rule;
  }
  if (!options.dependencyFile.empty())
    write(options.dependencyFile, rules, sink);
}

} // namespace

std::optional<Output> generate(const std::string& input, const Options& options, Run& run) {
  run.inProgress.push_back(input);
  std::optional<Output> output = generateNow(input, options, run);
  run.inProgress.pop_back();
  return output;
}

int runPipeline(const Options& options) {
  const auto start = PassTimes::Clock::now();
  TextSink sink(std::cerr);
  std::optional<Batch> batch = batchOf(options, sink);
  if (!batch)
    return 1;
  Run run{.sink = sink,
          .batch = std::move(*batch),
          .texts = {},
          .along = {},
          .inProgress = {},
          .times = {}};
  std::vector<Output> outputs;
  bool hasFailed = false;
  for (const std::string& input : options.inputs) {
    if (std::optional<Output> output = generate(input, options, run))
      outputs.push_back(std::move(*output));
    else
      hasFailed = true;
  }
  for (auto& [path, output] : run.along)
    outputs.push_back(std::move(output));
  if (hasFailed || options.list)
    return hasFailed ? 1 : 0;

  std::vector<explain::OutputReport> reports;
  for (Output& output : outputs) {
    if (options.check)
      checkOutput(output, sink);
    else
      output.report.changed = writeOutput(output, run.batch, options, sink);
    reports.push_back(output.report);
  }
  if (options.dependencies && !options.check)
    writeDependencies(outputs, options, sink);
  if (options.report == ReportForm::text)
    explain::printTextReport(std::cout, reports);
  else if (options.report == ReportForm::json)
    explain::printJsonReport(std::cout, reports);
  else if (options.report == ReportForm::html)
    explain::printHtmlReport(std::cout, reports);
  run.times.print(std::cout, options.times, PassTimes::Clock::now() - start);
  return sink.hasErrors() ? 1 : 0;
}

} // namespace treelize
