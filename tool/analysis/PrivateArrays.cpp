#include "analysis/PrivateArrays.h"

#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <vector>

namespace treelize::analysis {

using namespace ir;

namespace {

const Expr& withoutCasts(const Expr& e) {
  const auto* conversion = std::get_if<Cast>(&e.node);
  return conversion && e.type->is(TypeKind::Integer) ? withoutCasts(*conversion->arg) : e;
}

bool isZero(const Expr& e) {
  const auto* number = std::get_if<Literal>(&withoutCasts(e).node);
  return number && number->text == "0";
}

/// Is every mention of the variable in the statement one of an element, read or written?
bool namesElementsOnly(const Stmt& stmt, VarId var) {
  bool holds = true;
  auto look = [&](const Place& p) {
    holds = holds && (p.base != var || (p.path.size() == 1 && p.type->isScalar()));
  };
  forEachExpr(stmt, [&](const Expr& e) {
    forEachRead(e, look);
    holds = holds && !any(e, [&](const Expr& part) {
              const auto* size = std::get_if<Size>(&part.node);
              const auto* zeros = std::get_if<ZerosLike>(&part.node);
              return (size && size->container.base == var) || (zeros && zeros->of.base == var);
            });
  });
  if (const Place* place = namedPlace(stmt)) {
    forEachIndexRead(*place, look);
    look(*place);
    holds = holds && (place->base != var || std::holds_alternative<Assign>(stmt.node));
  }
  return holds;
}

/// A local array and the number of its elements, which is known where it is declared and never
/// changes.
struct Candidate {
  VarId var;
  ExprRef size;
};

bool coversAll(const For& loop, const Candidate& array) {
  return isSame(withoutCasts(*loop.upper), withoutCasts(*array.size));
}

bool isAtCounter(const Place& p, VarId counter) {
  if (p.path.size() != 1 || p.path[0].indices.size() != 1)
    return false;
  const auto* index = std::get_if<Load>(&withoutCasts(*p.path[0].indices[0]).node);
  return index && index->place.base == counter;
}

/// Does the loop set every element, each before it is read?
bool fills(const Stmt& stmt, const Candidate& array) {
  const auto* loop = std::get_if<For>(&stmt.node);
  if (!loop || loop->step != 1 || !isZero(*loop->lower) || !coversAll(*loop, array))
    return false;
  bool isSet = false, isOwn = true;
  auto isElement = [&](const Place& p) {
    return p.base != array.var || isAtCounter(p, loop->counter);
  };
  for (const Stmt& s : loop->body) {
    if (!mentions(s, array.var))
      continue;
    const auto* assigned = std::get_if<Assign>(&s.node);
    if (!isSet && (!assigned || assigned->op != AssignOp::Set ||
                   !isAtCounter(assigned->target, loop->counter) ||
                   assigned->target.base != array.var || reads(s, array.var)))
      return false;
    isSet = true;
    forEachStmt(std::span(&s, 1), [&](const Stmt& part) {
      forEachExpr(part, [&](const Expr& e) {
        forEachRead(e, [&](const Place& p) { isOwn = isOwn && isElement(p); });
      });
      if (const Place* place = namedPlace(part))
        isOwn = isOwn && isElement(*place);
    });
  }
  return isSet && isOwn;
}

class Finder {
public:
  explicit Finder(const Kernel& kernel) : kernel(kernel), writes(kernel.variables.size()) {
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      forEachWritten(kernel, stmt, [&](const Place& p) { ++writes[p.base.index]; });
    });
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      if (std::optional<Candidate> array = candidate(stmt))
        place(*array);
    });
  }

  PrivateArrays found;

private:
  const Kernel& kernel;
  std::vector<unsigned> writes;

  std::optional<Candidate> candidate(const Stmt& stmt) const {
    const auto* s = std::get_if<Declare>(&stmt.node);
    if (!s || kernel[s->var].byReference)
      return std::nullopt;
    const Type& type = *kernel[s->var].type;
    if (type.is(TypeKind::Array) && type.element->is(TypeKind::Real))
      return Candidate{s->var, integer(static_cast<std::int64_t>(type.extent), sizeType())};
    const auto* made = s->value ? std::get_if<Construct>(&s->value->node) : nullptr;
    const bool isSized = type.is(TypeKind::Vector) && type.element->is(TypeKind::Real) && made &&
                         made->args.size() == 1;
    return isSized && isSteady(*made->args[0]) ? std::optional(Candidate{s->var, made->args[0]})
                                               : std::nullopt;
  }

  /// Nothing that the expression reads is written again.
  bool isSteady(const Expr& e) const {
    bool steady = true;
    forEachRead(e, [&](const Place& p) {
      const bool isDeclaredOnce = kernel[p.base].role == Role::Local && writes[p.base.index] == 1;
      steady = steady && (writes[p.base.index] == 0 || isDeclaredOnce);
    });
    return steady;
  }

  /// Goes down to the innermost block that holds all mentions, and gives the array to the innermost
  /// fitting loop.
  void place(const Candidate& array) {
    const Block* best = nullptr;
    const Block* block = &kernel.body;
    bool isInLoop = false;
    while (block) {
      if (isInLoop && isFilledFirst(*block, array))
        best = block;
      const Stmt* only = nullptr;
      for (const Stmt& stmt : *block) {
        const auto* local = std::get_if<Declare>(&stmt.node);
        if ((local && local->var == array.var) || !mentions(stmt, array.var))
          continue;
        if (only)
          return give(array, best);
        only = &stmt;
      }
      if (!only || !isLoop(*only) || !namesElementsOnly(*only, array.var))
        return give(array, best);
      block = blocks(*only).front();
      isInLoop = true;
    }
  }

  void give(const Candidate& array, const Block* body) {
    if (!body)
      return;
    bool isElementwise = true;
    forEachStmt(*body, [&](const Stmt& stmt) {
      isElementwise = isElementwise && namesElementsOnly(stmt, array.var);
    });
    const bool isDeclaredThere =
        std::ranges::any_of(*body, [&](const Stmt& s) { return declared(s) == array.var; });
    if (isElementwise && !isDeclaredThere)
      found[body][array.var] = array.size;
  }

  static bool isFilledFirst(const Block& body, const Candidate& array) {
    auto first = std::ranges::find_if(body, [&](const Stmt& s) { return mentions(s, array.var); });
    return first != body.end() && fills(*first, array);
  }
};

} // namespace

bool fillsArray(const Stmt& stmt, VarId array, const Expr& size) {
  return fills(stmt, {array, std::make_shared<Expr>(size)});
}

PrivateArrays findPrivateArrays(const Kernel& kernel) {
  return Finder(kernel).found;
}

std::set<VarId> privateArraysIn(const PrivateArrays& arrays, const Block& body) {
  std::set<VarId> all;
  if (auto own = arrays.find(&body); own != arrays.end())
    for (const auto& [array, size] : own->second)
      all.insert(array);
  for (const Stmt& stmt : body)
    for (const Block* inner : blocks(stmt))
      all.merge(privateArraysIn(arrays, *inner));
  return all;
}

} // namespace treelize::analysis
