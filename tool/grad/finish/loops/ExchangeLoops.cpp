#include "grad/finish/loops/ExchangeLoops.h"

#include "analysis/ElementRanges.h"
#include "analysis/Independence.h"
#include "analysis/Origins.h"
#include "grad/finish/indices/SpellIndices.h"
#include "grad/finish/loops/BranchChoices.h"
#include "grad/finish/loops/RowNests.h"
#include "ir/Builder.h"
#include "ir/Literals.h"
#include "ir/Loops.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"
#include "ir/text/PlainTypes.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// Elements of a row: enough for vectors, and few enough for the nearest cache.
constexpr std::int64_t blockLength = 64;

/// A shorter loop is no row.
constexpr std::int64_t fewTrips = 16;

/// Statements of a block that stay together: `Steady` ones are the same for all elements of a row.
struct Part {
  enum Kind { Run, Nest, Steady } kind;
  Block statements;
};

class Exchange {
public:
  Exchange(Kernel& kernel, For loop, Location at, const analysis::Origins& origins)
      : kernel(kernel), loop(std::move(loop)), at(at), origins(origins),
        nests(kernel, this->loop, origins) {}

  /// The loop over blocks; null if the loop stays what it is.
  std::optional<Stmt> result() {
    const std::vector<Part> parts = partsOf(loop.body, /*isNest=*/false);
    const bool hasNest =
        std::ranges::any_of(parts, [](const Part& part) { return part.kind == Part::Nest; });
    if (!hasNest || !mayPart(parts) || !findRows(parts))
      return std::nullopt;
    return overBlocks(parts);
  }

private:
  Kernel& kernel;
  const For loop;
  const Location at;
  const analysis::Origins& origins;
  const RowNests nests;
  std::map<VarId, unsigned> runs; // by the variable: how many of them mention it
  std::map<VarId, VarId> rows;    // by the local that has a value for each element
  VarId begin, count;             // of the present block

  std::vector<Part> partsOf(const Block& block, bool isNest) const {
    std::vector<Part> parts;
    Block run;
    auto flush = [&] {
      if (!run.empty())
        parts.push_back({Part::Run, std::exchange(run, {})});
    };
    for (const Stmt& stmt : block)
      if (nests.isSteady(stmt)) {
        parts.push_back({Part::Steady, {stmt}});
      } else if (isNest ? std::holds_alternative<For>(stmt.node) : nests.contains(stmt)) {
        flush();
        parts.push_back({Part::Nest, {stmt}});
      } else {
        run.push_back(stmt);
      }
    flush();
    return parts;
  }

  /// May all iterations run one part before any runs the next one?
  bool mayPart(const std::vector<Part>& parts) const {
    For parted = loop;
    parted.body.clear();
    for (const Part& part : parts)
      std::ranges::copy(part.statements, std::back_inserter(parted.body));
    std::size_t split = 0;
    for (const Part& part : parts) {
      if (split > 0 && part.kind != Part::Steady &&
          !analysis::mayMerge(kernel, parted, split, origins))
        return false;
      split += part.statements.size();
    }
    return true;
  }

  /// Locals that several runs mention have a row; false if one is no number.
  bool findRows(const std::vector<Part>& parts) {
    countRuns(parts);
    std::vector<VarId> shared;
    bool areNumbers = true;
    auto look = [&](const Stmt& stmt) {
      const auto* local = std::get_if<Declare>(&stmt.node);
      if (!local || nests.isSteady(stmt) || runs[local->var] < 2)
        return;
      const Variable& variable = kernel[local->var];
      areNumbers = areNumbers && variable.type->isScalar() && !variable.byReference;
      shared.push_back(local->var);
    };
    forEachStmt(loop.body, look);
    if (areNumbers)
      for (const VarId var : shared)
        rows.emplace(var, addRow(var));
    return areNumbers;
  }

  void countRuns(const std::vector<Part>& parts) {
    for (const Part& part : parts) {
      if (part.kind == Part::Nest)
        countRuns(partsOf(std::get<For>(part.statements[0].node).body, /*isNest=*/true));
      if (part.kind != Part::Run)
        continue;
      std::set<VarId> mentioned;
      for (const Stmt& stmt : part.statements)
        forEachMention(stmt, [&](VarId var) { mentioned.insert(var); });
      for (const VarId var : mentioned)
        ++runs[var];
    }
  }

  std::string nameOf(VarId var) const {
    return kernel[var].wish.empty() ? kernel[var].name : kernel[var].wish;
  }

  VarId addNamed(const std::string& name, const TypeRef& type) {
    const VarId var = addLocal(kernel, name, type, at);
    kernel[var].wish = name;
    return var;
  }

  /// Truths are numbers there: vectors of them and of others are as wide.
  VarId addRow(VarId var) {
    const TypeRef& type = kernel[var].type;
    const TypeRef row =
        builtinArray(type->is(TypeKind::Bool) ? intType() : type, std::uint64_t(blockLength));
    const VarId added = addNamed(nameOf(var) + "_row", row);
    kernel[added].shadowOf = kernel[var].shadowOf;
    return added;
  }

  /// No counter of a narrow type takes steps beyond its range.
  Stmt overBlocks(const std::vector<Part>& parts) {
    const TypeRef type = kernel[loop.counter].type;
    const TypeRef wide = type->bits < 64 ? offsetType() : type;
    const std::string name = nameOf(loop.counter);
    const VarId block = addNamed(type == wide ? name + "_begin" : name + "_block", wide);
    count = addNamed(name + "_count", type);
    begin = type == wide ? block : addNamed(name + "_begin", type);
    const auto inWide = [&](const ExprRef& bound) { return convert(convert(bound, type), wide); };
    For blocks = loop;
    blocks.counter = block;
    blocks.lower = inWide(loop.lower);
    blocks.upper = inWide(loop.upper);
    blocks.step = blockLength;
    blocks.body.clear();
    if (begin != block)
      blocks.body.push_back(declare(begin, convert(load(kernel, block), type), at));
    const VarId rest = addNamed(name + "_left", wide);
    blocks.body.push_back(
        declare(rest, apply(Op::sub, {blocks.upper, load(kernel, block)}, wide), at));
    const ExprRef left = load(kernel, rest);
    const ExprRef length = integer(blockLength, wide);
    blocks.body.push_back(declare(
        count, convert(select(apply(Op::lt_, {left, length}, boolType()), left, length), type),
        at));
    for (const auto& [var, row] : rows)
      blocks.body.push_back(declare(row, nullptr, at));
    append(parts, blocks.body);
    return {at, std::move(blocks)};
  }

  void append(const std::vector<Part>& parts, Block& out) {
    for (const Part& part : parts)
      if (part.kind == Part::Run) {
        overElements(part.statements, out);
      } else if (part.kind == Part::Steady) {
        out.push_back(part.statements[0]);
      } else {
        Stmt nest = part.statements[0];
        auto& inner = std::get<For>(nest.node);
        const std::vector<Part> inside = partsOf(inner.body, /*isNest=*/true);
        inner.body.clear();
        append(inside, inner.body);
        out.push_back(std::move(nest));
      }
  }

  void overElements(const Block& run, Block& out) {
    const TypeRef& type = kernel[loop.counter].type;
    For elements = loop;
    elements.counter = addNamed("at", type);
    elements.lower = integer(0, type);
    elements.upper = load(kernel, count);
    const ExprRef place = load(kernel, elements.counter);
    elements.body = inRows(run, place);
    const ExprRef number = apply(Op::add, {load(kernel, begin), place}, type);
    for (Stmt& stmt : elements.body)
      replaceLoads(stmt, loop.counter, number);
    if (!elements.body.empty())
      out.push_back({at, std::move(elements)});
  }

  Block inRows(Block block, const ExprRef& place) {
    for (const auto& [var, row] : rows) {
      const Place target = element(ir::place(kernel, row), {place});
      const ExprRef value = load(target);
      for (Stmt& stmt : block)
        replaceLoads(stmt, var,
                     kernel[var].type->is(TypeKind::Bool) ? cast(value, boolType()) : value);
    }
    replaceEach(block, [&](Stmt& stmt, Block& out) { setInRow(stmt, place, out); });
    return block;
  }

  /// A truth as a number that is not 0.
  static ExprRef inRow(const ExprRef& value) {
    if (!value->type->is(TypeKind::Bool))
      return value;
    if (const auto* choice = std::get_if<Select>(&value->node))
      return select(choice->condition, inRow(choice->ifTrue), inRow(choice->ifFalse));
    if (const std::optional<bool> truth = literalTruth(*value))
      return integer(*truth ? 1 : 0);
    const auto* read = std::get_if<Cast>(&value->node);
    return read && isSameInCpp(*read->arg->type, *intType()) ? read->arg : cast(value, intType());
  }

  void setInRow(Stmt& stmt, const ExprRef& place, Block& out) const {
    const auto rowOf = [&](VarId var) -> std::optional<Place> {
      const auto row = rows.find(var);
      return row == rows.end() ? std::nullopt
                               : std::optional(element(ir::place(kernel, row->second), {place}));
    };
    if (const auto* local = std::get_if<Declare>(&stmt.node)) {
      if (const std::optional<Place> target = rowOf(local->var)) {
        if (local->value)
          out.push_back(assign(*target, AssignOp::Set, inRow(local->value), at));
        return;
      }
    }
    if (auto* s = std::get_if<Assign>(&stmt.node))
      if (const std::optional<Place> target = rowOf(s->target.base)) {
        s->target = *target;
        s->value = inRow(s->value);
      }
    out.push_back(std::move(stmt));
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
    const analysis::LoopFacts facts(kernel, loop);
    const bool hasViews = std::ranges::any_of(declaredIn(loop.body), [&](VarId local) {
      return kernel[local].type->isView() || kernel[local].byReference;
    });
    return loopDepth(loop.body) > 0 && !hasViews && loop.step == 1 && !loop.descending &&
           !loop.parallel && !loop.hasOwnTape && !usesTape(loop.body) &&
           facts.isInvariant(*loop.lower) && facts.isInvariant(*loop.upper) &&
           !analysis::isShort(loop, fewTrips);
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
