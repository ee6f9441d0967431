// Clang's declarations -> annotations: every annotated declaration in source order, checked. Those
// of the main file ask for output; those of included headers were asked for by another run and
// serve as models only (a node of `b.hpp` used by `a.hpp`).
#pragma once

#include "front/read/Request.h"

#include <map>
#include <string>
#include <vector>

namespace clang {
class Decl;
}

namespace treelize {
class DiagnosticSink;
}

namespace treelize::front {

class Session;

// The generated header of an annotated header that is included.
struct GeneratedInclude {
  std::string name;   // as to be written between quotes: "sub/b.treelize.hpp"
  std::string header; // absolute
};

class Annotations {
public:
  std::vector<Annotation> own;      // functions and classes of the main file
  std::vector<Annotation> included; // functions and classes of headers
  std::vector<Annotation> members;  // fields and parameters, wherever they are

  std::vector<GeneratedInclude> generatedIncludes; // in the order of inclusion

  // The annotation of a function, class, field or parameter, wherever it is declared; any
  // redeclaration and any template instantiation will do. Null if there is none.
  const Annotation* of(const clang::Decl* decl) const;
  bool has(const clang::Decl* decl, ItemKind kind) const;

private:
  friend class AnnotationFinder;
  using List = std::vector<Annotation> Annotations::*;
  struct Entry {
    List list;
    std::size_t index;
  };
  std::map<const clang::Decl*, Entry> index_; // for look-ups only, never iterated
};

Annotations findAnnotations(Session& session);

} // namespace treelize::front
