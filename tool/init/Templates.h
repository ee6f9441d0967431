// The files of a first project: what the README shows, with another name. `@NAME@` stands for the project's.
#pragma once

#include <string_view>
#include <vector>

namespace treelize {

struct FileTemplate {
  std::string_view path;
  std::string_view text;
};

/// What makes a program of the sources.
struct BuildTemplate {
  std::string_view option; // of the command line; empty for the default
  FileTemplate file;
  std::string_view commands; // that build and run it
};

const std::vector<FileTemplate>& sourceTemplates();
const std::vector<BuildTemplate>& buildTemplates();

} // namespace treelize
