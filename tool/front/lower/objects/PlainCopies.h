// Is a copy of an object nothing but a copy of its members?
//
// Generated code and the library copy objects where the kernel's source does not say so: for the
// tape, for a parameter, when a vector grows or a sequence is sorted. That is right only for
// classes whose copies do nothing else.
#pragma once

namespace clang {
class CXXMethodDecl;
class FunctionDecl;
} // namespace clang

namespace treelize::front {

/// A constructor or an assignment that copies or moves.
bool isCopying(const clang::CXXMethodDecl* method);
/// Is the constructor or assignment that copies or moves implicit, defaulted, or written out member
/// by member? Of a template it is, too, where the program never uses it.
bool copiesPlainly(const clang::CXXMethodDecl* operation);

/// Does it construct or assign an object that exchanges what it owns, because the program assigns
/// by `T& operator=(T other)`?
bool exchangesParts(const clang::FunctionDecl* function);

} // namespace treelize::front
