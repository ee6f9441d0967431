// Evaluation and substitution: a loop over the nodes, operands first. An operation without a value
// fails only if its value is asked for, so that the branch of a choice that is not taken may fail.
#include "treelize/detail/symbolic/evaluate.hpp"

#include "calculate.hpp"
#include "short_vector.hpp"
#include "traversal.hpp"

#include <algorithm>
#include <exception>
#include <string>

namespace treelize {

symbol_binding::symbol_binding(symbolic::expr for_symbol, symbolic::expr for_value)
    : symbol(std::move(for_symbol)), value(std::move(for_value)) {
  using symbolic::kind;
  if (!symbol->is(kind::symbol))
    throw symbolic_error("a binding is for a symbol, not for a formula");
  if (value->of == symbolic::type::integer && value->is(kind::constant) &&
      !symbol->range.contains(value->value))
    throw binding_error("the symbol '" + std::string(symbol->name()) + "' cannot be " +
                        std::to_string(value->value) + ": its bounds are " +
                        std::to_string(symbol->range.lower) + " and " +
                        std::to_string(symbol->range.upper));
}

namespace symbolic {
namespace {

/// What symbols stand for.
class lookup {
public:
  explicit lookup(std::span<const symbol_binding> bindings) : bindings_(bindings) {
    for (std::size_t i = 0; i < bindings.size(); ++i)
      numbers_.enter(bindings[i].symbol.get(), static_cast<std::uint32_t>(i));
  }
  const expr* find(const node* symbol) const {
    const std::uint32_t number = numbers_.find(symbol);
    return number == node_numbers::absent ? nullptr : &bindings_[number].value;
  }

private:
  std::span<const symbol_binding> bindings_;
  node_numbers numbers_;
};

value value_of_symbol(const node& symbol, const lookup& bindings) {
  const expr* found = bindings.find(&symbol);
  if (!found || !(*found)->is(kind::constant))
    throw binding_error("the symbol '" + std::string(symbol.name()) +
                        "' has no number to evaluate with");
  return value_of(**found);
}

/// The values of a schedule's nodes, and why some have none.
class evaluation {
public:
  evaluation(const schedule& order, const lookup& bindings) : order_(order), bindings_(bindings) {
    values_.reserve(order.nodes.size());
    failures_.push_back(nullptr);
  }

  value run() {
    order_.walk([&](const node& n, std::span<const std::uint32_t> operands) {
      try {
        visit(n, operands);
      } catch (const symbolic_error&) {
        failures_.push_back(std::current_exception());
        values_.push_back({{}, failures_.size() - 1});
      }
    });
    if (const std::size_t failure = values_.back().failure)
      std::rethrow_exception(failures_[failure]);
    return values_.back().result;
  }

private:
  struct outcome {
    value result;
    std::size_t failure = 0; ///< a place in failures_, 0 for none
  };

  const schedule& order_;
  const lookup& bindings_;
  std::vector<outcome> values_;
  std::vector<std::exception_ptr> failures_;
  short_vector<value> operands_;

  void visit(const node& n, std::span<const std::uint32_t> operands) {
    if (n.is(kind::symbol)) {
      values_.push_back({value_of_symbol(n, bindings_)});
      return;
    }
    if (n.is(kind::choice) && !values_[operands[0]].failure) {
      const outcome taken = values_[operands[values_[operands[0]].result.integer ? 1 : 2]];
      values_.push_back(taken);
      return;
    }
    operands_.clear();
    for (std::uint32_t operand : operands) {
      const outcome known = values_[operand];
      if (known.failure) {
        values_.push_back(known);
        return;
      }
      operands_.push_back(known.result);
    }
    values_.push_back({calculate(describe(n), operands_)});
  }
};

} // namespace

expr evaluate(const expr& e, std::span<const symbol_binding> bindings) {
  const schedule order = schedule_of(e);
  return constant(e->of, evaluation(order, lookup(bindings)).run());
}

expr substitute(const expr& e, std::span<const symbol_binding> bindings) {
  const schedule order = schedule_of(e);
  const lookup replacements(bindings);
  std::vector<expr> results;
  results.reserve(order.nodes.size());
  std::vector<expr> operands;
  order.walk([&](const node& n, std::span<const std::uint32_t> places) {
    const expr* found = n.is(kind::symbol) ? replacements.find(&n) : nullptr;
    operands.clear();
    bool changed = false;
    for (std::uint32_t place : places) {
      operands.push_back(results[place]);
      changed = changed || operands.back().get() != order.nodes[place];
    }
    results.push_back(found ? *found : changed ? rules::rebuild(n, operands) : expr::share(&n));
  });
  return results.back();
}

std::vector<expr> symbols_of(const expr& e) {
  std::vector<expr> symbols;
  for (const node* n : schedule_of(e).nodes)
    if (n->is(kind::symbol))
      symbols.push_back(expr::share(n));
  std::sort(symbols.begin(), symbols.end(), [](const expr& a, const expr& b) {
    const int by_name = a->name().compare(b->name());
    return by_name ? by_name < 0 : before(a.get(), b.get());
  });
  return symbols;
}

} // namespace symbolic
} // namespace treelize
