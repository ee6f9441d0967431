#include "analysis/LoopFacts.h"

#include <utility>

namespace treelize::analysis {

using namespace ir;

LoopFacts::LoopFacts(const Kernel& kernel, const For& loop)
    : counter_(loop.counter), changing_(writesOf(kernel, loop.body)) {
  changing_.insert(Region{counter_, {}});
}

LoopFacts::LoopFacts(VarId counter, RegionSet changing)
    : counter_(counter), changing_(std::move(changing)) {}

} // namespace treelize::analysis
