// What the text of a generated header was made for. It is asked again where the header is
// compiled: another program than the one that was read gets an #error, not a derivative.
#pragma once

#include <string>
#include <vector>

namespace treelize::print {

/// A condition of the source's own.
struct Condition {
  std::string text;  // as `#if` reads it
  std::string macro; // where it asks for no more than that one is defined
  bool isTrue;
  bool isOfCompiler = false; // it tells compilers apart: no flag makes it what it was
};

/// An object-like macro, or what a function-like one makes of the names of its parameters.
struct MacroValue {
  std::string name;
  std::string use; // `SCALE`, `SQUARE(x)`
  std::string text;
  bool isOfCompiler; // as above
};

/// A constant of the platform that was reckoned with.
struct PlatformFact {
  std::string expression; // `sizeof(long)`
  std::string value;
};

struct BuildChecks {
  /// Of one conditional each: those that were asked, the last one or none of them true.
  std::vector<std::vector<Condition>> conditionals;
  std::vector<MacroValue> macros;
  std::vector<PlatformFact> facts;

  bool empty() const { return conditionals.empty() && macros.empty() && facts.empty(); }
};

/// Empty where there is nothing to check.
std::string printBuildChecks(const BuildChecks& checks);

/// Does a check need <treelize/detail/build_check.hpp>?
bool needsRuntime(const BuildChecks& checks);

} // namespace treelize::print
