// treelize-conformance AREA FILE.json: one line per failed case, the reasons of skips with their counts, and
// `N passed, N failed, N skipped`. Exits 0 if none failed, 1 if one did, 2 on a wrong call or a wrong file.
#include "Area.h"

#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <string_view>

namespace {

using namespace treelize::conformance;

struct AreaRow {
  std::string_view name;
  RunCase run;
};
constexpr AreaRow areas[] = {
    {"func_treelize", runFuncTreelize},
    {"pytree", runPytree},
    {"filters", runFilters},
    {"symnum", runSymnum},
};

RunCase findArea(std::string_view name) {
  for (const AreaRow& area : areas)
    if (area.name == name)
      return area.run;
  return nullptr;
}

Outcome runGuarded(RunCase run, const json& document, const json& one) {
  try {
    return run(document, one);
  } catch (const std::exception& error) {
    return Outcome::failed(std::string("unexpected exception: ") + error.what());
  }
}

int runAll(RunCase run, const json& document) {
  std::size_t passed = 0, failed = 0, skipped = 0;
  std::map<std::string, std::size_t> reasons;
  for (const json& one : document.at("cases")) {
    const Outcome outcome = runGuarded(run, document, one);
    switch (outcome.kind) {
    case Outcome::Kind::passed:
      ++passed;
      break;
    case Outcome::Kind::failed:
      ++failed;
      std::cout << "failed: " << one.at("id").get<std::string>() << ": " << outcome.text << '\n';
      break;
    case Outcome::Kind::skipped:
      ++skipped;
      ++reasons[outcome.text];
      break;
    }
  }
  for (const auto& [reason, count] : reasons)
    std::cout << "skipped " << count << ": " << reason << '\n';
  std::cout << passed << " passed, " << failed << " failed, " << skipped << " skipped\n";
  return failed == 0 ? 0 : 1;
}

int usage() {
  std::cerr << "usage: treelize-conformance AREA FILE.json\nareas:";
  for (const AreaRow& area : areas)
    std::cerr << ' ' << area.name;
  std::cerr << '\n';
  return 2;
}

} // namespace

int main(int argc, char** argv) {
  const RunCase run = argc == 3 ? findArea(argv[1]) : nullptr;
  if (!run)
    return usage();
  std::ifstream file(argv[2]);
  if (!file) {
    std::cerr << "treelize-conformance: cannot read '" << argv[2] << "'\n";
    return 2;
  }
  try {
    return runAll(run, json::parse(file));
  } catch (const json::exception& error) {
    std::cerr << "treelize-conformance: '" << argv[2] << "': " << error.what() << '\n';
    return 2;
  }
}
