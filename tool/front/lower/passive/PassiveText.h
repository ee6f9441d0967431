// One expression of passive objects, read as the text of one step. Numbers among its operands are
// values of the kernel; objects stand in the text themselves.
#pragma once

#include "front/lower/Lowering.h"

#include <map>

namespace treelize::front {

/// `$from, ..., $(to - 1)`
std::string holes(std::size_t from, std::size_t to);
/// const char*, char[]
bool isText(clang::QualType type);
/// A number, or a text that stands for itself.
std::function<Value()> handedOver(Lowering& l, const clang::Expr* argument);
/// The arguments that the program writes, without the default ones.
std::vector<const clang::Expr*> written(llvm::ArrayRef<const clang::Expr*> arguments);

class PassiveText {
public:
  explicit PassiveText(Lowering& lowering) : l(lowering) {}

  ir::ExprRef object(const clang::Expr* expr);
  ir::ExprRef operand(const clang::Expr* expr);
  /// `++counts[word]`, `s[i] = 'c'`
  ir::ExprRef write(const clang::Expr* expr);
  /// A call for its effect on the world outside, to which numbers with a derivative may be shown.
  ir::ExprRef output(const clang::CallExpr* expr, const std::string& name);
  /// The step changes what the expression names.
  void changes(const clang::Expr* expr);

  bool hasEffect = false;
  bool throws = false;
  bool separates = false; // a copied container gets elements of its own
  bool inserts = false;   // an element may be new: its slot is then the size of the pool
  std::vector<ir::Place> changed;

private:
  Lowering& l;
  bool mayVary = false; // real numbers need not be constants here

  std::map<const clang::Expr*, Value> known; // what calls and other expressions in it designate

  bool insertsEntry = false; // an argument is a key and a value
  clang::QualType storing;   // the container in which a call stores an element

  /// The operand with the number `stored` is an element, and stands for its slot.
  std::vector<ir::ExprRef> operands(const std::vector<const clang::Expr*>& exprs,
                                    std::size_t stored = ~std::size_t(0));
  ir::ExprRef entry(const clang::Expr* expr, const clang::Expr* key, const clang::Expr* value);
  ir::ExprRef listed(const clang::CXXConstructExpr* expr,
                     const std::vector<const clang::Expr*>& arguments);
  ir::ExprRef call(const clang::CallExpr* expr, const clang::FunctionDecl* callee);
  ir::ExprRef constructed(const clang::CXXConstructExpr* expr);
  ir::TypeRef typeOf(const clang::Expr* expr) const;
  ir::ExprRef made(const clang::Expr* expr, std::string text, std::vector<ir::ExprRef> args) const;
  void changes(const ir::Place& place, clang::SourceLocation where);
  void changesAnything();
  void makeElement(std::vector<const clang::Expr*>& operands, std::size_t stored,
                   clang::QualType element, clang::SourceLocation where) const;
  void refuseCallersMap(const std::vector<ir::ExprRef>& args, const clang::FunctionDecl* callee,
                        clang::SourceLocation where) const;
  bool isOwn(const clang::Expr* expr) const;
  void refuseLateEffects(const ir::Block& effects, const clang::Expr* operand) const;
};

} // namespace treelize::front
