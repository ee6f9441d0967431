#include "print/PrintIR.h"

#include "ir/Builder.h"
#include "ir/ExprText.h"
#include "ir/Loops.h"
#include "ir/Walk.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <span>

namespace treelize::print {

using namespace ir;

namespace {

class BodyPrinter {
public:
  explicit BodyPrinter(const Kernel& kernel)
      : kernel(kernel), writes(kernel.variables.size()), isRead(kernel.variables.size()),
        usesTape(ir::usesTape(kernel.body)) {
    countWrites(kernel.body);
    forEachStmt(kernel.body, [&](const Stmt& stmt) { noteReads(stmt); });
    while (isTaken(tape))
      tape += '_';
  }

  std::string run(bool ownsTape) {
    if (usesTape && ownsTape)
      line("treelize::tape " + tape + ";");
    declareReductions();
    block(kernel.body);
    return std::move(out);
  }

private:
  const Kernel& kernel;
  std::vector<unsigned> writes;
  std::vector<bool> isRead;
  const bool usesTape;
  std::string tape = "tape";
  std::string out;
  unsigned depth = 0;

  /// Writes after the declaration; to be restored is to be declared.
  void countWrites(const Block& statements) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const Stmt& stmt = statements[i];
      const bool begins = declared(stmt) || (i > 0 && isRestored(statements[i - 1], stmt));
      const auto* step =
          i > 0 && isYielded(statements[i - 1], stmt) ? &std::get<Perform>(stmt.node) : nullptr;
      const auto* call = declaredByCall(std::span(statements).first(i + 1)) > 0
                             ? &std::get<Call>(stmt.node)
                             : nullptr;
      forEachWritten(kernel, stmt, [&](const Place& place) {
        if (!begins && !(step && step->result == place.base) &&
            !(call && (call->result == place.base || call->derivative == place.base)))
          ++writes[place.base.index];
      });
      for (const Block* inner : blocks(stmt))
        countWrites(*inner);
    }
  }

  void noteReads(const Stmt& stmt) {
    const PlaceFn mark = [this](const Place& place) { isRead[place.base.index] = true; };
    forEachExpr(stmt, [&](const Expr& expr) { forEachRead(expr, mark); });
    if (const Place* place = namedPlace(stmt))
      forEachIndexRead(*place, mark);
  }

  bool isTaken(const std::string& name) const {
    for (const Variable& v : kernel.variables)
      if (v.name == name)
        return true;
    return false;
  }

  void line(const std::string& s) { out += std::string(2 * depth, ' ') + s + "\n"; }
  void block(const Block& statements) {
    for (std::size_t i = 0; i < statements.size(); ++i)
      if (const std::size_t record = recordOnTape(std::span(statements).subspan(i))) {
        printRecord(std::span(statements).subspan(i, record));
        i += record - 1;
      } else if (i + 1 < statements.size() && isRestored(statements[i], statements[i + 1]))
        restore(statements, i++);
      else if (i + 1 < statements.size() && isYielded(statements[i], statements[i + 1])) {
        const auto& step = std::get<Perform>(statements[++i].node);
        const Variable& result = kernel[*step.result];
        line((isConstant(*step.result) ? "const " : "") + declarator(*result.type, result.name) +
             " = " + of(step.step) + ";");
      } else if (const std::size_t locals = resultsOfCall(std::span(statements).subspan(i))) {
        const Call& call = std::get<Call>(statements[i + locals].node);
        line(declarationOf(call) + callText(call) + ";");
        i += locals;
      } else
        std::visit([&](const auto& node) { print(node); }, statements[i].node);
  }
  /// How many statements there are that put a record on the tape or take it off, the latter with
  /// the declarations of what it holds; 0: they do not begin with a record.
  static std::size_t recordOnTape(std::span<const Stmt> statements) {
    const std::size_t first =
        statements.size() > 1 && isRestored(statements[0], statements[1]) ? 1 : 0;
    const std::size_t joined = joinedWith(statements[first]);
    std::size_t length = first + 1;
    for (std::size_t i = 0; i < joined; ++length)
      i += std::holds_alternative<Declare>(statements[length].node) ? 0 : 1;
    return joined > 0 ? length : 0;
  }
  static std::size_t joinedWith(const Stmt& stmt) {
    const auto* push = std::get_if<Push>(&stmt.node);
    const auto* pop = std::get_if<Pop>(&stmt.node);
    return push ? push->joined : pop ? pop->joined : 0;
  }
  void printRecord(std::span<const Stmt> statements) {
    std::string names;
    for (const Stmt& stmt : statements)
      if (const auto* local = std::get_if<Declare>(&stmt.node))
        line(declarator(*kernel[local->var].type, kernel[local->var].name) + "{};");
      else
        names += (names.empty() ? "" : ", ") + text(kernel, *namedPlace(stmt));
    line(tape + (std::holds_alternative<Push>(statements.back().node) ? ".push(" : ".pop(") +
         names + ");");
  }
  /// A local whose life begins with the value on top of the tape.
  static bool isRestored(const Stmt& first, const Stmt& second) {
    const auto* local = std::get_if<Declare>(&first.node);
    const auto* pop = std::get_if<Pop>(&second.node);
    return local && !local->value && pop && pop->place.base == local->var &&
           pop->place.path.empty();
  }
  void restore(const Block& statements, std::size_t at) {
    const VarId var = std::get<Declare>(statements[at].node).var;
    const Variable& v = kernel[var];
    const auto rest = std::span(statements).subspan(at + 2);
    if (!v.type->isBuiltinArray && !mentions(rest, var))
      return line(tape + ".pop<" + v.type->spelling + ">();");
    if (v.type->isBuiltinArray) {
      line(declarator(*v.type, v.name) + ";");
      return line(tape + ".pop(" + v.name + ");");
    }
    const char* qualifier = isConstant(var) ? "const " : "";
    line(qualifier + declarator(*v.type, v.name) + " = " + tape + ".pop<" + v.type->spelling +
         ">();");
  }
  /// A local whose life begins with what a step yields.
  static bool isYielded(const Stmt& first, const Stmt& second) {
    const auto* local = std::get_if<Declare>(&first.node);
    const auto* step = std::get_if<Perform>(&second.node);
    return local && !local->value && step && step->result == local->var;
  }
  void print(const Perform& s) {
    line((s.result ? kernel[*s.result].name + " = " : "") + of(s.step) + ";");
  }
  /// Do the statements begin with the declarations of what a call then returns? How many are there?
  static std::size_t resultsOfCall(std::span<const Stmt> statements) {
    for (std::size_t n = 1; n <= 2 && n < statements.size(); ++n)
      if (declaredByCall(statements.first(n + 1)) == n)
        return n;
    return 0;
  }
  /// The number of declarations right before the last statement, a call, of what it returns.
  static std::size_t declaredByCall(std::span<const Stmt> statements) {
    const auto* call = std::get_if<Call>(&statements.back().node);
    if (!call || !call->result)
      return 0;
    std::vector<VarId> results = {*call->result};
    if (call->derivative)
      results.push_back(*call->derivative);
    if (statements.size() <= results.size())
      return 0;
    const auto declarations = statements.last(results.size() + 1).first(results.size());
    const bool areThere =
        std::ranges::equal(declarations, results, [](const Stmt& stmt, VarId result) {
          const auto* local = std::get_if<Declare>(&stmt.node);
          return local && local->var == result;
        });
    return areThere ? results.size() : 0;
  }
  std::string declarationOf(const Call& s) const {
    const Variable& value = kernel[*s.result];
    const bool isFixed = isConstant(*s.result) && (!s.derivative || isConstant(*s.derivative));
    const bool isIdle = !isRead[s.result->index] && (!s.derivative || !isRead[s.derivative->index]);
    const std::string qualifier =
        std::string(isIdle ? "[[maybe_unused]] " : "") + (isFixed ? "const " : "");
    if (s.derivative)
      return qualifier + "auto [" + value.name + ", " + kernel[*s.derivative].name + "] = ";
    return qualifier + declarator(*value.type, value.name) + " = ";
  }
  std::string callText(const Call& s) const {
    std::string list;
    for (const Argument& argument : s.arguments)
      list += (list.empty() ? "" : ", ") + text(kernel, argument);
    if (s.usesTape)
      list += (list.empty() ? "" : ", ") + tape;
    return s.function + "(" + list + ")";
  }
  void print(const Call& s) {
    if (!s.result)
      return line(callText(s) + ";");
    const std::string result = kernel[*s.result].name;
    if (s.derivative)
      return line(result + " = treelize::take_tangent(" + callText(s) + ", " +
                  kernel[*s.derivative].name + ");");
    line(result + " = " + callText(s) + ";");
  }

  // --- parallel loops ---
  /// How OpenMP adds up objects, once for each type.
  void declareReductions() {
    std::set<std::string> types;
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      const auto* loop = std::get_if<For>(&stmt.node);
      if (loop && loop->parallel)
        for (VarId sum : loop->parallel->sums)
          if (const Type& type = *kernel[sum].type; !type.isScalar())
            types.insert(type.spelling);
    });
    for (const std::string& type : types)
      line("TREELIZE_SUMS_OF(" + type + ")");
  }

  void directive(const Parallel& s) {
    std::vector<std::string> clauses;
    if (!s.schedule.empty())
      clauses.push_back("schedule(" + s.schedule + ")");
    if (s.threads)
      clauses.push_back("num_threads(" + of(s.threads) + ")");
    if (s.condition)
      clauses.push_back("if(" + of(s.condition) + ")");
    reduction("+", s.sums, true, clauses);
    reduction("treelize_sum", s.sums, false, clauses);
    std::string text;
    for (const std::string& clause : clauses)
      text += (text.empty() ? "" : " ") + clause;
    line("TREELIZE_PARALLEL_FOR(" + text + ")");
  }

  void reduction(const std::string& by, const std::vector<VarId>& sums, bool ofScalars,
                 std::vector<std::string>& clauses) const {
    std::string names;
    for (VarId sum : sums)
      if (kernel[sum].type->isScalar() == ofScalars)
        names += (names.empty() ? "" : ", ") + kernel[sum].name;
    if (!names.empty())
      clauses.push_back("reduction(" + by + " : " + names + ")");
  }

  void braced(const std::string& head, const Block& statements, bool mayReorder = false,
              bool hasOwnTape = false) {
    line(head + " {");
    ++depth;
    if (hasOwnTape)
      line("treelize::tape " + tape + ";");
    if (mayReorder)
      line("TREELIZE_REASSOCIATE");
    block(statements);
    --depth;
    line("}");
  }
  std::string of(const ExprRef& e) const { return text(kernel, *e); }

  /// Never touched again: the reader may rely on it.
  bool isConstant(VarId var) const { return writes[var.index] == 0; }

  void print(const Declare& s) {
    const Variable& v = kernel[s.var];
    if (v.byReference)
      return line((isConstant(s.var) ? "const auto& " : "auto& ") + v.name + " = " + of(s.value) +
                  ";");
    std::string name = declarator(*v.type, v.name);
    const auto* made = s.value ? std::get_if<Construct>(&s.value->node) : nullptr;
    if (made && !made->args.empty() && v.type->is(TypeKind::Vector))
      return line(name + arguments(*s.value) + ";");
    if (made && made->args.empty() && v.type->startsAtZero && !v.type->isBlank)
      return line(name + (v.type->is(TypeKind::Vector) ? ";" : "{};"));
    if (made && made->args.empty() && v.type->isBuiltinArray) {
      line(name + ";");
      return line("treelize::set_zero(" + v.name + ");");
    }
    const auto* shaped = s.value ? std::get_if<ZerosLike>(&s.value->node) : nullptr;
    if (shaped && v.type->isBuiltinArray) {
      line(name + "{};");
      return line("treelize::set_zeros_like(" + v.name + ", " + text(kernel, shaped->of) + ");");
    }
    if (s.value && v.type->is(TypeKind::Pointer))
      return line(v.type->spelling + " const " + v.name + " = " + of(s.value) + ";");
    if (s.value)
      return line((isConstant(s.var) && v.type->isScalar() ? "const " : "") + name + " = " +
                  of(s.value) + ";");
    line(name + zeroOf(*v.type) + ";");
  }
  /// `(n, 1.0)` of `std::vector<double>(n, 1.0)`.
  std::string arguments(const Expr& construct) const {
    return text(kernel, construct).substr(construct.type->spelling.size());
  }
  static std::string zeroOf(const Type& type) {
    if (type.is(TypeKind::Real))
      return " = 0.0";
    if (type.isBlank)
      return " = treelize::blank<" + type.spelling + ">()";
    return type.isScalar() ? "{}" : "";
  }

  void print(const Assign& s) {
    const std::string target = text(kernel, s.target);
    const bool isWhole = !s.target.type->isScalar();
    const auto* made = std::get_if<Construct>(&s.value->node);
    if (isWhole && made && made->args.empty())
      return line("treelize::set_zero(" + target + ");");
    if (isWhole && s.op != AssignOp::Set) {
      assert(s.op == AssignOp::Add && "whole objects are only added");
      return line("treelize::increment(" + target + ", " + of(s.value) + ");");
    }
    if (isIncrement(s))
      return line((s.op == AssignOp::Add ? "++" : "--") + target + ";");
    if (s.isAtomic)
      line("TREELIZE_ATOMIC");
    const char* op = s.op == AssignOp::Set ? " = " : s.op == AssignOp::Add ? " += " : " -= ";
    line(target + op + of(s.value) + ";");
  }
  static bool isIncrement(const Assign& s) {
    const auto* one = std::get_if<Literal>(&s.value->node);
    return s.op != AssignOp::Set && s.target.type->is(TypeKind::Integer) && one && one->text == "1";
  }

  void print(const Append& s) {
    const std::string target = text(kernel, s.container);
    line(s.value ? target + ".push_back(" + of(s.value) + ");" : target + ".emplace_back();");
  }
  void print(const Drop& s) { line(text(kernel, s.container) + ".pop_back();"); }
  void print(const Abandon& s) { line(s.text + ";"); }

  void print(const If& s) {
    assert((!s.thenBlock.empty() || !s.elseBlock.empty()) && "simplification drops an empty if");
    line("if (" + of(s.condition) + ") {");
    ++depth;
    block(s.thenBlock);
    --depth;
    // `else if` chains stay flat.
    const Block* rest = &s.elseBlock;
    while (rest->size() == 1 && std::holds_alternative<If>((*rest)[0].node)) {
      const If& next = std::get<If>((*rest)[0].node);
      line("} else if (" + of(next.condition) + ") {");
      ++depth;
      block(next.thenBlock);
      --depth;
      rest = &next.elseBlock;
    }
    if (!rest->empty()) {
      line("} else {");
      ++depth;
      block(*rest);
      --depth;
    }
    line("}");
  }

  /// A loop bound in the counter's own type, so that comparing them mixes no signs.
  static ExprRef bound(const ExprRef& e, const TypeRef& counter) {
    bool isSame = std::holds_alternative<Literal>(e->node) ||
                  e->type->spelling == counter->spelling ||
                  (e->type->isSigned == counter->isSigned && e->type->bits == counter->bits);
    return isSame ? e : cast(e, counter);
  }

  /// `i < n`; `i + 1 < n` where the bound is `n > 1 ? n - 1 : 0`.
  std::string test(const std::string& counter, const Expr& upper) const {
    const auto* guarded = std::get_if<Select>(&upper.node);
    const auto* less = guarded ? std::get_if<Apply>(&guarded->ifTrue->node) : nullptr;
    if (!less || less->op != Op::sub || of(guarded->ifFalse) != "0")
      return counter + " < " + text(kernel, upper, Precedence::Shift);
    return counter + " + " + of(less->args[1]) + " < " +
           text(kernel, *less->args[0], Precedence::Shift);
  }

  void print(const For& s) {
    const Variable& counter = kernel[s.counter];
    const std::string type = counter.type->spelling, name = counter.name;
    const ExprRef lower = bound(s.lower, counter.type), upper = bound(s.upper, counter.type);
    if (s.parallel)
      directive(*s.parallel);
    if (!s.descending) {
      std::string advance = s.step == 1 ? "++" + name : name + " += " + std::to_string(s.step);
      return braced("for (" + type + " " + name + " = " + of(lower) + "; " +
                        (s.parallel ? name + " < " + text(kernel, *upper, Precedence::Shift)
                                    : test(name, *upper)) +
                        "; " + advance + ")",
                    s.body, sumsUp(kernel, s), s.hasOwnTape);
    }
    if (s.step == 1)
      return braced("for (" + type + " " + name + " = " + of(upper) + "; " + name + "-- > " +
                        text(kernel, *lower, Precedence::Shift) + ";)",
                    s.body, sumsUp(kernel, s), s.hasOwnTape);
    backwardsByStep(s, lower, upper);
  }

  /// The last value of a strided counter is not `upper - step`: run over the trip number.
  void backwardsByStep(const For& s, const ExprRef& lower, const ExprRef& upper) {
    const Variable& counter = kernel[s.counter];
    const std::string type = counter.type->spelling, trip = counter.name + "_trip";
    const std::string step = std::to_string(s.step);
    const std::string count = text(kernel, *upper, Precedence::Shift) + " > " +
                              text(kernel, *lower, Precedence::Shift) + " ? (" +
                              text(kernel, *upper, Precedence::Additive) + " - " +
                              text(kernel, *lower, Precedence::Multiplicative) + " + " +
                              std::to_string(s.step - 1) + ") / " + step + " : 0";
    line("for (" + type + " " + trip + " = " + count + "; " + trip + "-- > 0;) {");
    ++depth;
    if (s.hasOwnTape)
      line("treelize::tape " + tape + ";");
    if (mentions(s.body, s.counter))
      line("const " + type + " " + counter.name + " = " +
           text(kernel, *lower, Precedence::Additive) + " + " + trip + " * " + step + ";");
    block(s.body);
    --depth;
    line("}");
  }

  void print(const While& s) {
    assert(s.step.empty() && !s.testAfter && "structured dialect");
    braced("while (" + of(s.condition) + ")", s.body);
  }
  void print(const Push& s) {
    line(tape + ".push" + suffixOf(s.place) + "(" + text(kernel, s.place) + ");");
  }
  void print(const Pop& s) {
    line(tape + ".pop" + suffixOf(s.place) + "(" + text(kernel, s.place) + ");");
  }
  static const char* suffixOf(const Place& place) {
    return place.type->is(TypeKind::Span) ? "_elements" : "";
  }
  void print(const Take& s) {
    line(arrayOnTape(s.array) + tape + ".take<" + elementOf(s.array) + ">(" + of(s.count) + ");");
  }
  void print(const GiveBack& s) {
    const std::string name =
        s.array != s.taken && isRead[s.array.index] ? arrayOnTape(s.array) : "";
    line(name + tape + ".give_back<" + elementOf(s.taken) + ">(" + of(s.count) + ");");
  }
  std::string elementOf(VarId array) const { return kernel[array].type->element->spelling; }
  std::string arrayOnTape(VarId array) const {
    return elementOf(array) + "* const " + kernel[array].name + " = ";
  }
  void print(const Comment& s) { line("// " + s.text); }

  template <class Raw>
  void print(const Raw&) {
    assert(false && "raw dialect reached the printer");
  }
};

} // namespace

std::string printBody(const Kernel& kernel, bool ownsTape) {
  return BodyPrinter(kernel).run(ownsTape);
}

} // namespace treelize::print
