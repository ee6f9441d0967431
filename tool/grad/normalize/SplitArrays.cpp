#include "grad/normalize/SplitArrays.h"

#include "analysis/PrivateArrays.h"
#include "ir/Builder.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>

namespace treelize::grad {

using namespace ir;

namespace {

class Splitter {
public:
  explicit Splitter(Kernel& kernel) : kernel(kernel), arrays(analysis::findPrivateArrays(kernel)) {}

  void run() {
    blocksOf(kernel.body);
    declareParts(kernel.body);
  }

private:
  Kernel& kernel;
  const analysis::PrivateArrays arrays;
  std::map<VarId, std::vector<VarId>> parts; // of an array, beside itself

  void blocksOf(Block& block) {
    if (auto own = arrays.find(&block); own != arrays.end())
      for (const auto& [array, size] : own->second)
        split(block, array, *size);
    for (Stmt& stmt : block)
      for (Block* inner : blocks(stmt))
        blocksOf(*inner);
  }

  void split(Block& block, VarId array, const Expr& size) {
    VarId now = array;
    bool isFilled = false;
    for (Stmt& stmt : block) {
      if (analysis::fillsArray(stmt, array, size)) {
        if (isFilled)
          parts[array].push_back(now = addVariable(kernel, Variable(kernel[array])));
        isFilled = true;
      }
      if (now != array)
        replaceVariable(stmt, array, now);
    }
  }

  void declareParts(Block& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      for (Block* inner : blocks(block[i]))
        declareParts(*inner);
      const auto* array = std::get_if<Declare>(&block[i].node);
      const auto found = array ? parts.find(array->var) : parts.end();
      if (found == parts.end())
        continue;
      Block declarations;
      for (VarId part : found->second)
        declarations.push_back(declare(part, array->value, block[i].location));
      block.insert(block.begin() + static_cast<std::ptrdiff_t>(i) + 1, declarations.begin(),
                   declarations.end());
    }
  }
};

} // namespace

void splitArrays(Kernel& kernel) {
  Splitter(kernel).run();
}

} // namespace treelize::grad
