// What a call that stays a call hands over, seen from both sides: the inputs of the function and
// the arguments.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// What the function is given, under the name that its body has for it.
struct Input {
  const clang::ValueDecl* decl; // null: a vector of a heap, or of a pool of slots
  clang::QualType type;
  Value value;
  bool isWritten;     // through the reference or the pointer
  bool isOwn = false; // a parameter by value
  /// The object whose member it is: a parameter, or the function itself for `*this`; null: none
  const clang::ValueDecl* object = nullptr;
  const void* pool = nullptr; // of slots: its elements' type
  /// An object without a derivative that is the kernel's own: the reverse does not see it
  bool isOwnPassive = false;
  bool isSet = false; // a pointer that points somewhere in every call of this function
};

/// An object that is handed over by those of its members which the function mentions.
struct ObjectInput {
  const clang::ValueDecl* decl; // as Input::object
  Value value;
  std::vector<const clang::FieldDecl*> fields;
  const clang::CXXRecordDecl* exactly = nullptr; // its class, where a base has virtual methods
};

/// The inputs of one call, and what makes the function another one: its declaration and the
/// closures that it is given.
struct FunctionInputs {
  std::vector<Input> inputs;
  std::vector<Input> nulls; // pointers that are null in every call of this one: it has no parameter
  std::vector<ObjectInput> objects;
  std::vector<const void*> key;
};

/// The heap of a pointer or an object that is passed by its number; null: it is not.
const HeapGroup* heapBehindInput(Lowering& l, const Input& input);
/// What a call hands over for a value of this type.
ir::TypeRef passedType(Lowering& l, clang::QualType type);
/// What comes back of a value of this type: of an optional a pair, whether there is a value, and
/// the value.
ir::TypeRef resultType(Lowering& l, clang::QualType type);

/// What closures have captured is among the inputs.
FunctionInputs functionInputs(Lowering& l, const clang::FunctionDecl* definition, const Value& self,
                              const std::vector<Value>& arguments, clang::SourceLocation where);

/// The call, without its result. Of two arguments that refer to one object none may be written.
ir::Call callWith(Lowering& l, const ir::Function& function, const std::vector<Input>& inputs,
                  clang::SourceLocation where);

} // namespace treelize::front
