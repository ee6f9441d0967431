#include "init/FirstProject.h"

#include "init/Templates.h"
#include "print/OutputFile.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <string_view>

namespace treelize {
namespace {

/// Targets that CMake, Make or Meson have for themselves.
constexpr std::string_view takenNames[] = {"all",     "clean",   "dist",    "edit_cache", "help",
                                           "install", "package", "rebuild_cache", "test", "treelize"};

int fail(int exitCode, const std::string& what, const std::string& remedy) {
  std::cerr << "treelize: error: " << what << "\ntreelize: note: " << remedy << '\n';
  return exitCode;
}

/// It becomes the name of files, of the program and of targets.
bool isName(const std::string& name) {
  const auto isPart = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
  return !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) &&
         std::ranges::all_of(name, isPart) &&
         std::ranges::find(takenNames, name) == std::end(takenNames);
}

std::string filled(std::string_view text, const std::string& name) {
  constexpr std::string_view placeholder = "@NAME@";
  std::string result(text);
  for (std::size_t at = 0; (at = result.find(placeholder, at)) != std::string::npos;
       at += name.size())
    result.replace(at, placeholder.size(), name);
  return result;
}

int write(const std::string& name, const BuildTemplate& build) {
  std::vector<FileTemplate> files = sourceTemplates();
  files.push_back(build.file);
  std::string present, written;
  for (const FileTemplate& file : files) {
    const std::string path = filled(file.path, name);
    std::string& list = std::filesystem::exists(path) ? present : written;
    list += (list.empty() ? "" : ", ") + path;
  }
  if (!present.empty())
    return fail(1, "here is already " + present, "begin the project in an empty folder");
  for (const FileTemplate& file : files) {
    const std::string path = filled(file.path, name);
    if (const print::WriteResult result = print::writeFile(path, filled(file.text, name));
        !result.error.empty())
      return fail(1, "cannot write '" + path + "': " + result.error,
                  "begin the project in a folder that you may write to");
  }
  std::cout << "Written: " << written << ". Build and run it:\n  " << filled(build.commands, name)
            << '\n';
  return 0;
}

} // namespace

int startProject(const std::vector<std::string>& arguments) {
  constexpr const char* usage = "write 'treelize init <name> [--make|--meson]'";
  std::string name;
  const BuildTemplate* build = nullptr;
  for (const std::string& argument : arguments) {
    const auto chosen = std::ranges::find(buildTemplates(), argument, &BuildTemplate::option);
    if (!argument.empty() && chosen != buildTemplates().end()) {
      if (build)
        return fail(2, "'" + argument + "' is one build system too many", usage);
      build = &*chosen;
    } else if (argument.starts_with("-")) {
      return fail(2, "'" + argument + "' is no option of 'treelize init'", usage);
    } else if (!name.empty()) {
      return fail(2, "'" + argument + "' is a name too many", usage);
    } else if (!isName(argument)) {
      return fail(2, "'" + argument + "' can be no name of a program and of its files",
                  "begin with a letter, go on with letters, digits, '_' and '-', and leave 'all', 'test' and "
                  "other names of build systems to them");
    } else {
      name = argument;
    }
  }
  if (name.empty())
    return fail(2, "'treelize init' lacks the project's name", usage);
  return write(name, build ? *build : buildTemplates().front());
}

} // namespace treelize
