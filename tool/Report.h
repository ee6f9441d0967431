// What a run has done: the outputs with the names of what is in them, as text or JSON.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace treelize {

struct OutputReport {
  std::string input;
  std::string output;
  bool changed = false;
  std::vector<std::string> nodes;
  std::vector<std::string> treeFunctions;
  std::vector<std::string> kernels;
};

void printTextReport(std::ostream& out, const std::vector<OutputReport>& reports);
void printJsonReport(std::ostream& out, const std::vector<OutputReport>& reports);

} // namespace treelize
