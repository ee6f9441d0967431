#include "ir/Buffers.h"

#include "ir/BufferIndices.h"
#include "ir/Builder.h"
#include "ir/PointerTurns.h"
#include "ir/Substitute.h"
#include "ir/UnreadNumbers.h"
#include "ir/Walk.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace treelize::ir {

namespace {

constexpr std::uint64_t mostBuffers = 8;

/// How many elements the declaration makes, if they are containers and just a few.
std::optional<std::uint64_t> buffersOf(const Declare& local, const Type& type) {
  const auto* made = local.value ? std::get_if<Construct>(&local.value->node) : nullptr;
  if ((local.value && !made) || !type.element || !isContainer(*type.element))
    return std::nullopt;
  std::uint64_t count = 0;
  if (type.is(TypeKind::Array) && (!made || made->args.empty()))
    count = type.extent;
  else if (type.is(TypeKind::Vector) && made && !made->args.empty() && made->args.size() <= 2)
    count = static_cast<std::uint64_t>(valueOf(*made->args[0], {}).value_or(0));
  return 2 <= count && count <= mostBuffers ? std::optional(count) : std::nullopt;
}

std::vector<Buffers> findBuffers(const Kernel& kernel) {
  std::vector<Buffers> found;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    const auto* local = std::get_if<Declare>(&stmt.node);
    if (!local || local->var == kernel.result)
      return;
    const Variable& variable = kernel[local->var];
    if (variable.role != Role::Local || variable.byReference || variable.isWalked)
      return;
    if (const std::optional<std::uint64_t> count = buffersOf(*local, *variable.type))
      found.push_back({local->var, *count});
  });
  return found;
}

/// An index that is no literal, by what it comes to for each value of its number.
struct Turning {
  VarId number;
  std::vector<std::uint64_t> buffers;
  bool operator==(const Turning&) const = default;
};

class BufferSplitter {
public:
  BufferSplitter(Kernel& kernel, Block& block, Buffers buffers)
      : kernel(kernel), block(block), buffers(buffers) {}

  bool run() {
    putLength();
    const std::set<VarId> copies = settleIndices(kernel, block, buffers);
    if (!findElements())
      return false;
    changePlaces(block, [&](Place& place) {
      if (place.base != buffers.container)
        return;
      place.base = *elementOf(place);
      place.path.erase(place.path.begin());
    });
    declareElements();
    dropUnread(kernel, copies);
    // The rows of a small matrix stay together.
    return turning.empty() ? elementType()->is(TypeKind::Vector) : takeTurns();
  }

private:
  Kernel& kernel;
  Block& block;
  const Buffers buffers;
  std::vector<VarId> elements;
  std::vector<Turning> turning;
  std::vector<VarId> led; // by each of these

  TypeRef elementType() const { return kernel[buffers.container].type->element; }

  VarId addElement(std::string name) {
    const VarId element = addLocal(kernel, std::move(name), elementType());
    kernel[element].nondiff = kernel[buffers.container].nondiff;
    kernel[element].leftOut = kernel[buffers.container].leftOut;
    return element;
  }

  void putLength() {
    const auto isLength = [&](const Expr& e) {
      const auto* size = std::get_if<Size>(&e.node);
      return size && size->container.base == buffers.container && size->container.path.empty();
    };
    const auto put = [&](const ExprRef& e) {
      return isLength(*e) ? integer(static_cast<std::int64_t>(buffers.count), e->type) : e;
    };
    replaceEach(block, [&](Stmt& stmt, Block& out) {
      forEachExprSlot(stmt, [&](ExprRef& e) { e = rewrite(e, put); });
      out.push_back(std::move(stmt));
    });
  }

  /// A variable for each element, and for each index that is no literal; nothing if the container
  /// is asked for as a whole, or by any other index.
  bool findElements() {
    for (std::uint64_t buffer = 0; buffer < buffers.count; ++buffer)
      elements.push_back(addElement(kernel[buffers.container].name + "_" + std::to_string(buffer)));
    bool isSound = true;
    changePlaces(block, [&](Place& place) {
      isSound = isSound && (place.base != buffers.container || noteElement(place));
    });
    return isSound;
  }

  bool noteElement(const Place& place) {
    if (place.path.empty())
      return false;
    if (const std::optional<Turning> wanted = turningOf(place);
        wanted && std::ranges::find(turning, *wanted) == turning.end()) {
      turning.push_back(*wanted);
      led.push_back(addElement(kernel[buffers.container].name + "_turning"));
    }
    return elementOf(place).has_value();
  }

  std::optional<std::uint64_t> bufferAt(const Place& place, const NumberValues& known) const {
    const std::optional<std::int64_t> index = valueOf(*place.path[0].indices[0], known);
    const bool isBuffer =
        index && 0 <= *index && static_cast<std::uint64_t>(*index) < buffers.count;
    return isBuffer ? std::optional(static_cast<std::uint64_t>(*index)) : std::nullopt;
  }

  std::optional<Turning> turningOf(const Place& place) const {
    std::set<VarId> numbers;
    forEachRead(*place.path[0].indices[0],
                [&](const Place& number) { numbers.insert(number.base); });
    if (numbers.size() != 1)
      return std::nullopt;
    Turning found{*numbers.begin(), {}};
    for (std::uint64_t value = 0; value < buffers.count; ++value)
      if (const std::optional<std::uint64_t> buffer =
              bufferAt(place, {{found.number, static_cast<std::int64_t>(value)}}))
        found.buffers.push_back(*buffer);
    return found.buffers.size() == buffers.count ? std::optional(found) : std::nullopt;
  }

  std::optional<VarId> elementOf(const Place& place) const {
    if (const std::optional<std::uint64_t> buffer = bufferAt(place, {}))
      return elements[*buffer];
    const std::optional<Turning> wanted = turningOf(place);
    const auto known = wanted ? std::ranges::find(turning, *wanted) : turning.end();
    return known == turning.end()
               ? std::nullopt
               : std::optional(led[static_cast<std::size_t>(known - turning.begin())]);
  }

  void declareElements() {
    const auto isDeclaration = [&](const Stmt& stmt) {
      return declared(stmt) == buffers.container;
    };
    const auto at = std::ranges::find_if(block, isDeclaration);
    const ExprRef value = std::get<Declare>(at->node).value;
    const auto* made = value ? std::get_if<Construct>(&value->node) : nullptr;
    const bool isBare = !made && elementType()->is(TypeKind::Array);
    const ExprRef each = isBare                           ? nullptr
                         : made && made->args.size() == 2 ? made->args[1]
                                                          : construct(elementType(), {});
    Block declarations;
    for (const VarId element : elements)
      declarations.push_back(declare(element, each, at->location));
    block.insert(block.erase(at), declarations.begin(), declarations.end());
  }

  VariablesByNumber elementsBy(const Turning& index) const {
    VariablesByNumber found{{}, elements[index.buffers.back()]};
    for (std::size_t number = 0; number < index.buffers.size(); ++number)
      found.cases[static_cast<std::int64_t>(number)] = elements[index.buffers[number]];
    return found;
  }

  bool takeTurns() {
    PointerTeam team;
    for (const Turning& index : turning)
      team.pointers.push_back({index.number, elementsBy(index)});
    team.arrays.insert(elements.begin(), elements.end());
    return complete(team, kernel, block) && areBuffers(team) &&
           exchangeArrays(kernel, block, team, led);
  }

  /// Is each number always that of a buffer?
  bool areBuffers(const PointerTeam& team) const {
    return std::ranges::all_of(team.states, [&](const NumberValues& state) {
      return std::ranges::all_of(turning, [&](const Turning& index) {
        const std::int64_t number = state.at(index.number);
        return 0 <= number && static_cast<std::uint64_t>(number) < buffers.count;
      });
    });
  }
};

} // namespace

void forEachBufferIndex(Block& block, const Buffers& buffers,
                        const std::function<void(ExprRef&)>& fn) {
  changePlaces(block, [&](Place& place) {
    if (place.base == buffers.container && !place.path.empty() && !place.path[0].isField())
      fn(place.path[0].indices[0]);
  });
}

void forEachBufferIndex(Stmt& stmt, const Buffers& buffers,
                        const std::function<void(ExprRef&)>& fn) {
  Block one{std::move(stmt)};
  forEachBufferIndex(one, buffers, fn);
  stmt = std::move(one.front());
}

void splitBuffers(Kernel& kernel) {
  for (const Buffers& buffers : findBuffers(kernel)) {
    Kernel changed = kernel;
    Block* block = blockOf(changed.body, buffers.container); // none if its loop has been unrolled
    if (block && BufferSplitter(changed, *block, buffers).run())
      kernel = std::move(changed);
  }
}

} // namespace treelize::ir
