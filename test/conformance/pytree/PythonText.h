// What Python would print: values, key paths, JAX's text of a treedef.
#pragma once

#include "Value.h"

namespace treelize::conformance::pytree {

/// Python's repr of a number, string or bool.
std::string pythonRepr(const json& scalar);

/// The vectors' own short form of a value: null, [..], {k:v}, <..>, else the repr.
std::string shortText(const Part& part);

/// JAX's keystr: `['a'][0].x`, a key that the node does not have as `[<flat index 0>]`.
std::string keystr(const treedef& structure, const key_path& path);
/// The keys one by one, with their kinds.
json keyList(const treedef& structure, const key_path& path);
/// JAX's keystr(simple=True, separator="/").
std::string simpleKeystr(const key_path& path);
/// optree's path: the keys of dicts, and indices.
json plainPath(const treedef& structure, const key_path& path);

/// `PyTreeDef({'a': *})`
std::string treedefText(const treedef& structure);

} // namespace treelize::conformance::pytree
