// Steps that passive objects take, and the names that stand for them or for their parts.
#include "front/lower/passive/Passive.h"

#include "analysis/Activity.h"
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/PassiveText.h"
#include "front/lower/passive/SlotWalk.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/statements/Statements.h"
#include "ir/Intrinsics.h"
#include "ir/StructureExits.h"
#include "ir/TextForm.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// A number is named after the method or the member that it comes from.
std::string nameOf(const ir::ExprRef& number) {
  const auto* text = std::get_if<ir::Opaque>(&number->node);
  const std::size_t start =
      text ? text->text.find_last_of(".>") + 1 : 0; // `$0.size()`, `$0->second`
  const std::string name =
      start > 0 ? text->text.substr(start, text->text.find('(', start) - start) : "";
  const bool isName = name.size() > 2 && name.find_first_of(" $)[") == std::string::npos;
  return isName ? name : number->type->is(ir::TypeKind::Bool) ? "holds" : "value";
}

/// m.at(k) in a try block: is there no such element?
ir::ExprRef isMissing(const ir::ExprRef& step, const Expr* expr) {
  const auto* call = dyn_cast<CXXMemberCallExpr>(bare(expr)->IgnoreParenImpCasts());
  const ir::Opaque* read = ir::asIntrinsic(*step, ir::Intrinsic::checked_element);
  if (!call || !read || !std::holds_alternative<ir::Load>(read->args[0]->node))
    return nullptr;
  const bool hasKeys = isMap(call->getImplicitObjectArgument()->getType());
  return ir::intrinsic(hasKeys ? ir::Intrinsic::lacks_key : ir::Intrinsic::is_past_end, read->args,
                       ir::boolType(), step->location);
}

/// A handler of the kernel's would have to see what the step throws.
void checkThrow(Lowering& l, const PassiveText& text, const ir::ExprRef& step, const Expr* expr) {
  if (!text.throws || l.tries.empty())
    return;
  if (ir::ExprRef missing = isMissing(step, expr))
    return throwFromLibraryIf(l, std::move(missing), badAccess, expr->getExprLoc());
  refuseInTry(l, expr->getExprLoc(), "an operation that may throw");
}

Value namedObject(Lowering& l, const ir::ExprRef& named) {
  const ir::ExprRef object = frozenPart(l, named);
  const auto* load = std::get_if<ir::Load>(&object->node);
  return load ? Value(load->place) : Value(object);
}

/// `out << x`, `out.put(c)`: what such a step yields is its own stream.
const ir::Opaque* asOutput(const ir::ExprRef& step) {
  const auto* made = std::get_if<ir::Opaque>(&step->node);
  const bool isOutput = made && (made->row == ir::Intrinsic::put || ir::formOf(*made).isMethod);
  return isOutput ? made : nullptr;
}

/// `out << x << y` is `out`, whatever class it is of.
std::optional<Value> changedStream(Lowering& l, const ir::ExprRef& step, const Expr* expr) {
  if (!isOutputStream(expr->getType()) || !asOutput(step))
    return std::nullopt;
  ir::ExprRef object = step;
  while (const ir::Opaque* output = asOutput(object))
    object = output->args[0];
  return namedObject(l, object);
}

/// `text += c` is the text.
std::optional<Value> changedObject(Lowering& l, const PassiveText& text, const ir::ExprRef& step,
                                   const Expr* expr) {
  if (std::optional<Value> stream = changedStream(l, step, expr))
    return stream;
  const auto* made = std::get_if<ir::Opaque>(&step->node);
  const bool isSame = made && !made->args.empty() && !text.changed.empty() &&
                      isSameInCpp(*made->args[0]->type, *step->type);
  return isSame ? std::optional(namedObject(l, made->args[0])) : std::nullopt;
}

Value finished(Lowering& l, const PassiveText& text, const ir::ExprRef& step, const Expr* expr) {
  const bool isStep = text.hasEffect || text.throws;
  checkThrow(l, text, step, expr);
  if (isStep && (step->type->is(ir::TypeKind::Void) ||
                 (expr->isGLValue() && step->type->is(ir::TypeKind::Opaque)))) {
    const std::optional<Value> object = changedObject(l, text, step, expr);
    l.emit({step->location, ir::Perform{step, text.changed, std::nullopt}});
    return object ? *object : Value(step);
  }
  if (isStep)
    return performed(l, step, nameOf(step), text.changed);
  if (step->type->is(ir::TypeKind::Void))
    return {};
  return passiveUse(l, step);
}

/// The element whose slot a step yields.
Value slotValue(Lowering& l, const PassiveText& text, const ir::ExprRef& step, const Expr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const auto* read = std::get_if<ir::Opaque>(&step->node);
  if (const ir::Place* map = read ? callersMap(read->args.at(0)) : nullptr)
    return callersElement(l, *map, read->args.at(1),
                          /*inserts=*/read->row == ir::Intrinsic::subscript, where);
  checkThrow(l, text, step, expr);
  const ir::Opaque* entry = ir::asIntrinsic(*step, ir::Intrinsic::value_of_entry);
  if (const ir::Place* iterated = entry ? iteratedMap(l, entry->args[0], where) : nullptr)
    return iteratedElement(l, *iterated, entry->args[0], where);
  const ir::ExprRef slot = text.hasEffect || text.throws ? performed(l, step, "slot", text.changed)
                                                         : l.keep(step, "slot");
  if (text.inserts)
    growPool(l, slot, expr->getType(), where);
  return slotElement(l, slot, expr->getType(), where);
}

/// The types of a pair's or a tuple's elements.
QualType elementType(QualType type, unsigned index) {
  const auto* record =
      cast<ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  const TemplateArgument& first = record->getTemplateArgs()[0];
  return first.getKind() == TemplateArgument::Pack ? first.getPackAsArray()[index].getAsType()
                                                   : record->getTemplateArgs()[index].getAsType();
}

bool isRandomAccess(QualType type) {
  static const std::set<llvm::StringRef> names = {"basic_string", "basic_string_view", "vector",
                                                  "array", "deque"};
  return names.contains(type.getNonReferenceType()->getAsCXXRecordDecl()->getName());
}

/// `auto [key, value]`: variables of their own.
void copyParts(Lowering& l, const DecompositionDecl* parts) {
  for (const BindingDecl* binding : parts->bindings()) {
    const Location at = toLocation(binding->getLocation());
    if (std::holds_alternative<Object>(l.bindings.at(binding))) {
      l.bindings[binding] = copyConstructed(
          l, {binding->getNameAsString(), binding->getType(), binding->getLocation()},
          l.bindings.at(binding), /*isMove=*/false);
      continue;
    }
    ir::ExprRef held = loaded(l, l.bindings.at(binding), binding->getLocation());
    const ir::VarId copy = l.addLocal(binding->getNameAsString(), held->type, {}, at);
    l.emit(ir::declare(copy, std::move(held), at));
    l.bindings[binding] = l.placeOf(copy);
  }
}

/// What the loop's variable stands for in an iteration.
void bindElement(Lowering& l, const VarDecl* variable, const ir::ExprRef& element) {
  const SourceLocation where = variable->getLocation();
  const bool isReference = variable->getType()->isReferenceType();
  if (const auto* parts = dyn_cast<DecompositionDecl>(variable)) {
    decompose(l, parts,
              isSlotted(variable->getType())
                  ? partOf(l, "$0", {element}, variable->getType(), where)
                  : Value(element));
    if (!isReference)
      copyParts(l, parts);
    return;
  }
  if (isEntry(variable->getType()) && !isReference)
    l.notYet(where, "a copy of an entry of a map", "loop by reference");
  if (isSlotted(variable->getType()) && isReference) {
    l.bindings[variable] = partOf(l, "$0", {element}, variable->getType(), where);
    return;
  }
  if (isSlotted(variable->getType())) {
    const Value held = partOf(l, "$0", {element}, variable->getType(), where);
    l.bindings[variable] = copyConstructed(
        l, {variable->getNameAsString(), variable->getType(), where}, held, /*isMove=*/false);
    return;
  }
  if (variable->getType()->isReferenceType()) {
    l.bindings[variable] = element;
    return;
  }
  const bool isWritten = !l.isUnwritten(variable);
  const ir::TypeRef type = l.types.of(variable->getType());
  const ir::VarId id =
      l.addLocal(variable->getNameAsString(), type, {.isConst = !isWritten, .isStable = !isWritten},
                 toLocation(where));
  l.emit(ir::declare(id, type->isScalar() ? converted(element, type) : element, toLocation(where)));
  l.bindings[variable] = l.placeOf(id);
}

/// The range, as something that keeps its name during the loop.
ir::ExprRef rangeOf(Lowering& l, const CXXForRangeStmt* stmt) {
  const Expr* init = stmt->getRangeInit();
  if (!bare(init)->isGLValue())
    return ir::load(std::get<ir::Place>(
        passiveVariable(l, {"range", init->getType(), init->getExprLoc(), false}, init)));
  return loaded(l, passiveReference(l, init), init->getExprLoc());
}

} // namespace

Value partOf(Lowering& l, const std::string& text, const std::vector<ir::ExprRef>& args,
             QualType type, SourceLocation where) {
  const Location at = toLocation(where);
  const std::optional<ir::Intrinsic> row = ir::intrinsicOf(text, args.size());
  if (!isSlotted(type) || row == ir::Intrinsic::key_of_entry)
    return ir::opaque(text, args, l.types.of(type), at);
  const bool isOfEntry = row == ir::Intrinsic::value_of_entry;
  if (const ir::Place* map = isOfEntry ? iteratedMap(l, args[0], where) : nullptr)
    return iteratedElement(l, *map, args[0], where);
  return slotElement(l, l.keep(ir::opaque(text, args, ir::sizeType(), at), "slot"), type, where);
}

static bool isIterator(const ir::Type& type) {
  return type.spelling == "auto";
}

ir::ExprRef frozenPart(Lowering& l, const ir::ExprRef& part) {
  const auto* text = std::get_if<ir::Opaque>(&part->node);
  if (!text)
    return part;
  std::vector<ir::ExprRef> args;
  for (const ir::ExprRef& arg : text->args)
    args.push_back(arg->type->isScalar() || isIterator(*arg->type) ? l.frozen(arg)
                                                                   : frozenPart(l, arg));
  return ir::opaque(text->text, std::move(args), part->type, part->location);
}

Value passiveUse(Lowering& l, const Value& bound) {
  const auto* expr = std::get_if<ir::ExprRef>(&bound);
  if (!expr || !(*expr)->type->isScalar() || !readsOwnObject(l, **expr))
    return bound;
  return l.keep(*expr, nameOf(*expr));
}

Value passiveValue(Lowering& l, const Expr* expr) {
  PassiveText text(l);
  const ir::ExprRef step = text.object(expr);
  return isSlotted(expr->getType()) && step->type->spelling == "std::size_t"
             ? slotValue(l, text, step, expr)
             : finished(l, text, step, expr);
}

Value passiveElement(Lowering& l, const CXXOperatorCallExpr* arrow) {
  PassiveText text(l);
  const ir::ExprRef iterator = text.object(arrow->getArg(0));
  return partOf(l, "*$0", {iterator}, arrow->getType()->getPointeeType(), arrow->getExprLoc());
}

Value passiveWrite(Lowering& l, const Expr* expr) {
  PassiveText text(l);
  const ir::ExprRef step = text.write(expr);
  return finished(l, text, step, expr);
}

Value passiveVariable(Lowering& l, const Slot& slot, const Expr* init) {
  if (std::optional<Value> filled = filledSequence(l, slot, init))
    return *filled;
  const ir::TypeRef type = l.types.of(slot.type);
  const Location at = toLocation(slot.where);
  const auto* made = init ? dyn_cast<CXXConstructExpr>(bare(init)) : nullptr;
  PassiveText text(l);
  text.separates = made && made->getConstructor()->isCopyConstructor();
  ir::ExprRef value = !init || (made && made->getConstructor()->isDefaultConstructor())
                          ? nullptr
                          : text.operand(init);
  if (!holdsSlots(slot.type) && hidesSlots(slot.type))
    l.notYet(slot.where,
             "a variable of type '" + type->spelling +
                 "', which holds a container of real numbers,",
             "use a variable for each part");
  if (type->spelling.find("(lambda") != std::string::npos)
    l.notYet(slot.where, "a class made of a lambda's type", "use a function object");
  if (!value && isIterator(*type))
    l.notYet(slot.where, "an iterator without a value", "initialise it");
  const bool isStep = value && (text.hasEffect || text.throws);
  // A map may change where it is read: m[k].
  const bool isFixed = slot.type.isConstQualified() || (!slot.isWritten && !isMap(slot.type));
  const ir::VarId id = l.addLocal(slot.name, type, {.isConst = isFixed, .isStable = isFixed}, at);
  if (value)
    checkThrow(l, text, value, init);
  const ir::Place* map = value ? callersMap(value) : nullptr;
  if (value && isIterator(*type))
    followIterator(l, id, value);
  l.emit(ir::declare(id, isStep || map ? nullptr : value, at));
  if (isStep)
    l.emit({at, ir::Perform{value, text.changed, id}});
  if (map)
    fillSlots(l, l.placeOf(id), *map, slot.type, slot.where);
  else if (text.separates && holdsSlots(slot.type))
    separateSlots(l, l.placeOf(id), slot.type, slot.where);
  return l.placeOf(id);
}

std::optional<Value> passiveNumber(Lowering& l, const Slot& slot, const Expr* init) {
  const Expr* inner = bare(init);
  while (const auto* cast = dyn_cast<ImplicitCastExpr>(inner))
    inner = bare(cast->getSubExpr());
  const auto* call = dyn_cast<CallExpr>(inner);
  const bool isElement = isSlotted(inner->getType()) && inner->isGLValue();
  if (isElement || (!(call && isPassiveCall(call)) && !isPassivePart(inner)))
    return std::nullopt;
  const ir::TypeRef type = l.types.of(slot.type);
  PassiveText text(l);
  const ir::ExprRef value = text.object(inner);
  checkThrow(l, text, value, inner);
  const Location at = toLocation(slot.where);
  const ir::VarId id =
      l.addLocal(slot.name, type, {.isConst = !slot.isWritten, .isStable = !slot.isWritten}, at);
  const bool isStep = text.hasEffect || text.throws;
  l.emit(ir::declare(id, isStep ? nullptr : converted(value, type), at));
  if (isStep)
    l.emit({at, ir::Perform{converted(value, type), text.changed, id}});
  return l.placeOf(id);
}

/// Does the text find the part again wherever it stands, whatever becomes of its container?
static bool isFixedPart(const ir::ExprRef& part) {
  const auto* text = std::get_if<ir::Opaque>(&part->node);
  return !text || std::ranges::all_of(
                      text->args, [](const ir::ExprRef& arg) { return isIterator(*arg->type); });
}

/// A pointer to the part.
static ir::ExprRef elementPointedAt(Lowering& l, const PassiveText& step, const ir::ExprRef& part) {
  const auto& path = std::get<ir::Opaque>(part->node);
  const bool isPostfix = path.text.find(' ') == std::string::npos;
  const std::string text = isPostfix ? path.text : "(" + path.text + ")";
  const ir::ExprRef start = ir::opaque("&" + text, path.args, opaqueType(), part->location);
  const ir::VarId pointer =
      l.addLocal("part", start->type, {.isConst = true, .isStable = true}, part->location);
  const bool isStep = step.hasEffect || step.throws;
  l.emit(ir::declare(pointer, isStep ? nullptr : start, part->location));
  if (isStep)
    l.emit({part->location, ir::Perform{start, step.changed, pointer}});
  return ir::opaque("*$0", {l.loadOf(pointer)}, part->type, part->location);
}

Value passiveReference(Lowering& l, const Expr* init) {
  PassiveText text(l);
  const ir::ExprRef part = frozenPart(l, text.object(init));
  if (const std::optional<Value> stream =
          text.hasEffect ? changedStream(l, part, bare(init)) : std::nullopt) {
    l.emit({part->location, ir::Perform{part, text.changed, std::nullopt}});
    return *stream;
  }
  const bool isWritten = !init->getType().isConstQualified() && bare(init)->isLValue();
  if (isWritten && !isFixedPart(part))
    return elementPointedAt(l, text, part);
  const ir::Opaque* moved = ir::asIntrinsic(*part, ir::Intrinsic::moved);
  if (moved && std::holds_alternative<ir::Load>(moved->args[0]->node))
    return std::get<ir::Load>(moved->args[0]->node).place; // nothing has moved yet
  if (text.hasEffect || text.throws)
    l.emit({part->location, ir::Perform{part, text.changed, std::nullopt}});
  if (const auto* load = std::get_if<ir::Load>(&part->node))
    return load->place;
  return part;
}

Value passiveBinding(Lowering& l, const Value& whole, QualType type, unsigned index,
                     SourceLocation where) {
  const bool isPair = libraryOf(type) == Library::pair;
  if (!isPair && libraryOf(type) != Library::tuple)
    l.notYet(where, "a structured binding of '" + l.types.of(type)->spelling + "'",
             "name the members");
  const ir::ExprRef object = loaded(l, whole, where);
  if (const ir::Opaque* pointed = ir::asIntrinsic(*object, ir::Intrinsic::pointed_at);
      isPair && pointed) {
    const ir::Intrinsic row =
        index == 0 ? ir::Intrinsic::key_of_entry : ir::Intrinsic::value_of_entry;
    return partOf(l, ir::textOf(row, 1), pointed->args, elementType(type, index), where);
  }
  const std::string text = isPair ? (index == 0 ? "$0.first" : "$0.second")
                                  : "std::get<" + std::to_string(index) + ">($0)";
  return partOf(l, text, {object}, elementType(type, index), where);
}

/// The key and the element, or one name for both.
static void bindEntry(Lowering& l, const VarDecl* variable, const ir::Place& key,
                      const ir::Place& element) {
  const auto* parts = dyn_cast<DecompositionDecl>(variable);
  Object entry{std::make_shared<ObjectState>()};
  entry.state->elements = {key, element};
  if (!parts && !variable->getType()->isReferenceType())
    l.notYet(variable->getLocation(), "a copy of an entry of a map", "loop by reference");
  if (!parts) {
    l.bindings[variable] = entry;
    return;
  }
  decompose(l, parts, entry);
  if (!variable->getType()->isReferenceType())
    copyParts(l, parts);
}

/// What the loop's variable refers to is a copy here.
static void refuseChangedRange(Lowering& l, const CXXForRangeStmt* stmt) {
  const VarDecl* variable = stmt->getLoopVariable();
  const auto* range = dyn_cast<DeclRefExpr>(bare(stmt->getRangeInit()));
  if (variable->getType()->isReferenceType() && range &&
      WrittenVariables(stmt->getBody()).contains(range->getDecl()))
    l.notYet(variable->getLocation(),
             "a loop by reference over a container without a derivative that its body changes",
             "loop by value, or over a copy of it");
}

void passiveRangeFor(Lowering& l, const CXXForRangeStmt* stmt) {
  const Location at = toLocation(stmt->getForLoc());
  const ir::ExprRef range = rangeOf(l, stmt);
  if (const ir::Place* map = callersMap(range))
    return forEachElement(l, *map, at, [&](const ir::Place& key, const ir::Place& element) {
      bindEntry(l, stmt->getLoopVariable(), key, element);
      statement(l, stmt->getBody());
    });
  if (!holdsSlots(stmt->getRangeInit()->getType()))
    refuseChangedRange(l, stmt);
  const QualType element = stmt->getLoopVariable()->getType();
  const auto* begin = cast<VarDecl>(stmt->getBeginStmt()->getSingleDecl());
  const Expr* first = stmt->getLoopVariable()->getInit();
  const QualType held =
      isa<DecompositionDecl>(stmt->getLoopVariable()) ? element : bare(first)->getType();
  const ir::TypeRef elementType = isSlotted(held) ? ir::sizeType()
                                  : isEntry(held) ? opaqueType()
                                                  : l.types.of(held);
  if (isRandomAccess(stmt->getRangeInit()->getType())) {
    const ir::ExprRef size =
        l.keep(ir::intrinsic(ir::Intrinsic::length, {range}, ir::sizeType(), at), "count");
    return countedLoop(l, ir::integer(0, ir::sizeType()), size, at, [&](const ir::ExprRef& i) {
      bindElement(l, stmt->getLoopVariable(), ir::opaque("$0[$1]", {range, i}, elementType, at));
      statement(l, stmt->getBody());
    });
  }
  const bool isPointer = begin->getType()->isPointerType(); // of a std::initializer_list
  const ir::VarId it =
      l.addLocal("it", isPointer ? opaqueType() : l.types.of(begin->getType()), {}, at);
  l.emit(ir::declare(it, ir::opaque("$0.begin()", {range}, l.kernel[it].type, at), at));
  ir::While loop;
  loop.condition = ir::opaque("$0 != $1.end()", {l.loadOf(it), range}, ir::boolType(), at);
  loop.body = l.collectRepeated([&] {
    bindElement(l, stmt->getLoopVariable(), ir::opaque("*$0", {l.loadOf(it)}, elementType, at));
    statement(l, stmt->getBody());
  });
  loop.step.push_back({at, ir::Perform{ir::opaque("++$0", {l.loadOf(it)}, ir::voidType(), at),
                                       {l.placeOf(it)},
                                       std::nullopt}});
  l.emit({at, std::move(loop)});
}

void passiveCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  PassiveText text(l);
  const ir::ExprRef step = text.output(expr, l.types.nameInCode(callee));
  l.emit({step->location, ir::Perform{step, {}, std::nullopt}});
}

Value passiveFunction(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  PassiveText text(l);
  return passiveUse(l, text.output(expr, l.types.nameInCode(callee)));
}

ir::ExprRef performed(Lowering& l, const ir::ExprRef& step, const std::string& name,
                      std::vector<ir::Place> changed) {
  const ir::VarId result =
      l.addLocal(name, step->type, {.isConst = true, .isStable = true}, step->location);
  l.emit(ir::declare(result, nullptr, step->location));
  l.emit({step->location, ir::Perform{step, std::move(changed), result}});
  return l.loadOf(result);
}

Value passiveStep(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  PassiveText text(l);
  const ir::ExprRef step = text.output(expr, l.types.nameInCode(callee));
  if (!step->type->is(ir::TypeKind::Void))
    return performed(l, step, "drawn");
  l.emit({step->location, ir::Perform{step, {}, std::nullopt}});
  return {};
}

void refuseVariedNumbers(Lowering& l) {
  if (l.constants.empty())
    return;
  ir::Kernel structured = l.kernel;
  ir::structureExits(structured);
  const analysis::Activity activity = analysis::findActivity(structured);
  for (const Lowering::Constant& constant : l.constants)
    analysis::forEachDifferentiableRead(*constant.number, [&](const ir::Place& place) {
      if (activity.varied.overlaps(place))
        l.notYet(constant.where, "a number with a derivative " + constant.role,
                 "pass a constant, and compute with what comes out of it");
    });
}

} // namespace treelize::front
