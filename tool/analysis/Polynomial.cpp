#include "analysis/Polynomial.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace treelize::analysis {

Polynomial::Polynomial(std::int64_t number) {
  if (number != 0)
    terms[{}] = number;
}

Polynomial Polynomial::of(Symbol symbol) {
  Polynomial result;
  result.terms[{symbol}] = 1;
  return result;
}

std::optional<std::int64_t> Polynomial::number() const {
  if (!known || terms.size() > 1)
    return std::nullopt;
  if (terms.empty())
    return 0;
  return terms.begin()->first.empty() ? std::optional(terms.begin()->second) : std::nullopt;
}

std::int64_t Polynomial::constant() const {
  const auto found = terms.find({});
  return found == terms.end() ? 0 : found->second;
}

std::vector<Symbol> Polynomial::symbols() const {
  std::set<Symbol> found;
  for (const auto& [term, coefficient] : terms)
    found.insert(term.begin(), term.end());
  return {found.begin(), found.end()};
}

std::vector<std::int64_t> Polynomial::coefficients() const {
  std::set<std::int64_t> found;
  for (const auto& [term, coefficient] : terms)
    if (coefficient > 1 || coefficient < -1)
      found.insert(coefficient < 0 ? -coefficient : coefficient);
  return {found.begin(), found.end()};
}

void Polynomial::add(const Term& term, std::int64_t coefficient) {
  std::int64_t& sum = terms[term];
  known = known && !__builtin_add_overflow(sum, coefficient, &sum);
  if (sum == 0)
    terms.erase(term);
}

Polynomial& Polynomial::operator+=(const Polynomial& other) {
  known = known && other.known;
  for (const auto& [term, coefficient] : other.terms)
    add(term, coefficient);
  return *this;
}

Polynomial operator-(const Polynomial& a) {
  return Polynomial(-1) * a;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  constexpr std::size_t mostTerms = 256;
  Polynomial result;
  result.known = a.known && b.known && a.terms.size() * b.terms.size() <= mostTerms;
  if (!result.known)
    return result;
  for (const auto& [first, m] : a.terms)
    for (const auto& [second, n] : b.terms) {
      Polynomial::Term product;
      std::ranges::merge(first, second, std::back_inserter(product));
      std::int64_t coefficient = 0;
      result.known = result.known && !__builtin_mul_overflow(m, n, &coefficient);
      result.add(product, coefficient);
    }
  return result;
}

std::optional<Polynomial::Division> Polynomial::by(Symbol symbol) const {
  Division result;
  result.quotient.known = result.rest.known = known;
  for (const auto& [term, coefficient] : terms) {
    Term others = term;
    std::erase(others, symbol);
    if (term.size() - others.size() > 1)
      return std::nullopt;
    (others.size() < term.size() ? result.quotient : result.rest).add(others, coefficient);
  }
  return result;
}

Polynomial::Division Polynomial::by(std::int64_t number) const {
  Division result;
  result.quotient.known = result.rest.known = known;
  for (const auto& [term, coefficient] : terms)
    if (coefficient % number == 0)
      result.quotient.add(term, coefficient / number);
    else
      result.rest.add(term, coefficient);
  return result;
}

Polynomial Polynomial::common(const Polynomial& other) const {
  Polynomial result;
  for (const auto& [term, coefficient] : terms)
    if (const auto found = other.terms.find(term);
        found != other.terms.end() && found->second == coefficient)
      result.add(term, coefficient);
  return result;
}

std::optional<std::int64_t> SymbolBounds::least(const Polynomial& p) const {
  unsigned steps = 0;
  return least(p, steps);
}

/// Puts a bound in the place of the greatest symbol, which bound its factor's sign says.
std::optional<std::int64_t> SymbolBounds::least(const Polynomial& p, unsigned& steps) const {
  constexpr unsigned mostSteps = 500;
  if (!p.isKnown() || ++steps > mostSteps)
    return std::nullopt;
  const std::vector<Symbol> symbols = p.symbols();
  if (symbols.empty())
    return p.number();
  const auto range = bounds.find(symbols.back());
  const std::optional<Polynomial::Division> parts = p.by(symbols.back());
  if (!parts || range == bounds.end())
    return std::nullopt;
  std::optional<std::int64_t> best;
  auto tryAll = [&](const std::vector<Polynomial>& values, const Polynomial& factor) {
    const std::optional<std::int64_t> sign = values.empty() ? std::nullopt : least(factor, steps);
    if (!sign || *sign < 0)
      return;
    for (const Polynomial& value : values) {
      const auto found = least(parts->quotient * value + parts->rest, steps);
      best = found && best ? std::max(*found, *best) : found ? found : best;
    }
  };
  tryAll(range->second.least, parts->quotient);
  tryAll(range->second.most, -parts->quotient);
  return best;
}

} // namespace treelize::analysis
