// Is a copy of an object nothing but a copy of its members?
//
// Generated code and the library copy objects where the kernel's source does not say so: for the tape, for a parameter,
// when a vector grows or a sequence is sorted. That is right only for classes whose copies do nothing else.
#pragma once

namespace clang {
class CXXRecordDecl;
} // namespace clang

namespace treelize::front {

/// Are the constructors and assignments that copy or move implicit, defaulted, or written out member by member, here and
/// in the classes of the members? What the program never uses does not count.
bool copiesPlainly(const clang::CXXRecordDecl* record);

} // namespace treelize::front
