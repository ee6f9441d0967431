// Junctions of booleans, and choices.
#include "calculate.hpp"
#include "interval.hpp"

#include "treelize/detail/symbolic/rules.hpp"

#include <algorithm>
#include <vector>

namespace treelize::symbolic::rules {

expr junction(kind which, std::span<const expr> operands) {
  constexpr std::size_t widest = 1024; // as in sum.cpp
  const std::int64_t neutral = which == kind::conjunction;
  std::vector<const node*> all;
  for (const expr& operand : operands) {
    if (operand->is(kind::constant) && operand->value != neutral)
      return operand;
    if (operand->is(which) && operand->size < widest)
      all.insert(all.end(), operand->operands().begin(), operand->operands().end());
    else if (!operand->is(kind::constant))
      all.push_back(operand.get());
  }
  std::sort(all.begin(), all.end(), before);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (all.empty())
    return boolean(neutral != 0);
  if (all.size() == 1)
    return expr::share(all[0]);
  return intern({.what = which, .of = type::boolean, .operands = all});
}

expr conjunction(const expr& a, const expr& b) {
  const expr operands[] = {a, b};
  return junction(kind::conjunction, operands);
}

expr disjunction(const expr& a, const expr& b) {
  const expr operands[] = {a, b};
  return junction(kind::disjunction, operands);
}

expr exclusive_or(const expr& a, const expr& b) {
  if (a == b)
    return boolean(false);
  if (a->is(kind::constant))
    return a->value ? negation(b) : b;
  if (b->is(kind::constant))
    return b->value ? negation(a) : a;
  if (a->is(kind::negation))
    return negation(exclusive_or(negation(a), b));
  if (b->is(kind::negation))
    return negation(exclusive_or(a, negation(b)));
  const node* operands[] = {a.get(), b.get()};
  if (before(operands[1], operands[0]))
    std::swap(operands[0], operands[1]);
  return intern({.what = kind::exclusive_or, .of = type::boolean, .operands = operands});
}

expr choice(const expr& condition, const expr& yes, const expr& no) {
  if (condition->is(kind::constant))
    return condition->value ? yes : no;
  if (yes == no)
    return yes;
  if (condition->is(kind::negation))
    return choice(negation(condition), no, yes);
  if (yes->of == type::boolean && yes->is(kind::constant) && no->is(kind::constant))
    return yes->value ? condition : negation(condition);
  const node* operands[] = {condition.get(), yes.get(), no.get()};
  return intern({.what = kind::choice,
                 .of = yes->of,
                 .range = either(yes->range, no->range),
                 .operands = operands});
}

} // namespace treelize::symbolic::rules
