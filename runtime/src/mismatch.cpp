// Comparing structures, as equals or one as a prefix of the other: pairs of nodes on a stack of our
// own.
#include "treelize/detail/pytree/mismatch.hpp"

#include "treelize/detail/pytree/key_paths.hpp"
#include "treelize/detail/pytree/node_data.hpp"
#include "treelize/error.hpp"

#include <algorithm>
#include <optional>

namespace treelize {
namespace detail {
namespace {

using kind_type = structure_mismatch::kind_type;

bool same_type(const treedef_node& a, const treedef_node& b) {
  if (a.kind != b.kind)
    return false;
  if (a.kind == node_kind::custom)
    return a.data()->same_type(*b.data());
  return a.kind != node_kind::named_tuple || a.name() == b.name();
}

bool same_keys(const treedef_node& a, const treedef_node& b) {
  if (a.keyed() != b.keyed() || a.numeric != b.numeric)
    return a.size == 0 && b.size == 0;
  if (!a.keyed())
    return true;
  for (std::size_t i = 0; i < a.size; ++i)
    if (a.key(i) != b.key(i))
      return false;
  return true;
}

/// How the nodes themselves differ; their children are not looked at.
std::optional<kind_type> node_difference(const treedef_node& a, const treedef_node& b) {
  if (!same_type(a, b))
    return kind_type::type;
  if (a.size != b.size)
    return a.keyed() && b.keyed() ? kind_type::keys : kind_type::length;
  if (!same_keys(a, b))
    return kind_type::keys;
  if (a.data() && !(*a.data() == *b.data()))
    return kind_type::data;
  return std::nullopt;
}

std::string counted(std::string_view what, std::size_t size) {
  return std::string(what) + " of " + std::to_string(size);
}

std::string with_keys(std::string_view what, const treedef_node& node) {
  constexpr std::size_t enough = 20;
  std::string text(what);
  text += " with keys {";
  for (std::size_t i = 0; i < node.size && i < enough; ++i)
    text.append(i ? ", " : "").append(node.key(i));
  return text + (node.size > enough ? ", ...}" : "}");
}

std::string describe(const treedef_node& node, kind_type kind) {
  switch (node.kind) {
  case node_kind::leaf:
    return "a leaf";
  case node_kind::none:
    return "None";
  case node_kind::list:
    return counted("a list", node.size);
  case node_kind::tuple:
    return counted("a tuple", node.size);
  case node_kind::dict:
    return with_keys("a dict", node);
  case node_kind::ordered_dict:
    return with_keys("an ordered dict", node);
  case node_kind::named_tuple:
    return with_keys("a named tuple " + std::string(node.name()), node);
  case node_kind::custom:
    break;
  }
  std::string text = "a node " + std::string(node.name());
  if (kind == kind_type::data)
    text += " with aux data [" + node.data()->aux_text() + "]";
  return node.keyed() && kind != kind_type::data ? with_keys(text, node)
         : kind == kind_type::length             ? counted(text, node.size)
                                                 : text;
}

/// Walks two structures together as far as they agree.
template <class Differ, class Leaf>
void walk_pairs(const treedef_node* left, const treedef_node* right, comparison how,
                const Differ& differ, const Leaf& leaf) {
  struct frame {
    const treedef_node *left, *right;
    std::size_t next = 0;
    std::size_t first_leaf = 0; ///< of the right side
  };
  std::vector<frame> frames;
  auto enter = [&](const treedef_node* a, const treedef_node* b, std::size_t first_leaf) {
    if (how == comparison::prefix && a->is_leaf())
      return leaf(b, first_leaf), true;
    if (how == comparison::equality && a == b)
      return true;
    if (auto kind = node_difference(*a, *b))
      return differ(*kind, *a, *b, frames);
    frames.push_back({a, b, 0, first_leaf});
    return true;
  };
  if (!enter(left, right, 0))
    return;
  while (!frames.empty()) {
    frame& f = frames.back();
    if (f.next == f.left->size) {
      frames.pop_back();
      continue;
    }
    const std::size_t i = f.next++;
    if (!enter(f.left->child(i), f.right->child(i), f.first_leaf + f.right->offset(i)))
      return;
  }
}

} // namespace

std::vector<structure_mismatch> find_mismatches(const treedef_node* left, const treedef_node* right,
                                                comparison how) {
  std::vector<structure_mismatch> all;
  walk_pairs(
      left, right, how,
      [&](kind_type kind, const treedef_node& a, const treedef_node& b, const auto& frames) {
        key_path path;
        for (const auto& f : frames)
          path.push_back(key_of_child(*f.left, f.next - 1));
        all.push_back({kind, std::move(path), describe(a, kind), describe(b, kind)});
        return true;
      },
      [](const treedef_node*, std::size_t) {});
  return all;
}

matched_parts match_prefix(const treedef_node* prefix, const treedef_node* full) {
  matched_parts result;
  result.parts.reserve(prefix->leaves);
  walk_pairs(
      prefix, full, comparison::prefix,
      [&](kind_type, const treedef_node&, const treedef_node&, const auto&) {
        return result.fits = false;
      },
      [&](const treedef_node* node, std::size_t first_leaf) {
        result.parts.push_back({node, first_leaf});
      });
  return result;
}

std::vector<structure_part> parts_up_to(const treedef_node* prefix, const treedef_node* full,
                                        std::string_view call, std::string_view what) {
  matched_parts matched = match_prefix(prefix, full);
  if (!matched.fits)
    throw_mismatches(call, what, find_mismatches(prefix, full, comparison::prefix));
  return std::move(matched.parts);
}

void throw_mismatches(std::string_view call, std::string_view what,
                      const std::vector<structure_mismatch>& all) {
  constexpr std::size_t enough = 10;
  std::string text = "treelize: ";
  text.append(call).append(": ").append(what);
  for (std::size_t i = 0; i < all.size() && i < enough; ++i)
    text += (i ? "; " : " ") + all[i].str();
  if (all.size() > enough)
    text += "; and " + std::to_string(all.size() - enough) + " more";
  throw mismatch_error(text, all.empty() ? std::string() : all.front().path.str());
}

} // namespace detail

std::string structure_mismatch::str() const {
  return detail::at_path(path.str()) + ": " + left + " against " + right;
}

} // namespace treelize
