// Types of the kernel language: what a value is made of, and how C++ spells it.
//
// A type is immutable and shared. `spelling` is the fully qualified C++ type without const and
// reference, ready to print. Only Real scalars carry derivatives.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace treelize::ir {

enum class TypeKind {
  Void,
  Bool,
  Integer, // integers, enumerations and characters
  Real,    // float, double, long double
  Record,  // a class with named fields; std::pair is one with first and second
  Array,   // T[n] and std::array<T, n>
  Vector,  // std::vector<T>
  Span,    // std::span<T>: refers to memory of somebody else
  Pointer, // T*: refers to memory of somebody else
  Field,   // treelize::field<T>
  Matrix,  // Eigen::Matrix<T, rows, columns>, Eigen::Array
  Map,    // std::map<K, T>, std::unordered_map<K, T> of the caller's: an index is a key, and no key
          // comes or goes
  Opaque, // anything else; it may only be passed along as a constant
};

/// Which of the real numbers. Lanes: treelize::lanes<Lanes>, a number per seed.
enum class RealKind { Double, Float, LongDouble, Lanes };

/// How code reaches a member: by `.name`, or by a row of ir/Accessors.cpp.
enum class AccessorKind {
  Name,
  Private,      // of a class that does not let everyone reach it
  Derived,      // what a derived class adds to the object
  Pointee,      // what a smart pointer owns
  Engaged,      // has an optional a value?
  Value,        // the value of an optional
  Element,      // of a tuple
  Real,         // part of a complex number
  Imaginary,    // part of a complex number
  Coefficients, // of a rotation or a transformation of Eigen's
};

struct Accessor {
  AccessorKind kind = AccessorKind::Name;
  std::string argument; // of the template that the row is
  bool isName() const { return kind == AccessorKind::Name; }
  friend bool operator==(const Accessor&, const Accessor&) = default;
};

struct Type;
using TypeRef = std::shared_ptr<const Type>;

struct RecordField {
  std::string name;
  TypeRef type;
  bool nondiff = false; // constant for differentiation
  Accessor accessor = {};
  bool leftOut = false; // nondiff, but by the `wrt` of this kernel alone
};

struct Type {
  TypeKind kind = TypeKind::Opaque;
  std::string spelling;
  TypeRef element;             // Array, Vector, Span, Pointer, Field, Matrix, Map
  bool constElement = false;   // Span, Pointer: of const elements
  std::uint64_t extent = 0;    // Array; Span: 0: known when the program runs
  std::uint64_t rows = 0;      // Matrix; 0: known when the program runs
  std::uint64_t columns = 0;   // Matrix, likewise
  unsigned bits = 0;           // Integer, Real: width
  unsigned width = 0;          // Integer: of a bit-field, which holds fewer bits; 0: all
  bool isSigned = true;        // Integer
  bool isEnumeration = false;  // Integer: by its own name
  bool isBuiltinArray = false; // Array: T[n], which prints as a declarator
  bool defaultConstructible = true;
  bool isBlank = false; // made by treelize::blank<T>(), all zero: it has no default constructor
  /// T{} is all zeros: no constructor of its own, and no member initialiser but by zero
  bool startsAtZero = true;
  RealKind real = RealKind::Double; // Real
  bool isRoom = false;              // Vector: treelize::room<T>, in the memory of the thread
  bool isModel = false;             // Record: stands for a class of the runtime's, of whose members
                                    // the program has none
  std::vector<RecordField> fields;  // Record

  bool is(TypeKind k) const { return kind == k; }
  bool isScalar() const {
    return kind == TypeKind::Bool || kind == TypeKind::Integer || kind == TypeKind::Real;
  }
  bool isIndexable() const {
    return kind == TypeKind::Array || kind == TypeKind::Vector || kind == TypeKind::Span ||
           kind == TypeKind::Pointer || kind == TypeKind::Field || kind == TypeKind::Matrix ||
           kind == TypeKind::Map;
  }
  /// Does it refer to memory that it does not own?
  bool isView() const { return kind == TypeKind::Span || kind == TypeKind::Pointer; }
};

/// A vector or an array.
bool isContainer(const Type& type);

/// Are they one type to C++?
bool isSameInCpp(const Type& a, const Type& b);

/// The field of a record by its name; null if there is none.
const RecordField* findField(const Type& record, const std::string& name);

/// Whether some part of a value of this type can carry a derivative.
bool isDifferentiable(const Type& type);

/// Is that true of the type or of a part of it, however deep: of elements, of members?
bool anyPart(const Type& type, bool (*isWanted)(const Type&));

/// Does a value refer to memory that it does not own?
bool holdsView(const Type& type);

/// Is the number of scalars in a value known from its type?
bool hasFixedSize(const Type& type);

/// The type with a number per seed in the place of each double, `treelize::lanes<Lanes>`; null
/// where there is none.
TypeRef overLanes(const Type& type);
bool isOverLanes(const Type& type);

TypeRef boolType();
TypeRef intType();
TypeRef sizeType();
/// std::ptrdiff_t
TypeRef offsetType();
TypeRef doubleType();
TypeRef voidType();
/// What may only be passed along as a constant.
TypeRef opaqueType(std::string spelling);
TypeRef vectorOf(const TypeRef& element);
/// treelize::room<element>, a vector to the passes.
TypeRef roomOf(const TypeRef& element);

} // namespace treelize::ir
