// By name: what the readers of front/ hand to each other. A header that only passes them on needs
// no more.
#pragma once

namespace clang {
class ASTContext;
class CXXRecordDecl;
class Decl;
class FunctionDecl;
} // namespace clang

namespace treelize {
class DiagnosticSink;
}

namespace treelize::front {
struct Annotation;
class Annotations;
class Session;
class TypeModel;
} // namespace treelize::front
