// Where the numbers of some objects stand that carry a derivative, in the order of their leaves: to
// be read and set as one row of doubles, again and again, without a walk through the objects.
#pragma once

#include "treelize/detail/flat_numbers.hpp"
#include "treelize/detail/kernel_arguments.hpp"
#include "treelize/detail/leaf_path.hpp"
#include "treelize/detail/signature.hpp"

#include <cstddef>
#include <type_traits>
#include <vector>

namespace treelize::detail {

class leaf_list {
public:
  std::size_t size() const { return size_; }
  void clear() {
    runs_.clear();
    size_ = 0;
  }

  /// The leaves of a parameter's value, or of what belongs to it, that have derivatives.
  template <class Type>
  void add(const kernel_parameter& parameter, Type& value) {
    if (parameter.constants.empty())
      return for_each_row(value,
                          [this](auto* first, std::size_t count) { this->add(first, count); });
    for_each_leaf(value, path_, [&](auto& leaf, const leaf_path& where) {
      if (!is_constant(parameter, where.pattern))
        this->add(&leaf, 1);
    });
  }

  /// Calls `function(number, position)` for each.
  template <class Function>
  void for_each(const Function& function) const {
    for (const run& one : runs_)
      switch (one.type) {
      case kind::of_float:
        visit(static_cast<float*>(one.first), one, function);
        break;
      case kind::of_double:
        visit(static_cast<double*>(one.first), one, function);
        break;
      case kind::of_long_double:
        visit(static_cast<long double*>(one.first), one, function);
        break;
      }
  }

private:
  enum class kind { of_float, of_double, of_long_double };
  struct run {
    void* first;
    std::size_t position, count;
    kind type;
  };

  std::vector<run> runs_;
  std::size_t size_ = 0;
  leaf_path path_;

  template <class Type>
  void add(Type* first, std::size_t count) {
    if (count == 0)
      return;
    constexpr kind type = std::is_same_v<Type, float>    ? kind::of_float
                          : std::is_same_v<Type, double> ? kind::of_double
                                                         : kind::of_long_double;
    if (!runs_.empty() && runs_.back().type == type &&
        static_cast<const Type*>(runs_.back().first) + runs_.back().count == first)
      runs_.back().count += count;
    else
      runs_.push_back({first, size_, count, type});
    size_ += count;
  }
  template <class Type, class Function>
  static void visit(Type* first, const run& one, const Function& function) {
    for (std::size_t index = 0; index < one.count; ++index)
      function(first[index], one.position + index);
  }
};

} // namespace treelize::detail
