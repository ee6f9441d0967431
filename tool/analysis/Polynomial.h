// Indices as polynomials with whole coefficients, and what is known of the numbers in them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace treelize::analysis {

/// A number that is not known. Its bounds are polynomials of lesser symbols.
using Symbol = unsigned;

class Polynomial {
public:
  Polynomial() = default; // zero
  explicit Polynomial(std::int64_t number);
  static Polynomial of(Symbol symbol);

  /// Null if it depends on symbols, or has become too large to be known.
  std::optional<std::int64_t> number() const;
  /// The number among its terms.
  std::int64_t constant() const;
  /// False where a coefficient has left the range of 64 bits, or a product has too many terms;
  /// nothing is known of such a one.
  bool isKnown() const { return known; }
  bool isSum() const { return terms.size() > 1; }

  /// The symbols, ascending.
  std::vector<Symbol> symbols() const;
  /// Greater than one, without sign, ascending.
  std::vector<std::int64_t> coefficients() const;

  /// `quotient * divisor + rest`
  struct Division;
  /// By the symbol, once in each term that has it; null where a term has it twice.
  std::optional<Division> by(Symbol symbol) const;
  Division by(std::int64_t number) const;
  /// The terms that both have alike.
  Polynomial common(const Polynomial& other) const;

  Polynomial& operator+=(const Polynomial& other);
  friend Polynomial operator+(Polynomial a, const Polynomial& b) { return a += b; }
  friend Polynomial operator-(const Polynomial& a);
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + -b; }
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend bool operator==(const Polynomial&, const Polynomial&) = default;

private:
  using Term = std::vector<Symbol>; // their product, ascending
  std::map<Term, std::int64_t> terms;
  bool known = true;

  void add(const Term& term, std::int64_t coefficient);
};

struct Polynomial::Division {
  Polynomial quotient, rest;
};

/// What is known of symbols, both bounds included.
class SymbolBounds {
public:
  void atLeast(Symbol symbol, Polynomial bound) {
    bounds[symbol].least.push_back(std::move(bound));
  }
  void atMost(Symbol symbol, Polynomial bound) { bounds[symbol].most.push_back(std::move(bound)); }

  /// A number that the polynomial never is below; null if none is found.
  std::optional<std::int64_t> least(const Polynomial& p) const;
  bool isPositive(const Polynomial& p) const { return isAtLeast(p, 1); }
  bool isNonnegative(const Polynomial& p) const { return isAtLeast(p, 0); }

private:
  struct Range {
    std::vector<Polynomial> least, most;
  };
  std::map<Symbol, Range> bounds;

  bool isAtLeast(const Polynomial& p, std::int64_t number) const {
    const std::optional<std::int64_t> found = least(p);
    return found && *found >= number;
  }
  std::optional<std::int64_t> least(const Polynomial& p, unsigned& steps) const;
};

} // namespace treelize::analysis
