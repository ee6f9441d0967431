#include "ir/Elision.h"

#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace treelize::ir {

namespace {

class Elider {
public:
  explicit Elider(Kernel& kernel) : kernel(kernel) {
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      const auto* local = std::get_if<Declare>(&stmt.node);
      if (local && local->value && holdsView(*kernel[local->var].type))
        forEachRead(*local->value, [&](const Place& p) { viewed.insert(p.base); });
    });
  }

  void block(Block& statements) {
    for (Stmt& stmt : statements)
      for (Block* inner : blocks(stmt))
        block(*inner);
    std::map<VarId, std::size_t> lastMention;
    for (std::size_t i = 0; i < statements.size(); ++i)
      forEachMention(statements[i], [&](VarId var) { lastMention[var] = i; });
    std::set<VarId> begun;
    std::set<std::size_t> elided;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const auto* local = std::get_if<Declare>(&statements[i].node);
      if (!local)
        continue;
      const VarId copy = local->var;
      const std::optional<VarId> original = originalOf(*local);
      if (original && begun.contains(*original) && lastMention.at(*original) == i) {
        const std::size_t last = lastMention.at(copy);
        join(*original, copy, std::span(statements).subspan(i + 1, last - i));
        lastMention[*original] = last;
        elided.insert(i);
      } else {
        begun.insert(copy);
      }
    }
    std::size_t position = 0;
    std::erase_if(statements, [&](const Stmt&) { return elided.contains(position++); });
  }

private:
  Kernel& kernel;
  std::set<VarId> viewed; // others may see what is done to them

  bool isOwn(VarId var) const {
    const Variable& variable = kernel[var];
    return variable.role == Role::Local && !variable.byReference && !variable.type->isScalar() &&
           !holdsView(*variable.type) && !viewed.contains(var);
  }

  /// The local that the declaration copies, if the copy could stand for it.
  std::optional<VarId> originalOf(const Declare& copy) const {
    const auto* load = copy.value ? std::get_if<Load>(&copy.value->node) : nullptr;
    if (!load || !load->place.path.empty() || !isOwn(copy.var) || !isOwn(load->place.base) ||
        load->place.base == kernel.result)
      return std::nullopt;
    const Variable &a = kernel[load->place.base], &b = kernel[copy.var];
    const bool areAlike =
        isSameInCpp(*a.type, *b.type) && a.nondiff == b.nondiff && a.leftOut == b.leftOut;
    return areAlike ? std::optional(load->place.base) : std::nullopt;
  }

  void join(VarId original, VarId copy, std::span<Stmt> rest) {
    std::swap(kernel[original].name, kernel[copy].name);
    kernel[original].isConst = kernel[original].isConst && kernel[copy].isConst;
    kernel[original].isWalked = kernel[original].isWalked || kernel[copy].isWalked;
    if (kernel.result == copy)
      kernel.result = original;
    for (Stmt& stmt : rest)
      replaceVariable(stmt, copy, original);
  }
};

} // namespace

void elideCopies(Kernel& kernel) {
  Elider(kernel).block(kernel.body);
}

} // namespace treelize::ir
