// Errors of shadows and fields, out of the way of the code that runs.
#include "treelize/field.hpp"

#include "treelize/detail/shadow_place.hpp"
#include "treelize/error.hpp"

#include <string>

namespace treelize::detail {

std::string path_of(const shadow_place& at) {
  if (!at.above)
    return at.parameter;
  const std::string before = path_of(*at.above);
  if (at.name.empty())
    return before + "[" + std::to_string(at.index) + "]";
  return before + (before.empty() ? "" : ".") + std::string(at.name);
}

void throw_shadow_size(const char* what, const shadow_place& at, std::size_t shadow,
                       std::size_t primal) {
  const std::string path = path_of(at), kernel = at.kernel;
  throw error("treelize: " +
              (path.empty() ? "a " + std::string(what)
                            : "the " + std::string(what) + " of '" + path + "'") +
              (kernel.empty() ? "" : " in kernel '" + kernel + "'") + " has " +
              std::to_string(shadow) + " elements, its primal " + std::to_string(primal));
}

void throw_shadow_class(const char* shadow, const char* primal) {
  throw error("treelize: a shadow is of the class " + std::string(shadow) + ", its primal of " +
              primal);
}

void throw_field_shape(const std::vector<std::size_t>& shape, std::size_t elements) {
  std::string text;
  for (std::size_t extent : shape)
    text += (text.empty() ? "" : ", ") + std::to_string(extent);
  throw error("treelize: a field of shape (" + text + ") cannot hold " + std::to_string(elements) +
              " values");
}

void throw_negative_extent() {
  throw error("treelize: a field cannot have a negative extent");
}

std::size_t count_elements(const std::vector<std::size_t>& shape) {
  std::size_t result = 1;
  for (std::size_t extent : shape)
    result *= extent;
  return result;
}

} // namespace treelize::detail
