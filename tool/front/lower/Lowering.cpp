#include "front/lower/Lowering.h"

#include "Whereabouts.h"
#include "front/lower/calls/Candidates.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/types/ConstObjects.h"

#include "ir/Walk.h"

#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

bool mayOverlap(const ir::Place& written, const ir::Place& read) {
  if (written.base != read.base)
    return false;
  const std::size_t common = std::min(written.path.size(), read.path.size());
  for (std::size_t i = 0; i < common; ++i)
    if (written.path[i].field != read.path[i].field)
      return false;
  return true;
}

namespace {

/// What the statements may write; a variable of their own is fresh and does not count.
std::vector<ir::Place> writes(const ir::Kernel& kernel, const ir::Block& block) {
  std::vector<ir::Place> result;
  ir::forEachStmt(block, [&](const ir::Stmt& stmt) {
    if (!std::holds_alternative<ir::Declare>(stmt.node))
      ir::forEachWritten(kernel, stmt, [&](const ir::Place& place) { result.push_back(place); });
  });
  return result;
}

bool reads(const ir::ExprRef& expr, const std::vector<ir::Place>& places) {
  bool found = false;
  ir::forEachRead(*expr, [&](const ir::Place& read) {
    found = found ||
            std::ranges::any_of(places, [&](const ir::Place& p) { return mayOverlap(p, read); });
  });
  return found;
}

template <class Changes>
ir::Place withIndices(ir::Place place, const Changes& change) {
  for (ir::Selector& selector : place.path)
    for (ir::ExprRef& index : selector.indices)
      index = change(index);
  return place;
}

/// The view with every number that it is made of changed.
template <class Change>
View changed(View view, const Change& change) {
  const auto index = [&](const ir::ExprRef& number) { return change(number, "index"); };
  view.base = withIndices(std::move(view.base), index);
  for (ir::Place& other : view.others)
    other = withIndices(std::move(other), index);
  view.offset = change(view.offset, "offset");
  view.size = change(view.size, "size");
  view.selector = change(view.selector, "base");
  view.isSet = change(view.isSet, "is_set");
  return view;
}

/// Another object of the same variables, where some elements are mere numbers.
template <class Change>
Object withNumbers(const Object& object, const Change& change) {
  const auto isNumber = [](const Value& element) {
    return std::holds_alternative<ir::ExprRef>(element);
  };
  if (std::ranges::none_of(object.state->elements, isNumber))
    return object;
  Object result{std::make_shared<ObjectState>(*object.state)};
  for (Value& element : result.state->elements)
    if (isNumber(element))
      element = change(std::get<ir::ExprRef>(element));
  return result;
}

/// The same object of a heap by another expression for its number.
Value renumbered(Lowering& l, const Object& object, const ir::ExprRef& number) {
  const ObjectState& state = *object.state;
  return number == state.number ? Value(object) : heapObject(l, state.heap, number, state.exactly);
}

/// Is it a vector of pointers to a heap, or of objects on one, that may be an element itself?
bool holdsNumbers(const Object& object) {
  return object.state->column && object.state->column->holdsNumbers;
}

template <class Change>
Value withVector(const Object& object, const Change& change) {
  Object result{std::make_shared<ObjectState>(*object.state)};
  result.state->column = std::make_shared<Column>(*object.state->column);
  result.state->column->values = change(*object.state->column->values);
  return result;
}

} // namespace

bool hasFixedIndices(const ir::Place& place) {
  return std::ranges::all_of(place.path, [](const ir::Selector& selector) {
    return std::ranges::all_of(selector.indices, [](const ir::ExprRef& index) {
      return std::holds_alternative<ir::Literal>(index->node);
    });
  });
}

void countedLoop(Lowering& l, ir::ExprRef from, ir::ExprRef to, Location at,
                 const std::function<void(const ir::ExprRef&)>& body, bool isDescending) {
  ir::For loop;
  loop.counter = l.addLocal("i", ir::sizeType(), {.isStable = true}, at);
  loop.lower = std::move(from);
  loop.upper = std::move(to);
  loop.descending = isDescending;
  const ir::ExprRef i = l.loadOf(loop.counter);
  loop.body = l.collectRepeated([&] { body(i); });
  l.emit({at, std::move(loop)});
}

Lowering::Lowering(ASTContext& astContext, TypeModel& typeModel, const LowerOptions& lowerOptions,
                   DiagnosticSink& diagnosticSink)
    : ast(astContext), types(typeModel), options(lowerOptions), sink(diagnosticSink),
      candidates(std::make_shared<std::map<const void*, Candidates>>()) {}

Lowering::~Lowering() {
  for (const auto& closure : knots)
    closure->captures.clear();
}

void Lowering::append(ir::Block statements) {
  std::ranges::move(statements, std::back_inserter(*block_));
}

ir::Block Lowering::collect(const std::function<void()>& fn) {
  ir::Block fresh;
  ir::Block* outer = std::exchange(block_, &fresh);
  try {
    fn();
  } catch (...) {
    block_ = outer;
    throw;
  }
  block_ = outer;
  return fresh;
}

ir::Block Lowering::collectRepeated(const std::function<void()>& fn) {
  const auto leave = [this] {
    --loopDepth;
    loopMarks.pop_back();
    breakMarks.pop_back();
  };
  ++loopDepth;
  loopMarks.push_back(cleanups.size());
  breakMarks.push_back(cleanups.size());
  try {
    ir::Block body = collect(fn);
    leave();
    return body;
  } catch (...) {
    leave();
    throw;
  }
}

ir::VarId Lowering::addLocal(std::string name, ir::TypeRef type, LocalTraits traits, Location at) {
  ir::Variable variable;
  // The library's names are not for us to use: `__first` becomes `first`.
  const std::size_t start = name.find_first_not_of('_');
  variable.name = name.starts_with("_") && start != std::string::npos &&
                          !std::isdigit(static_cast<unsigned char>(name[start]))
                      ? name.substr(start)
                      : std::move(name);
  variable.type = types.ofLocal(type);
  variable.isConst = traits.isConst;
  variable.location = at;
  const ir::VarId id = ir::addVariable(kernel, std::move(variable));
  if (traits.isStable)
    markStable(id);
  return id;
}

ir::ExprRef Lowering::keep(ir::ExprRef value, const std::string& name) {
  const Location at = value->location;
  const ir::VarId id = addLocal(name, value->type, {.isConst = true, .isStable = true}, at);
  if (value->type->spelling == "auto")
    followIterator(*this, id, value);
  emit(ir::declare(id, std::move(value), at));
  return loadOf(id);
}

ir::VarId Lowering::memberVariable(const FieldDecl* field) {
  const std::string name = field->getNameAsString();
  for (ir::VarId id : kernel.members)
    if (kernel[id].location == toLocation(field->getLocation()))
      return id;
  ir::Variable variable;
  variable.name = name;
  variable.type = types.of(field->getType());
  variable.member = name;
  variable.role = ir::Role::Member;
  variable.byReference = true;
  variable.isConst =
      field->getType().isConstQualified() ||
      (cast<CXXMethodDecl>(frames.front().function)->isConst() && !field->isMutable());
  variable.nondiff = options.isNondiff(field);
  variable.leftOut = options.isLeftOut(field);
  variable.location = toLocation(field->getLocation());
  const bool isStable = variable.isConst && !leadsToWritable(field->getType());
  const ir::VarId id = ir::addVariable(kernel, std::move(variable));
  if (isStable)
    markStable(id);
  kernel.members.push_back(id);
  return id;
}

bool Lowering::isStable(const ir::Place& place) const {
  for (const ir::Selector& selector : place.path)
    for (const ir::ExprRef& index : selector.indices)
      if (!isStable(index))
        return false;
  return true;
}

bool Lowering::isStable(const ir::Expr& expr) const {
  const auto* load = std::get_if<ir::Load>(&expr.node);
  if (load && !stable_.contains(load->place.base.index))
    return false;
  // The length of what cannot be resized is as good as a constant.
  const auto* size = std::get_if<ir::Size>(&expr.node);
  if (size &&
      (size->container.type->is(ir::TypeKind::Vector) ||
       size->container.type->is(ir::TypeKind::Matrix)) &&
      !stable_.contains(size->container.base.index))
    return false;
  bool stable = true;
  ir::forEachOperand(expr, [&](const ir::Expr& operand) { stable = stable && isStable(operand); });
  return stable;
}

ir::ExprRef Lowering::frozen(ir::ExprRef expr) {
  return isStable(expr) ? expr : keep(expr);
}

ir::Place Lowering::frozen(ir::Place place) {
  return withIndices(std::move(place), [&](const ir::ExprRef& index) {
    return isStable(index) ? index : keep(index, "index");
  });
}

View Lowering::frozen(View view) {
  return changed(std::move(view), [this](const ir::ExprRef& number, const char* name) {
    return !number || isStable(number) ? number : keep(number, name);
  });
}

Value Lowering::frozen(Value value) {
  if (auto* expr = std::get_if<ir::ExprRef>(&value))
    return frozen(*expr);
  if (auto* place = std::get_if<ir::Place>(&value))
    return frozen(*place);
  if (auto* view = std::get_if<View>(&value))
    return frozen(*view);
  if (auto* choice = std::get_if<Choice>(&value)) {
    for (ir::Place& place : choice->places)
      place = frozen(std::move(place));
    choice->selector = frozen(choice->selector);
  }
  if (auto* constant = std::get_if<ConstantObject>(&value))
    for (ir::ExprRef& arg : constant->args)
      arg = frozen(arg);
  if (auto* pointer = std::get_if<HeapPointer>(&value))
    pointer->number = frozen(std::move(pointer->number));
  const auto* object = std::get_if<Object>(&value);
  if (object && object->state->heap)
    return renumbered(*this, *object,
                      isStable(object->state->number) ? object->state->number
                                                      : keep(object->state->number, "object"));
  if (object && holdsNumbers(*object))
    return withVector(*object, [this](const ir::Place& vector) { return frozen(vector); });
  if (object)
    return withNumbers(*object, [this](const ir::ExprRef& number) { return frozen(number); });
  return value;
}

Value Lowering::frozenAgainst(Value value, const ir::Block& effects) {
  const std::vector<ir::Place> written = writes(kernel, effects);
  auto kept = [&](const ir::ExprRef& expr) {
    return expr && reads(expr, written) ? keep(expr) : expr;
  };
  if (auto* expr = std::get_if<ir::ExprRef>(&value))
    return kept(*expr);
  if (auto* place = std::get_if<ir::Place>(&value))
    return withIndices(*place, kept);
  if (auto* view = std::get_if<View>(&value))
    return changed(*view, [&](const ir::ExprRef& number, const char*) { return kept(number); });
  if (auto* choice = std::get_if<Choice>(&value)) {
    for (ir::Place& place : choice->places)
      place = withIndices(std::move(place), kept);
    choice->selector = kept(choice->selector);
  }
  if (auto* constant = std::get_if<ConstantObject>(&value))
    for (ir::ExprRef& arg : constant->args)
      arg = kept(arg);
  if (auto* pointer = std::get_if<HeapPointer>(&value))
    pointer->number = withIndices(std::move(pointer->number), kept);
  const auto* object = std::get_if<Object>(&value);
  if (object && object->state->heap)
    return renumbered(*this, *object, kept(object->state->number));
  if (object && holdsNumbers(*object))
    return withVector(*object, [&](const ir::Place& vector) { return withIndices(vector, kept); });
  if (object)
    return withNumbers(*object, kept);
  return value;
}

std::vector<Value> Lowering::inOrder(const std::vector<std::function<Value()>>& operands) {
  std::vector<Value> values;
  for (const auto& operand : operands) {
    Value next;
    ir::Block effects = collect([&] { next = operand(); });
    if (!effects.empty())
      for (Value& earlier : values)
        earlier = frozenAgainst(std::move(earlier), effects);
    append(std::move(effects));
    values.push_back(std::move(next));
  }
  return values;
}

void Lowering::workAt(SourceLocation where) const {
  const SourceManager& sources = ast.getSourceManager();
  const PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(where));
  if (place.isValid())
    treelize::workAt(place.getFilename(), place.getLine(), place.getColumn());
}

/// Does it belong to the library that comes with the compiler, or to Eigen, which is known by name?
/// What else a build calls a system header is somebody's source like any other.
static bool isInLibrary(const SourceManager& sources, SourceLocation where) {
  static constexpr llvm::StringRef folders[] = {"/c++/", "/lib/clang/", "/lib/gcc/", "/Eigen/"};
  const llvm::StringRef file = sources.getFilename(sources.getSpellingLoc(where));
  return sources.isInSystemHeader(where) &&
         std::ranges::any_of(folders, [&](llvm::StringRef part) { return file.contains(part); });
}

Details Lowering::wayHere() const {
  Details details;
  const SourceManager& sources = ast.getSourceManager();
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
    if (frame->calledFrom.isValid() && !isInLibrary(sources, frame->calledFrom))
      details.notes.push_back({Diag::called_from_here, toLocation(frame->calledFrom), {}});
  if (options.annotation.isValid())
    details.notes.push_back({Diag::annotated_here, options.annotation, {kernel.name, "kernel"}});
  return details;
}

SourceLocation Lowering::inUsersCode(SourceLocation where) const {
  const SourceManager& sources = ast.getSourceManager();
  for (auto frame = frames.rbegin();
       frame != frames.rend() && where.isValid() && isInLibrary(sources, where); ++frame)
    where = frame->calledFrom;
  return where;
}

void Lowering::refuse(Diag diag, SourceLocation where, std::vector<std::string> arguments) {
  const SourceLocation place = inUsersCode(where);
  sink.report(diag, place.isValid() ? toLocation(place) : kernel.location, std::move(arguments),
              wayHere());
  throw Refused();
}

void Lowering::notYet(SourceLocation where, std::string what, std::string remedy) {
  if (inUsersCode(where) != where)
    refuse(Diag::construct_not_yet, where,
           {"this call of the library, which needs " + what + ",",
            "write it out, as a loop over the elements"});
  refuse(Diag::construct_not_yet, where, {std::move(what), std::move(remedy)});
}

/// Braces around an object of the same class: T{f()} is f().
static bool isTransparent(const InitListExpr& list) {
  return list.isSemanticForm() && list.isTransparent();
}

const Expr* bare(const Expr* expr) {
  while (true) {
    const Expr* inner = expr->IgnoreParens();
    if (const auto* cleanups = dyn_cast<ExprWithCleanups>(inner))
      inner = cleanups->getSubExpr();
    else if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    else if (const auto* constant = dyn_cast<ConstantExpr>(inner))
      inner = constant->getSubExpr();
    else if (const auto* argument = dyn_cast<CXXDefaultArgExpr>(inner))
      inner = argument->getExpr();
    else if (const auto* init = dyn_cast<CXXDefaultInitExpr>(inner))
      inner = init->getExpr();
    else if (const auto* list = dyn_cast<InitListExpr>(inner); list && isTransparent(*list))
      inner = list->getInit(0);
    if (inner == expr)
      return expr;
    expr = inner;
  }
}

} // namespace treelize::front
