// What the printers of statements share: the kernel, its uses and the lines written so far.
#pragma once

#include "ir/ExprText.h"
#include "print/Marks.h"
#include "print/body/PrintBody.h"
#include "print/body/Uses.h"

#include <set>
#include <string>
#include <utility>

namespace treelize::print {

struct Writer {
  const ir::Kernel& kernel;
  const Uses uses;
  const std::string tape; // what the body calls it
  const Remarks& remarks;
  const PrimalCall primal = {};
  std::string out = {};
  unsigned depth = 0;
  Location at = {};             // of the statement that is printed
  std::string comments = {};    // above the next line
  std::string heading = {};     // of the block around
  std::string lastHeading = {}; // of the block just above
  const ir::Stmt* forwardSweep = nullptr;
  const ir::Stmt* reverseSweep = nullptr;
  unsigned loops = 0; // around what is being printed
  std::set<ir::VarId> runningSums = {}; // of the loop that is being printed: in any order

  void line(const std::string& text) {
    out += std::exchange(comments, "") + (remarks.areLinesMarked ? mark(at) : "") +
           std::string(2 * depth, ' ') + text + "\n";
  }
  void comment(const std::string& text) { comments += commentMark(text); }
  std::string of(const ir::ExprRef& expr) const { return ir::text(kernel, *expr); }
  std::string of(const ir::Place& place) const { return ir::text(kernel, place); }
  const ir::Variable& operator[](ir::VarId var) const { return kernel[var]; }
};

/// The statements in the writer's depth; one deeper, in braces after the head.
void printBlock(Writer& w, const ir::Block& statements);
void printBraced(Writer& w, const std::string& head, const ir::Block& statements);

/// `const` of a local that nothing writes again.
std::string constant(const Writer& w, ir::VarId var);

void printStmt(Writer& w, const ir::Declare& s);
void printStmt(Writer& w, const ir::Assign& s);
void printStmt(Writer& w, const ir::If& s);
void printStmt(Writer& w, const ir::For& s);
void printStmt(Writer& w, const ir::While& s);
void printStmt(Writer& w, const ir::Call& s);
void printStmt(Writer& w, const ir::Perform& s);

/// `treelize::tape tape;`
void declareTape(Writer& w);
/// How OpenMP adds up the objects of parallel loops, once for each type.
void declareReductions(Writer& w);
/// `f(x, n, tape)`
std::string callText(const Writer& w, const ir::Call& s);

} // namespace treelize::print
