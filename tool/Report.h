// What a run has done: the outputs with the names of what is in them, as text or JSON.
#pragma once

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace treelize {

struct ClassReport {
  std::string name;
  std::vector<std::pair<std::string, std::string>> fields; // name and type
  std::vector<std::string> kernels;                        // of its proxy
};

struct OutputReport {
  std::string input;
  std::string output;
  bool changed = false;
  std::vector<std::string> nodes;
  std::vector<std::string> treeFunctions;
  std::vector<std::string> kernels;
  std::vector<ClassReport> classes; // the data-oriented ones
};

void printTextReport(std::ostream& out, const std::vector<OutputReport>& reports);
void printJsonReport(std::ostream& out, const std::vector<OutputReport>& reports);

} // namespace treelize
