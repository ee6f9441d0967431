#include "print/body/PrintBody.h"

#include "ir/Identifiers.h"
#include "ir/Walk.h"
#include "print/body/Comments.h"
#include "print/body/Neighbours.h"
#include "print/body/Writer.h"

#include <algorithm>
#include <cassert>
#include <span>

namespace treelize::print {

using namespace ir;

namespace {

// --- the tape ---

void printStmt(Writer& w, const Push& s) {
  w.line(w.tape + (s.place.type->is(TypeKind::Span) ? ".push_elements(" : ".push(") +
         w.of(s.place) + ");");
}

void printStmt(Writer& w, const Pop& s) {
  if (s.place.type->width != 0) // no reference binds to a bit-field
    return w.line(w.of(s.place) + " = " + w.tape + ".pop<" + s.place.type->spelling + ">();");
  w.line(w.tape + (s.place.type->is(TypeKind::Span) ? ".pop_elements(" : ".pop(") + w.of(s.place) +
         ");");
}

std::string elementOf(const Writer& w, VarId array) {
  return w[array].type->element->spelling;
}

std::string arrayOnTape(const Writer& w, VarId array) {
  return elementOf(w, array) + "* const " + w[array].name + " = ";
}

void printStmt(Writer& w, const Take& s) {
  w.line(arrayOnTape(w, s.array) + w.tape + ".take<" + elementOf(w, s.array) + ">(" +
         w.of(s.count) + ");");
}

void printStmt(Writer& w, const GiveBack& s) {
  const bool isRead = s.array != s.taken && w.uses.isRead[s.array.index];
  w.line((isRead ? arrayOnTape(w, s.array) : "") + w.tape + ".give_back<" + elementOf(w, s.taken) +
         ">(" + w.of(s.count) + ");");
}

// --- what is printed in one line as it stands ---

void printStmt(Writer& w, const Append& s) {
  const std::string target = w.of(s.container);
  const Type& element = *s.container.type->element;
  const std::string blank = element.isBlank ? "treelize::blank<" + element.spelling + ">()" : "";
  w.line(s.value ? target + ".push_back(" + w.of(s.value) + ");"
                 : target + ".emplace_back(" + blank + ");");
}

void printStmt(Writer& w, const Drop& s) {
  w.line(w.of(s.container) + ".pop_back();");
}

void printStmt(Writer& w, const Abandon& s) {
  if (s.asPrimal)
    w.out += endAsPrimal(w.primal);
  else
    w.line(s.text + ";");
}

void printStmt(Writer& w, const Comment& s) {
  w.line("// " + s.text);
}

template <class Raw>
void printStmt(Writer&, const Raw&) {
  assert(false && "raw dialect reached the printer");
}

// --- neighbours that are printed as one ---

void printRecord(Writer& w, std::span<const Stmt> statements) {
  std::string names;
  for (const Stmt& stmt : statements)
    if (const auto* local = std::get_if<Declare>(&stmt.node))
      w.line(declarator(*w[local->var].type, w[local->var].name) + "{};");
    else
      names += (names.empty() ? "" : ", ") + w.of(*namedPlace(stmt));
  const bool isPush = std::holds_alternative<Push>(statements.back().node);
  w.line(w.tape + (isPush ? ".push(" : ".pop(") + names + ");");
}

void printRestored(Writer& w, VarId var, std::span<const Stmt> rest) {
  const Variable& v = w[var];
  const std::string fromTape = w.tape + ".pop<" + v.type->spelling + ">();";
  if (v.type->isBuiltinArray) {
    w.line(declarator(*v.type, v.name) + ";");
    w.line(w.tape + ".pop(" + v.name + ");");
  } else if (mentions(rest, var)) {
    w.line(constant(w, var) + declarator(*v.type, v.name) + " = " + fromTape);
  } else {
    w.line(fromTape);
  }
}

void printYielded(Writer& w, const Perform& step) {
  const Variable& result = w[*step.result];
  w.line(constant(w, *step.result) + declarator(*result.type, result.name) + " = " +
         w.of(step.step) + ";");
}

void printReturned(Writer& w, const Call& call) {
  std::vector<VarId> locals = {*call.result};
  if (call.derivative)
    locals.push_back(*call.derivative);
  const bool isFixed =
      std::ranges::all_of(locals, [&](VarId local) { return w.uses.isConstant(local); });
  const bool isIdle =
      std::ranges::none_of(locals, [&](VarId local) { return w.uses.isRead[local.index]; });
  const Variable& value = w[*call.result];
  const std::string names = call.derivative
                                ? "auto [" + value.name + ", " + w[*call.derivative].name + "]"
                                : declarator(*value.type, value.name);
  w.line(std::string(isIdle ? "[[maybe_unused]] " : "") + (isFixed ? "const " : "") + names +
         " = " + callText(w, call) + ";");
}

void printNeighbours(Writer& w, Joint joint, std::span<const Stmt> statements,
                     std::span<const Stmt> rest) {
  const Stmt& last = statements.back();
  switch (joint) {
  case Joint::none:
    return std::visit([&](const auto& node) { printStmt(w, node); }, last.node);
  case Joint::record:
    return printRecord(w, statements);
  case Joint::restored:
    return printRestored(w, std::get<Declare>(statements.front().node).var, rest);
  case Joint::yielded:
    return printYielded(w, std::get<Perform>(last.node));
  case Joint::returned:
    return printReturned(w, std::get<Call>(last.node));
  }
}

} // namespace

std::string tapeName(const Kernel& kernel) {
  return ir::freeName("tape", [&](const std::string& taken) {
    return std::ranges::count(kernel.variables, taken, &Variable::name) > 0;
  });
}

void printBlock(Writer& w, const Block& statements) {
  const Location outer = w.at;
  const std::string heading = w.heading;
  for (std::span<const Stmt> rest = statements; !rest.empty();) {
    const auto [joint, length] = neighboursAt(rest);
    w.at = rest[length - 1].location;
    commentOn(w, rest.first(length));
    printNeighbours(w, joint, rest.first(length), rest.subspan(length));
    rest = rest.subspan(length);
    w.heading = heading;
  }
  w.at = outer;
}

void printBraced(Writer& w, const std::string& head, const Block& statements) {
  w.line(head + " {");
  ++w.depth;
  printBlock(w, statements);
  --w.depth;
  w.line("}");
}

std::string constant(const Writer& w, VarId var) {
  return w.uses.isConstant(var) ? "const " : "";
}

void declareTape(Writer& w) {
  w.line("treelize::tape " + w.tape + ";");
}

std::string endAsPrimal(const PrimalCall& primal) {
  return primal.call.empty() ? "throw treelize::detail::left_to_primal();\n"
                             : "static_cast<void>(" + primal.call +
                                   ");\ntreelize::detail::throw_primal_returned(\"" +
                                   primal.name + "\");\n";
}

static std::string statements(Writer& w) {
  w.at = w.kernel.location;
  declareReductions(w);
  printBlock(w, w.kernel.body);
  return std::move(w.out);
}

std::string printBody(const Kernel& kernel, const PrimalCall& primal, const Remarks& remarks,
                      bool hasSweeps) {
  Writer w{kernel, usesOf(kernel), tapeName(kernel), remarks, primal};
  if (hasSweeps)
    findSweeps(w);
  if (usesTape(kernel.body))
    declareTape(w);
  return statements(w);
}

std::string printFunctionBody(const Kernel& kernel, const Remarks& remarks) {
  Writer w{kernel, usesOf(kernel), tapeName(kernel), remarks};
  return statements(w);
}

} // namespace treelize::print
