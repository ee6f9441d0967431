// Doubles beside each other in memory that a processor calculates with as one.
#pragma once

#include <cstddef>
#include <cstring>

namespace treelize::detail {

/// Doubles in a register of the processors that the program is compiled for.
#if defined(__AVX512F__)
inline constexpr int register_size = 8;
#elif defined(__AVX__)
inline constexpr int register_size = 4;
#elif defined(__SSE2__) || defined(__ARM_NEON)
inline constexpr int register_size = 2;
#else
inline constexpr int register_size = 1;
#endif

/// The largest power of two that divides `lanes` and fits into a register.
constexpr int batch_size(int lanes) {
  const int power = lanes & -lanes;
  return power < register_size ? power : register_size;
}

/// Lanes that are taken or left together where not all of them move: the same on all processors,
/// since files of one program may be compiled for several; all lanes where an `int` has no bit for
/// each part.
constexpr int part_size(int lanes) {
  const int size = lanes % 2 == 0 ? 2 : 1;
  return lanes / size < 32 ? size : lanes;
}

/// Bytes that lanes are aligned to: as many as they fill, to the longest register.
constexpr std::size_t lane_alignment(int lanes) {
  const int power = lanes & -lanes;
  return sizeof(double) * static_cast<std::size_t>(power < 8 ? (power == lanes ? power : 1) : 8);
}

template <int Count>
struct vector_of {
  using type [[gnu::vector_size(sizeof(double) * Count)]] = double;
};
template <>
struct vector_of<1> {
  using type = double;
};
template <int Count>
using batch = typename vector_of<Count>::type;
/// The same among other doubles.
template <int Count>
using stored_batch [[gnu::aligned(alignof(double))]] = batch<Count>;

template <int Count>
[[gnu::always_inline]] inline batch<Count> batch_at(const double* from) {
#ifdef __clang__
  batch<Count> result;
  std::memcpy(&result, from, sizeof result);
  return result;
#else
  return *reinterpret_cast<const stored_batch<Count>*>(from);
#endif
}

// Stores of doubles, which compilers know to leave pointers and integers alone: to Clang those of
// its vectors, and of memcpy, may be of anything.
template <int Count>
[[gnu::always_inline]] inline void set_batch(double* to, const batch<Count>& from) {
  if constexpr (Count == 1)
    *to = from;
  else
#ifdef __clang__
    for (int index = 0; index < Count; ++index)
      to[index] = from[index];
#else
    *reinterpret_cast<stored_batch<Count>*>(to) = from;
#endif
}

} // namespace treelize::detail
