// treelize-opt: kernels as text, through some passes, as text again. For the tests of the passes.
//
// Exit codes: 0 done, 1 the text is no kernel, 2 usage, 70 a pass broke the rules of the language.

#include "Bug.h"
#include "Derive.h"
#include "grad/Adjoint.h"
#include "grad/Finish.h"
#include "grad/Prepare.h"
#include "grad/Tangent.h"
#include "grad/finish/chains/ShortenChains.h"
#include "grad/finish/loops/FlushFading.h"
#include "grad/finish/storage/KeepInArena.h"
#include "ir/Verify.h"
#include "ir/text/Read.h"
#include "ir/text/Write.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <iostream>
#include <set>

namespace treelize {

namespace {

namespace cl = llvm::cl;

cl::OptionCategory category("treelize-opt");
cl::opt<std::string> input(cl::Positional, cl::desc("<kernels>"), cl::init("-"), cl::cat(category));
cl::list<std::string> passNames("pass", cl::CommaSeparated, cl::value_desc("name"),
                                cl::desc("what runs; nothing else does"), cl::cat(category));
cl::opt<std::string> stageName("stage", cl::value_desc("name"),
                               cl::desc("where it runs; else where the first one runs first"),
                               cl::cat(category));
cl::opt<unsigned> checkpoints("checkpoint", cl::value_desc("snapshots"),
                              cl::desc("of the main loop of an adjoint"), cl::cat(category));
cl::opt<bool> isFunction("function", cl::cat(category),
                         cl::desc("in the stage normalize: the kernels are called by others"));

/// Keeps what each kernel is after the last pass of the stage.
class Shown : public PassObserver {
public:
  explicit Shown(Stage stage) : stage(stage) {}

  void after(const PassRun& run, const ir::Kernel& kernel, const ir::Notes& notes) override {
    if (run.stage != stage)
      return;
    const auto known = std::ranges::find(texts, kernel.name, &Text::kernel);
    Text& text = known == texts.end() ? texts.emplace_back() : *known;
    text = {kernel.name, ir::dump(kernel, notes)};
  }
  bool wantsDecision(Pass) override { return true; }

  struct Text {
    std::string kernel, text;
  };
  std::vector<Text> texts;

private:
  const Stage stage;
};

void runStage(Stage stage, ir::Kernel kernel, const PassRunner& passes) {
  switch (stage) {
  case Stage::lowering:
    return; // of C++, and here is none
  case Stage::structure:
    return structureKernel(kernel, passes);
  case Stage::tangent:
    grad::makeTangent(kernel, passes);
    return;
  case Stage::normalize:
    return isFunction ? grad::prepareFunction(kernel, passes) : grad::prepareKernel(kernel, passes);
  case Stage::plan:
  case Stage::sweeps:
    grad::makeAdjoint(kernel, passes, {.checkpoints = checkpoints});
    return;
  case Stage::finish:
    grad::finish(kernel, passes, nullptr);
    passes.at(Stage::finish)(Pass::chains, kernel, grad::shortenChains);
    passes.at(Stage::finish)(Pass::flushing, kernel, grad::flushFading);
    passes.at(Stage::finish)(Pass::arena, kernel, grad::keepInArena);
    return;
  }
}

[[noreturn]] void endsWith(int code, const std::string& message) {
  std::cerr << "treelize-opt: error: " << message << '\n';
  std::exit(code);
}

PassSet wantedPasses() {
  PassSet wanted = PassSet::none();
  for (const std::string& name : passNames) {
    const std::optional<Pass> pass = passNamed(name);
    if (!pass)
      endsWith(2, "'" + name + "' is no pass");
    wanted.add(*pass);
  }
  return wanted;
}

/// Passes of the plan may be named for the sweeps too, which follow from it.
Stage wantedStage() {
  const auto runsIn = [](Stage stage, const std::string& name) {
    return rowOf(*passNamed(name)).runsIn(stage);
  };
  for (const auto& [stage, name] : allStages()) {
    if (stageName.empty() ? !runsIn(stage, passNames.front()) : name != stageName)
      continue;
    if (std::ranges::none_of(passNames,
                             [&](const std::string& pass) { return runsIn(stage, pass); }))
      endsWith(2, "none of these passes runs in the stage '" + stageName + "'");
    return stage;
  }
  endsWith(2, "'" + stageName + "' is no stage");
}

std::vector<ir::Kernel> readKernels() {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(input);
  if (!buffer)
    endsWith(2, "'" + input + "' cannot be read: " + buffer.getError().message());
  auto parsed = ir::parse((*buffer)->getBuffer());
  if (const auto* problem = std::get_if<ir::TextProblem>(&parsed)) {
    std::cerr << input.getValue() << ':' << problem->line << ':' << problem->column
              << ": error: " << problem->what << '\n';
    std::exit(1);
  }
  return std::get<std::vector<ir::Kernel>>(std::move(parsed));
}

void run() {
  const std::vector<ir::Kernel> kernels = readKernels();
  if (passNames.empty()) {
    for (const ir::Kernel& kernel : kernels)
      std::cout << ir::dump(kernel);
    return;
  }
  const PassSet passes = wantedPasses();
  const Stage stage = wantedStage();
  const auto dialect = stage == Stage::structure ? ir::Dialect::Raw : ir::Dialect::Structured;
  std::set<std::string> called;
  for (const ir::Kernel& kernel : kernels) {
    if (const std::string problem = ir::verify(kernel, dialect); !problem.empty())
      endsWith(1, problem);
    for (const ir::Function& function : kernel.functions)
      called.insert(function.as->name);
  }
  Shown shown(stage);
  for (const ir::Kernel& kernel : kernels)
    if (!called.contains(kernel.name))
      runStage(stage, kernel, {passes, shown});
  if (shown.texts.empty())
    endsWith(2, "no pass ran over these kernels");
  for (const Shown::Text& kernel : shown.texts)
    std::cout << kernel.text;
}

} // namespace

} // namespace treelize

int main(int argc, char** argv) {
  llvm::cl::HideUnrelatedOptions(treelize::category);
  llvm::cl::ParseCommandLineOptions(argc, argv, "kernels through passes\n");
  try {
    treelize::run();
  } catch (const treelize::Bug& bug) {
    std::cerr << "treelize-opt: internal error: " << bug.what() << '\n';
    return 70;
  }
  return 0;
}
