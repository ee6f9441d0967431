// Pytrees: trees taken apart, put together, mapped, reduced, compared and transposed, static and
// dynamic ones alike. docs/guide/pytrees.md has the tour, docs/design/pytrees.md how it is built.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/pytree/draw.hpp"
#include "treelize/detail/pytree/flatten.hpp"
#include "treelize/detail/pytree/key_paths.hpp"
#include "treelize/detail/pytree/map.hpp"
#include "treelize/detail/pytree/prefix.hpp"
#include "treelize/detail/pytree/reduce.hpp"
#include "treelize/detail/pytree/transpose.hpp"
