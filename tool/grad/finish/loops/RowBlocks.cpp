#include "grad/finish/loops/RowBlocks.h"

#include "analysis/ElementRanges.h"
#include "analysis/LoopFacts.h"
#include "ir/Builder.h"
#include "ir/Literals.h"
#include "ir/Loops.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"
#include "ir/text/PlainTypes.h"

#include <algorithm>
#include <set>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

/// Elements of a row: enough for vectors, and few enough for the nearest cache.
constexpr std::int64_t blockLength = 64;

/// A loop that runs no more often is no row.
constexpr std::int64_t tripsOfNoRow = 16;

/// A truth as a number that is not 0.
ExprRef inRow(const ExprRef& value) {
  if (!value->type->is(TypeKind::Bool))
    return value;
  if (const auto* choice = std::get_if<Select>(&value->node))
    return select(choice->condition, inRow(choice->ifTrue), inRow(choice->ifFalse));
  if (const std::optional<bool> truth = literalTruth(*value))
    return integer(*truth ? 1 : 0);
  const auto* read = std::get_if<Cast>(&value->node);
  return read && isSameInCpp(*read->arg->type, *intType()) ? read->arg : cast(value, intType());
}

} // namespace

bool mayRunInBlocks(const Kernel& kernel, const For& loop) {
  const analysis::LoopFacts facts(kernel, loop);
  return loop.step == 1 && !loop.parallel && !loop.hasOwnTape && !usesTape(loop.body) &&
         facts.isInvariant(*loop.lower) && facts.isInvariant(*loop.upper) &&
         !analysis::isShort(loop, tripsOfNoRow);
}

std::optional<Stmt> RowBlocks::over(const std::vector<RowPart>& parts) {
  if (!findRows(parts))
    return std::nullopt;
  For all = blocks();
  append(parts, all.body);
  return Stmt{at, std::move(all)};
}

bool RowBlocks::findRows(const std::vector<RowPart>& parts) {
  countRuns(parts);
  std::vector<VarId> shared;
  if (!findShared(parts, shared))
    return false;
  for (const VarId var : shared)
    rows.emplace(var, addRow(var));
  return true;
}

void RowBlocks::countRuns(const std::vector<RowPart>& parts) {
  for (const RowPart& part : parts) {
    countRuns(part.inside);
    if (part.kind != RowPart::Run)
      continue;
    std::set<VarId> mentioned;
    for (const Stmt& stmt : part.statements)
      forEachMention(stmt, [&](VarId var) { mentioned.insert(var); });
    for (const VarId var : mentioned)
      ++runs[var];
  }
}

/// The locals that several runs mention; false if one is no number.
bool RowBlocks::findShared(const std::vector<RowPart>& parts, std::vector<VarId>& shared) const {
  bool areNumbers = true;
  for (const RowPart& part : parts) {
    areNumbers = areNumbers && findShared(part.inside, shared);
    if (part.kind != RowPart::Run)
      continue;
    forEachStmt(part.statements, [&](const Stmt& stmt) {
      const auto* local = std::get_if<Declare>(&stmt.node);
      if (!local || runs.at(local->var) < 2)
        return;
      const Variable& variable = kernel[local->var];
      areNumbers = areNumbers && variable.type->isScalar() && !variable.byReference;
      shared.push_back(local->var);
    });
  }
  return areNumbers;
}

std::string RowBlocks::nameOf(VarId var) const {
  return kernel[var].wish.empty() ? kernel[var].name : kernel[var].wish;
}

VarId RowBlocks::addNamed(const std::string& name, const TypeRef& type) {
  const VarId var = addLocal(kernel, name, type, at);
  kernel[var].wish = name;
  return var;
}

/// Truths are numbers there: vectors of them and of others are as wide.
VarId RowBlocks::addRow(VarId var) {
  const TypeRef& type = kernel[var].type;
  const TypeRef row =
      builtinArray(type->is(TypeKind::Bool) ? intType() : type, std::uint64_t(blockLength));
  const VarId added = addNamed(nameOf(var) + "_row", row);
  kernel[added].shadowOf = kernel[var].shadowOf;
  return added;
}

/// The loop over blocks, with what each of them begins with. No counter of a narrow type takes
/// steps beyond its range.
For RowBlocks::blocks() {
  const TypeRef type = kernel[loop.counter].type;
  const TypeRef wide = type->bits < 64 ? offsetType() : type;
  const std::string name = nameOf(loop.counter);
  const VarId block = addNamed(type == wide ? name + "_begin" : name + "_block", wide);
  count = addNamed(name + "_count", type);
  begin = type == wide ? block : addNamed(name + "_begin", type);
  const auto inWide = [&](const ExprRef& bound) { return convert(convert(bound, type), wide); };
  For all = loop;
  all.counter = block;
  all.lower = inWide(loop.lower);
  all.upper = inWide(loop.upper);
  all.step = blockLength;
  all.body.clear();
  if (begin != block)
    all.body.push_back(declare(begin, convert(load(kernel, block), type), at));
  const VarId rest = addNamed(name + "_left", wide);
  all.body.push_back(declare(rest, apply(Op::sub, {all.upper, load(kernel, block)}, wide), at));
  const ExprRef left = load(kernel, rest);
  const ExprRef length = integer(blockLength, wide);
  all.body.push_back(declare(
      count, convert(select(apply(Op::lt_, {left, length}, boolType()), left, length), type), at));
  for (const auto& [var, row] : rows)
    all.body.push_back(declare(row, nullptr, at));
  return all;
}

void RowBlocks::append(const std::vector<RowPart>& parts, Block& out) {
  for (const RowPart& part : parts)
    if (part.kind == RowPart::Run) {
      overElements(part.statements, out);
    } else {
      out.push_back(part.statements[0]);
      if (part.kind == RowPart::Nest) {
        auto& nest = std::get<For>(out.back().node);
        nest.body.clear();
        append(part.inside, nest.body);
      }
    }
}

void RowBlocks::overElements(const Block& run, Block& out) {
  const TypeRef& type = kernel[loop.counter].type;
  For elements = loop;
  elements.descending = false;
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

Block RowBlocks::inRows(Block block, const ExprRef& place) const {
  for (const auto& [var, row] : rows) {
    const ExprRef value = load(element(ir::place(kernel, row), {place}));
    for (Stmt& stmt : block)
      replaceLoads(stmt, var,
                   kernel[var].type->is(TypeKind::Bool) ? cast(value, boolType()) : value);
  }
  replaceEach(block, [&](Stmt& stmt, Block& out) { setInRow(stmt, place, out); });
  return block;
}

void RowBlocks::setInRow(Stmt& stmt, const ExprRef& place, Block& out) const {
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

} // namespace treelize::grad
