#include "ir/Same.h"
#include "ir/TextForm.h"

#include <algorithm>

namespace treelize::ir {

namespace {

bool isSame(const ExprRef& a, const ExprRef& b) {
  return a == b || (a && b && ir::isSame(*a, *b));
}

bool areSame(const std::vector<ExprRef>& a, const std::vector<ExprRef>& b) {
  return std::ranges::equal(a, b, [](const ExprRef& x, const ExprRef& y) { return isSame(x, y); });
}

bool isSameNode(const Literal& a, const Literal& b) {
  return a.text == b.text;
}
bool isSameNode(const Load& a, const Load& b) {
  return ir::isSame(a.place, b.place);
}
bool isSameNode(const Apply& a, const Apply& b) {
  return a.op == b.op && areSame(a.args, b.args);
}
bool isSameNode(const Cast& a, const Cast& b) {
  return isSame(a.arg, b.arg);
}
bool isSameNode(const Select& a, const Select& b) {
  return isSame(a.condition, b.condition) && isSame(a.ifTrue, b.ifTrue) &&
         isSame(a.ifFalse, b.ifFalse);
}
bool isSameNode(const Size& a, const Size& b) {
  return a.extent == b.extent && ir::isSame(a.container, b.container);
}
bool isSameNode(const Opaque& a, const Opaque& b) {
  return isSameText(a, b) && areSame(a.args, b.args);
}
bool isSameNode(const Construct& a, const Construct& b) {
  return areSame(a.args, b.args);
}
bool isSameNode(const ZerosLike& a, const ZerosLike& b) {
  return ir::isSame(a.of, b.of);
}
template <class A, class B>
bool isSameNode(const A&, const B&) {
  return false;
}

} // namespace

bool isSame(const Place& a, const Place& b) {
  return a.base == b.base &&
         std::ranges::equal(a.path, b.path, [](const Selector& x, const Selector& y) {
           return x.field == y.field && areSame(x.indices, y.indices);
         });
}

bool isSame(const Expr& a, const Expr& b) {
  const bool makesItsType =
      std::holds_alternative<Cast>(a.node) || std::holds_alternative<Construct>(a.node);
  return &a == &b || ((!makesItsType || isSameInCpp(*a.type, *b.type)) &&
                      std::visit([](const auto& x, const auto& y) { return isSameNode(x, y); },
                                 a.node, b.node));
}

bool isLoadOf(const Expr& e, const Place& place) {
  const auto* read = std::get_if<Load>(&e.node);
  return read && isSame(read->place, place);
}

} // namespace treelize::ir
