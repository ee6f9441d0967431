// What a custom node is apart from its children: the identity of its type, and its aux data.
// Aux data are part of the structure: two nodes are equal only if their aux data are. A type is
// known by its name alone (structures made when the program runs), or is a C++ class.
#pragma once

#include "treelize/detail/pytree/aux_text.hpp"
#include "treelize/detail/pytree/type_name.hpp"
#include "treelize/detail/type_identity.hpp"

#include <concepts>
#include <memory>
#include <string>
#include <utility>

namespace treelize {

/// What a custom node is besides its children: its type, and aux data, which are compared with
/// `==`.
class node_data {
public:
  /// A type that is known by its name, without aux data.
  explicit node_data(std::string name)
      : content_(std::make_shared<content>(std::move(name), detail::type_identity::of<void>())) {}

  /// With aux data: any value that can be copied and compared.
  template <std::equality_comparable Aux>
  node_data(std::string name, Aux aux)
      : content_(std::make_shared<with_aux<Aux>>(std::move(name), detail::type_identity::of<void>(),
                                                 std::move(aux))) {}

  /// The class Type; `name` is how it is printed.
  template <class Type>
  static node_data of(std::string_view name = detail::type_name<Type>()) {
    return node_data(
        std::make_shared<content>(std::string(name), detail::type_identity::of<Type>()));
  }
  template <class Type, std::equality_comparable Aux>
  static node_data of(Aux aux, std::string_view name = detail::type_name<Type>()) {
    return node_data(std::make_shared<with_aux<Aux>>(
        std::string(name), detail::type_identity::of<Type>(), std::move(aux)));
  }

  const std::string& name() const { return content_->name; }
  bool has_aux() const { return content_->aux_type() != detail::type_identity::of<void>(); }
  /// The aux data; null if there are none, or of another type.
  template <class Aux>
  const Aux* aux() const {
    return content_->aux_type() == detail::type_identity::of<Aux>()
               ? &static_cast<const with_aux<Aux>&>(*content_).aux
               : nullptr;
  }
  std::string aux_text() const { return content_->aux_text(); }
  /// Of the type alone, as for a structure.
  std::size_t type_hash() const { return std::hash<std::string>{}(content_->name); }
  std::size_t hash() const { return detail::mix_hash(type_hash(), content_->aux_hash()); }
  bool same_type(const node_data& other) const {
    return content_->type == other.content_->type && content_->name == other.content_->name;
  }

  friend bool operator==(const node_data& left, const node_data& right) {
    return left.content_ == right.content_ ||
           (left.same_type(right) && left.content_->aux_type() == right.content_->aux_type() &&
            left.content_->equal_aux(*right.content_));
  }

private:
  struct content {
    std::string name;
    detail::type_identity type;

    content(std::string given, detail::type_identity identity)
        : name(std::move(given)), type(identity) {}
    content(const content&) = delete;
    virtual ~content() = default;
    virtual detail::type_identity aux_type() const { return detail::type_identity::of<void>(); }
    virtual bool equal_aux(const content&) const { return true; }
    virtual std::size_t aux_hash() const { return 0; }
    virtual std::string aux_text() const { return {}; }
  };

  template <class Aux>
  struct with_aux final : content {
    Aux aux;

    with_aux(std::string given, detail::type_identity identity, Aux given_aux)
        : content(std::move(given), identity), aux(std::move(given_aux)) {}
    detail::type_identity aux_type() const override { return detail::type_identity::of<Aux>(); }
    bool equal_aux(const content& other) const override {
      return static_cast<bool>(aux == static_cast<const with_aux&>(other).aux);
    }
    std::size_t aux_hash() const override { return detail::aux_hash(aux); }
    std::string aux_text() const override { return detail::aux_text(aux); }
  };

  explicit node_data(std::shared_ptr<const content> held) : content_(std::move(held)) {}

  std::shared_ptr<const content> content_;
};

} // namespace treelize
