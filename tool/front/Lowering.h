// The state of one lowering and the small operations that everything else is made of.
//
// Lowering an expression appends its effects to the current block and returns what is left: a value
// without effects. `inOrder` keeps C++'s order of evaluation: an operand that a later operand's
// effects would change is kept in a local first. What cannot be lowered throws Refused, after it was
// reported with the way there.
#pragma once

#include "Diagnostics.h"
#include "front/Locations.h"
#include "front/LowerKernel.h"
#include "front/LowerValue.h"
#include "front/TypeModel.h"
#include "front/WrittenVariables.h"
#include "ir/Builder.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

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
  bool returnsAtEnd = false;       // its only return is its last statement: no region is needed
  Value returned;                  // then, what it returned
};

struct FunctionTable;

/// A try block whose statements are being lowered.
struct TryBlock {
  const clang::CXXTryStmt* stmt;
  unsigned guard;
  ir::VarId caught; // the number of the handler that is to run, from one; zero: none
  std::vector<std::optional<ir::Place>> exceptions; // of each handler, where it has a name and takes a number
};

/// May a write to one place change what is at, or below, the other?
bool mayOverlap(const ir::Place& written, const ir::Place& read);

/// Is it the same place whenever the code runs?
bool hasFixedIndices(const ir::Place& place);

class Lowering {
public:
  Lowering(clang::ASTContext& astContext, TypeModel& typeModel, const LowerOptions& lowerOptions,
           DiagnosticSink& diagnosticSink)
      : ast(astContext), types(typeModel), options(lowerOptions), sink(diagnosticSink) {}
  Lowering(const Lowering&) = delete;
  Lowering& operator=(const Lowering&) = delete;
  ~Lowering();

  clang::ASTContext& ast;
  TypeModel& types;
  const LowerOptions& options;
  DiagnosticSink& sink;

  ir::Kernel kernel;
  std::vector<Frame> frames;
  std::size_t ownFrames = 0;                // the frames from here on are parts of `kernel`
  std::shared_ptr<FunctionTable> functions; // that stay calls; shared by the lowerings of one kernel
  std::map<const clang::ValueDecl*, Value> bindings; // for look-ups only
  std::map<const clang::CXXRecordDecl*, bool> dissolved; // for look-ups only: see `dissolves`
  std::vector<TryBlock> tries;
  unsigned guards = 0; // try blocks so far
  ir::Block globals;                                  // references to them, for the head of the kernel
  std::vector<std::shared_ptr<ClosureState>> knots;   // closures that may have captured themselves
  std::set<unsigned> allocated;                       // variables that stand for blocks made by `new`
  std::set<unsigned> nonNegative;                     // variables that never are negative

  Frame& frame() { return frames.back(); }

  // --- statements ---
  void emit(ir::Stmt stmt) { block_->push_back(std::move(stmt)); }
  void append(ir::Block statements);
  /// Runs fn with a fresh block as the current one.
  ir::Block collect(const std::function<void()>& fn);
  /// The same for what a loop repeats.
  ir::Block collectRepeated(const std::function<void()>& fn);
  unsigned loopDepth = 0;

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
  void markStable(ir::VarId var) { stable_.insert(var.index); }

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

  /// Does the variable keep its value after its declaration, as far as the frame can see?
  bool isUnwritten(const clang::ValueDecl* variable) { return !frame().written.contains(variable); }

  // --- refusal ---
  [[noreturn]] void refuse(Diag diag, clang::SourceLocation where,
                           std::vector<std::string> arguments = {});
  /// "{what} is not supported in a kernel yet", remedy.
  [[noreturn]] void notYet(clang::SourceLocation where, std::string what, std::string remedy);
  Details wayHere() const;

private:
  Value frozenAgainst(Value value, const ir::Block& effects);

  ir::Block* block_ = &kernel.body;
  std::set<unsigned> stable_;
};

// --- expressions (LowerExpr, LowerOperator, LowerCast) ---
ir::ExprRef rvalue(Lowering& l, const clang::Expr* expr);
ir::ExprRef condition(Lowering& l, const clang::Expr* expr);
/// Evaluates for its effects alone.
void effect(Lowering& l, const clang::Expr* expr);
/// A number, a place, a view or a closure, as the expression's type and category ask.
Value value(Lowering& l, const clang::Expr* expr);
std::function<Value()> operand(Lowering& l, const clang::Expr* expr);
ir::ExprRef literalOf(Lowering& l, const clang::Expr* expr, ir::TypeRef type); // null: no literal
ir::ExprRef evaluatedConstant(Lowering& l, const clang::Expr* expr); // null: no constant
/// Names what has no place in a kernel.
[[noreturn]] void refuseExpr(Lowering& l, const clang::Expr* expr);
ir::ExprRef unaryOperator(Lowering& l, const clang::UnaryOperator* expr);
ir::ExprRef binaryOperator(Lowering& l, const clang::BinaryOperator* expr);
ir::ExprRef conditional(Lowering& l, const clang::ConditionalOperator* expr);
ir::ExprRef castExpr(Lowering& l, const clang::CastExpr* expr);
ir::ExprRef converted(ir::ExprRef value, const ir::TypeRef& type);
ir::ExprRef asIndex(ir::ExprRef index);
ir::ExprRef sum(Lowering& l, ir::ExprRef a, ir::ExprRef b);
ir::ExprRef difference(Lowering& l, ir::ExprRef a, ir::ExprRef b);
/// The place that an assignment wrote.
Value assignment(Lowering& l, const clang::BinaryOperator* expr);
Value increment(Lowering& l, const clang::UnaryOperator* expr, bool wantsOldValue);

// --- places (LowerPlace) ---
Value glvalue(Lowering& l, const clang::Expr* expr);
/// A place to write to.
/// Can code in another namespace name the declaration?
bool isNameable(const clang::Decl* decl);
ir::Place target(Lowering& l, const Value& value, clang::SourceLocation where);
/// A place to read from; a number gets a local.
ir::Place placeFor(Lowering& l, const Value& value, clang::SourceLocation where);
ir::ExprRef loaded(Lowering& l, const Value& value, clang::SourceLocation where);
Value member(Lowering& l, const Value& object, const clang::FieldDecl* field,
             clang::SourceLocation where);
Value elementOf(Lowering& l, const Value& container, std::vector<ir::ExprRef> indices,
                clang::SourceLocation where);
ir::ExprRef sizeOf(Lowering& l, const Value& container, clang::SourceLocation where);

// --- views (LowerView) ---
View view(Lowering& l, const clang::Expr* expr);
View viewOf(Lowering& l, const Value& value, clang::SourceLocation where);
Value dereference(Lowering& l, const View& view, ir::ExprRef index, clang::SourceLocation where);
/// What a pointer expression points at; `this` included.
Value dereference(Lowering& l, const clang::Expr* pointer, clang::SourceLocation where);
/// last - first; refused between two objects.
ir::ExprRef distance(Lowering& l, const View& first, const View& last, clang::SourceLocation where);
View advanced(Lowering& l, View view, ir::ExprRef by);
View retreated(Lowering& l, View view, const ir::ExprRef& by);
/// A block of `count` elements that dies with the present scope.
View allocatedArray(Lowering& l, clang::QualType element, ir::ExprRef count, clang::SourceLocation where);
/// std::vector<element>
ir::TypeRef vectorOf(const ir::TypeRef& element);
View constructedSpan(Lowering& l, const clang::CXXConstructExpr* expr);
void moveView(Lowering& l, const MovingView& target, const View& to, clang::SourceLocation where);
Value movingView(Lowering& l, const std::string& name, std::optional<View> start, bool isSpan,
                 Location at, bool changesBase = false);
/// Before a loop: what its pointers may point into, as far as their assignments say so.
void widenPointers(Lowering& l, const clang::Stmt* loop);
/// Writes to a place, or to the one of several that is chosen.
void write(Lowering& l, const Value& target, clang::SourceLocation where,
           const std::function<void(const ir::Place&)>& write);
/// a == b, a < b, a - b, ... of pointers; null if the operands are no pointers.
ir::ExprRef viewComparison(Lowering& l, clang::BinaryOperatorKind op, const clang::Expr* a,
                           const clang::Expr* b, ir::TypeRef type, clang::SourceLocation where);
/// Operators of iterators: `*it`, `it[i]`, `it + n`, `++it`, `it != end`.
std::optional<Value> iteratorOperator(Lowering& l, const clang::CXXOperatorCallExpr* call);

// --- calls (LowerCall, LowerInline, LowerMath, LowerContainer, LowerLibrary) ---
Value call(Lowering& l, const clang::CallExpr* expr);
/// What a parameter is bound to: an expression, or something that has been lowered.
struct Argument {
  const clang::Expr* expr = nullptr;
  Value value;
  clang::SourceLocation where;
};
/// `self` designates the object of a method; null for a function.
Value inlineCall(Lowering& l, const clang::FunctionDecl* function,
                 const std::function<Value()>& self, const std::vector<Argument>& arguments,
                 clang::SourceLocation where);
Value inlineCall(Lowering& l, const clang::FunctionDecl* function,
                 const std::function<Value()>& self,
                 const std::vector<const clang::Expr*>& arguments, clang::SourceLocation where);
/// A call that stays one (LowerFunction): `definition` is recursive, or has a rule.
bool isFunction(const Lowering& l, const clang::FunctionDecl* definition);
Value functionCall(Lowering& l, const clang::FunctionDecl* definition, const Value& self,
                   const std::vector<Value>& arguments, clang::SourceLocation where);
/// A call for its effect on the world outside: `std::printf`, a function without a derivative that returns nothing.
void passiveCall(Lowering& l, const clang::CallExpr* expr, const clang::FunctionDecl* callee);
/// The functions that the kernel calls.
std::vector<ir::Function> functionsOf(const Lowering& l);
WrittenVariables writtenBy(const clang::FunctionDecl* definition);
/// Which method runs is known only with the object (LowerVirtual).
bool isVirtualCall(const clang::CXXMemberCallExpr* call, const clang::CXXMethodDecl* method);
const clang::CXXMethodDecl* overrider(Lowering& l, const clang::CXXMethodDecl* method, const Value& object,
                                      clang::SourceLocation where);
void memberInitializers(Lowering& l, const clang::CXXConstructorDecl* constructor);
bool isInStd(const clang::Decl* decl);
std::optional<Value> mathCall(Lowering& l, const clang::CallExpr* expr,
                              const clang::FunctionDecl* callee);
std::optional<Value> containerCall(Lowering& l, const clang::CallExpr* expr,
                                   const clang::CXXMethodDecl* method);
std::optional<Value> libraryCall(Lowering& l, const clang::CallExpr* expr,
                                 const clang::FunctionDecl* callee);
/// A method of a vector by its name.
struct Growth {
  std::string name;
  std::function<Value()> object;
  std::vector<const clang::Expr*> arguments;
  clang::SourceLocation where;
  clang::QualType element; // its type
};
/// Those that change its length (LowerGrowth).
std::optional<Value> growthCall(Lowering& l, const Growth& call);
/// The kernel ends here without a result (LowerAbandon); false if the call is none that does so.
void abandonByThrow(Lowering& l, const clang::CXXThrowExpr* expr);
bool abandonByCall(Lowering& l, const clang::CallExpr* expr);
/// Functions and methods of Eigen (LowerEigen).
Value eigenCall(Lowering& l, const clang::CallExpr* expr, const clang::FunctionDecl* callee);
std::optional<Value> algorithmCall(Lowering& l, const clang::CallExpr* expr,
                                   const clang::FunctionDecl* callee);
/// a < b
using Comparison = std::function<ir::ExprRef(const Value& a, const Value& b)>;
void sortBy(Lowering& l, const View& start, const ir::ExprRef& count, const Comparison& less, clang::SourceLocation where);
/// A call that stays a call: it carries no derivative.
Value opaqueCall(Lowering& l, const clang::CallExpr* expr, const std::string& name);

// --- objects that are taken apart (LowerObject, LowerTuple, LowerComplex) ---
/// Can no object of this class be declared in generated code?
bool dissolves(Lowering& l, clang::QualType type);
/// The end of an object's life is no statement of the kernel language: a destructor that does something is refused.
void refuseDestructor(Lowering& l, clang::QualType type, clang::SourceLocation where);
/// Can the members of an object get new values?
bool isAssignable(clang::QualType type);
Value objectOf(Lowering& l, const Slot& slot, const clang::Expr* init);
/// c ? a : b
Value chosenObject(Lowering& l, const clang::ConditionalOperator* choice);
Value copiedObject(Lowering& l, const Slot& slot, const Value& from);
Value zeroed(Lowering& l, const Slot& slot);
void assignObject(Lowering& l, clang::QualType type, const Value& to, const Value& from,
                  clang::SourceLocation where);
void objectInitializers(Lowering& l, const Object& object, const clang::CXXConstructorDecl* constructor);
/// Of a tuple or a pair; whether an optional has a value, and the value.
std::vector<clang::QualType> elementTypes(Lowering& l, clang::QualType type);
Value tupleElement(Lowering& l, const Value& tuple, std::size_t index, clang::SourceLocation where);
Value tupleOf(Lowering& l, const Slot& slot, const clang::Expr* from);
Value optionalOf(Lowering& l, const Slot& slot, const clang::Expr* from);
Value complexOf(Lowering& l, const Slot& slot, const clang::Expr* from);
std::optional<Value> complexCall(Lowering& l, const clang::CallExpr* expr, const clang::FunctionDecl* callee);
std::optional<Value> tupleCall(Lowering& l, const clang::CallExpr* expr, const clang::FunctionDecl* callee);
std::optional<Value> optionalCall(Lowering& l, const clang::CallExpr* expr, const clang::FunctionDecl* callee);

// --- vectors of objects that are taken apart (LowerColumn) ---
bool isColumn(const Value& value);
/// An empty one.
Value columnOf(Lowering& l, const Slot& slot);
Value columnElement(Lowering& l, const Value& vector, const ir::ExprRef& index, clang::SourceLocation where);
ir::ExprRef columnSize(const Value& vector, clang::SourceLocation where);
/// What the methods of std::vector do; nothing if it is none that changes it.
std::optional<Value> columnCall(Lowering& l, const Growth& call, const Value& vector);

// --- objects (LowerConstruct) ---
/// Where a constructed object goes: an existing place, or a variable that is yet to be declared.
struct Destination {
  ir::Place place;
  bool isFresh = false;
  Location at;
};
void construct(Lowering& l, Destination& to, const clang::Expr* from);
/// A matrix of Eigen's (LowerEigenConstruct).
void constructMatrix(Lowering& l, Destination& to, const clang::Expr* from);
/// Stores the first elements of a list.
void constructList(Lowering& l, Destination& to, const clang::InitListExpr* list);
/// A temporary with this value.
ir::Place temporary(Lowering& l, const clang::Expr* from, const std::string& name);

// --- statements (LowerStmt, LowerLoop, LowerSwitch, LowerDecl) ---
void statement(Lowering& l, const clang::Stmt* stmt);
void forLoop(Lowering& l, const clang::ForStmt* stmt);
/// `for (i in [from, to)) body(i)` of the lowering's own.
void countedLoop(Lowering& l, ir::ExprRef from, ir::ExprRef to, Location at,
                 const std::function<void(const ir::ExprRef&)>& body, bool isDescending = false);
void whileLoop(Lowering& l, const clang::WhileStmt* stmt);
void doLoop(Lowering& l, const clang::DoStmt* stmt);
void rangeFor(Lowering& l, const clang::CXXForRangeStmt* stmt);
void switchStmt(Lowering& l, const clang::SwitchStmt* stmt);
/// Exceptions that a handler of the kernel's takes (LowerTry).
void tryStmt(Lowering& l, const clang::CXXTryStmt* stmt);
bool escapeByThrow(Lowering& l, const clang::CXXThrowExpr* expr);
/// What may throw in a way that the kernel cannot see has no place in a try block.
void refuseInTry(Lowering& l, clang::SourceLocation where, const std::string& what);
/// `#pragma omp ...` (LowerOpenMP)
void parallelDirective(Lowering& l, const clang::OMPExecutableDirective* directive);
void declaration(Lowering& l, const clang::Decl* decl);
/// `auto& [a, b] = whole`
void decompose(Lowering& l, const clang::DecompositionDecl* decl, const Value& whole);
/// What the name of a by-value variable of this type stands for from now on.
void bindVariable(Lowering& l, const clang::VarDecl* variable, const clang::Expr* init);
/// The same for anything that has a name and a type; without an initialiser it has no value yet.
Value initialized(Lowering& l, const Slot& slot, const clang::Expr* init);
void refuseUnstableReference(Lowering& l, const clang::Expr* init, const ir::ExprRef& value);
Value closureOf(Lowering& l, const clang::LambdaExpr* lambda);

// --- what is called through a variable (LowerClosure) ---
Value closureValue(Lowering& l, const clang::Expr* expr);
/// The one way to call an object of a class; null if there are several, or none.
const clang::CXXMethodDecl* callOperator(const clang::CXXRecordDecl* record);
/// `function` is the call operator that was chosen, where one was.
Value callClosure(Lowering& l, const Closure& closure, const clang::FunctionDecl* function,
                  const std::vector<Argument>& arguments, clang::SourceLocation where);
Value callThrough(Lowering& l, const clang::CallExpr* expr);
std::vector<Argument> asArguments(llvm::ArrayRef<const clang::Expr*> expressions);

/// Without parentheses and the nodes that only hold a temporary.
const clang::Expr* bare(const clang::Expr* expr);

} // namespace treelize::front
