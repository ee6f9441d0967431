#include "front/lower/Lowering.h"

#include "Bug.h"
#include "Whereabouts.h"
#include "front/lower/BitFields.h"
#include "front/lower/calls/Candidates.h"
#include "front/lower/objects/BasePart.h"
#include "front/lower/passive/Foreign.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/types/ConstObjects.h"
#include "ir/ExprText.h"
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
      candidates(std::make_shared<std::map<const void*, Candidates>>()),
      foreign(std::make_shared<ForeignCalls>()), repetitions(std::make_shared<Repetitions>()) {}

Lowering::~Lowering() {
  for (const auto& closure : knots)
    closure->captures.clear();
}

void Lowering::emit(ir::Stmt stmt) {
  if (emitByParts(*this, stmt))
    return;
  cutToWidth(stmt);
  if (const std::optional<ir::Place> lost = steps_.overwritten(kernel, stmt))
    throw Bug("'" + ir::text(kernel, *lost) + "' is evaluated after it was overwritten");
  block_->push_back(std::move(stmt));
}

void Lowering::append(ir::Block statements) {
  steps_.append(kernel, statements);
  std::ranges::move(statements, std::back_inserter(*block_));
}

ir::Block Lowering::collect(const std::function<void()>& fn) {
  ir::Block fresh;
  ir::Block* outer = std::exchange(block_, &fresh);
  steps_.open();
  const auto leave = [&] {
    steps_.close(fresh);
    block_ = outer;
  };
  try {
    fn();
  } catch (...) {
    leave();
    throw;
  }
  leave();
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
  noteNotUnderstood(*this);
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
