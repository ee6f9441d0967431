#include "front/lower/passive/Slots.h"

#include "front/lower/calls/Calls.h"
#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/Specialization.h"
#include "ir/Intrinsics.h"
#include "ir/Same.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

const ClassTemplateSpecializationDecl* librarySpecialization(QualType type) {
  const ClassTemplateSpecializationDecl* record = specializationOf(type);
  return record && record->isInStdNamespace() && record->getIdentifier() ? record : nullptr;
}

/// They move slots, and look at none.
bool keepsSlots(llvm::StringRef method) {
  static const std::set<llvm::StringRef> names = {"at",
                                                  "back",
                                                  "begin",
                                                  "crbegin",
                                                  "crend",
                                                  "cbegin",
                                                  "cend",
                                                  "clear",
                                                  "contains",
                                                  "count",
                                                  "empty",
                                                  "end",
                                                  "equal_range",
                                                  "erase",
                                                  "find",
                                                  "front",
                                                  "lower_bound",
                                                  "pop",
                                                  "pop_back",
                                                  "pop_front",
                                                  "rbegin",
                                                  "rend",
                                                  "reserve",
                                                  "reverse",
                                                  "size",
                                                  "swap",
                                                  "top",
                                                  "upper_bound",
                                                  "push_back",
                                                  "push_front",
                                                  "push",
                                                  "emplace_back",
                                                  "emplace_front",
                                                  "splice",
                                                  "emplace",
                                                  "insert",
                                                  "insert_or_assign",
                                                  "try_emplace"};
  return names.contains(method);
}

} // namespace

bool isMap(QualType container) {
  const auto* record = librarySpecialization(container);
  static const std::set<llvm::StringRef> names = {"map", "unordered_map", "multimap",
                                                  "unordered_multimap"};
  return record && names.contains(record->getName());
}

bool isHeap(QualType container) {
  const auto* record = librarySpecialization(container);
  return record && record->getName() == "priority_queue";
}

QualType elementOfSlots(QualType container) {
  return typeArgument(librarySpecialization(container), isMap(container) ? 1 : 0);
}

bool isSlotted(QualType type) {
  type = type.getNonReferenceType();
  return !isEntry(type) && !isPassive(type) && mayHoldReal(type);
}

bool isEntry(QualType type) {
  const auto* record = librarySpecialization(type);
  return record && record->getName() == "pair" &&
         record->getTemplateArgs()[0].getAsType().isConstQualified() && mayHoldReal(type);
}

bool isKey(const MemberExpr* expr) {
  const QualType type =
      expr->isArrow() ? expr->getBase()->getType()->getPointeeType() : expr->getBase()->getType();
  return isEntry(type) && expr->getMemberDecl()->getName() == "first";
}

bool holdsSlots(QualType type) {
  const auto* record = librarySpecialization(type);
  if (!record || !isPassive(type))
    return false;
  static const std::set<llvm::StringRef> nests = {"vector", "array", "optional"};
  if (isSlotContainer(record) || nests.contains(record->getName())) {
    const QualType element = elementOfSlots(type);
    return isSlotted(element) || holdsSlots(element);
  }
  return false;
}

bool hidesSlots(QualType type) {
  const auto* record = librarySpecialization(type);
  return record &&
         std::ranges::any_of(record->getTemplateArgs().asArray(), [](const TemplateArgument& part) {
           const bool isType = part.getKind() == TemplateArgument::Type;
           return isType && (holdsSlots(part.getAsType()) || hidesSlots(part.getAsType()));
         });
}

ir::TypeRef opaqueType() {
  auto type = std::make_shared<ir::Type>();
  type->spelling = "auto";
  type->defaultConstructible = false;
  return type;
}

ir::ExprRef stored(Lowering& l, const Expr* value, QualType container) {
  const QualType element = elementOfSlots(container);
  ir::ExprRef slot = newSlot(l, value, element);
  if (!isHeap(container))
    return slot;
  ir::ExprRef held =
      loaded(l, slotElement(l, slot, element, value->getExprLoc()), value->getExprLoc());
  const Location at = slot->location;
  return ir::opaque("{$0, $1}", {std::move(held), std::move(slot)}, opaqueType(), at);
}

void separateSlots(Lowering& l, const ir::Place& copy, QualType type, SourceLocation where) {
  const Location at = toLocation(where);
  const auto* record = librarySpecialization(type);
  const QualType element = elementOfSlots(type);
  const bool isIterated =
      isMap(type) || record->getName() == "deque" || record->getName() == "list";
  if (!isIterated || !isSlotted(element))
    l.notYet(where, "a copy of '" + l.types.of(type)->spelling + "'",
             "use a reference, or std::move");
  const ir::VarId it = l.addLocal("it", opaqueType(), {}, at);
  l.emit(ir::declare(it, ir::opaque("$0.begin()", {ir::load(copy)}, l.kernel[it].type, at), at));
  ir::While loop;
  loop.condition = ir::opaque("$0 != $1.end()", {l.loadOf(it), ir::load(copy)}, ir::boolType(), at);
  loop.body = l.collectRepeated([&] {
    const std::string part = isMap(type) ? "$0->second" : "*$0";
    const ir::ExprRef old = l.keep(ir::opaque(part, {l.loadOf(it)}, ir::sizeType(), at), "slot");
    const Value original = slotElement(l, old, element, where);
    const ir::ExprRef slot =
        newSlot(l,
                copiesByHand(l, element)
                    ? copyConstructed(l, {"element", element, where}, original, /*isMove=*/false)
                    : original,
                element, where);
    ir::ExprRef store = ir::opaque(part + " = $1", {l.loadOf(it), slot}, ir::voidType(), at);
    l.emit({at, ir::Perform{std::move(store), {copy}, std::nullopt}});
  });
  loop.step.push_back({at, ir::Perform{ir::opaque("++$0", {l.loadOf(it)}, ir::voidType(), at),
                                       {l.placeOf(it)},
                                       std::nullopt}});
  l.emit({at, std::move(loop)});
}

void refuseForeignSlots(Lowering& l, const ir::ExprRef& container, QualType type,
                        SourceLocation where) {
  const auto* load = std::get_if<ir::Load>(&container->node);
  const ir::Variable* base = load ? &l.kernel[load->place.base] : nullptr;
  const bool isFunctions = base && l.ownFrames > 0 && base->role == ir::Role::Parameter;
  if (isFunctions && !base->isConst)
    return; // handed over by the kernel
  const bool isForeign = base ? base->role != ir::Role::Local || ir::isGlobal(*base)
                              : std::holds_alternative<ir::Literal>(container->node);
  if (!isForeign || (callersMap(container) && !ir::isGlobal(*base)))
    return;
  const std::string name = l.types.qualifiedName(type.getNonReferenceType()->getAsCXXRecordDecl());
  if (l.ownFrames > 0)
    l.notYet(where, "a '" + name + "' of real numbers in a recursive function",
             "keep the numbers in a std::vector");
  l.notYet(where,
           "a container of real numbers of class '" + name + "' that does not belong to the kernel",
           "take a reference to a map of numbers, or pass the elements in a std::vector");
}

std::optional<Value> slotAssignment(Lowering& l, const CallExpr* expr) {
  const auto* call = dyn_cast<CXXOperatorCallExpr>(expr);
  if (!call || call->getOperator() != OO_Equal || !holdsSlots(call->getArg(0)->getType()) ||
      !call->getArg(1)->isLValue())
    return std::nullopt;
  const SourceLocation where = expr->getExprLoc();
  const QualType type = call->getArg(0)->getType();
  const Value from = glvalue(l, call->getArg(1)), to = glvalue(l, call->getArg(0));
  const auto *source = std::get_if<ir::Place>(&from), *destination = std::get_if<ir::Place>(&to);
  if (!source || !destination || destination->type->is(ir::TypeKind::Map) ||
      !l.ast.hasSameUnqualifiedType(type, call->getArg(1)->getType()))
    return std::nullopt;
  if (ir::isSame(*source, *destination))
    return to;
  for (const ir::Place* container : {source, destination})
    refuseForeignSlots(l, ir::load(*container), type, where);
  const Location at = toLocation(where);
  target(l, to, where);
  const bool isCallers = source->type->is(ir::TypeKind::Map);
  std::vector<ir::ExprRef> args{ir::load(*destination)};
  if (!isCallers)
    args.push_back(ir::load(*source));
  l.emit({at, ir::Perform{ir::opaque(isCallers ? "$0.clear()" : "$0 = $1", std::move(args),
                                     ir::voidType(), at),
                          {*destination},
                          std::nullopt}});
  if (isCallers)
    fillSlots(l, *destination, *source, type, where);
  else
    separateSlots(l, *destination, type, where);
  return to;
}

const ir::Place* callersMap(const ir::ExprRef& expr) {
  const auto* load = std::get_if<ir::Load>(&expr->node);
  return load && load->place.type->is(ir::TypeKind::Map) ? &load->place : nullptr;
}

static bool isSameMap(const ir::Place* a, const ir::Place* b) {
  return a == b || (a && b && ir::isSame(*a, *b));
}

static void refuseSeveralMaps(Lowering& l, SourceLocation where) {
  l.notYet(where, "an iterator into one of several maps", "use an iterator for each map");
}

const ir::Place* iteratedMap(Lowering& l, const ir::ExprRef& iterator, SourceLocation where) {
  if (const auto* load = std::get_if<ir::Load>(&iterator->node)) {
    const auto known = l.iterated.find(load->place.base.index);
    return known != l.iterated.end() ? &known->second : callersMap(iterator);
  }
  const auto* step = std::get_if<ir::Opaque>(&iterator->node);
  if (!step || step->args.empty())
    return nullptr;
  if (step->row != ir::Intrinsic::choice) // p.find(key), std::next(it), ++it
    return iteratedMap(l, step->args[0], where);
  const ir::Place *first = iteratedMap(l, step->args[1], where),
                  *second = iteratedMap(l, step->args[2], where);
  if (!isSameMap(first, second))
    refuseSeveralMaps(l, where);
  return first;
}

void followIterator(Lowering& l, ir::VarId variable, const ir::ExprRef& value) {
  if (const ir::Place* map = iteratedMap(l, value, {}))
    l.iterated[variable.index] = l.frozen(ir::Place(*map));
}

void checkSameMap(Lowering& l, const ir::ExprRef& iterator, const ir::ExprRef& value,
                  SourceLocation where) {
  if (!isSameMap(iteratedMap(l, iterator, where), iteratedMap(l, value, where)))
    refuseSeveralMaps(l, where);
}

/// A key that the reverse sweep can use: the caller's, or a local of its own.
static ir::ExprRef kept(Lowering& l, const ir::ExprRef& key, const ir::TypeRef& type) {
  if (std::holds_alternative<ir::Literal>(key->node) ||
      (l.isStable(key) && !readsOwnObject(l, *key)))
    return key;
  const ir::VarId local =
      l.addLocal("key", type, {.isConst = true, .isStable = true}, key->location);
  l.emit(ir::declare(local, key, key->location));
  return l.loadOf(local);
}

/// `net.rates`; empty where the place is not one of the caller's, by names alone.
static std::string callersName(const ir::Kernel& kernel, const ir::Place& place) {
  std::string name = kernel[place.base].role == ir::Role::Parameter ? kernel[place.base].name : "";
  for (const ir::Selector& selector : place.path) {
    if (name.empty() || !selector.isField())
      return "";
    name += "." + selector.field;
  }
  return name;
}

/// What is thrown names the map, and the key as far as its value can be told at the end of the
/// kernel.
static std::string missingKey(const Lowering& l, const ir::Place& map, const ir::Expr& key) {
  const auto* literal = std::get_if<ir::Literal>(&key.node);
  const auto* load = std::get_if<ir::Load>(&key.node);
  const std::string name = callersName(l.kernel, map),
                    text = literal                   ? literal->text
                           : load && l.isStable(key) ? callersName(l.kernel, load->place)
                                                     : "";
  return "throw treelize::missing_key(\"" + (name.empty() ? l.kernel[map.base].name : name) + "\"" +
         (text.empty() ? "" : ", " + text) + ")";
}

ir::Place callersElement(Lowering& l, const ir::Place& map, const ir::ExprRef& given, bool inserts,
                         SourceLocation where) {
  const Location at = toLocation(where);
  const ir::ExprRef key = kept(l, given, l.types.keyOf(*map.type));
  const ir::ExprRef isMissing = ir::logicalNot(
      ir::intrinsic(ir::Intrinsic::has_key, {ir::load(map), key}, ir::boolType(), at));
  if (inserts) {
    ir::If missing{isMissing, {}, {}};
    missing.thenBlock.push_back(
        {at, ir::Abandon{"throw std::invalid_argument(\"a derivative cannot insert a key into the "
                         "map of its caller\")"}});
    l.emit({at, std::move(missing)});
  } else if (l.tries.empty()) {
    ir::If missing{isMissing, {}, {}};
    missing.thenBlock.push_back({at, ir::Abandon{missingKey(l, map, *key)}});
    l.emit({at, std::move(missing)});
  } else {
    throwFromLibraryIf(l, isMissing, badAccess, where);
  }
  return ir::element(map, {key});
}

ir::Place iteratedElement(Lowering& l, const ir::Place& map, const ir::ExprRef& iterator,
                          SourceLocation where) {
  const ir::TypeRef type = l.types.keyOf(*map.type);
  return ir::element(map,
                     {kept(l, ir::opaque("$0->first", {iterator}, type, toLocation(where)), type)});
}

void forEachElement(Lowering& l, const ir::Place& map, Location at,
                    const std::function<void(const ir::Place&, const ir::Place&)>& body) {
  const ir::ExprRef whole = ir::load(map);
  const ir::VarId it = l.addLocal("it", opaqueType(), {}, at);
  l.emit(ir::declare(it, ir::opaque("$0.begin()", {whole}, l.kernel[it].type, at), at));
  ir::While loop;
  loop.condition = ir::opaque("$0 != $1.end()", {l.loadOf(it), whole}, ir::boolType(), at);
  loop.body = l.collectRepeated([&] {
    const ir::TypeRef keyType = l.types.keyOf(*map.type);
    const ir::VarId key = l.addLocal("key", keyType, {.isConst = true, .isStable = true}, at);
    l.emit(ir::declare(key, ir::opaque("$0->first", {l.loadOf(it)}, keyType, at), at));
    body(l.placeOf(key), ir::element(map, {l.loadOf(key)}));
  });
  loop.step.push_back({at, ir::Perform{ir::opaque("++$0", {l.loadOf(it)}, ir::voidType(), at),
                                       {l.placeOf(it)},
                                       std::nullopt}});
  l.emit({at, std::move(loop)});
}

void fillSlots(Lowering& l, const ir::Place& copy, const ir::Place& map, QualType type,
               SourceLocation where) {
  const Location at = toLocation(where);
  forEachElement(l, map, at, [&](const ir::Place& key, const ir::Place& element) {
    const ir::ExprRef slot = newSlot(l, element, elementOfSlots(type), where);
    ir::ExprRef step =
        ir::opaque("$0.emplace($1, $2)", {ir::load(copy), ir::load(key), slot}, ir::voidType(), at);
    l.emit({at, ir::Perform{std::move(step), {copy}, std::nullopt}});
  });
}

bool storesAtPosition(const CallExpr* expr, const FunctionDecl* callee) {
  const auto* member = dyn_cast<CXXMemberCallExpr>(expr);
  if (!member || !callee->getDeclName().isIdentifier() ||
      isMap(member->getImplicitObjectArgument()->getType()))
    return false;
  const bool isInsert = callee->getName() == "insert" && expr->getNumArgs() == 2 &&
                        libraryOf(callee->getParamDecl(1)->getType()) != Library::list;
  return isInsert || (callee->getName() == "emplace" && expr->getNumArgs() > 0 &&
                      isSlotIterator(expr->getArg(0)->getType()));
}

void checkSlotCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const std::string name = callee->getDeclName().isIdentifier() ? callee->getNameAsString() : "";
  const auto refuse = [&] {
    l.notYet(expr->getExprLoc(),
             "'" + callee->getNameAsString() + "' of a container of real numbers",
             "write a loop over its elements");
  };
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(expr)) {
    const QualType container = member->getImplicitObjectArgument()->getType();
    const bool isKnownInsert =
        storesAtPosition(expr, callee) || (isMap(container) && expr->getNumArgs() == 1);
    if (holdsSlots(container) && (!keepsSlots(name) || (name == "insert" && !isKnownInsert)))
      refuse();
    return;
  }
  const auto* call = dyn_cast<CXXOperatorCallExpr>(expr);
  const bool comparesObjects =
      call &&
      std::ranges::any_of(expr->arguments(),
                          [](const Expr* e) { return holdsSlots(e->getType()); }) &&
      call->getOperator() != OO_Subscript && call->getOperator() != OO_Equal;
  const bool isCopy = call && call->getOperator() == OO_Equal &&
                      holdsSlots(call->getArg(0)->getType()) &&
                      (call->getArg(1)->isLValue() || !holdsSlots(call->getArg(1)->getType()));
  if (comparesObjects || isCopy)
    refuse();
  static const std::set<std::string> passes = {"begin", "crbegin", "crend",    "end",
                                               "next",  "prev",    "distance", "advance",
                                               "size",  "empty",   "swap",     "move"};
  const bool looksAtElements = !call && std::ranges::any_of(expr->arguments(), [](const Expr* e) {
    return holdsSlots(e->getType()) || isSlotIterator(e->getType());
  });
  if (looksAtElements && !passes.contains(name))
    refuse();
}

} // namespace treelize::front
