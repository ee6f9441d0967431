// Classes on the heap of a kernel: copies, casts, recursive functions, double dispatch.
// RUN: %treelize %s -o %T/heap-classes.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace app {

// Recursive functions that take, change and return pointers.
struct N {
  double v;
  N* next;
};
N* pushed(N* head, double v) {
  return new N{v, head};
}
N* reversed(N* list, N* done) {
  if (!list)
    return done;
  N* rest = list->next;
  list->next = done;
  list->v *= 1.5;
  return reversed(rest, list);
}
TREELIZE(kernel) double rev(std::span<const double> x) {
  N* l = nullptr;
  for (double v : x)
    l = pushed(l, v * v);
  l = reversed(l, nullptr);
  double s = 0;
  for (N* n = l; n; n = n->next) {
    s = s * 0.5 + n->v;
    if (n->v > 5 && n->next) {
      n->next->v *= n->v;
    }
  }
  while (l) {
    N* rest = l->next;
    delete l;
    l = rest;
  }
  return s;
}
// Copies of nodes, assignments of whole ones, vectors of them.
struct M {
  double v;
  double w = 2;
  M* other = nullptr;
  double sum() const { return v + w * (other ? other->v : 1); }
};
M changed(M m) {
  m.v *= 3;
  return m;
}
TREELIZE(kernel) double copies(std::span<const double> x) {
  M a{x[0]}, b{x[1], x[2], &a};
  M c = b;
  c.v = x[3];
  a.v *= 2;
  M d = changed(c);
  M* p = &d;
  *p = b;
  p->w += 1;
  auto f = [&](const M& m) { return m.sum() * c.v; };
  std::vector<M> ms;
  ms.push_back(a);
  ms.push_back(M{x[0] * x[1], 1, &c});
  ms.emplace_back(d);
  ms[0].v += 10;
  a.other = &ms[1];
  double s = f(a) + f(b) * f(c) + d.sum();
  for (const M& m : ms)
    s += m.sum() * s * 0.1;
  for (M m : ms) {
    m.v = 5;
    s += m.sum();
  }
  for (auto& m : ms)
    m.v = s;
  return s + ms[1].v + c.v;
}
// Members of bases, virtual methods that call others, a final class, casts.
struct B {
  double k;
  explicit B(double k) : k(k) {}
  virtual ~B() = default;
  virtual double f(double x) const { return k * x; }
  virtual double g(double x) {
    k += x;
    return f(x) + f(k);
  }
};
struct D : B {
  double m;
  D(double k, double m) : B(k), m(m) {}
  double f(double x) const override { return B::f(x) * m; }
};
struct E final : D {
  E(double k) : D(k, k * k) {}
  double g(double x) override { return D::g(x) - m; }
};
double both(B& a, B& b, double x) {
  return a.g(x) * b.f(x);
}
TREELIZE(kernel) double bases(std::span<const double> x, int n) {
  std::vector<std::shared_ptr<B>> v;
  for (int i = 0; i < 5; ++i) {
    std::shared_ptr<B> p;
    switch ((i * n) % 3) {
    case 0:
      p = std::make_shared<B>(x[0]);
      break;
    case 1:
      p = std::make_shared<D>(x[1], x[2]);
      break;
    default:
      p = std::make_shared<E>(x[3]);
    }
    v.push_back(p);
    if (i == 2)
      v.push_back(v[0]);
  }
  double s = 1;
  for (std::size_t i = 0; i + 1 < v.size(); ++i)
    s += both(*v[i], *v[i + 1], x[0]) * 0.1;
  std::shared_ptr<D> d = std::dynamic_pointer_cast<D>(v[1]);
  if (d)
    s += d->m;
  B* raw = v[2].get();
  if (auto* e = dynamic_cast<E*>(raw))
    s *= e->m;
  else if (dynamic_cast<D*>(raw))
    s += 3 * x[1];
  return s;
}

// Pointers in members, arrays and vectors; what is copied, captured and changed meanwhile.
struct P {
  double v = 2;
  P* next = nullptr;
  std::vector<P*> kids;
  std::array<P*, 2> ends = {nullptr, nullptr};
};
TREELIZE(kernel) double mixed(std::span<const double> x) {
  std::array<P, 4> nodes;
  P more[2];
  nodes[1].v = x[0];
  for (std::size_t i = 0; i < 4; ++i) {
    nodes[i].v += x[i];
    nodes[0].kids.push_back(&nodes[i]);
    more[i % 2].kids.push_back(&nodes[i]);
  }
  nodes[0].ends[1] = &nodes[3];
  nodes[3].ends[0] = &more[0];
  P* p = &nodes[0];
  double s = 0;
  for (P* k : p->kids) {
    p = k;
    s = s * 0.7 + k->v * p->v;
  }
  const P* first = p->ends[0];
  auto byCopy = [first](double y) { return first ? first->kids[1]->v * y : 0.0; };
  first = nullptr;
  s += byCopy(x[2]);
  std::vector<P*> kids = nodes[0].kids;
  kids.push_back(&more[1]);
  nodes[0].kids.clear();
  s += static_cast<double>(kids.size()) * x[1] + static_cast<double>(nodes[0].kids.size());
  double& r = kids[2]->v;
  kids[2] = kids[0];
  r *= s;
  std::swap(kids[0], kids[1]);
  for (const auto* k : kids)
    s += k->v * (k == kids[1] ? 2 : 1);
  P copy = nodes[2];
  copy.v += 100;
  copy.kids.push_back(&copy);
  s += copy.kids.back()->v + nodes[2].v + static_cast<double>(nodes[2].kids.size());
  return s + (nodes[0].ends[0] ? 1 : x[3] * nodes[0].ends[1]->v);
}
// Double dispatch.
struct Visitor;
struct Item {
  virtual ~Item() = default;
  virtual void accept(Visitor& v) const = 0;
};
struct Visitor {
  virtual ~Visitor() = default;
  virtual void seeA(double a) = 0;
  virtual void seeB(double a, double b) = 0;
};
struct A : Item {
  double a;
  explicit A(double x) : a(x) {}
  void accept(Visitor& v) const override { v.seeA(a); }
};
struct Bb : Item {
  double a, b;
  Bb(double x, double y) : a(x), b(y) {}
  void accept(Visitor& v) const override { v.seeB(a, b); }
};
struct Adder : Visitor {
  double s = 0;
  void seeA(double a) override { s += a; }
  void seeB(double a, double b) override { s += a * b; }
};
struct Multiplier : Visitor {
  double p = 1;
  void seeA(double a) override { p *= a; }
  void seeB(double a, double b) override { p *= a + b; }
};
TREELIZE(kernel) double visits(std::span<const double> x) {
  std::vector<std::unique_ptr<Item>> items;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i % 2)
      items.push_back(std::make_unique<A>(x[i]));
    else
      items.push_back(std::make_unique<Bb>(x[i], x[i + 1]));
  }
  Adder add;
  Multiplier mul;
  Visitor* all[] = {&add, &mul};
  for (auto* v : all)
    for (const auto& i : items)
      i->accept(*v);
  return add.s * mul.p;
}
// A state that replaces itself.
struct State;
using States = std::vector<std::unique_ptr<State>>;
struct State {
  virtual ~State() = default;
  virtual State* next(double e, States& all) = 0;
  virtual double cost() const { return 1; }
};
State* kept(States& all, std::unique_ptr<State> state) {
  all.push_back(std::move(state));
  return all.back().get();
}
struct Hot : State {
  double h;
  explicit Hot(double x) : h(x) {}
  State* next(double e, States& all) override;
  double cost() const override { return h * h; }
};
struct Cold : State {
  double c;
  explicit Cold(double x) : c(x) {}
  State* next(double e, States& all) override {
    if (e > 0.6)
      return kept(all, std::make_unique<Hot>(c + e));
    c += e;
    return this;
  }
  double cost() const override { return State::cost() + c; }
};
State* Hot::next(double e, States& all) { return e < 0 ? kept(all, std::make_unique<Cold>(h * e)) : this; }
TREELIZE(kernel) double machine(std::span<const double> x) {
  States all;
  State* state = kept(all, std::make_unique<Cold>(x[0]));
  double total = 0;
  for (int i = 0; i < 7; ++i) {
    state = state->next(x[static_cast<std::size_t>(i) % 4], all);
    total = total * 0.5 + state->cost();
  }
  return total;
}

} // namespace app

#include "heap-classes.treelize.hpp"

namespace kernels = app::kernels;

int main() {
  const std::vector<double> x = {0.5, -1.25, 2.0, 0.75};
  check::scalar("rev", kernels::rev, x);
  check::scalar("copies", kernels::copies, x);
  for (int n : {1, 2, 3})
    check::scalar("bases", kernels::bases, x, n);
  check::scalar("mixed", kernels::mixed, x);
  check::scalar("visits", kernels::visits, x);
  check::scalar("machine", kernels::machine, x);
  return check::finish();
}
