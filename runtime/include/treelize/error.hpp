// The exceptions of the runtime, which all derive from `treelize::error`. They say in what() what
// went wrong, where and with which two sides, and give the key path alone by path(), printed like
// `a.b[0]` (the empty string is the root).
#pragma once

#include "treelize/detail/cpp20.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace treelize {

/// What the runtime throws. what() is a sentence in English that begins with `treelize: `; path()
/// is the place in a tree, if there is one.
class error : public std::runtime_error {
public:
  explicit error(const std::string& what, std::string path = {})
      : std::runtime_error(what), path_(std::move(path)) {}

  /// The key path as it is printed, `a.b[0]`; empty for the root, and where the error is of no
  /// tree.
  const std::string& path() const noexcept { return path_; }

private:
  std::string path_;
};

/// Two trees do not have the same keys, lengths or presence where they must.
class mismatch_error : public error {
public:
  using error::error;
};

/// The results of a tree function do not have the structure in common that `rise` asks for.
class rise_error : public mismatch_error {
public:
  using mismatch_error::mismatch_error;
};

/// A leaf stands where a tree is expected and inheriting is switched off.
class inherit_error : public error {
public:
  using error::error;
};

/// A key is absent and the tree function has no `missing`.
class missing_error : public error {
public:
  using error::error;
};

/// A tree is read or edited in a way that it does not allow: an unknown key, a sub-tree read as a
/// leaf, the wrong number of leaves.
class access_error : public error {
public:
  using error::error;
};

/// A structure and its leaves are not as many.
class leaf_count_error : public access_error {
public:
  using access_error::access_error;
};

/// Text or data that is to become a tree is not one.
class format_error : public error {
public:
  using error::error;
};

/// A symbolic number cannot be built, evaluated or decided.
class symbolic_error : public error {
public:
  using error::error;
};

/// Two arguments of a kernel, or of its derivative, share memory that it changes (check.hpp).
class aliasing_error : public error {
public:
  using error::error;
};

/// Kernels are run and reversed in an order that does not fit, or a recording has no room
/// (recording.hpp).
class recording_error : public error {
public:
  using error::error;
};

/// A system of equations has no solution, or many: so have the derivatives of what an equation
/// defines (implicit.hpp).
class singular_matrix_error : public error {
public:
  using error::error;
};

/// A division by zero, or zero to a negative power.
class zero_division_error : public symbolic_error {
public:
  using symbolic_error::symbolic_error;
};

/// An operation that has no finite real value for its operands, as the root of a negative number.
class domain_error : public symbolic_error {
public:
  using symbolic_error::symbolic_error;
};

/// An integer that does not fit 64 bits.
class overflow_error : public symbolic_error {
public:
  using symbolic_error::symbolic_error;
};

/// A symbol without a value, or with one outside of its bounds.
class binding_error : public symbolic_error {
public:
  using symbolic_error::symbolic_error;
};

/// A condition that its bounds do not decide, outside of every guard_scope.
class undecided_error : public symbolic_error {
public:
  using symbolic_error::symbolic_error;
};

} // namespace treelize
