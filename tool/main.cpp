// The executable: options, the pipeline, and what happens when the tool itself is wrong.
//
// Exit codes: 0 done, 1 diagnostics, 2 usage, 70 internal error.

#include "Options.h"
#include "Pipeline.h"
#include "Provocation.h"
#include "Whereabouts.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"

#include <exception>
#include <iostream>
#include <optional>
#include <unistd.h>
#include <utility> // for thread.h, which lacks it

#include "llvm/Support/thread.h"

namespace {

constexpr int internalError = 70;

void apologise(const char* what) {
  std::cerr << "treelize: internal error: " << what << std::endl;
  treelize::writeWhereabouts(STDERR_FILENO);
  std::cerr
      << "treelize: note: this is a bug in treelize " << TREELIZE_VERSION
      << ", not in your source; nothing was written; please report it with the command line and "
         "the input\n";
}

template <std::size_t size>
void write(const char (&text)[size]) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text, size - 1);
}

// The signal handlers of LLVM remove the temporary file and then come here.
void onCrash(void*) {
  write("treelize: internal error: crash\n");
  treelize::writeWhereabouts(STDERR_FILENO);
  write("treelize: note: this is a bug in treelize " TREELIZE_VERSION
        ", not in your source; please report it with the command line and the input\n");
  ::_exit(internalError);
}

void onFatalError(void*, const char* reason, bool) {
  apologise(reason);
  ::_exit(internalError);
}

int run(int argc, char** argv) {
  try {
    treelize::ParsedOptions parsed = treelize::parseOptions(argc, argv);
    if (parsed.exitCode)
      return *parsed.exitCode;
    if (parsed.options.inputs.empty())
      treelize::provoke(parsed.options.provoke);
    return treelize::runPipeline(parsed.options);
  } catch (const std::exception& bug) {
    apologise(bug.what());
    return internalError;
  }
}

/// Syntax trees are walked by recursion, and generated sources have expressions of ten thousand
/// terms.
constexpr unsigned stackBytes = 1u << 30;

} // namespace

/// For builds with the address sanitizer: the stack for signal handlers is LLVM's, which the
/// sanitizer would free with the thread, and Clang leaves a syntax tree to the end of the process.
extern "C" const char* __asan_default_options() {
  return "use_sigaltstack=0:detect_leaks=0";
}

int main(int argc, char** argv) {
  llvm::install_fatal_error_handler(onFatalError);
  int exitCode = internalError;
  llvm::thread(std::optional(stackBytes), [&] {
    // Here, so that this thread has a stack of its own for the handler: its first one may be full.
    llvm::sys::AddSignalHandler(onCrash, nullptr);
    exitCode = run(argc, argv);
  }).join();
  return exitCode;
}
