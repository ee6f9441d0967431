#include "grad/normalize/FixLengths.h"

#include "analysis/Lengths.h"
#include "analysis/OnlyValues.h"
#include "analysis/SteadyShapes.h"
#include "grad/plan/Shapes.h"
#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

bool isFlat(const Type& type) {
  return type.is(TypeKind::Vector) && type.element->is(TypeKind::Real);
}

/// Is it a parameter's length, or a parameter itself, perhaps as another type?
bool isParameters(const Kernel& kernel, const Expr& length) {
  const auto* size = std::get_if<Size>(&length.node);
  const auto* cast = std::get_if<Cast>(&length.node);
  const auto* load = std::get_if<Load>(cast ? &cast->arg->node : &length.node);
  const Place* read = size ? &size->container : load ? &load->place : nullptr;
  return read && read->path.empty() && kernel[read->base].role == Role::Parameter;
}

/// Locals that are as long as a parameter, or as a parameter says, whatever becomes of them.
std::map<VarId, ExprRef> lengthsOfParameters(const Kernel& kernel) {
  std::map<VarId, ExprRef> lengths = analysis::steadyLengths(kernel);
  std::erase_if(lengths, [&](const auto& known) {
    return kernel[known.first].role != Role::Local || !isParameters(kernel, *known.second);
  });
  return lengths;
}

class LengthFixer {
public:
  explicit LengthFixer(Kernel& kernel)
      : kernel(kernel), count(kernel.variables.size()), values(kernel, kernel.body),
        resized(analysis::resizesOf(kernel, kernel.body)), steady(lengthsOfParameters(kernel)) {}

  void block(Block& statements, bool isRepeated) {
    Block out;
    for (Stmt& stmt : statements) {
      for (Block* inner : blocks(stmt))
        block(*inner, isRepeated || isLoop(stmt));
      askNames(stmt, isRepeated || isLoop(stmt));
      const ExprRef* length = isRepeated ? lengthOf(stmt) : nullptr;
      if (isRepeated && isCopy(stmt))
        declareVector(stmt, out);
      else if (length && isName(**length))
        keepName(std::move(stmt), *length, out);
      else if (length && readsVariable(**length))
        declareVector(stmt, out);
      else
        out.push_back(std::move(stmt));
    }
    statements = std::move(out);
  }

private:
  Kernel& kernel;
  const std::size_t count; // of the variables that were there before
  const analysis::OnlyValues values;
  const analysis::RegionSet resized;
  std::map<VarId, ExprRef> lengths, numbers; // of vectors; of locals that hold a steady one
  const std::map<VarId, ExprRef> steady;

  /// The vector that the declaration copies.
  const Place* copied(const Declare& local) const {
    const auto* load = std::get_if<Load>(&local.value->node);
    return load && isFlat(*load->place.type) ? &load->place : nullptr;
  }

  bool keepsLength(const Declare& local) const {
    const Type& type = *kernel[local.var].type;
    return local.value && isFlatVector(type) && isDifferentiable(*type.element) &&
           !resized.overlaps(place(kernel, local.var)) && !kernel[local.var].byReference;
  }

  bool isCopy(const Stmt& stmt) const {
    const auto* local = std::get_if<Declare>(&stmt.node);
    return local && keepsLength(*local) && copied(*local);
  }

  /// What a declaration makes a vector of; null where it does not say it, or the vector grows.
  const ExprRef* lengthOf(const Stmt& stmt) const {
    const auto* local = std::get_if<Declare>(&stmt.node);
    if (!local || !keepsLength(*local))
      return nullptr;
    const auto* made = std::get_if<Construct>(&local->value->node);
    const bool hasLength =
        made && !made->args.empty() && made->args[0]->type->is(TypeKind::Integer);
    return hasLength ? &made->args[0] : nullptr;
  }

  static bool readsVariable(const Expr& e) {
    bool found = false;
    forEachRead(e, [&](const Place&) { found = true; });
    return found;
  }

  /// Does it stand for one number for good?
  bool isName(const Expr& e) const {
    if (std::ranges::any_of(steady, [&](const auto& known) { return isSame(*known.second, e); }))
      return true;
    const auto* load = std::get_if<Load>(&e.node);
    if (!load || !load->place.path.empty())
      return std::holds_alternative<Literal>(e.node);
    return load->place.base.index >= count || values.of(load->place);
  }

  /// In a loop also of what lives longer.
  ExprRef known(const ExprRef& e, bool isRepeated) const {
    return rewrite(e, [&](const ExprRef& part) {
      const auto* size = std::get_if<Size>(&part->node);
      const auto* load = std::get_if<Load>(&part->node);
      ExprRef length;
      if (size && size->container.path.empty())
        length = lengthOf(size->container.base, isRepeated);
      else if (load && load->place.path.empty())
        length = find(numbers, load->place.base);
      return length ? convert(length, part->type) : part;
    });
  }

  ExprRef lengthOf(VarId vector, bool isRepeated) const {
    ExprRef length = find(lengths, vector);
    return length || !isRepeated ? length : find(steady, vector);
  }

  static ExprRef find(const std::map<VarId, ExprRef>& lengths, VarId var) {
    const auto found = lengths.find(var);
    return found == lengths.end() ? nullptr : found->second;
  }

  void askNames(Stmt& stmt, bool isRepeated) {
    if (lengths.empty() && steady.empty())
      return;
    const auto* local = std::get_if<Declare>(&stmt.node);
    const bool isLength = local && local->value && isRepeated && values.of(local->var) &&
                          isSteadyLength(*local->value);
    forEachExprSlot(stmt, [&](ExprRef& e) { e = known(e, isRepeated); });
    if (isLength)
      numbers[local->var] = local->value;
  }

  /// Of a vector that a parameter says the length of.
  bool isSteadyLength(const Expr& e) const {
    const auto* size = std::get_if<Size>(&e.node);
    return size && size->container.path.empty() && steady.contains(size->container.base);
  }

  void keepName(Stmt stmt, const ExprRef& length, Block& out) {
    lengths[std::get<Declare>(stmt.node).var] = length;
    out.push_back(std::move(stmt));
  }

  void declareVector(const Stmt& stmt, Block& out) {
    const auto local = std::get<Declare>(stmt.node);
    const Place vector = place(kernel, local.var);
    const Place* source = copied(local);
    const auto* made = std::get_if<Construct>(&local.value->node);
    ExprRef length = known(source ? size(*source) : convert(made->args[0], sizeType()), true);
    if (!isName(*length)) {
      const Variable& owner = kernel[local.var];
      const std::string text = (owner.wish.empty() ? owner.name : owner.wish) + "_size";
      const VarId name = addLocal(kernel, text, sizeType(), stmt.location);
      out.push_back(declare(name, std::move(length), stmt.location));
      length = load(kernel, name);
    }
    lengths[local.var] = length;
    std::vector<ExprRef> args = {length};
    if (made && made->args.size() > 1)
      args.push_back(made->args[1]);
    out.push_back(declare(local.var, construct(vector.type, std::move(args)), stmt.location));
    if (source)
      out.push_back(copyOf(*source, vector, length, stmt.location));
  }

  Stmt copyOf(const Place& source, const Place& target, const ExprRef& length, Location at) {
    For loop{addLocal(kernel, "i", sizeType(), at), integer(0, sizeType()), length, 1, false, {}};
    const ExprRef index = load(kernel, loop.counter);
    loop.body.push_back(
        assign(element(target, {index}), AssignOp::Set, load(element(source, {index})), at));
    return Stmt{at, std::move(loop)};
  }
};

} // namespace

void fixLengths(Kernel& kernel) {
  LengthFixer(kernel).block(kernel.body, /*isRepeated=*/false);
}

} // namespace treelize::grad
