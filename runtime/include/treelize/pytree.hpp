// Pytrees: trees taken apart, put together, mapped, reduced, compared and transposed, static and
// dynamic ones alike. docs/guide.md has the tour, docs/design/pytrees.md how it is built.
#pragma once

#include "treelize/pytree/draw.hpp"
#include "treelize/pytree/flatten.hpp"
#include "treelize/pytree/key_paths.hpp"
#include "treelize/pytree/map.hpp"
#include "treelize/pytree/prefix.hpp"
#include "treelize/pytree/reduce.hpp"
#include "treelize/pytree/transpose.hpp"
