// The source beside what was generated of it, line by line.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace treelize::explain {

struct SourceText {
  std::string name; // as places name it: `fit.hpp`
  std::string text;
};

struct Origin {
  std::size_t file = 0; // of Listing::sources
  std::size_t line = 0; // from 1; 0: unknown
};

struct Listing {
  std::vector<SourceText> sources; // the input first, then what it includes and lines come from
  std::string generated;
  std::vector<Origin> origins; // by line of `generated`, perhaps not of all
};

} // namespace treelize::explain
