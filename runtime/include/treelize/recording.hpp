// Recordings: several calls of bound kernels, reversed as one.
//
//   treelize::recording rec;
//   for (int i = 0; i < 100; ++i)
//     rec.run(c.step, 0.01);
//   rec.run(c.observe);
//   c.energy.grad.value() = 1;       // the seed
//   rec.backward();                  // c.x.grad: by the values of c.x before the first run
//
// `run` calls the kernel and keeps what it is about to overwrite; `backward` calls the adjoints in
// reverse order, each at the values that its call began with, and leaves the values as they are.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/recording/recorder.hpp"
#include "treelize/error.hpp"

#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

namespace treelize {

/// Calls of bound kernels in their order, of one object or of several. The objects live, and stay
/// where they are, until the recording is gone. For one thread at a time.
class recording {
public:
  /// `recording rec{{.checkpoint = 10}}` keeps ten snapshots at most, `{{.memory = 64 << 20}}` so
  /// many bytes of them; calls between snapshots are then run again. Throws treelize::error for a
  /// negative number.
  explicit recording(const recording_options& options = {}) : recorder_(options) {}

  /// Calls `kernel(args...)`. The kernel is a bound one that returns nothing; the arguments are
  /// copied and are constants. Where it throws, the values and the recording are as before.
  template <class Kernel, class... Args>
  void run(Kernel&& kernel, const Args&... args) {
    // What is passed are copies that can be changed.
    constexpr bool is_possible = requires { kernel.written(const_cast<Args&>(args)...); };
    static_assert(is_possible,
                  "treelize::recording: run takes a bound kernel that returns nothing, has `grad` "
                  "and writes no global variables, and its arguments: let the kernel write its "
                  "results to fields, and take spans instead of pointers");
    if constexpr (is_possible)
      record(kernel, kernel.signature(const_cast<Args&>(args)...),
             kernel.written(const_cast<Args&>(args)...), args...);
  }

  /// Adds to the fields' `grad` the derivative by the values that they had before the first run, of
  /// what their `grad` are the adjoints of; seeds of what was overwritten are consumed. Empties the
  /// recording. Where it throws, values and adjoints are as before. Throws treelize::recording_error
  /// when nothing was run.
  void backward() {
#ifdef TREELIZE_CHECK
    recorder_.check_values();
#endif
    recorder_.backward();
  }

  /// The adjoints of the plain members of an object, as an object of its class, whose fields are
  /// empty: after `backward`, valid until the next `run`.
  template <class Object>
  const auto& self(const Object& object) const {
    using type = typename detail::data_class<Object>::type;
    const type& whole = object;
    auto& known = recorder_.reversed(std::addressof(whole), detail::type_identity::of<type>());
    return std::as_const(static_cast<detail::recorded_object_of<type>&>(known).shadow());
  }

  /// How many calls there are to reverse.
  std::size_t size() const noexcept { return recorder_.size(); }
  /// Forgets them.
  void clear() noexcept { recorder_.clear(); }

private:
  detail::recorder recorder_;

  template <class Proxy, class Result, class... Parameters, class... Member, class... Args>
  void record(Proxy& proxy, const bound_signature<Result, Parameters...>&,
              const written<Member...>& written, const Args&... args) {
    static_assert((detail::is_constant_argument<Parameters> && ...),
                  "treelize::recording: the arguments of a kernel that is run are copied and are "
                  "constants: a pointer cannot be copied, and what a reference or a span to "
                  "non-const refers to is no constant; make it a field of the object");
    if constexpr ((detail::is_constant_argument<Parameters> && ...)) {
      using call_type = detail::recorded_call_of<Proxy, Parameters...>;
      auto call = std::make_unique<call_type>(
          written.kernel, recorder_.object(detail::whole_object_of(proxy)), proxy, args...);
      call->written.reserve(sizeof...(Member));
      std::apply(
          [&](auto&... member) { (call->written.push_back(&recorder_.member(member)), ...); },
          written.members);
#ifdef TREELIZE_CHECK
      recorder_.check_values();
      recorder_.check_gradients(written.kernel);
#endif
      recorder_.run(std::move(call));
#ifdef TREELIZE_CHECK
      recorder_.remember();
#endif
    }
  }
};

} // namespace treelize
