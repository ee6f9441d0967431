// What one generated header is made of. The printers of nodes, tree functions and kernels add
// finished text and name the runtime headers that it needs; print/Header puts the parts in order.
#pragma once

#include "print/BuildChecks.h"

#include <set>
#include <string>
#include <vector>

namespace treelize::print {

// A section is text at global scope: it opens and closes its namespaces itself.
struct Unit {
  std::string sourceName;    // the input as the banner names it, e.g. "spring.hpp"
  std::string sourceInclude; // how the generated file includes it; empty: not a header
  std::vector<std::string>
      generatedIncludes;                  // of other annotated headers, e.g. "sub/b.treelize.hpp"
  std::set<std::string> runtimeIncludes;  // e.g. "treelize/node.hpp"
  std::set<std::string> standardIncludes; // e.g. "cmath"

  BuildChecks checks;
  std::vector<std::string> nodes;
  std::vector<std::string> treeFunctions;
  std::vector<std::string> kernels;
};

} // namespace treelize::print
