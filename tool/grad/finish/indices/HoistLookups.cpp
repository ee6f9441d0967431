#include "grad/finish/indices/HoistLookups.h"

#include "analysis/Lengths.h"
#include "analysis/LoopFacts.h"
#include "grad/loops/LoopGuards.h"
#include "ir/Builder.h"
#include "ir/Existence.h"
#include "ir/Intrinsics.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// `rows[index]`, a vector of numbers that the vector `rows` holds.
struct Row {
  Place rows;
  ExprRef index;

  bool operator==(const Row& other) const {
    return isSame(rows, other.rows) && isSame(*index, *other.index);
  }
};

/// The place without its last selectors; nothing if the path crosses more than fields, or it need
/// not be there.
std::optional<Place> objectOf(const Kernel& kernel, const Place& element, std::size_t length) {
  Place object{element.base, {}, kernel[element.base].type};
  for (std::size_t i = 0; i < length; ++i) {
    const Selector& selector = element.path[i];
    const RecordField* field =
        selector.isField() ? findField(*object.type, selector.field) : nullptr;
    if (!field || isConditional(*field))
      return std::nullopt;
    object.path.push_back(selector);
    object.type = field->type;
  }
  return object;
}

bool isOneIndex(const Selector& selector) {
  return !selector.isField() && selector.indices.size() == 1;
}

/// Of the program's.
bool isVector(const TypeRef& type) {
  return type && type->is(TypeKind::Vector) && !type->isRoom;
}

/// The row that an element is in.
std::optional<Row> rowOf(const Kernel& kernel, const Place& element) {
  const std::size_t length = element.path.size();
  if (length < 2 || !element.type->is(TypeKind::Real) || isWalked(kernel, element.base) ||
      !isOneIndex(element.path[length - 1]) || !isOneIndex(element.path[length - 2]))
    return std::nullopt;
  std::optional<Place> rows = objectOf(kernel, element, length - 2);
  if (!rows || !isVector(rows->type) || !isVector(rows->type->element))
    return std::nullopt;
  return Row{*std::move(rows), element.path[length - 2].indices[0]};
}

/// The index as it can be computed where the loop may not run; null if that is not known.
ExprRef anywhere(const Kernel& kernel, const ExprRef& index) {
  if (const auto* number = std::get_if<Load>(&index->node)) {
    const Place& place = number->place;
    if (isAlwaysThere(kernel, place))
      return index;
    const std::size_t length = place.path.size();
    const std::optional<Place> numbers = objectOf(kernel, place, length - 1);
    if (!numbers || !isVector(numbers->type) || !isOneIndex(place.path.back()))
      return nullptr;
    const ExprRef position = anywhere(kernel, place.path.back().indices[0]);
    return position ? intrinsic(Intrinsic::item, {load(*numbers), position}, index->type) : nullptr;
  }
  if (std::holds_alternative<Literal>(index->node))
    return index;
  if (const auto* converted = std::get_if<Cast>(&index->node)) {
    const ExprRef arg = anywhere(kernel, converted->arg);
    return arg ? cast(arg, index->type) : nullptr;
  }
  const auto* sum = std::get_if<Apply>(&index->node);
  if (!sum || (sum->op != Op::add && sum->op != Op::sub && sum->op != Op::mul))
    return nullptr;
  std::vector<ExprRef> args;
  for (const ExprRef& arg : sum->args)
    args.push_back(anywhere(kernel, arg));
  return std::ranges::all_of(args, [](const ExprRef& arg) { return arg != nullptr; })
             ? apply(sum->op, std::move(args), index->type)
             : nullptr;
}

/// May a row be another one, or elsewhere, after an iteration?
bool moves(const Kernel& kernel, const Row& row, const For& loop) {
  return analysis::resizesOf(kernel, loop.body).overlaps(row.rows) ||
         declaredIn(loop.body).contains(row.rows.base);
}

bool runsInParallel(const For& loop) {
  bool found = loop.parallel.has_value();
  forEachStmt(loop.body, [&](const Stmt& stmt) {
    const auto* inner = std::get_if<For>(&stmt.node);
    found = found || (inner && inner->parallel);
  });
  return found;
}

/// Every place of the loops inside.
void changeInnerPlaces(Block& block, const std::function<void(Place&)>& fn) {
  for (Stmt& stmt : block)
    for (Block* inner : blocks(stmt))
      isLoop(stmt) ? changePlaces(*inner, fn) : changeInnerPlaces(*inner, fn);
}

std::string nameOf(const Kernel& kernel, const Row& row) {
  const std::string rows = kernel[row.rows.base].name;
  const auto* index = std::get_if<Load>(&row.index->node);
  if (!index)
    return rows + "_row";
  const std::string& name = kernel[index->place.base].name;
  return rows + "_" + name.substr(0, name.rfind("_row"));
}

class LookupHoister {
public:
  explicit LookupHoister(Kernel& kernel) : kernel(kernel) {
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      const auto* local = std::get_if<Declare>(&stmt.node);
      if (local && !local->value)
        unset.insert(local->var);
    });
  }

  void block(Block& statements) {
    Block out;
    for (Stmt& stmt : statements) {
      if (auto* loop = std::get_if<For>(&stmt.node); loop && !runsInParallel(*loop))
        hoist(*loop, stmt.location, out);
      for (Block* inner : blocks(stmt))
        block(*inner);
      out.push_back(std::move(stmt));
    }
    statements = std::move(out);
  }

private:
  Kernel& kernel;
  std::set<VarId> unset; // locals that begin without a value

  void hoist(For& loop, Location at, Block& before) {
    const analysis::LoopFacts facts(kernel, loop);
    std::vector<Row> rows;
    changeInnerPlaces(loop.body, [&](Place& place) {
      const std::optional<Row> row = rowOf(kernel, place);
      if (row && std::ranges::find(rows, *row) == rows.end() && isKnownBefore(*row->index, facts) &&
          !moves(kernel, *row, loop))
        rows.push_back(*row);
    });
    for (const Row& row : rows)
      name(row, loop, at, before);

    std::vector<Place> numbers; // that no row is looked up by any more
    changeInnerPlaces(loop.body, [&](Place& place) {
      if (isNumberOfVector(place) &&
          std::ranges::none_of(numbers, [&](const Place& p) { return isSame(p, place); }) &&
          isKnownBefore(*load(place), facts))
        numbers.push_back(place);
    });
    for (const Place& number : numbers)
      name(number, loop, at, before);
  }

  static bool isNumberOfVector(const Place& place) {
    return place.type->is(TypeKind::Integer) && !place.path.empty() && !place.path.back().isField();
  }

  bool isKnownBefore(const Expr& e, const analysis::LoopFacts& facts) const {
    return facts.isInvariant(e) && isSet(e) && anywhere(kernel, std::make_shared<Expr>(e));
  }

  bool isSet(const Expr& index) const {
    bool holds = true;
    forEachRead(index, [&](const Place& place) { holds = holds && !unset.contains(place.base); });
    return holds;
  }

  void name(const Row& row, For& loop, Location at, Block& before) {
    const VarId pointer = addPointer(row, at);
    const TypeRef type = kernel[pointer].type;
    before.push_back(declare(
        pointer, intrinsic(Intrinsic::row, {load(row.rows), anywhere(kernel, row.index)}, type),
        at));
    changePlaces(loop.body, [&](Place& place) {
      if (const std::optional<Row> of = rowOf(kernel, place); of && *of == row)
        place = {pointer, {place.path.back()}, place.type};
    });
  }

  void name(const Place& number, For& loop, Location at, Block& before) {
    const VarId local = addLocal(kernel, kernel[number.base].name + "_here", number.type, at);
    before.push_back(declare(local, anywhere(kernel, load(number)), at));
    changePlaces(loop.body, [&](Place& place) {
      if (isSame(place, number))
        place = ir::place(kernel, local);
    });
  }

  VarId addPointer(const Row& row, Location at) {
    const Variable& rows = kernel[row.rows.base];
    auto type = std::make_shared<Type>();
    type->kind = TypeKind::Pointer;
    type->element = row.rows.type->element->element;
    type->constElement = rows.isConst;
    type->spelling = (rows.isConst ? "const " : "") + type->element->spelling + "*";
    const std::optional<VarId> shadowOf = rows.shadowOf;
    const VarId pointer = addLocal(kernel, nameOf(kernel, row), type, at);
    kernel[pointer].shadowOf = shadowOf;
    return pointer;
  }
};

} // namespace

void hoistLookups(Kernel& derived) {
  LookupHoister(derived).block(derived.body);
}

} // namespace treelize::grad
