#include "PassTimes.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_os_ostream.h"

#include <algorithm>

namespace treelize {

namespace {

double seconds(PassTimes::Clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

} // namespace

void PassTimes::add(const PassRun& run, Clock::duration took, bool hasChanged) {
  Sum& sum = sums[{run.pass, run.stage}];
  ++sum.runs;
  sum.changed += hasChanged ? 1 : 0;
  sum.took += took;
}

std::vector<PassTimes::Row> PassTimes::slowestFirst() const {
  std::vector<Row> rows(sums.begin(), sums.end());
  std::ranges::stable_sort(rows, std::ranges::greater(),
                           [](const Row& row) { return row.second.took; });
  return rows;
}

void PassTimes::print(std::ostream& out, TimesForm form, Clock::duration whole) const {
  if (form == TimesForm::text)
    printText(out, whole);
  else if (form == TimesForm::json)
    printJson(out, whole);
}

void PassTimes::printText(std::ostream& stream, Clock::duration whole) const {
  llvm::raw_os_ostream out(stream);
  const auto line = [&](std::string_view pass, std::string_view stage, Clock::duration took) {
    out << llvm::format("%10.3f ms %5.1f %%  %-14s %-10s", 1e3 * seconds(took),
                        100 * seconds(took) / std::max(seconds(whole), 1e-9),
                        std::string(pass).c_str(), std::string(stage).c_str());
  };
  out << "         time        pass           stage       runs  changed the kernel\n";
  Clock::duration rest = whole;
  for (const auto& [run, sum] : slowestFirst()) {
    line(rowOf(run.first).text, nameOf(run.second), sum.took);
    out << llvm::format(" %5u %5u\n", sum.runs, sum.changed);
    rest -= sum.took;
  }
  line("parsing, verification, printing", "", rest);
  out << '\n';
}

void PassTimes::printJson(std::ostream& stream, Clock::duration whole) const {
  llvm::raw_os_ostream out(stream);
  llvm::json::OStream json(out, 2);
  json.object([&] {
    json.attribute("seconds", seconds(whole));
    json.attributeArray("passes", [&] {
      for (const auto& [run, sum] : slowestFirst())
        json.object([&] {
          json.attribute("pass", llvm::StringRef(rowOf(run.first).text));
          json.attribute("stage", llvm::StringRef(nameOf(run.second)));
          json.attribute("runs", sum.runs);
          json.attribute("changed", sum.changed);
          json.attribute("seconds", seconds(sum.took));
        });
    });
  });
  out << '\n';
}

} // namespace treelize
