#include "ir/Exchanges.h"

#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>

namespace treelize::ir {

namespace {

constexpr const char* swapText = "std::swap($0, $1)";

bool isContainer(const Type& type) {
  return type.is(TypeKind::Vector) || type.is(TypeKind::Array);
}

/// Containers of real numbers or of others of the kind, and classes of them and of plain numbers.
bool holdsNumbersAlone(const Type& type) {
  if (isContainer(type))
    return holdsNumbersAlone(*type.element);
  return type.isScalar() || (type.is(TypeKind::Record) &&
                             std::ranges::all_of(type.fields, [](const RecordField& field) {
                               return !field.nondiff && holdsNumbersAlone(*field.type);
                             }));
}

/// What costs much to save, at the end of a path of fields.
bool isExchangeable(const Kernel& kernel, const Place& place) {
  return !place.type->isScalar() && holdsNumbersAlone(*place.type) &&
         anyPart(*place.type, isContainer) && isDifferentiable(*place.type) &&
         !kernel[place.base].nondiff && std::ranges::all_of(place.path, &Selector::isField);
}

const Place* loaded(const ExprRef& value) {
  const auto* load = value ? std::get_if<Load>(&value->node) : nullptr;
  return load ? &load->place : nullptr;
}

class Finder {
public:
  explicit Finder(const Kernel& kernel) : kernel(kernel) {
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      forEachExpr(stmt,
                  [&](const Expr& e) { forEachRead(e, [&](const Place& p) { ++reads[p.base]; }); });
    });
  }

  void block(Block& statements) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
      for (Block* inner : blocks(statements[i]))
        block(*inner);
      if (std::optional<Stmt> found =
              i + 2 < statements.size() ? exchangeAt(statements, i) : std::nullopt) {
        statements[i] = *std::move(found);
        const auto next = statements.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        statements.erase(next, next + 2);
      }
    }
  }

private:
  const Kernel& kernel;
  std::map<VarId, unsigned> reads;

  std::optional<Stmt> exchangeAt(const Block& statements, std::size_t i) const {
    const auto* kept = std::get_if<Declare>(&statements[i].node);
    const auto* first = std::get_if<Assign>(&statements[i + 1].node);
    const auto* second = std::get_if<Assign>(&statements[i + 2].node);
    const Place* a = kept ? loaded(kept->value) : nullptr;
    const Place* b = first ? loaded(first->value) : nullptr;
    const Place* back = second ? loaded(second->value) : nullptr;
    if (!a || !b || !back || first->op != AssignOp::Set || second->op != AssignOp::Set)
      return std::nullopt;
    const bool isExchange = isSame(first->target, *a) && isSame(second->target, *b) &&
                            back->base == kept->var && back->path.empty() &&
                            reads.at(kept->var) == 1 && !isSame(*a, *b) &&
                            a->type->spelling == b->type->spelling;
    return isExchange && isExchangeable(kernel, *a) && isExchangeable(kernel, *b)
               ? std::optional(exchange(*a, *b, statements[i].location))
               : std::nullopt;
  }
};

} // namespace

std::optional<Exchange> exchangeOf(const Stmt& stmt) {
  const auto* step = std::get_if<Perform>(&stmt.node);
  const auto* swap =
      step && step->changed.size() == 2 ? std::get_if<Opaque>(&step->step->node) : nullptr;
  const bool isOfNumbers =
      swap && swap->text == swapText && isDifferentiable(*step->changed[0].type);
  return isOfNumbers ? std::optional(Exchange{step->changed[0], step->changed[1]}) : std::nullopt;
}

Stmt exchange(const Place& a, const Place& b, Location at) {
  return Stmt{at, Perform{opaque(swapText, {load(a), load(b)}, voidType()), {a, b}, std::nullopt}};
}

void findExchanges(Kernel& kernel) {
  Finder(kernel).block(kernel.body);
}

} // namespace treelize::ir
