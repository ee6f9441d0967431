#include "analysis/Beginnings.h"

#include "analysis/KnownNumbers.h"
#include "ir/Walk.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace treelize::analysis {

using namespace ir;

namespace {

/// What stands for an element: of an index its number, `#7+1` for the variable with this number
/// plus one, or a range of such; of a member `.name`.
using Part = std::string;
using Parts = std::vector<Part>;

const Part every = "*";
constexpr std::int64_t mostTrips = 64, mostElements = 4096;
constexpr unsigned mostSteps = 200'000;

/// A loop that is not followed iteration by iteration, and what `counter + offset` runs through.
struct Enclosing {
  VarId counter;
  std::string lower, upper; // empty: unknown
  bool isOverAll;           // elements of the variable that is followed
};

/// What is looked for: anything that the kernel finds there, or the numbers alone.
enum class Wanted { All, Numbers };

/// Its parts have been written, on every way to the point at hand.
class Written {
public:
  bool covers(const Parts& parts) const {
    return std::ranges::any_of(all, [&](const Parts& known) {
      return known.size() <= parts.size() &&
             std::equal(known.begin(), known.end(), parts.begin(),
                        [](const Part& k, const Part& p) { return k == every || k == p; });
    });
  }
  /// A variable in them begins anew.
  void forget(const std::string& name) {
    std::erase_if(all, [&](const Parts& parts) {
      return std::ranges::any_of(parts,
                                 [&](const Part& part) { return part.find(name) != Part::npos; });
    });
  }
  void insert(Parts parts) { all.insert(std::move(parts)); }
  void setAll() { all = {Parts{}}; }
  void merge(const Written& other) { all.insert(other.all.begin(), other.all.end()); }
  static Written common(const Written& a, const Written& b) {
    Written result;
    for (const Parts& parts : a.all)
      if (b.covers(parts))
        result.insert(parts);
    for (const Parts& parts : b.all)
      if (a.covers(parts))
        result.insert(parts);
    return result;
  }

  std::set<Parts> all;
};

class Follower {
public:
  Follower(const Kernel& kernel, VarId var, const std::set<const Stmt*>& filledOnce, Wanted wanted)
      : kernel(kernel), var(var), filledOnce(filledOnce), wanted(wanted), numbers(kernel) {}

  void block(const Block& statements) {
    for (const Stmt& stmt : statements)
      if (!found)
        statement(stmt);
  }

  std::optional<Location> found;

private:
  void statement(const Stmt& stmt) {
    if (const std::optional<VarId> begins = declared(stmt))
      written.forget(spelledName(*begins));
    if (!mentions(stmt, var) && !mayAbandon(std::span(&stmt, 1)))
      return;
    if (++steps > mostSteps) {
      found = stmt.location;
      return;
    }
    if (!filledOnce.contains(&stmt))
      checkReads(stmt);
    if (const auto* branch = std::get_if<If>(&stmt.node))
      return either(stmt, *branch);
    if (const auto* loop = std::get_if<For>(&stmt.node))
      return counted(*loop);
    if (const auto* loop = std::get_if<While>(&stmt.node)) {
      const Written before = written;
      block(loop->body);
      block(loop->step);
      written = before;
      return;
    }
    if (std::holds_alternative<Abandon>(stmt.node))
      return written.setAll();
    const auto* assigned = std::get_if<Assign>(&stmt.node);
    if (assigned && assigned->op == AssignOp::Set && assigned->target.base == var)
      if (std::optional<Parts> parts = partsOf(assigned->target))
        written.insert(*parts);
  }

  // --- what is read ---
  void checkReads(const Stmt& stmt) {
    const auto check = [&](const Place& place) {
      if (place.base == var && !isWritten(place) && !found)
        found = stmt.location;
    };
    const bool hasLength = wanted == Wanted::All && kernel[var].type->is(TypeKind::Vector);
    forEachExpr(stmt, [&](const Expr& e) {
      if (hasLength)
        forEachRead(e, check);
      else
        forEachLoad(e, check);
    });
    forEachWritten(kernel, stmt, [&](const Place& place) {
      forEachIndexRead(place, check);
      const auto* assigned = std::get_if<Assign>(&stmt.node);
      const bool isElementOfVector = hasLength && !place.path.empty();
      if (wanted == Wanted::Numbers && changesLengthAlone(stmt))
        return;
      if (!assigned || assigned->op != AssignOp::Set || isElementOfVector || place.type->isView())
        check(isElementOfVector ? Place{var, {}, kernel[var].type} : place);
    });
  }

  static bool changesLengthAlone(const Stmt& stmt) {
    return std::holds_alternative<Append>(stmt.node) || std::holds_alternative<Drop>(stmt.node);
  }

  bool isWritten(const Place& place) const {
    Parts parts;
    return isWritten(kernel[var].type, place, 0, parts);
  }

  /// From a selector of the path on, and below its end all that there is.
  bool isWritten(const TypeRef& type, const Place& place, std::size_t selector,
                 Parts& parts) const {
    if (written.covers(parts))
      return true;
    if (selector < place.path.size() && place.path[selector].isField()) {
      const RecordField* field = findField(*type, place.path[selector].field);
      return field && below("." + field->name, field->type, place, selector + 1, parts);
    }
    if (type->is(TypeKind::Record))
      return std::ranges::all_of(type->fields, [&](const RecordField& field) {
        return below("." + field.name, field.type, place, selector, parts);
      });
    if (!isSequence(*type))
      return false;
    const bool isIndexed = selector < place.path.size();
    if (isIndexed && place.path[selector].indices.size() != 1)
      return false;
    if (isIndexed) {
      for (const Part& part : spellings(*place.path[selector].indices.front()))
        if (below(part, type->element, place, selector + 1, parts))
          return true;
      if (numbers.of(*place.path[selector].indices.front()))
        return false;
    }
    // Any element, or all of them.
    const std::size_t next = isIndexed ? selector + 1 : selector;
    if (below(every, type->element, place, next, parts))
      return true;
    if (!type->is(TypeKind::Array) || type->extent > mostElements)
      return false;
    for (std::uint64_t i = 0; i < type->extent; ++i)
      if (!below(std::to_string(i), type->element, place, next, parts))
        return false;
    return true;
  }

  static bool isSequence(const Type& type) {
    return type.is(TypeKind::Array) || type.is(TypeKind::Vector) || type.isView();
  }

  bool below(const Part& part, const TypeRef& type, const Place& place, std::size_t selector,
             Parts& parts) const {
    parts.push_back(part);
    const bool is = isWritten(type, place, selector, parts);
    parts.pop_back();
    return is;
  }

  // --- spelling ---
  /// An index as it is, and as what the loops around make of it.
  std::vector<Part> spellings(const Expr& index) const {
    const std::optional<Part> own = numbers.spelled(index);
    if (!own)
      return {};
    std::vector<Part> result{*own};
    for (const Enclosing& loop : loops)
      if (!loop.upper.empty() && own->starts_with(spelledName(loop.counter)))
        result.push_back(ranged(*own, loop));
    return result;
  }

  static Part ranged(const Part& part, const Enclosing& loop) {
    return "[" + loop.lower + ".." + loop.upper + ")" +
           part.substr(spelledName(loop.counter).size());
  }

  std::optional<Parts> partsOf(const Place& place) const {
    Parts parts;
    for (const Selector& selector : place.path) {
      if (selector.isField()) {
        parts.push_back("." + selector.field);
        continue;
      }
      const std::optional<Part> part =
          selector.indices.size() == 1 ? numbers.spelled(*selector.indices.front()) : std::nullopt;
      if (!part)
        return std::nullopt;
      parts.push_back(*part);
    }
    return parts;
  }

  // --- branches and loops ---
  void either(const Stmt& stmt, const If& branch) {
    const std::optional<std::int64_t> known = numbers.of(*branch.condition);
    if (filledOnce.contains(&stmt) || (known && *known))
      return block(branch.thenBlock);
    if (known)
      return block(branch.elseBlock);
    const Written before = written;
    block(branch.thenBlock);
    const Written ofThen = std::exchange(written, before);
    block(branch.elseBlock);
    written = Written::common(ofThen, written);
  }

  void counted(const For& loop) {
    const std::optional<std::int64_t> lower = numbers.of(*loop.lower),
                                      upper = numbers.of(*loop.upper);
    if (lower && upper && *lower >= *upper)
      return;
    const bool isKnown = lower && upper;
    if (isKnown && *upper - *lower <= mostTrips * loop.step)
      return iterations(loop, *lower, *upper);
    const Written before = written;
    const bool isSteady = loop.step == 1;
    const std::optional<Part> from = isSteady ? numbers.spelled(*loop.lower) : std::nullopt,
                              to = isSteady ? numbers.spelled(*loop.upper) : std::nullopt;
    const bool isOverAll = isSteady && numbers.of(*loop.lower) == 0 && isSize(*loop.upper);
    loops.push_back({loop.counter, from && to ? *from : "", from && to ? *to : "", isOverAll});
    numbers.enter(loop.counter);
    block(loop.body);
    numbers.leave(loop.counter);
    const Written inside = std::exchange(written, before);
    const Enclosing own = loops.back();
    loops.pop_back();
    for (const Parts& parts : inside.all)
      if (std::optional<Parts> after = behind(parts, own, isKnown))
        written.insert(*after);
  }

  bool isSize(const Expr& expr) const {
    const auto* size = std::get_if<Size>(&numbers.origin(expr).node);
    return size && size->extent == Extent::all && size->container.base == var &&
           size->container.path.empty();
  }

  void iterations(const For& loop, std::int64_t lower, std::int64_t upper) {
    std::vector<std::int64_t> values;
    for (std::int64_t i = lower; i < upper; i += loop.step)
      values.push_back(i);
    if (loop.descending)
      std::ranges::reverse(values);
    for (const std::int64_t i : values) {
      numbers.set(loop.counter, i);
      block(loop.body);
    }
    numbers.forget(loop.counter);
  }

  /// What an iteration has written, as it is written when all of them have run.
  static std::optional<Parts> behind(Parts parts, const Enclosing& loop, bool runs) {
    const std::string name = spelledName(loop.counter);
    unsigned named = 0;
    if (loop.isOverAll && !parts.empty() && parts.front() == name)
      parts.front() = every, ++named;
    for (Part& part : parts) {
      const bool isCounter = part.starts_with(name) && part.find(name, 1) == Part::npos;
      if (isCounter && !loop.upper.empty() && named == 0) {
        part = ranged(part, loop);
        ++named;
      } else if (part.find(name) != Part::npos) {
        return std::nullopt;
      }
    }
    return named > 0 || runs ? std::optional(parts) : std::nullopt;
  }

  const Kernel& kernel;
  VarId var;
  const std::set<const Stmt*>& filledOnce;
  const Wanted wanted;
  KnownNumbers numbers;
  std::vector<Enclosing> loops;
  Written written;
  unsigned steps = 0;
};

/// `++calls;`, and nobody asks how many there are.
bool readsItselfOnly(const Kernel& kernel, VarId var) {
  if (!kernel[var].type->isScalar())
    return false;
  bool is = true;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    const auto* assigned = std::get_if<Assign>(&stmt.node);
    is = is && (!reads(stmt, var) ||
                (assigned && assigned->target.base == var && assigned->target.path.empty()));
  });
  return is;
}

} // namespace

std::optional<Location> readOfBeginning(const Kernel& kernel, VarId var,
                                        const std::set<const Stmt*>& filledOnce) {
  if (readsItselfOnly(kernel, var))
    return std::nullopt;
  Follower follower(kernel, var, filledOnce, Wanted::All);
  follower.block(kernel.body);
  return follower.found;
}

bool readsEntry(const Kernel& kernel, VarId parameter) {
  const std::set<const Stmt*> none;
  Follower follower(kernel, parameter, none, Wanted::Numbers);
  follower.block(kernel.body);
  return follower.found.has_value();
}

} // namespace treelize::analysis
