#include "grad/finish/loops/ExchangeLoops.h"

#include "analysis/Independence.h"
#include "analysis/Origins.h"
#include "grad/finish/indices/SpellIndices.h"
#include "grad/finish/loops/BranchChoices.h"
#include "grad/finish/loops/RowBlocks.h"
#include "grad/finish/loops/RowNests.h"
#include "ir/Loops.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

class Exchange {
public:
  Exchange(Kernel& kernel, For loop, Location at, const analysis::Origins& origins)
      : kernel(kernel), loop(std::move(loop)), at(at), origins(origins),
        nests(kernel, this->loop, origins) {}

  /// The loop over blocks; null if the loop stays what it is.
  std::optional<Stmt> result() {
    const std::vector<RowPart> parts = partsOf(loop.body, /*isNest=*/false);
    const bool hasNest =
        std::ranges::any_of(parts, [](const RowPart& part) { return part.kind == RowPart::Nest; });
    if (!hasNest || !mayPart(parts))
      return std::nullopt;
    return RowBlocks(kernel, loop, at).over(parts);
  }

private:
  Kernel& kernel;
  const For loop;
  const Location at;
  const analysis::Origins& origins;
  const RowNests nests;

  std::vector<RowPart> partsOf(const Block& block, bool isNest) const {
    std::vector<RowPart> parts;
    Block run;
    auto flush = [&] {
      if (!run.empty())
        parts.push_back({RowPart::Run, std::exchange(run, {}), {}});
    };
    for (const Stmt& stmt : block)
      if (nests.isSteady(stmt)) {
        parts.push_back({RowPart::Steady, {stmt}, {}});
      } else if (isNest ? std::holds_alternative<For>(stmt.node) : nests.contains(stmt)) {
        flush();
        parts.push_back({RowPart::Nest, {stmt}, insideOf(stmt)});
      } else {
        run.push_back(stmt);
      }
    flush();
    return parts;
  }

  std::vector<RowPart> insideOf(const Stmt& nest) const {
    return partsOf(std::get<For>(nest.node).body, /*isNest=*/true);
  }

  /// May all iterations run one part before any runs the next one?
  bool mayPart(const std::vector<RowPart>& parts) const {
    For parted = loop;
    parted.body.clear();
    for (const RowPart& part : parts)
      std::ranges::copy(part.statements, std::back_inserter(parted.body));
    std::size_t split = 0;
    for (const RowPart& part : parts) {
      if (split > 0 && part.kind != RowPart::Steady &&
          !analysis::mayMerge(kernel, parted, split, origins))
        return false;
      split += part.statements.size();
    }
    return true;
  }
};

class Exchanger {
public:
  explicit Exchanger(Kernel& kernel) : kernel(kernel), origins(kernel) {}

  bool changed = false;

  void statement(Stmt& stmt, Block& out) {
    const auto* loop = std::get_if<For>(&stmt.node);
    if (loop && mayExchange(*loop)) {
      For plain = *loop;
      spellNumbers(kernel, plain);
      chooseInside(plain.body);
      if (auto result = Exchange(kernel, std::move(plain), stmt.location, origins).result()) {
        out.push_back(std::move(*result));
        changed = true;
        return;
      }
    }
    out.push_back(std::move(stmt));
  }

private:
  Kernel& kernel;
  const analysis::Origins origins;

  bool mayExchange(const For& loop) const {
    const bool hasViews = std::ranges::any_of(declaredIn(loop.body), [&](VarId local) {
      return kernel[local].type->isView() || kernel[local].byReference;
    });
    return loopDepth(loop.body) > 0 && !hasViews && !loop.descending &&
           mayRunInBlocks(kernel, loop);
  }

  static void chooseInside(Block& body) {
    for (Stmt& stmt : body)
      if (auto* nest = std::get_if<For>(&stmt.node)) {
        chooseInside(nest->body);
        nest->body = withSelections(nest->body);
      }
  }
};

} // namespace

bool exchangeLoops(Kernel& adjoint) {
  Exchanger exchanger(adjoint);
  replaceEach(adjoint.body, [&](Stmt& stmt, Block& out) { exchanger.statement(stmt, out); });
  return exchanger.changed;
}

} // namespace treelize::grad
