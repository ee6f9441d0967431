#include "ir/Switches.h"

#include "ir/Builder.h"
#include "ir/Exits.h"

#include <algorithm>
#include <utility>

namespace treelize::ir {

namespace {

VarId declareSelector(Kernel& kernel, Location at, const Switch& s, Block& out) {
  const VarId selector = addLocal(kernel, "selector", s.selector->type, at);
  out.push_back(declare(selector, s.selector, at));
  return selector;
}

ExprRef matches(const Kernel& kernel, const Switch::Case& c, VarId selector) {
  ExprRef any;
  for (const ExprRef& label : c.labels) {
    ExprRef one = apply(Op::eq_, {load(kernel, selector), label}, boolType());
    any = any ? apply(Op::lor_, {any, one}, boolType()) : one;
  }
  return any ? any : boolean(false);
}

} // namespace

bool isChain(const Switch& s) {
  for (std::size_t i = 0; i < s.cases.size(); ++i) {
    const Block& body = s.cases[i].body;
    const bool isLast = i + 1 == s.cases.size();
    if (!isLast && !alwaysLeaves(body))
      return false;
    auto end = !body.empty() && std::holds_alternative<Break>(body.back().node) ? body.end() - 1
                                                                                : body.end();
    if (std::any_of(body.begin(), end, mayBreak))
      return false;
  }
  return true;
}

std::optional<Stmt> chainOf(Kernel& kernel, Location at, Switch& s, Block& out) {
  const VarId selector = declareSelector(kernel, at, s, out);
  Block otherwise;
  for (Switch::Case& c : s.cases) {
    if (!c.body.empty() && std::holds_alternative<Break>(c.body.back().node))
      c.body.pop_back();
    if (c.isDefault)
      otherwise = std::move(c.body);
  }
  for (auto c = s.cases.rbegin(); c != s.cases.rend(); ++c) {
    if (c->isDefault)
      continue;
    If branch{matches(kernel, *c, selector), std::move(c->body), std::move(otherwise)};
    otherwise = {};
    otherwise.push_back(Stmt{at, std::move(branch)});
  }
  if (otherwise.size() == 1)
    return std::move(otherwise[0]);
  if (otherwise.empty())
    return std::nullopt;
  return Stmt{at, Region{std::move(otherwise), false, std::nullopt, {}, std::nullopt}};
}

Block fallThrough(Kernel& kernel, Location at, Switch& s, Block& out) {
  const VarId selector = declareSelector(kernel, at, s, out);
  ExprRef entry = integer(static_cast<std::int64_t>(s.cases.size()));
  for (std::size_t i = 0; i < s.cases.size(); ++i)
    if (s.cases[i].isDefault)
      entry = integer(static_cast<std::int64_t>(i));
  for (std::size_t i = s.cases.size(); i-- > 0;)
    if (!s.cases[i].labels.empty())
      entry = select(matches(kernel, s.cases[i], selector), integer(static_cast<std::int64_t>(i)),
                     entry);
  VarId first = addLocal(kernel, "entry", intType());
  out.push_back(declare(first, entry, at));
  Block body;
  for (std::size_t i = 0; i < s.cases.size(); ++i) {
    ExprRef reached =
        apply(Op::le_, {load(kernel, first), integer(static_cast<std::int64_t>(i))}, boolType());
    body.push_back(Stmt{at, If{reached, std::move(s.cases[i].body), {}}});
  }
  return body;
}

} // namespace treelize::ir
