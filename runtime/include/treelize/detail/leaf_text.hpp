// A value as a stream prints it, for those who do not print: <sstream> is theirs who define how.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>

namespace treelize::detail {

/// A number as a stream prints it; defined for all arithmetic types.
template <class Type>
std::string number_text(Type value);

/// A stream into a string.
class text_stream {
public:
  text_stream();
  text_stream(const text_stream&) = delete;
  text_stream& operator=(const text_stream&) = delete;
  ~text_stream();

  std::ostream& out();
  std::string text() const;

private:
  std::ostringstream* stream_;
};

template <class Type>
concept printable =
    std::is_arithmetic_v<Type> || std::is_convertible_v<const Type&, std::string_view> ||
    requires(std::ostream& out, const Type& value) { out << value; };

template <printable Type>
std::string printed(const Type& value) {
  if constexpr (std::is_arithmetic_v<Type>) {
    return number_text(value);
  } else if constexpr (std::is_convertible_v<const Type&, std::string_view>) {
    return std::string(std::string_view(value));
  } else {
    text_stream stream;
    stream.out() << value;
    return stream.text();
  }
}

/// A leaf as text; one that cannot be printed is a star.
template <class Type>
std::string leaf_text(const Type& leaf) {
  if constexpr (printable<Type>)
    return printed(leaf);
  else
    return "*";
}

} // namespace treelize::detail
