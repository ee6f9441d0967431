// Loops of a pattern sweep. Where real numbers decide how often a loop runs, it runs until no set
// grows, or as often as whole numbers allow.
#include "ir/Intrinsics.h"
#include "ir/Literals.h"
#include "ir/Walk.h"
#include "pattern/SetExprs.h"
#include "pattern/Sweeper.h"

#include <algorithm>

namespace treelize::pattern {

using namespace ir;

namespace {

/// The places outside of the loop that its body sets and that are no real numbers: if the body asks
/// for them, its iterations differ.
bool iterationsDiffer(const Kernel& kernel, const Block& body) {
  const std::set<VarId> inner = declaredIn(body);
  analysis::RegionSet set;
  forEachStmt(body, [&](const Stmt& stmt) {
    forEachWritten(kernel, stmt, [&](const Place& place) {
      const bool isOfRealsAlone = place.type->is(TypeKind::Real) || isDifferentiable(*place.type);
      if (!isOfRealsAlone && !inner.contains(place.base))
        set.insert(place);
    });
  });
  bool found = false;
  forEachStmt(body, [&](const Stmt& stmt) {
    const Place* own = namedPlace(stmt);
    forEachExpr(stmt, [&](const Expr& e) {
      forEachRead(e, [&](const Place& place) {
        const bool isOwnUpdate = own && own->path.empty() && own->base == place.base;
        found = found || (!isOwnUpdate && set.overlaps(place));
      });
    });
    if (own)
      forEachIndexRead(*own, [&](const Place& place) { found = found || set.overlaps(place); });
  });
  return found;
}

} // namespace

template <class Body>
Block Sweeper::untilSettled(const Body& body) {
  for (;;) {
    const Knowledge begin = knowledge;
    Block result = body();
    Knowledge both = begin;
    const bool isNew = both.merge(knowledge);
    knowledge = both;
    if (!isNew)
      return result;
  }
}

void Sweeper::loop(const Stmt& stmt, const For& s, Block& out) {
  if (!isKnown(s.lower) || !isKnown(s.upper)) {
    knowledge.forget(place(kernel, s.counter));
    return openLoop(stmt, boolean(true), s.body, out);
  }
  depths[s.counter] = context.size();
  Block body = untilSettled([&] {
    knowledge.learn(place(kernel, s.counter), {});
    return block(s.body);
  });
  if (!body.empty())
    out.push_back(Stmt{stmt.location, For{s.counter, s.lower, s.upper, s.step, s.descending, std::move(body)}});
}

void Sweeper::loop(const Stmt& stmt, const While& s, Block& out) {
  const Knowledge before = knowledge;
  bool isOpen = !isKnown(s.condition);
  Block body;
  if (!isOpen)
    body = untilSettled([&]() -> Block {
      isOpen = isOpen || !isKnown(s.condition);
      return isOpen ? Block() : block(s.body);
    });
  if (!isOpen) {
    out.push_back(Stmt{stmt.location, While{s.condition, std::move(body), {}}});
    return;
  }
  knowledge.merge(before);
  openLoop(stmt, s.condition, s.body, out);
}

void Sweeper::openLoop(const Stmt& stmt, const ExprRef& condition, const Block& statements,
                       Block& out) {
  const Guard runs = guardOf(&stmt);
  knowledge.restart(runs);
  ExprRef may;
  ++openLoops;
  Block body = untilSettled([&] {
    assumed.insert(runs);
    const Guards flags = guardsOf(view(), *condition, true);
    may = mayBe(view(), condition, true);
    for (const Guard flag : flags)
      knowledge.transfer(flag, runs);
    Block result = under({runs}, flags, statements);
    assumed.erase(runs);
    return result;
  });
  --openLoops;
  if (body.empty())
    return;
  const bool isBounded = literalTruth(*may) != true;
  if (!iterationsDiffer(kernel, body)) {
    const auto known = copies.find({&stmt, 0, 'g'});
    const VarId sets = known != copies.end()
                           ? known->second
                           : addLocal(kernel, "growth", opaqueType("treelize::dependence::growth"));
    copies[{&stmt, 0, 'g'}] = sets;
    out.push_back(declare(sets, construct(kernel[sets].type, {})));
    const ExprRef goesOn = intrinsic(Intrinsic::goes_on, {load(kernel, sets)}, boolType());
    may = isBounded ? apply(Op::land_, {goesOn, may}, boolType()) : goesOn;
  } else if (!isBounded) {
    at = stmt.location;
    refuse("real numbers decide how often a loop runs that counts",
           "bound the loop by a whole number as well");
  }
  out.push_back(Stmt{stmt.location, While{may, std::move(body), {}}});
}

} // namespace treelize::pattern
