#include "ir/Names.h"

#include "ir/Walk.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace treelize::ir {

namespace {

/// A scope as the numbers of its first and last statement in reading order.
struct Scope {
  unsigned first, last;
  bool meets(const Scope& other) const { return first <= other.last && other.first <= last; }
};

class ScopeFinder {
public:
  explicit ScopeFinder(const Kernel& kernel)
      : scopes(kernel.variables.size()), isLocal(kernel.variables.size()) {
    block(kernel.body);
    for (std::size_t i = 0; i < scopes.size(); ++i) {
      isLocal[i] = !scopes[i].empty();
      const Role role = kernel.variables[i].role;
      if (role != Role::Local && role != Role::Result)
        scopes[i] = {Scope{0, clock}};
    }
  }

  std::vector<std::vector<Scope>> scopes; // by variable; of all its declarations
  std::vector<bool> isLocal;

private:
  unsigned clock = 0;

  void block(const Block& statements) {
    const unsigned first = clock;
    std::vector<VarId> declared;
    for (const Stmt& stmt : statements) {
      ++clock;
      if (std::optional<VarId> var = ir::declared(stmt))
        declared.push_back(*var);
      if (const auto* s = std::get_if<For>(&stmt.node)) {
        const unsigned begin = clock;
        block(s->body);
        scopes[s->counter.index].push_back({begin, clock});
        continue;
      }
      for (const Block* inner : blocks(stmt))
        block(*inner);
    }
    ++clock;
    for (VarId id : declared)
      scopes[id.index].push_back({first, clock});
  }
};

bool meet(const std::vector<Scope>& a, const std::vector<Scope>& b) {
  return std::ranges::any_of(a, [&](const Scope& s) {
    return std::ranges::any_of(b, [&](const Scope& t) { return s.meets(t); });
  });
}

} // namespace

void reuseNames(Kernel& kernel) {
  const ScopeFinder found(kernel);
  std::map<std::string, std::vector<std::size_t>> holders;
  for (std::size_t i = 0; i < kernel.variables.size(); ++i)
    holders[kernel.variables[i].name].push_back(i);
  for (std::size_t i = 0; i < kernel.variables.size(); ++i) {
    Variable& variable = kernel.variables[i];
    if (!found.isLocal[i] || variable.wish.empty() || variable.wish == variable.name)
      continue;
    std::vector<std::size_t>& same = holders[variable.wish];
    if (std::ranges::any_of(same,
                            [&](std::size_t j) { return meet(found.scopes[i], found.scopes[j]); }))
      continue;
    std::erase(holders[variable.name], i);
    variable.name = variable.wish;
    kernel.names.all.insert(variable.name);
    same.push_back(i);
  }
}

namespace {

/// Calls fn with every field that a place of the kernel crosses.
class FieldVisitor {
public:
  FieldVisitor(const Kernel& kernel, const std::function<void(const RecordField&)>& fn)
      : kernel(kernel), fn(fn) {
    const auto look = [this](const Place& place) { visit(place); };
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      forEachExpr(stmt, [&](const Expr& expr) { forEachRead(expr, look); });
      forEachWritten(kernel, stmt, [&](const Place& place) {
        look(place);
        forEachIndexRead(place, look);
      });
    });
  }

private:
  const Kernel& kernel;
  const std::function<void(const RecordField&)>& fn;

  void visit(const Place& place) const {
    const Type* type = kernel[place.base].type.get();
    for (const Selector& selector : place.path) {
      const RecordField* field = selector.isField() ? findField(*type, selector.field) : nullptr;
      if (field)
        fn(*field);
      type = field ? field->type.get() : type->element.get();
      if (!type)
        return;
    }
  }
};

} // namespace

void nameAccessors(Kernel& kernel) {
  std::set<std::string> taken;
  for (const Variable& variable : kernel.variables)
    taken.insert(variable.name);
  FieldVisitor(kernel, [&](const RecordField& field) {
    if (field.accessor.kind != AccessorKind::Private ||
        kernel.accessors.contains(field.accessor.argument))
      return;
    std::string name = field.name;
    for (unsigned next = 1; !taken.insert(name).second; ++next)
      name = field.name + (field.name.ends_with('_') ? "of" : "_of") +
             (next == 1 ? "" : std::to_string(next));
    kernel.accessors[field.accessor.argument] = std::move(name);
  });
}

} // namespace treelize::ir
