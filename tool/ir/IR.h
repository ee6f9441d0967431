// The kernel language: one function at a time, typed and structured.
//
// A kernel is a list of variables and a block of statements. Expressions have no side effects and
// are shared, immutable trees; every statement has exactly one effect. A place (an lvalue) is a
// variable and a path of selectors: `p.layers[i].bias[j]`. Loops and branches stay what they are,
// so that the reverse of a program can be read off its structure.
//
// Two dialects share these nodes:
//   raw         what front/ lowers to: Return, Break, Continue, Switch and Region may occur;
//   structured  after ir/StructureExits: none of them; every loop runs to its condition.
#pragma once

#include "Location.h"
#include "ir/Type.h"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace treelize::ir {

// --- variables -----------------------------------------------------------------------------------

/// Index into Kernel::variables.
struct VarId {
  unsigned index = 0;
  friend auto operator<=>(VarId, VarId) = default;
};

enum class Role {
  Parameter, // of the kernel, in the user's order
  Member,    // a data member of the object whose method this is
  Local,
  Result, // what the kernel returns
  Seed,   // the adjoint of the result
  Shadow, // adjoint or tangent of a parameter or member, owned by the caller
};

struct Variable {
  std::string name; // a valid identifier; unique in the kernel until ir/Names
  std::string wish; // the name it would have if no other variable had it; empty: this one
  TypeRef type;
  Role role = Role::Local;
  /// Parameter, Member, Shadow: T& or const T&; Local: a global variable of the program's
  bool byReference = false;
  bool isConst = false; // cannot be written by the kernel
  bool nondiff = false; // constant for differentiation, by the user's word
  bool leftOut = false; // nondiff, but by the `wrt` of this kernel alone
  /// A pointer to one of its rows is followed, and perhaps from row to row: two elements may be the
  /// same though the indices of their rows differ.
  bool isWalked = false;
  Location location;
  std::string member;            // Member: the data member's own name, where `name` had to differ
  std::optional<VarId> shadowOf; // Shadow: whose adjoint or tangent this is; Parameter: whose direction
};

/// Is it a parameter of a kernel that was differentiated along it, and is differentiated again? It has
/// the type of another parameter, and is a constant for differentiation.
inline bool isDirection(const Variable& variable) {
  return variable.role == Role::Parameter && variable.shadowOf.has_value();
}

/// Does the variable stand for one of the program's, which others may read?
inline bool isGlobal(const Variable& variable) {
  return variable.role == Role::Local && variable.byReference;
}

// --- expressions ---------------------------------------------------------------------------------

/// An operator: a row of treelize/detail/operators.def, then the rows of ir/Operators.def.
enum class Op : unsigned {
#define TREELIZE_OPERATOR(name, ...) name,
#include "treelize/detail/operators.def"
#define TREELIZE_PASSIVE_OPERATOR(name, ...) name##_,
#define TREELIZE_GUARD(name, ...) name##_,
#define TREELIZE_DERIVED(name, ...) name##_,
#include "ir/Operators.def"
};

/// C++ that the tool itself writes: a row of ir/Intrinsics.def.
enum class Intrinsic : unsigned;

enum class Extent { all, rows, columns };

struct Expr;
using ExprRef = std::shared_ptr<const Expr>;

struct Selector {
  std::string field;            // `.field`, or
  std::vector<ExprRef> indices; // `[i]`; several for a field(i, j); on a pointer `*p` is `p[0]`
  bool isField() const { return !field.empty(); }
};

struct Place {
  VarId base;
  std::vector<Selector> path;
  TypeRef type; // of the place itself, the path followed
};

/// A number or another constant as C++ text: `0.5`, `true`, `app::gravity`, `Color::red`.
struct Literal {
  std::string text;
  std::optional<std::int64_t> number = {}; // a whole number's, also of a constant that has a name
};
/// The present value of a place; of any type, a whole object included.
struct Load {
  Place place;
};
struct Apply {
  Op op;
  std::vector<ExprRef> args;
};
/// Conversion to Expr::type.
struct Cast {
  ExprRef arg;
};
struct Select {
  ExprRef condition, ifTrue, ifFalse;
};
/// Number of elements of a container; of a matrix also its rows or its columns alone.
struct Size {
  Place container;
  Extent extent = Extent::all;
};
/// A call that carries no derivative and has no side effect: `$0`, `$1`, ... in text are the
/// arguments. Of the program's, unless it is a row's.
struct Opaque {
  std::string text;
  std::vector<ExprRef> args;
  std::optional<Intrinsic> row = std::nullopt;
};
/// A container made by its constructor: `std::vector<double>(n)`, `(n, 1.0)`. Also value
/// initialisation of any type, with no argument.
struct Construct {
  std::vector<ExprRef> args;
};
/// A derivative of the shape of a value, all zero. Only in derived kernels.
struct ZerosLike {
  Place of;
};

struct Expr {
  TypeRef type;
  Location location;
  std::variant<Literal, Load, Apply, Cast, Select, Size, Opaque, Construct, ZerosLike> node;
};

// --- statements ----------------------------------------------------------------------------------

struct Stmt;
using Block = std::vector<Stmt>;

/// A local variable begins its life, in the enclosing block. Without a value it is uninitialised.
struct Declare {
  VarId var;
  ExprRef value; // may be null
};

enum class AssignOp { Set, Add, Sub };

/// `target = value`, `target += value`, `target -= value`. Whole objects may be Set; shadows of
/// whole objects may also be Add (leaf by leaf).
struct Assign {
  Place target;
  AssignOp op = AssignOp::Set;
  ExprRef value;
  /// Iterations that run side by side add to one place; only in derived kernels
  bool isAtomic = false;
};

/// `container.push_back(value)`; without a value a value-initialised element.
struct Append {
  Place container; // a Vector
  ExprRef value;   // may be null
};

/// `container.pop_back()`
struct Drop {
  Place container; // a Vector that is not empty
};

/// What a call passes for one parameter: `value` for a number or an object by value, `place` for
/// what a reference refers to or for the container that a pointer or a span points into.
struct Argument {
  TypeRef type; // of the parameter
  ExprRef value;
  std::optional<Place> place;
  ExprRef offset, size;   // of a pointer or a span into the place: its first element (null: 0), how
                          // many (null: a pointer)
  bool isObject = false;  // a pointer to the place itself, which is no container
  bool isWritten = false; // the callee may write there
};

/// A call of a function that is no part of the kernel: it is recursive, or the user has given its
/// derivative.
struct Call {
  std::string function; // Function::name; in a derived kernel the text of what is called
  std::vector<Argument> arguments;
  std::optional<VarId> result;     // a local that takes what the function returns
  std::optional<VarId> derivative; // a local that takes the second part of a pair that it returns
  bool usesTape = false;           // only in derived kernels
};

/// A step of the program's that carries no derivative. The forward sweep takes it as it stands,
/// once and in its place: it may change objects and the world outside, and it may throw.
struct Perform {
  ExprRef step;
  std::vector<Place> changed;
  std::optional<VarId> result; // a local that takes what it yields
};

/// The kernel ends without a result.
struct Abandon {
  std::string text; // C++ of its own: `throw std::domain_error("x < 0")`, `std::abort()`; or
  bool asPrimal = false; // the kernel itself, called again with its arguments, says how
};

struct If {
  ExprRef condition;
  Block thenBlock, elseBlock;
};

/// The user's word that the iterations of a loop may run side by side: none touches an element that
/// another one writes, and what several of them write is a sum. grad/finish/loops/ParallelLoops looks
/// which loops of a derived kernel may.
struct Parallel {
  std::string schedule;       // static | dynamic, 4 | ...; empty: the compiler's choice
  ExprRef threads, condition; // how many threads, and whether there are several; may be null
  std::string problem;        // what makes the loop serial whatever becomes of it
  bool isReversed = false;    // stands in the reverse sweep
  std::vector<VarId> sums;    // each thread adds to zeros of its own; only in derived kernels
};

/// The counter runs through lower, lower + step, ... below upper, in this order or backwards. The
/// bounds are evaluated once; the body writes neither them nor the counter. The counter lives in
/// the loop only.
struct For {
  VarId counter;
  ExprRef lower, upper;
  std::int64_t step = 1;
  bool descending = false;
  Block body;
  std::optional<Parallel> parallel = std::nullopt;
  /// Each iteration has a tape of its own, which it leaves empty; only in derived kernels
  bool hasOwnTape = false;
  /// No iteration writes what another one reads or writes; only in derived kernels
  bool isIndependent = false;
};

/// Any other loop. `step` runs after the body, also after a Continue. With testAfter the body runs
/// once before the first test (do-while), raw dialect only.
struct While {
  ExprRef condition;
  Block body, step;
  bool testAfter = false;
};

/// `{ ... }`: a scope. A Return inside leaves the innermost region that is a call (an inlined
/// function's body) and stores its value in `result`, a local that the region itself declares. Raw
/// dialect only: names are unique, so the structured dialect needs no bare scopes.
struct Region {
  Block body;
  bool isCall = false;
  std::optional<VarId> result;
  std::string origin;            // the inlined function's name, for a comment
  std::optional<unsigned> guard; // of a try block: the number that an Escape names
};

struct Return {
  ExprRef value; // may be null
};
struct Break {};
struct Continue {};
/// Leaves the region with this guard, and every loop and call inside it. Raw dialect.
struct Escape {
  unsigned guard;
};

struct Switch {
  struct Case {
    std::vector<ExprRef> labels; // constants
    bool isDefault = false;
    Block body; // falls through to the next case unless it ends in an exit
  };
  ExprRef selector;
  std::vector<Case> cases;
};

/// Tape operations, only in derived kernels: strictly last in, first out. Of a span its elements go
/// to the tape, all else by value. Of the values of a snapshot no more than `slots` are there at
/// one time; 0: of none. A record is one piece of tape: `joined` numbers of its own follow the
/// first, each with a statement that has nothing of the kind but, when it is popped, a declaration.
struct Push {
  Place place;
  unsigned slots = 0;
  unsigned joined = 0;
};
struct Pop {
  Place place;
  unsigned slots = 0;
  unsigned joined = 0;
};

/// Room for `count` elements on the tape, one after the other: `array`, a pointer to them, begins
/// its life.
struct Take {
  VarId array;
  ExprRef count;
};
/// The room that a Take made leaves the tape; until the tape grows again its elements can be read,
/// through `array`, which begins its life here unless it is the Take's own.
struct GiveBack {
  VarId array, taken;
  ExprRef count;
};

/// A line of explanation in the printed code.
struct Comment {
  std::string text;
};

struct Stmt {
  Location location;
  std::variant<Declare, Assign, Append, Drop, Call, Perform, Abandon, If, For, While, Region,
               Return, Break, Continue, Escape, Switch, Push, Pop, Take, GiveBack, Comment>
      node;
};

// --- kernels -------------------------------------------------------------------------------------

struct Function;

/// The names that variables of a kernel have or had, so that a new one is found at once.
struct TakenNames {
  std::set<std::string> all;
  std::map<std::string, unsigned> numbers; // by name: the last number that was put behind it
};

struct Kernel {
  std::string name;
  Location location;
  std::deque<Variable> variables; // new ones by addVariable; they stay where they are
  TakenNames names;
  std::vector<VarId> parameters; // of the printed function, in its order
  std::vector<VarId> members;    // of the object, in order of first use
  TypeRef returnType;
  std::optional<VarId> result; // structured dialect: holds the value at the end of the body
  std::vector<VarId> outputs;  // what the printed function returns: {} | {value} | {value, tangent}
  /// Whether the caller wants that: a constant of the template as which the function is printed.
  /// Null: in any case
  std::optional<VarId> wantsOutputs;
  /// Of private members, by the argument of their accessor: the names they have in this function
  std::map<std::string, std::string> accessors;
  Block body;
  std::vector<Function> functions; // what the kernel, or one of these, calls

  Variable& operator[](VarId id) { return variables[id.index]; }
  const Variable& operator[](VarId id) const { return variables[id.index]; }
};

/// Of a variable or what it is the adjoint or the tangent of.
inline bool isWalked(const Kernel& kernel, VarId var) {
  const Variable& variable = kernel[var];
  return variable.isWalked || (variable.shadowOf && kernel[*variable.shadowOf].isWalked);
}

/// What a Call names.
struct Function {
  std::string name; // unique among the kernel's
  std::shared_ptr<const Kernel>
      as; // its parameters and, where there is no rule, its body; it has no functions itself
  // A rule: functions of the user's, as C++ text. Without a primal there is none.
  std::string primal, adjoint, tangent; // the last one may be missing
  std::string header;                   // of the runtime's, which declares them; empty: none
  bool takesTape = false;               // only in derived kernels
  bool hasRule() const { return !primal.empty(); }
};

/// Does the function take and return numbers by value alone? Then one of adjoint and tangent
/// follows from the other.
bool isNumeric(const Function& function);

} // namespace treelize::ir
