// A callable that is called while it lives: what a parameter of a function that is not a template
// takes. std::function would own it, and costs every user of this library the header.
#pragma once

#include <type_traits>
#include <utility>

namespace treelize::detail {

template <class Signature>
class function_ref;

template <class R, class... A>
class function_ref<R(A...)> {
public:
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, function_ref> &&
             std::is_invocable_r_v<R, F&, A...>)
  function_ref(F&& callable)
      : callable_(const_cast<void*>(static_cast<const void*>(&callable))),
        call_([](void* target, A... a) -> R {
          return (*static_cast<std::remove_reference_t<F>*>(target))(std::forward<A>(a)...);
        }) {}

  R operator()(A... a) const { return call_(callable_, std::forward<A>(a)...); }

private:
  void* callable_;
  R (*call_)(void*, A...);
};

} // namespace treelize::detail
