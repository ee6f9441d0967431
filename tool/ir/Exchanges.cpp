#include "ir/Exchanges.h"

#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Members.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <span>

namespace treelize::ir {

namespace {

/// Containers of real numbers or of others of the kind, and classes of them and of plain numbers.
bool holdsNumbersAlone(const Type& type) {
  if (isContainer(type))
    return holdsNumbersAlone(*type.element);
  return type.isScalar() || (type.is(TypeKind::Record) &&
                             std::ranges::all_of(type.fields, [](const RecordField& field) {
                               return !field.nondiff && holdsNumbersAlone(*field.type);
                             }));
}

bool isPathOfFields(const Place& place) {
  return std::ranges::all_of(place.path, &Selector::isField);
}

/// What costs much to save, at the end of a path of fields and of indices of vectors.
bool isExchangeable(const Kernel& kernel, const Place& place) {
  const bool isThere =
      isPathOfFields(place) ||
      !anyPart(*kernel[place.base].type, [](const Type& type) { return type.is(TypeKind::Map); });
  return isThere && !place.type->isScalar() && holdsNumbersAlone(*place.type) &&
         anyPart(*place.type, isContainer) && isDifferentiable(*place.type) &&
         !kernel[place.base].nondiff;
}

/// Of two elements the rows stay where they are: what is known of the rows of a matrix says which
/// of their elements need no saving.
bool areExchangeable(const Kernel& kernel, const Place& a, const Place& b) {
  return !isSame(a, b) && isSameInCpp(*a.type, *b.type) && isExchangeable(kernel, b) &&
         (isPathOfFields(a) || isPathOfFields(b));
}

class Finder {
public:
  explicit Finder(const Kernel& kernel) : kernel(kernel) {
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      forEachExpr(stmt,
                  [&](const Expr& e) { forEachRead(e, [&](const Place& p) { ++reads[p.base]; }); });
      if (const auto* growth = std::get_if<Append>(&stmt.node);
          growth && growth->container.path.empty())
        grown.insert(growth->container.base);
      if (const auto* local = std::get_if<Declare>(&stmt.node);
          local && local->value && kernel[local->var].type->isView())
        forEachRead(*local->value, [&](const Place& p) { viewed.insert(p.base); });
    });
  }

  void block(Block& statements) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
      for (Block* inner : blocks(statements[i]))
        block(*inner);
      exchangeFrom(statements, i);
    }
    for (std::size_t i = 0; i < statements.size(); ++i)
      moveAt(statements, i);
  }

private:
  const Kernel& kernel;
  std::map<VarId, unsigned> reads;
  std::set<VarId> grown;  // vectors that elements are appended to
  std::set<VarId> viewed; // whose memory others look at

  /// `kept = a` at the position, `a = b` and `b = kept` behind it, and what stands between knows
  /// nothing of the three.
  void exchangeFrom(Block& statements, std::size_t at) {
    const auto* kept = std::get_if<Declare>(&statements[at].node);
    const Place* a = kept ? copiedPlace(kept->value) : nullptr;
    const auto asked = kept ? reads.find(kept->var) : reads.end();
    if (!a || asked == reads.end() || asked->second != 1 || !isExchangeable(kernel, *a))
      return;
    const std::size_t first = nextMention(statements, at + 1, {a->base, kept->var});
    const Place* b = first < statements.size() ? copied(statements[first], *a) : nullptr;
    if (!b || !areExchangeable(kernel, *a, *b))
      return;
    if (nextMention(statements, at + 1, {b->base}) != first)
      return;
    const std::size_t second = nextMention(statements, first + 1, {a->base, b->base, kept->var});
    const Place* back = second < statements.size() ? copied(statements[second], *b) : nullptr;
    if (!back || back->base != kept->var || !back->path.empty() ||
        mayMove({*a, *b}, std::span(statements).subspan(at, second + 1 - at)))
      return;
    statements[second] = exchange(Place(*a), Place(*b), statements[at].location);
    statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(first));
    statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(at));
  }

  /// `a = b`, the last mention of a local of the block.
  void moveAt(Block& statements, std::size_t at) const {
    const auto* s = std::get_if<Assign>(&statements[at].node);
    const Place* from = s && s->op == AssignOp::Set ? copiedPlace(s->value) : nullptr;
    if (!from || !isOwnVector(s->target) || !isOwnVector(*from) || !grown.contains(from->base) ||
        !isSameInCpp(*s->target.type, *from->type) || isSame(s->target, *from))
      return;
    const bool endsHere =
        std::any_of(statements.begin(), statements.begin() + static_cast<std::ptrdiff_t>(at),
                    [&](const Stmt& stmt) { return declared(stmt) == from->base; });
    if (endsHere && nextMention(statements, at + 1, {from->base}) == statements.size())
      statements[at] = exchange(Place(s->target), Place(*from), statements[at].location);
  }

  bool isOwnVector(const Place& place) const {
    const Variable& variable = kernel[place.base];
    return place.path.empty() && place.type->is(TypeKind::Vector) && variable.role == Role::Local &&
           !variable.byReference && !viewed.contains(place.base) && isExchangeable(kernel, place);
  }

  /// Do the statements change which elements the places are?
  bool mayMove(std::initializer_list<Place> places, std::span<const Stmt> statements) const {
    std::set<VarId> indices;
    for (const Place& place : places)
      forEachIndexRead(place, [&](const Place& p) { indices.insert(p.base); });
    bool found = false;
    if (!indices.empty())
      forEachStmt(statements, [&](const Stmt& stmt) {
        forEachWritten(kernel, stmt,
                       [&](const Place& p) { found = found || indices.contains(p.base); });
      });
    return found;
  }

  static std::size_t nextMention(const Block& statements, std::size_t from,
                                 std::initializer_list<VarId> variables) {
    while (
        from < statements.size() &&
        std::ranges::none_of(variables, [&](VarId var) { return mentions(statements[from], var); }))
      ++from;
    return from;
  }

  /// What the statement copies to the place; null if it does something else.
  static const Place* copied(const Stmt& stmt, const Place& to) {
    const auto* s = std::get_if<Assign>(&stmt.node);
    return s && s->op == AssignOp::Set && isSame(s->target, to) ? copiedPlace(s->value) : nullptr;
  }
};

} // namespace

std::optional<Exchange> exchangeOf(const Stmt& stmt) {
  const auto* step = std::get_if<Perform>(&stmt.node);
  const bool isOfNumbers = step && step->changed.size() == 2 &&
                           asIntrinsic(*step->step, Intrinsic::swap) &&
                           isDifferentiable(*step->changed[0].type);
  return isOfNumbers ? std::optional(Exchange{step->changed[0], step->changed[1]}) : std::nullopt;
}

Stmt exchange(const Place& a, const Place& b, Location at) {
  return Stmt{
      at,
      Perform{intrinsic(Intrinsic::swap, {load(a), load(b)}, voidType()), {a, b}, std::nullopt}};
}

void findExchanges(Kernel& kernel) {
  Finder(kernel).block(kernel.body);
}

} // namespace treelize::ir
