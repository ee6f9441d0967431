// The one way through the passes: what runs a pass asks whether it is on, lets an observer look,
// and holds the kernel against the rules of its language.
#pragma once

#include "ir/IR.h"
#include "ir/text/Write.h"
#include "passes/Passes.h"

#include <functional>
#include <type_traits>
#include <utility>

namespace treelize {

/// One pass over one kernel.
struct PassRun {
  Pass pass;
  Stage stage;
};

/// What looks on: prints, compares, takes the time. This one does nothing.
class PassObserver {
public:
  virtual ~PassObserver() = default;
  virtual void before(const PassRun&, const ir::Kernel&) {}
  /// The kernel as the pass left it, right or wrong; the notes say what was decided, where the pass
  /// is a decision.
  virtual void after(const PassRun&, const ir::Kernel&, const ir::Notes&) {}
  /// Are the notes of this decision looked at?
  virtual bool wantsDecision(Pass) { return false; }
};

class PassRunner {
public:
  PassRunner(PassSet passes, PassObserver& observer, Stage stage = Stage::lowering)
      : passes(passes), observer(&observer), stage(stage) {}

  /// The same passes in another stage.
  PassRunner at(Stage next) const { return {passes, *observer, next}; }

  bool on(Pass pass) const { return passes.contains(pass); }
  const PassSet& set() const { return passes; }

  /// Runs the pass, a function of the kernel, if it is on. Did it change the kernel, as far as it
  /// says so itself?
  template <class Step>
  bool operator()(Pass pass, ir::Kernel& kernel, Step&& step) const {
    if (!on(pass))
      return false;
    observer->before({pass, stage}, kernel);
    bool hasChanged = true;
    if constexpr (std::is_same_v<std::invoke_result_t<Step, ir::Kernel&>, bool>)
      hasChanged = step(kernel);
    else
      step(kernel);
    hasRun(pass, kernel);
    return hasChanged;
  }

  /// A pass that has run as a part of what made the kernel.
  void hasRun(Pass pass, const ir::Kernel& kernel) const;

  /// A pass that decides and changes nothing: `notes` says what, if anybody asks.
  void decided(Pass pass, const ir::Kernel& kernel, const std::function<ir::Notes()>& notes) const;

private:
  PassSet passes;
  PassObserver* observer;
  Stage stage;
};

} // namespace treelize
