#include "Options.h"

#include "Explanation.h"
#include "OptionTable.h"
#include "Reference.h"
#include "Resources.h"
#include "init/FirstProject.h"
#include "passes/Passes.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

#include <algorithm>
#include <iostream>
#include <set>

namespace treelize {
namespace {

constexpr int usageError = 2;

void printHelp() {
  std::cout
      << "Usage: treelize <header>... [options] [-- <compiler's flags>]\n\n"
         "Generates <header>.treelize.hpp: tree functions, adjoints, tangents and bound proxies\n"
         "for the declarations that carry [[treelize(...)]].\n\n"
         "Or: treelize init <name> [--make|--meson]\n\n"
         "Begins a project in this folder: <name>.hpp, main.cpp, and CMakeLists.txt, Makefile or "
         "meson.build.\n\n"
         "The compiler's flags come after '--', or from the compile_commands.json that -p names,\n"
         "or from the nearest one; with none, they are -std=c++20. @file reads arguments from a "
         "file.\n";
  for (auto [category, title] : optionCategories()) {
    std::cout << '\n' << title << ":\n";
    for (const OptionRow& row : allOptions()) {
      if (row.category != category)
        continue;
      std::string left = withValue(row);
      left.resize(std::max<std::size_t>(left.size() + 2, 26), ' ');
      std::cout << "  " << left << row.help << '\n';
    }
  }
  std::cout << "\nExit codes: 0 done, 1 diagnostics, 2 usage, 70 internal error.\n";
}

void printVersion() {
  std::cout << "treelize " << TREELIZE_VERSION << " (LLVM " << LLVM_VERSION_STRING << ")\n";
}

// Reads the arguments before `--` by the table.
class Reader {
public:
  Reader(Options initial, std::vector<std::string> arguments) : arguments_(std::move(arguments)) {
    result_.options = std::move(initial);
  }

  ParsedOptions run() {
    while (!result_.exitCode && next_ < arguments_.size())
      readOne();
    if (!result_.exitCode)
      checkWhole();
    return std::move(result_);
  }

private:
  Options& options() { return result_.options; }

  void fail(const std::string& what, const std::string& remedy) {
    std::cerr << "treelize: error: " << what << "\ntreelize: note: " << remedy << '\n';
    result_.exitCode = usageError;
  }

  void readOne() {
    std::string argument = arguments_[next_++];
    if (argument.empty() || argument[0] != '-' || argument == "-") {
      readInput(argument);
      return;
    }
    // `--x=value` is split; every other value is the next argument.
    std::string name = argument, value;
    bool hasValue = false;
    if (std::size_t equals = argument.find('=');
        argument.starts_with("--") && equals != std::string::npos) {
      name = argument.substr(0, equals);
      value = argument.substr(equals + 1);
      hasValue = true;
    }
    const auto row = std::ranges::find(allOptions(), name, &OptionRow::spelling);
    if (row == allOptions().end()) {
      failUnknown(argument, name);
      return;
    }
    if (row->value.empty() && hasValue) {
      fail("option '" + name + "' takes no value", "write '" + name + "' alone");
      return;
    }
    if (!row->value.empty() && !hasValue && !row->isValueOptional()) {
      if (next_ == arguments_.size()) {
        fail("option '" + name + "' needs a value",
             "write '" + name + " " + std::string(row->value) + "'");
        return;
      }
      value = arguments_[next_++];
    }
    set(*row, value);
  }

  void readInput(const std::string& argument) {
    if (argument.empty() || argument == "-")
      fail("'" + argument + "' is no input", "give the path of a C++ source or header");
    else
      options().inputs.push_back(argument);
  }

  void failUnknown(const std::string& argument, const std::string& name) {
    const OptionRow* nearest = nullptr;
    unsigned best = 2;
    if (name.starts_with("--") && name.size() > 4)
      for (const OptionRow& row : allOptions())
        if (unsigned distance = llvm::StringRef(row.spelling).edit_distance(name);
            distance <= best) {
          best = distance;
          nearest = &row;
        }
    if (nearest)
      fail("unknown option '" + argument + "'",
           "did you mean '" + std::string(nearest->spelling) + "'?");
    else
      fail("unknown option '" + argument + "'",
           "a compiler's flag goes after '--': treelize " +
               (options().inputs.empty() ? "<header>" : options().inputs.front()) + " -- " +
               argument + "; treelize's own options are listed by 'treelize --help'");
  }

  void set(const OptionRow& row, const std::string& value) {
    switch (row.id) {
    case OptionId::buildPath:
      options().buildPath = value;
      break;
    case OptionId::predefinedMacros:
      setOnce(options().predefinedMacros, value, row);
      break;
    case OptionId::batch:
      setOnce(options().batchFile, value, row);
      break;
    case OptionId::output:
      setOnce(options().output, value, row);
      break;
    case OptionId::outputDir:
      setOnce(options().outputDir, value, row);
      break;
    case OptionId::noComments:
      options().comments = false;
      break;
    case OptionId::dependencies:
      options().dependencies = true;
      break;
    case OptionId::dependencyFile:
      options().dependencyFile = value;
      break;
    case OptionId::dependencyTarget:
      options().dependencyTarget = value;
      break;
    case OptionId::check:
      options().check = true;
      break;
    case OptionId::derivatives:
      setDerivatives(value);
      break;
    case OptionId::list:
      options().list = true;
      break;
    case OptionId::report:
      setReport(value);
      break;
    case OptionId::dumpAfter:
      options().dump.all = value == "all";
      options().dump.pass =
          options().dump.all ? std::nullopt : pass(value, /*mustBeOptional=*/false);
      break;
    case OptionId::dumpDiff:
      options().dump.asDiff = true;
      break;
    case OptionId::timePasses:
      setTimes(value);
      break;
    case OptionId::disablePass:
      if (const std::optional<Pass> disabled = pass(value, /*mustBeOptional=*/true))
        options().passes.remove(*disabled);
      break;
    case OptionId::warningsAreErrors:
      options().warningsAreErrors = true;
      break;
    case OptionId::explain:
      explain(value);
      break;
    case OptionId::help:
      printHelp();
      result_.exitCode = 0;
      break;
    case OptionId::version:
      printVersion();
      result_.exitCode = 0;
      break;
    case OptionId::cmakeDir:
      printPlace(cmakeDir(options().program), "");
      break;
    case OptionId::cflags:
      printPlace(runtimeIncludeDir(options().program), "-std=c++20 -Wno-attributes -I");
      break;
    case OptionId::libs:
      printPlace(runtimeLibrary(options().program), "");
      break;
    case OptionId::printReference:
      printReference(value);
      break;
    case OptionId::provoke:
      options().provoke = value == "crash"      ? Provocation::crash
                          : value == "overflow" ? Provocation::overflow
                                                : Provocation::bug;
      break;
    }
  }

  void setOnce(std::string& target, const std::string& value, const OptionRow& row) {
    std::string name(row.spelling);
    if (value.empty())
      fail("option '" + name + "' needs a value",
           "write '" + name + " " + std::string(row.value) + "'");
    else if (!target.empty())
      fail("option '" + name + "' is given twice",
           "give it once; several outputs go to '--output-dir'");
    else
      target = value;
  }

  void setReport(const std::string& value) {
    if (value == "text")
      options().report = ReportForm::text;
    else if (value == "json")
      options().report = ReportForm::json;
    else if (value == "html")
      options().report = ReportForm::html;
    else
      fail("'" + value + "' is no form of report", "write '--report=text', '--report=json' or '--report=html'");
  }

  void setDerivatives(const std::string& value) {
    llvm::SmallVector<llvm::StringRef> parts;
    llvm::StringRef(value).split(parts, ',');
    const std::vector<std::string> words(parts.begin(), parts.end());
    options().derivatives = derivativesNamed(words);
    if (!options().derivatives)
      fail("'" + value + "' is no list of derivatives",
           "write some of '--derivatives=" + derivativeNames() + "'");
  }

  void printReference(const std::string& name) {
    std::string names;
    for (const ReferencePage& page : referencePages()) {
      names += (names.empty() ? "'" : ", '") + std::string(page.name) + "'";
      if (page.name != name)
        continue;
      page.print(std::cout);
      result_.exitCode = 0;
      return;
    }
    fail("'" + name + "' is no page of the reference", "the pages are " + names);
  }

  /// The id as a message prints it in brackets, or without the tool's name.
  void explain(std::string id) {
    if (constexpr std::string_view prefix = "treelize-"; id.starts_with(prefix))
      id.erase(0, prefix.size());
    if (const std::string_view page = explanationOf(id); !page.empty()) {
      std::cout << page;
      result_.exitCode = 0;
      return;
    }
    std::string names;
    for (const std::string& like : idsLike(id))
      names += (names.empty() ? "'" : ", '") + like + "'";
    fail("'" + id + "' is no diagnostic",
         names.empty() ? "'treelize --print-reference=diagnostics' lists all" : "did you mean " + names + "?");
  }

  void printPlace(const std::string& place, const std::string& flags) {
    if (place.empty()) {
      std::cerr << "treelize: error: '" << options().program
                << "' lies in no installation; make one by 'cmake --install <build> --prefix <folder>', "
                   "or install the wheel or the packages\n";
      result_.exitCode = 1;
      return;
    }
    std::cout << flags << place << '\n';
    result_.exitCode = 0;
  }

  void setTimes(const std::string& value) {
    if (value.empty() || value == "text")
      options().times = TimesForm::text;
    else if (value == "json")
      options().times = TimesForm::json;
    else
      fail("'" + value + "' is no form of times", "write '--time-passes', or '--time-passes=json'");
  }

  std::optional<Pass> pass(const std::string& name, bool mustBeOptional) {
    const std::optional<Pass> found = passNamed(name);
    if (found && (rowOf(*found).isOptional || !mustBeOptional))
      return found;
    std::string names;
    for (const PassRow& row : allPasses())
      if (row.isOptional || !mustBeOptional)
        names += (names.empty() ? "'" : ", '") + std::string(row.text) + "'";
    const std::string kind = mustBeOptional ? "optional pass" : "pass";
    fail("'" + name + "' is no " + kind, "the " + kind + "es are " + names);
    return std::nullopt;
  }

  void checkWhole() {
    Options& o = options();
    if (o.provoke != Provocation::none)
      return;
    if (o.inputs.empty())
      fail("no input",
           "write 'treelize <header> -o <output>'; 'treelize --help' lists the options");
    else if (!o.buildPath.empty() && o.compilerFlags)
      fail("both '-p' and '--' give the compiler's flags", "give one of the two");
    else if (!o.output.empty() && !o.outputDir.empty())
      fail("both '-o' and '--output-dir' are given", "give one of the two");
    else if (!o.output.empty() && o.inputs.size() > 1)
      fail("'-o' names one output, but there are " + std::to_string(o.inputs.size()) + " inputs",
           "give '--output-dir' instead");
    else if (!o.dependencies && (!o.dependencyFile.empty() || !o.dependencyTarget.empty()))
      fail("'-MF' and '-MT' mean nothing without '-MD'", "add '-MD'");
    else if (o.dependencies && o.dependencyFile.empty() && o.output == "-")
      fail("'-MD' with '-o -' has no name for the dependency file", "add '-MF <file>'");
    else if (!o.dependencyTarget.empty() && o.inputs.size() > 1)
      fail("'-MT' names one target, but there are several inputs", "leave '-MT' out");
    else if (!o.predefinedMacros.empty() && !llvm::sys::fs::exists(o.predefinedMacros))
      fail("'--predefined-macros' names '" + o.predefinedMacros + "', which does not exist",
           "write what 'g++ <flags> -dM -E -x c++ /dev/null' prints into it");
    else if (o.check && o.output == "-")
      fail("'--check' compares with a file, but '-o -' names none", "give the file by '-o'");
    else
      checkOutputs();
  }

  void checkOutputs() {
    std::set<std::string> outputs;
    for (const std::string& input : options().inputs) {
      if (llvm::sys::fs::equivalent(input, options().outputOf(input))) {
        fail("'" + input + "' would be overwritten by its own output", "give another file by '-o'");
        return;
      }
      if (!outputs.insert(options().outputOf(input)).second) {
        fail("two inputs have the output '" + options().outputOf(input) + "'",
             "generate them in runs of their own, with '-o'");
        return;
      }
    }
  }

  std::vector<std::string> arguments_;
  std::size_t next_ = 0;
  ParsedOptions result_;
};

std::vector<std::string> expandResponseFiles(int argc, const char* const* argv) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char*, 32> arguments(argv + 1, argv + argc);
  llvm::cl::ExpandResponseFiles(saver, llvm::cl::TokenizeGNUCommandLine, arguments);
  return {arguments.begin(), arguments.end()};
}

} // namespace

std::string Options::outputOf(const std::string& input) const {
  if (!output.empty())
    return output;
  llvm::SmallString<128> result(outputDir.empty() ? llvm::StringRef(input)
                                                  : llvm::sys::path::filename(input));
  llvm::sys::path::replace_extension(result, ".treelize.hpp");
  if (outputDir.empty())
    return std::string(result);
  llvm::SmallString<128> whole(outputDir);
  llvm::sys::path::append(whole, result);
  return std::string(whole);
}

ParsedOptions parseOptions(int argc, const char* const* argv) {
  std::vector<std::string> arguments = expandResponseFiles(argc, argv);
  auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  Options initial;
  if (dashes != arguments.end())
    initial.compilerFlags.emplace(dashes + 1, arguments.end());
  if (argc > 0)
    initial.program = argv[0];
  if (!arguments.empty() && arguments.front() == "init")
    return {std::move(initial), startProject({arguments.begin() + 1, arguments.end()})};
  return Reader(std::move(initial), {arguments.begin(), dashes}).run();
}

} // namespace treelize
