// The walk of a case: its options are values of the vectors, and each set of them is one tree
// function, written as a generated one is. One source file a mode, so that none takes long to
// compile.
#pragma once

#include "Functions.h"

#include "treelize/tree_function.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace treelize::conformance::func_treelize {

enum class Missing { none, value, generator };

/// What is called for each leaf, and how often it was.
struct Task {
  Function function = nullptr;
  std::size_t positional = 0;     ///< arguments by position; the rest are for these names
  std::vector<std::string> names; ///< in the order of the walk: sorted
  Value missingValue;
  std::string generator;
  int calls = 0;
  int missingCalls = 0;

  Value call(std::vector<Value> leaves) {
    Call c;
    for (std::size_t i = 0; i < leaves.size(); ++i)
      if (i < positional)
        c.args.push_back(std::move(leaves[i]));
      else
        c.kwargs.emplace_back(names[i - positional], std::move(leaves[i]));
    ++calls;
    return function(c);
  }
};

using Arguments = std::vector<tree<Value>>;

tree<Value> walkStrict(Task& task, bool inherit, const Arguments& arguments);
tree<Value> walkInner(Task& task, bool inherit, const Arguments& arguments);
tree<Value> walkOuter(Task& task, bool inherit, Missing missing, const Arguments& arguments);
tree<Value> walkLeft(Task& task, bool inherit, Missing missing, const Arguments& arguments);

/// A functor's `missing` is static: it finds its task here, for as long as the walk runs.
class CurrentTask {
public:
  explicit CurrentTask(Task& task) : before_(std::exchange(current(), &task)) {}
  ~CurrentTask() { current() = before_; }
  static Task*& current() {
    thread_local Task* task = nullptr;
    return task;
  }

private:
  Task* before_;
};

template <mode M, bool Inherit, Missing Kind>
struct AnyFunction {
  static constexpr walk_options options{.mode = M, .inherit = Inherit};
  using parameters = treelize::parameters<pack<const Value&>>;
  Task& task;

  static auto missing()
    requires(Kind == Missing::value)
  {
    return CurrentTask::current()->missingValue;
  }
  static auto missing()
    requires(Kind == Missing::generator)
  {
    return [task = CurrentTask::current()] {
      ++task->missingCalls;
      return generate(task->generator);
    };
  }
  template <std::same_as<Value>... Leaf>
  Value operator()(const Leaf&... leaves) const {
    return task.call({leaves...});
  }
};

/// `xw(*, x, w)` is called with keyword arguments.
template <mode M, bool Inherit, Missing Kind>
struct Xw : AnyFunction<M, Inherit, Kind> {
  static constexpr std::array<std::string_view, 2> names{"x", "w"};
  using parameters = treelize::parameters<const Value&, const Value&>;
  Value operator()(const Value& x, const Value& w) const {
    return this->task.call({w, x}); // the task's names are sorted
  }
};

template <mode M, bool Inherit, Missing Kind = Missing::none>
class Walker {
public:
  static tree<Value> walk(Task& task, const Arguments& arguments) {
    using namespace literals;
    const CurrentTask current(task);
    if (task.positional == 0 && task.names == std::vector<std::string>{"w", "x"}) {
      auto x = "x"_a = arguments[1];
      auto w = "w"_a = arguments[0];
      return treelize::walk(Xw<M, Inherit, Kind>{{task}}, x, w);
    }
    constexpr std::size_t most = 5;
    return withCount(task, arguments, std::make_index_sequence<most>{});
  }

private:
  template <std::size_t... N>
  static tree<Value> withCount(Task& task, const Arguments& arguments, std::index_sequence<N...>) {
    tree<Value> result;
    const bool found = (false || ... || [&] {
      if (arguments.size() != N + 1)
        return false;
      result = all(task, arguments, std::make_index_sequence<N + 1>{});
      return true;
    }());
    if (!found)
      throw error("the runner has no walk with " + std::to_string(arguments.size()) + " arguments");
    return result;
  }
  template <std::size_t... I>
  static tree<Value> all(Task& task, const Arguments& arguments, std::index_sequence<I...>) {
    return treelize::walk(AnyFunction<M, Inherit, Kind>{task}, arguments[I]...);
  }
};

template <mode M, bool Inherit>
tree<Value> walkMissing(Task& task, Missing missing, const Arguments& arguments) {
  switch (missing) {
  case Missing::value:
    return Walker<M, Inherit, Missing::value>::walk(task, arguments);
  case Missing::generator:
    return Walker<M, Inherit, Missing::generator>::walk(task, arguments);
  default:
    return Walker<M, Inherit>::walk(task, arguments);
  }
}

} // namespace treelize::conformance::func_treelize
