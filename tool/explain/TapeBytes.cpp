#include "explain/TapeBytes.h"

#include "explain/Sizes.h"
#include "explain/Sums.h"
#include "ir/Walk.h"

#include "treelize/detail/symbolic/evaluate.hpp"

#include <algorithm>

namespace treelize::explain {

using namespace ir;

namespace {

enum class Course { Flat, Grows, Shrinks, Mixed };

/// What a piece of code adds to the tape, and how far the tape grows while it runs.
struct Growth {
  sym_int net = 0, peak = 0;
  Course course = Course::Flat;
};

Growth growing(const sym_int& bytes) {
  return {bytes, bytes, Course::Grows};
}
Growth shrinking(const sym_int& bytes) {
  return {bytes, 0, Course::Shrinks};
}

Growth inTurn(const Growth& a, const Growth& b) {
  if (a.course == Course::Flat)
    return b;
  if (b.course == Course::Flat)
    return a;
  const sym_int net = a.net + b.net;
  if (a.course == b.course && a.course != Course::Mixed)
    return a.course == Course::Grows ? growing(net) : shrinking(net);
  if (b.course == Course::Shrinks)
    return {net, a.peak, Course::Mixed};
  return {net, a.course == Course::Grows ? a.net + b.peak : max(a.peak, a.net + b.peak),
          Course::Mixed};
}

class Meter {
public:
  explicit Meter(const Kernel& kernel) : sizes(kernel), kernel(kernel) {}

  Growth of(const Block& block) {
    Growth all;
    for (const Stmt& stmt : block)
      all = inTurn(all, of(stmt));
    return all;
  }

  bool isExact = true;
  Sizes sizes;
  sym_int snapshots = 0; // bytes of the main loop's, however often it runs

private:
  bool knowsSnapshots = false;
  const Kernel& kernel;

  Growth of(const Stmt& stmt) {
    if (const auto* s = std::get_if<Push>(&stmt.node); s && s->slots > 0)
      return snapshot(*s), Growth{};
    if (const auto* s = std::get_if<Push>(&stmt.node))
      return growing(sizes.bytesOf(s->place));
    if (const auto* s = std::get_if<Pop>(&stmt.node); s && s->slots == 0)
      return shrinking(-sizes.bytesOf(s->place));
    if (const auto* s = std::get_if<Take>(&stmt.node))
      return growing(room(s->array, *s->count));
    if (const auto* s = std::get_if<GiveBack>(&stmt.node))
      return shrinking(-room(s->array, *s->count));
    // What is kept is there until the call ends; a room that begins with values is an array of the
    // program's.
    if (const auto* s = std::get_if<Declare>(&stmt.node); s && kernel[s->var].type->isRoom)
      if (const auto& made = std::get<Construct>(s->value->node); made.args.size() == 1)
        return growing(sizes.valueOf(*made.args[0]) * elementBytes(s->var));
    if (const auto* s = std::get_if<If>(&stmt.node))
      return either(of(s->thenBlock), of(s->elseBlock));
    if (const auto* s = std::get_if<For>(&stmt.node))
      return repeated(*s);
    if (const auto* s = std::get_if<While>(&stmt.node))
      return repeated(of(s->body));
    return {};
  }

  /// Both sweeps make them, and share the slots.
  void snapshot(const Push& push) {
    if (!knowsSnapshots)
      snapshots += sizes.bytesOf(push.place) * push.slots;
  }

  std::int64_t elementBytes(VarId array) const { return kernel[array].type->element->bits / 8; }

  /// As `tape::take` counts it: room to align the first element is part of it.
  sym_int room(VarId array, const Expr& count) {
    const std::int64_t bytes = elementBytes(array);
    return sizes.valueOf(count) * bytes + (bytes - 1);
  }

  Growth either(const Growth& a, const Growth& b) {
    const bool isSame = same(a.net, b.net) && same(a.peak, b.peak);
    isExact = isExact && isSame;
    const bool isMixed =
        a.course != b.course && a.course != Course::Flat && b.course != Course::Flat;
    return {isSame ? a.net : max(a.net, b.net), isSame ? a.peak : max(a.peak, b.peak),
            isMixed ? Course::Mixed : std::max(a.course, b.course)};
  }

  Growth repeated(const For& loop) {
    if (loop.hasOwnTape) // as many as there are threads, and each as large as one iteration needs
      return {};
    const Growth once = of(loop.body);
    knowsSnapshots = knowsSnapshots || !same(snapshots, sym_int(0));
    if (once.course == Course::Flat)
      return {};
    const sym_int counter = Sizes::counter(kernel, loop.counter),
                  first = sizes.valueOf(*loop.lower);
    const sym_int trips = sizes.tripsOf(loop), step = loop.step;
    const std::optional<sym_int> net = sumOver(once.net, counter, first, step, trips);
    if (!net)
      return repeated(once);
    if (once.course != Course::Mixed)
      return once.course == Course::Grows ? growing(*net) : shrinking(*net);
    // Of what grows or shrinks with the counter, the first or the last iteration has the most.
    const sym_int atFirst = expand(substitute(once.peak, {{counter, first}}));
    const sym_int atLast = expand(substitute(once.peak, {{counter, first + step * (trips - 1)}}));
    isExact = isExact && same(atFirst, atLast);
    return unsteady(once, *net, same(atFirst, atLast) ? atFirst : max(atFirst, atLast));
  }

  /// Of a loop whose trips only the run knows.
  Growth repeated(const Growth& once) {
    if (once.course == Course::Flat)
      return {};
    const sym_int net = once.net * sizes.unknown("trips");
    if (once.course != Course::Mixed)
      return once.course == Course::Grows ? growing(net) : shrinking(net);
    return unsteady(once, net, once.peak);
  }

  /// The last iteration starts at the height that those before it have left.
  Growth unsteady(const Growth& once, const sym_int& net, const sym_int& peak) {
    if (same(once.net, sym_int(0)))
      return {net, peak, Course::Mixed};
    isExact = false;
    return {net, once.net.range().upper <= 0 ? peak : net + peak, Course::Mixed};
  }
};

/// What the functions leave on the tape at each call, the calls they make themselves left out.
void addFunctions(const Kernel& derived, TapeBytes& total) {
  for (const Function& function : derived.functions) {
    if (!function.takesTape || function.hasRule())
      continue;
    Meter meter(*function.as);
    const Growth once = meter.of(function.as->body);
    if (once.course != Course::Grows)
      continue;
    total.peak += once.peak * meter.sizes.unknown("calls of " + function.name);
    total.isExact = false;
    total.unknowns.insert(meter.sizes.unknowns().begin(), meter.sizes.unknowns().end());
  }
}

} // namespace

TapeBytes tapeBytes(const Kernel& derived) {
  Meter meter(derived);
  TapeBytes total{.peak = 0, .isExact = true, .unknowns = {}};
  total.peak = expand(meter.of(derived.body).peak + meter.snapshots);
  total.unknowns = meter.sizes.unknowns();
  total.isExact = meter.isExact && total.unknowns.empty();
  addFunctions(derived, total);
  return total;
}

} // namespace treelize::explain
