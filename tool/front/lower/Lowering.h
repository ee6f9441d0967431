// The state of one lowering and the small operations that everything else is made of.
//
// Lowering an expression appends its effects to the current block and returns what is left: a value
// without effects. `inOrder` keeps C++'s order of evaluation: an operand that a later operand's
// effects would change is kept in a local first. What cannot be lowered throws Refused, after it
// was reported with the way there.
#pragma once

#include "Diagnostics.h"
#include "front/Locations.h"
#include "front/lower/LowerKernel.h"
#include "front/lower/Value.h"
#include "front/lower/WrittenVariables.h"
#include "front/lower/calls/Repetitions.h"
#include "front/lower/statements/NoReturn.h"
#include "front/lower/types/LibraryTypes.h"
#include "front/lower/types/TypeModel.h"
#include "ir/Builder.h"
#include "ir/Evaluations.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

#include <deque>
#include <functional>
#include <set>

namespace treelize::front {

struct Refused {};

/// A function whose body is being lowered: the kernel itself, or one that is inlined into it.
struct Frame {
  const clang::FunctionDecl* function = nullptr;
  clang::SourceLocation calledFrom; // invalid for the kernel
  Value self;                       // what `this` points at
  WrittenVariables written;
  std::optional<ir::VarId> result; // where a return stores its value
  Value resultObject;              // the same of an object that is taken apart
  std::size_t cleanups = 0;        // of others, before its own
  bool returnsAtEnd = false;       // its only return is its last statement: no region is needed
  bool namesObject = false; // each of its returns names the same object, which is taken apart
  Value returned;           // in both cases, what it returned
};

struct Candidates;
struct ForeignCalls;
struct FunctionTable;
struct Heap;
struct HeapGroup;

/// What a function of the library throws: its class and that one's bases, in namespace std.
struct LibraryException {
  std::vector<std::string> classes;
  std::string arguments = "";
};

/// What is thrown: by the source, or else by a function of the library.
struct Exception {
  const clang::CXXThrowExpr* source = nullptr;
  LibraryException library = {};
};

/// An exception that a handler takes.
struct Caught {
  unsigned handler;
  unsigned number; // which the try block's variable has then
  Exception exception;
};

/// A try block whose statements are being lowered.
struct TryBlock {
  const clang::CXXTryStmt* stmt;
  unsigned guard;
  ir::VarId caught; // the number of what has been caught, from one; zero: nothing. It is that of
                    // the handler, but where that one throws several exceptions again
  std::size_t cleanups;             // before it
  std::vector<Value> exceptions;    // of each handler that looks at its exception
  std::vector<Caught> reached = {}; // by what was thrown so far
};

/// A handler whose statements are being lowered.
struct Handler {
  const clang::CXXCatchStmt* stmt;
  ir::VarId caught;
  std::vector<Caught> exceptions;
  std::size_t tries; // around it
};

/// An object whose destructor, or that of a part, does something, and is yet to run.
struct Cleanup {
  Value object;
  const clang::CXXRecordDecl* type;
};

/// Which copies of a class do more than copy the members?
struct CopiesByHand {
  bool constructs = false;
  bool assigns = false;
};

/// May a write to one place change what is at, or below, the other?
bool mayOverlap(const ir::Place& written, const ir::Place& read);

/// Is it the same place whenever the code runs?
bool hasFixedIndices(const ir::Place& place);

class Lowering {
public:
  Lowering(clang::ASTContext& astContext, TypeModel& typeModel, const LowerOptions& lowerOptions,
           DiagnosticSink& diagnosticSink);
  Lowering(const Lowering&) = delete;
  Lowering& operator=(const Lowering&) = delete;
  ~Lowering();

  clang::ASTContext& ast;
  TypeModel& types;
  const LowerOptions& options;
  DiagnosticSink& sink;

  ir::Kernel kernel;
  // Who holds a reference to one of these may lower a call, which adds others: they stay where they
  // are.
  std::deque<Frame> frames;
  std::size_t ownFrames = 0; // the frames from here on are parts of `kernel`
  std::shared_ptr<const std::vector<HeapGroup>> heapGroups; // shared likewise
  std::map<const HeapGroup*, std::shared_ptr<Heap>>
      heaps; // as they are known in `kernel`; for look-ups only
  std::shared_ptr<FunctionTable>
      functions; // that stay calls; shared by the lowerings of one kernel
  std::shared_ptr<std::map<const void*, Candidates>>
      candidates; // by their types, for look-ups only; shared likewise
  std::map<const clang::ValueDecl*, Value> bindings;     // for look-ups only
  std::map<const clang::CXXRecordDecl*, bool> dissolved; // for look-ups only: see `dissolves`
  std::map<const clang::CXXRecordDecl*, CopiesByHand>
      copiedByHand; // for look-ups only: see `copiesOf`
  std::deque<TryBlock> tries;
  std::deque<Handler> handlers;
  std::vector<Cleanup> cleanups;       // of the blocks that are open
  std::vector<std::size_t> loopMarks;  // how many of them there were before each loop that is open,
  std::vector<std::size_t> breakMarks; // and before each loop and each switch
  unsigned guards = 0;                 // try blocks so far
  unsigned sections = 0;               // atomic and critical ones so far
  unsigned threadCalls = 0;            // of functions that ask for the thread, so far
  ir::Block globals;                   // references to them, for the head of the kernel
  std::vector<std::shared_ptr<ClosureState>> knots; // closures that may have captured themselves
  std::set<unsigned> allocated;                     // variables that stand for blocks made by `new`
  std::map<std::string, ir::Place> blocks; // made by `new` and kept in others than their first
                                           // variable, by their elements' types
  bool storesPointer = false;              // is the expression at hand for a variable that exists?
  NoReturn noReturn{ast};
  bool leavesEnds = true; // is it left to the primal how a path ends that cannot return?
  struct End {
    Location where;
    Details wayHere;
  };
  std::vector<End> ends; // that are left to it
  std::shared_ptr<ForeignCalls> foreign; // shared by the lowerings of one kernel
  std::shared_ptr<Repetitions> repetitions; // shared likewise
  std::set<ir::VarId> unseen; // say whether a pointer is set that such a function has returned, and
                              // stand for what it points at
  clang::QualType blockElement; // what a block of bytes is for, where the call around is cast to it
  std::set<clang::SourceLocation> warned;  // places of which a warning has been given
  std::map<std::string, ir::VarId> texts;  // the literals of the source, by their spellings
  std::map<unsigned, ir::Place> iterated;  // by an iterator's variable: the caller's map
  std::map<const void*, Value> pools;      // of slots, by their elements' types; for look-ups only
  struct Constant {
    ir::ExprRef number;
    clang::SourceLocation where;
    std::string role; // "in an object that has none"
  };
  std::vector<Constant> constants; // numbers that no parameter may change
  std::set<unsigned> nonNegative;  // variables that never are negative
  std::map<ir::VarId, const clang::VarDecl*>
      statics; // stand for static variables of functions that are written

  Frame& frame() { return frames.back(); }

  // --- statements ---
  void emit(ir::Stmt stmt);
  void append(ir::Block statements);
  /// Runs fn with a fresh block as the current one.
  ir::Block collect(const std::function<void()>& fn);
  /// The same for what a loop repeats.
  ir::Block collectRepeated(const std::function<void()>& fn);
  unsigned loopDepth = 0;
  std::size_t variablesBeforeLoops = 0; // how many there were when the outermost one began
  unsigned outermostLoops = 0;          // of the source, so far
  static constexpr unsigned everyLoop = ~0u;

  // --- variables ---
  struct LocalTraits {
    bool isConst = false;  // never written after its declaration
    bool isStable = false; // not written as long as others can refer to it (a loop's counter)
  };
  ir::VarId addLocal(std::string name, ir::TypeRef type, LocalTraits traits, Location at);
  /// A local that holds the value from now on.
  ir::ExprRef keep(ir::ExprRef value, const std::string& name = "value");
  ir::ExprRef loadOf(ir::VarId var) const { return ir::load(kernel, var); }
  ir::Place placeOf(ir::VarId var) const { return ir::place(kernel, var); }
  ir::VarId memberVariable(const clang::FieldDecl* field);
  /// May a function write to it that is given neither it nor a reference to it?
  bool isGlobal(ir::VarId var) const { return ir::isGlobal(kernel[var]) || statics.contains(var); }
  void markStable(ir::VarId var) { stable_.insert(var.index); }
  void markWritten(ir::VarId var) { stable_.erase(var.index); }

  // --- values over time ---
  /// Will the expression have this value wherever it is used?
  bool isStable(const ir::ExprRef& expr) const { return isStable(*expr); }
  bool isStable(const ir::Expr& expr) const;
  bool isStable(const ir::Place& place) const;
  /// The same value, with everything that might change kept in locals. A place keeps its element.
  Value frozen(Value value);
  ir::ExprRef frozen(ir::ExprRef expr);
  ir::Place frozen(ir::Place place);
  View frozen(View view);
  std::vector<Value> inOrder(const std::vector<std::function<Value()>>& operands);

  /// The same where only what these places hold may change.
  Value frozenAgainst(const Value& value, const std::vector<ir::Place>& written);
  /// What several steps write or read, before the first of them.
  std::vector<Value> frozenAgainstWrites(const std::vector<Value>& objects);
  /// Whoever uses the value later uses what it is now.
  Value evaluated(Value value);

  /// Does the variable keep its value after its declaration, as far as the frame can see?
  bool isUnwritten(const clang::ValueDecl* variable) { return !frame().written.contains(variable); }

  // --- refusal ---
  /// Where it is, for the message about a mistake of the tool's.
  void workAt(clang::SourceLocation where) const;
  [[noreturn]] void refuse(Diag diag, clang::SourceLocation where,
                           std::vector<std::string> arguments = {});
  /// "{what} is not supported in a kernel yet", remedy.
  [[noreturn]] void notYet(clang::SourceLocation where, std::string what, std::string remedy);
  Details wayHere() const;
  /// The place, or where the library's function in which it lies was called.
  clang::SourceLocation inUsersCode(clang::SourceLocation where) const;

private:
  ir::Block* block_ = &kernel.body;
  ir::Evaluations steps_;
  std::set<unsigned> stable_;
};

/// While a value is lowered that a variable which exists is to get.
class Storing {
public:
  explicit Storing(Lowering& lowering)
      : l(lowering), outer(std::exchange(lowering.storesPointer, true)) {}
  Storing(const Storing&) = delete;
  Storing& operator=(const Storing&) = delete;
  ~Storing() { l.storesPointer = outer; }

private:
  Lowering& l;
  bool outer;
};

/// Without parentheses and the nodes that only hold a temporary.
const clang::Expr* bare(const clang::Expr* expr);

} // namespace treelize::front
