// Checks the gradients of the table's programs, and times them: `programs [--check] [--small]
// [--seconds=N] [name...]`, where a name is a program's, its field's, or the beginning of one.
// Prints a Markdown table.
#include "Table.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace programs {

namespace {

struct Options {
  bool check = false;
  Size size = Size::timed;
  double seconds = 1; ///< for each program
  std::vector<std::string> names;
};

struct Times {
  double primal = 1e300, expert = 1e300, generated = 1e300, product = 1e300;
};

/// Of this thread, so that what else the machine does is not counted.
double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

void shorten(double& shortest, const std::function<void()>& function) {
  for (int repetition = 0; repetition < 3; ++repetition) {
    const double start = now();
    function();
    shortest = std::min(shortest, now() - start);
  }
}

Times timesOf(const Case& program, double seconds) {
  Times times;
  const double start = now();
  for (int round = 0; round < 5 || now() - start < seconds; ++round) {
    shorten(times.primal, program.primal);
    if (program.expert)
      shorten(times.expert, program.expert);
    shorten(times.generated, program.generated);
    if (program.product)
      shorten(times.product, program.product);
  }
  return times;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i)
    if (!std::strcmp(argv[i], "--check"))
      options.check = true;
    else if (!std::strcmp(argv[i], "--small"))
      options.size = Size::small;
    else if (!std::strncmp(argv[i], "--seconds=", 10))
      options.seconds = std::atof(argv[i] + 10);
    else
      options.names.emplace_back(argv[i]);
  return options;
}

bool wanted(const Case& program, const std::vector<std::string>& names) {
  return names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
           return program.traits.field == name || program.traits.name.starts_with(name);
         });
}

/// The ratio of two times; nothing where one is not there.
std::string ratio(double a, double b) {
  if (a == 1e300 || b == 1e300)
    return "";
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", a / b);
  return text;
}

struct Mean {
  double logarithms = 0;
  int count = 0;

  void add(double x) {
    logarithms += std::log(x);
    ++count;
  }
  double value() const { return std::exp(logarithms / count); }
};

/// Takes the programs whose gradients are wrong out of the table, and returns how many they are.
int leaveOutWrong(Table& table) {
  return static_cast<int>(std::erase_if(table, [](const Case& program) {
    const std::string error = program.error();
    if (!error.empty())
      std::fprintf(stderr, "%s: %s\n", program.traits.name.c_str(), error.c_str());
    return !error.empty();
  }));
}

void print(const Table& table, double seconds) {
  std::printf("| program | field | | primal, ms | treelize / primal | expert / primal | treelize / "
              "expert | hvp / gradient | "
              "GB/s | GFLOP/s |\n|---|---|---|---|---|---|---|---|---|---|\n");
  Mean toPrimal, toExpert, toGradient;
  for (const Case& program : table) {
    const Times t = timesOf(program, seconds);
    const Traits& traits = program.traits;
    std::printf("| %s | %s | %s | %.3f | %.2f | %s | %s | %s | %.1f | %.2f |\n", traits.name.c_str(),
                traits.field.c_str(), traits.what.c_str(), t.primal * 1e3, t.generated / t.primal,
                ratio(t.expert, t.primal).c_str(), ratio(t.generated, t.expert).c_str(),
                ratio(t.product, t.generated).c_str(),
                traits.bytes / t.primal * 1e-9, traits.flops / t.primal * 1e-9);
    std::fflush(stdout);
    toPrimal.add(t.generated / t.primal);
    if (program.expert)
      toExpert.add(t.generated / t.expert);
    if (program.product)
      toGradient.add(t.product / t.generated);
  }
  std::printf(
      "\ngeometric means: treelize / primal %.2f of %d programs, treelize / expert %.2f of %d, "
      "hvp / gradient %.2f of %d\n",
      toPrimal.value(), toPrimal.count, toExpert.value(), toExpert.count, toGradient.value(),
      toGradient.count);
}

void addAll(Table& table, Size size) {
  addFirst(table, size);
  addStencils(table, size);
  addFilters(table, size);
  addNetworks(table, size);
  addEstimation(table, size);
  addMechanics(table, size);
  addAlgebra(table, size);
  addSequences(table, size);
  addPaths(table, size);
  addRenderers(table, size);
  addDynamics(table, size);
  addStyles(table, size);
  addNested(table, size);
}

int run(const Options& options) {
  Table all, table;
  addAll(all, options.size);
  for (Case& program : all)
    if (wanted(program, options.names))
      table.push_back(std::move(program));
  const int wrong = leaveOutWrong(table);
  if (options.check)
    std::printf("%zu gradients are right\n", table.size());
  else
    print(table, options.seconds);
  return wrong;
}

} // namespace

} // namespace programs

int main(int argc, char** argv) {
  return programs::run(programs::parse(argc, argv)) ? 1 : 0;
}
