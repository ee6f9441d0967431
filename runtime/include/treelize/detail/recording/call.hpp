// A call of a bound kernel that can be made again and reversed.
#pragma once

#include "treelize/bound.hpp"
#include "treelize/detail/kernel_arguments.hpp"
#include "treelize/detail/recording/member.hpp"
#include "treelize/detail/recording/object.hpp"
#include "treelize/detail/signature.hpp"

#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize::detail {

class recorded_call {
public:
  recorded_call(const char* kernel, recorded_object& object) : kernel_(kernel), object_(object) {}
  recorded_call(const recorded_call&) = delete;
  recorded_call& operator=(const recorded_call&) = delete;
  virtual ~recorded_call() = default;

  virtual void run() = 0;
  /// Turns the adjoints that the object's shadow holds after the call into those before it.
  virtual void reverse() = 0;

  const char* kernel() const { return kernel_; }
  recorded_object& object() const { return object_; }

  std::vector<recorded_member*> written;

private:
  const char* kernel_;
  recorded_object& object_;
};

template <class Proxy>
using slot_of_proxy = typename std::remove_const_t<Proxy>::slot_type;

/// The proxy of an object that lives elsewhere, or one that comes from `bind` and is gone at once.
template <class Proxy, class Owner = typename slot_of_proxy<Proxy>::owner_type>
class kept_proxy {
public:
  explicit kept_proxy(Proxy& proxy) : proxy_(&proxy) {}
  Proxy& get() { return *proxy_; }

private:
  Proxy* proxy_;
};
template <class Proxy, class Object>
class kept_proxy<Proxy, binding<Object>> {
  using slot = slot_of_proxy<Proxy>;

public:
  explicit kept_proxy(Proxy& proxy)
      : binding_(static_cast<const binding<Object>&>(slot_of<slot>(std::as_const(proxy)))) {}
  Proxy& get() { return proxy_of<Proxy>(static_cast<slot&>(binding_)); }

private:
  binding<Object> binding_;
};

/// The class of the whole object, of which a base may have the kernel.
template <class Proxy>
using whole_object = std::remove_const_t<
    typename owner_traits<typename slot_of_proxy<Proxy>::owner_type>::object>;

template <class Proxy>
whole_object<Proxy>& whole_object_of(Proxy& proxy) {
  auto& slot = slot_of<slot_of_proxy<Proxy>>(proxy);
  return const_cast<whole_object<Proxy>&>(bound_object<whole_object<Proxy>>(slot));
}

/// Can a recording have a copy of an argument for such a parameter, and is it no output?
template <class Parameter>
inline constexpr bool is_constant_argument =
    !std::is_pointer_v<std::remove_cvref_t<Parameter>> &&
    !(std::is_lvalue_reference_v<Parameter> &&
      !std::is_const_v<std::remove_reference_t<Parameter>>);
template <class Element, std::size_t Count>
inline constexpr bool is_constant_argument<std::span<Element, Count>> = std::is_const_v<Element>;
template <class Parameter>
inline constexpr bool is_constant_argument<without_shadow<Parameter>> =
    is_constant_argument<Parameter>;

template <class Proxy, class... Parameters>
class recorded_call_of final : public recorded_call {
public:
  template <class... Args>
  recorded_call_of(const char* kernel, recorded_object_of<whole_object<Proxy>>& object,
                   Proxy& proxy, const Args&... args)
      : recorded_call(kernel, object), proxy_(proxy),
        arguments_{{}, std::tuple<owned_argument<Parameters>...>(args...)} {}

  void run() override {
    auto passed = arguments_.pass();
    std::apply([this](auto&... argument) { proxy_.get()(argument...); }, passed);
  }

  void reverse() override {
    using self = std::remove_cvref_t<decltype(proxy_access::object(proxy_.get()))>;
    self& shadow = static_cast<recorded_object_of<whole_object<Proxy>>&>(object()).shadow();
    auto shadows = arguments_; // their values do not matter
    shadows.set_zero();
    auto passed =
        std::tuple_cat(arguments_.pass(), std::tie(shadow), shadows.pass_shadows());
    std::apply([this](auto&... argument) { proxy_.get().adjoint(argument...); }, passed);
  }

private:
  kept_proxy<Proxy> proxy_;
  kernel_arguments<nothing, Parameters...> arguments_;
};

} // namespace treelize::detail
