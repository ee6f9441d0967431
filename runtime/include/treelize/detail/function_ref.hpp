// A callable that is called while it lives: what a parameter of a function that is not a template
// takes. std::function would own it, and costs every user of this library the header.
#pragma once

#include <type_traits>
#include <utility>

namespace treelize::detail {

template <class Signature>
class function_ref;

template <class Result, class... Argument>
class function_ref<Result(Argument...)> {
public:
  template <class Function>
    requires(!std::is_same_v<std::remove_cvref_t<Function>, function_ref> &&
             std::is_invocable_r_v<Result, Function&, Argument...>)
  function_ref(Function&& callable)
      : callable_(const_cast<void*>(static_cast<const void*>(&callable))),
        call_([](void* target, Argument... argument) -> Result {
          return (*static_cast<std::remove_reference_t<Function>*>(target))(
              std::forward<Argument>(argument)...);
        }) {}

  Result operator()(Argument... argument) const {
    return call_(callable_, std::forward<Argument>(argument)...);
  }

private:
  void* callable_;
  Result (*call_)(void*, Argument...);
};

} // namespace treelize::detail
