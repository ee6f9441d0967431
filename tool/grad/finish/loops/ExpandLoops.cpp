#include "grad/finish/loops/ExpandLoops.h"

#include "grad/finish/indices/SpellIndices.h"
#include "grad/finish/loops/BranchChoices.h"
#include "grad/finish/loops/IndependentLoops.h"
#include "grad/finish/loops/LoopStages.h"
#include "grad/finish/loops/RowBlocks.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

class Expansion {
public:
  Expansion(Kernel& kernel, const For& loop, Location at, const LoopStages& stages)
      : kernel(kernel), loop(loop), at(at), stages(stages) {
    for (std::size_t i = 0; i < loop.body.size(); ++i) {
      const Stage stage = stages.of(i);
      if (stage == Stage::Sums)
        addSum(i);
      else
        (stage == Stage::Early ? early : terms).push_back(loop.body[i]);
    }
  }

  /// May the iterations run what comes before the sums in any order?
  bool isApart(const IndependentLoops& independent, const Stmt& madeOf) const {
    return (early.empty() || independent.contains(upwards(early), madeOf)) &&
           independent.contains(upwards(terms), madeOf);
  }

  std::optional<Stmt> result() {
    std::vector<RowPart> parts;
    if (!early.empty())
      parts.push_back({RowPart::Run, early, {}});
    parts.push_back({RowPart::Run, terms, {}});
    for (Block& group : groups())
      parts.push_back({RowPart::Run, std::move(group), {}});
    return RowBlocks(kernel, loop, at).over(parts);
  }

private:
  Kernel& kernel;
  const For& loop;
  const Location at;
  const LoopStages& stages;
  Block early, terms, sums;
  std::map<std::size_t, VarId> termOf; // by the position of a target's first sum

  For upwards(const Block& body) const {
    For all = loop;
    all.descending = false;
    all.body = body;
    return all;
  }

  static const Assign& sumOf(const Stmt& stmt) { return std::get<Assign>(stmt.node); }

  /// A sum of a number that a row holds. Those into one element are one.
  void addSum(std::size_t position) {
    const Stmt& stmt = loop.body[position];
    const Assign& s = sumOf(stmt);
    std::vector<std::size_t> same;
    for (std::size_t i = 0; i < loop.body.size(); ++i)
      if (stages.of(i) == Stage::Sums && isSame(sumOf(loop.body[i]).target, s.target))
        same.push_back(i);
    if (same.size() == 1 && stages.isOfOneNumber(*s.value))
      return sums.push_back(stmt);
    if (same.front() != position) {
      const bool isSubtracted = s.op != sumOf(loop.body[same.front()]).op;
      terms.push_back(assign(place(kernel, termOf.at(same.front())),
                             isSubtracted ? AssignOp::Sub : AssignOp::Add, s.value, stmt.location));
      return;
    }
    const VarId term = addLocal(kernel, "term", s.value->type, stmt.location);
    kernel[term].wish = "term";
    termOf.emplace(position, term);
    terms.push_back(declare(term, s.value, stmt.location));
    sums.push_back(assign(s.target, s.op, load(kernel, term), stmt.location));
  }

  /// No two sums of a group reach elements of each other's iterations.
  std::vector<Block> groups() const {
    std::vector<Block> found;
    for (const Stmt& sum : sums) {
      const Place& target = sumOf(sum).target;
      const auto fits = [&](const Block& group) {
        return std::ranges::none_of(group, [&](const Stmt& other) {
          return stages.areNeighbours(sumOf(other).target, target);
        });
      };
      auto group = std::ranges::find_if(found, fits);
      if (group == found.end())
        group = found.insert(found.end(), Block{});
      group->push_back(sum);
    }
    return found;
  }
};

class Expander {
public:
  explicit Expander(Kernel& kernel)
      : kernel(kernel), dependences(kernel), origins(kernel),
        independent(kernel, RunningSums::WillBeLocal) {}

  bool changed = false;

  void statement(Stmt& stmt, Block& out) {
    std::optional<Stmt> blocks;
    const auto* loop = std::get_if<For>(&stmt.node);
    if (loop && loopDepth(loop->body) == 0 && mayRunInBlocks(kernel, *loop))
      blocks = expanded(*loop, stmt);
    changed = changed || blocks;
    out.push_back(std::move(blocks ? *blocks : stmt));
  }

private:
  Kernel& kernel;
  const analysis::Dependences dependences;
  const analysis::Origins origins;
  const IndependentLoops independent;

  /// Null if the loop stays what it is.
  std::optional<Stmt> expanded(For loop, const Stmt& madeOf) {
    const bool hasBranches = std::ranges::any_of(
        loop.body, [](const Stmt& stmt) { return std::holds_alternative<If>(stmt.node); });
    spellNumbers(kernel, loop);
    loop.body = withSelections(loop.body);
    const LoopStages stages(kernel, loop, madeOf, dependences, origins);
    if (!stages.pay(hasBranches) || !stages.areSound())
      return std::nullopt;
    Expansion expansion(kernel, loop, madeOf.location, stages);
    return expansion.isApart(independent, madeOf) ? expansion.result() : std::nullopt;
  }
};

} // namespace

bool expandLoops(Kernel& adjoint) {
  Expander expander(adjoint);
  replaceEach(adjoint.body, [&](Stmt& stmt, Block& out) { expander.statement(stmt, out); });
  return expander.changed;
}

} // namespace treelize::grad
