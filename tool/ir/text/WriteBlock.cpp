#include "ir/text/WriteBlock.h"

#include "ir/text/Quote.h"
#include "ir/text/WriteExpr.h"

#include <utility>

namespace treelize::ir {

namespace {

class BlockWriter {
public:
  BlockWriter(const Kernel& kernel, const Notes& notes, const VariableWriter& variables,
              TypeNames& types)
      : kernel(kernel), notes(notes), variables(variables), exprs(kernel, types) {
    returned.push_back(kernel.returnType);
  }

  std::string run() {
    block(kernel.body, 1);
    return std::move(out);
  }

private:
  const Kernel& kernel;
  const Notes& notes;
  const VariableWriter& variables;
  ExprWriter exprs;
  std::vector<TypeRef> returned; // by the function, the calls inside
  std::string note;              // of the statement whose first line comes next
  std::string out;
  unsigned depth = 0;

  std::string let(VarId id) const { return variables.write(id, Role::Local); }
  const std::string& name(VarId id) const { return kernel[id].name; }
  std::string condition(const ExprRef& e) { return exprs.write(*e, boolHint()); }

  void line(const std::string& s) {
    out += std::string(2 * depth, ' ') + s;
    if (!note.empty())
      out += "  // " + std::exchange(note, "");
    out += "\n";
  }
  void block(const Block& statements, unsigned at) {
    unsigned outer = std::exchange(depth, at);
    for (const Stmt& s : statements) {
      if (auto known = notes.statements.find(&s); known != notes.statements.end())
        note = known->second;
      std::visit([&](const auto& node) { print(node); }, s.node);
    }
    if (auto known = notes.ends.find(&statements); known != notes.ends.end())
      line("// " + known->second);
    depth = outer;
  }
  void nested(const Block& statements) { block(statements, depth + 1); }

  void print(const Declare& s) {
    const std::string value = s.value ? " = " + exprs.write(*s.value, kernel[s.var].type) : "";
    line("let " + let(s.var) + value);
  }
  void print(const Assign& s) {
    const char* op = s.op == AssignOp::Set ? " = " : s.op == AssignOp::Add ? " += " : " -= ";
    line((s.isAtomic ? "atomic " : "") + exprs.write(s.target) + op +
         exprs.write(*s.value, s.target.type));
  }
  void print(const Append& s) {
    const std::string value =
        s.value ? ", " + exprs.write(*s.value, s.container.type->element) : "";
    line("append " + exprs.write(s.container) + value);
  }
  void print(const Drop& s) { line("drop " + exprs.write(s.container)); }
  void print(const Call& s) {
    std::string list;
    for (const Argument& argument : s.arguments)
      list += (list.empty() ? "" : ", ") + exprs.write(argument);
    std::string head = s.result ? name(*s.result) : "";
    if (s.derivative)
      head += ", " + name(*s.derivative);
    line(head + (head.empty() ? "" : " = ") + "call " + qualifiedOrQuoted(s.function) + "(" + list +
         ")" + (s.usesTape ? " on the tape" : ""));
  }
  void print(const Perform& s) {
    std::vector<std::string> changed;
    for (const Place& place : s.changed)
      changed.push_back(exprs.write(place));
    const TypeRef result = s.result ? kernel[*s.result].type : voidType();
    line((s.result ? name(*s.result) + " = " : "") + "perform " + exprs.write(*s.step, result) +
         (changed.empty() ? "" : " changes " + commas(changed)));
  }
  void print(const Abandon& s) {
    line(s.asPrimal ? "abandon as primal" : "abandon " + quoted(s.text));
  }
  void print(const If& s) {
    line("if " + condition(s.condition));
    nested(s.thenBlock);
    if (!s.elseBlock.empty()) {
      line("else");
      nested(s.elseBlock);
    }
  }
  void print(const For& s) {
    const TypeRef& type = kernel[s.counter].type;
    line("for " + let(s.counter) + " in [" + exprs.write(*s.lower, type) + ", " +
         exprs.write(*s.upper, type) + ")" + (s.step != 1 ? " by " + std::to_string(s.step) : "") +
         (s.descending ? " descending" : "") + (s.parallel ? parallel(*s.parallel) : "") +
         (s.hasOwnTape ? " own_tape" : "") + (s.isIndependent ? " independent" : ""));
    nested(s.body);
  }
  std::string parallel(const Parallel& s) {
    std::vector<std::string> sums;
    for (VarId sum : s.sums)
      sums.push_back(name(sum));
    return " parallel" + (s.schedule.empty() ? "" : " schedule " + quoted(s.schedule)) +
           (s.threads ? " threads " + exprs.write(*s.threads, intType()) : "") +
           (s.condition ? " if " + condition(s.condition) : "") +
           (s.problem.empty() ? "" : " serial " + quoted(s.problem)) +
           (s.isReversed ? " reversed" : "") + (sums.empty() ? "" : " sums " + commas(sums));
  }
  void print(const While& s) {
    line(std::string(s.testAfter ? "do while " : "while ") + condition(s.condition));
    nested(s.body);
    if (!s.step.empty()) {
      line("step");
      nested(s.step);
    }
  }
  void print(const Region& s) {
    const std::string origin = s.origin.empty() ? "" : " " + qualifiedOrQuoted(s.origin);
    const std::string result = s.result ? " -> " + let(*s.result) : "";
    const std::string guard = s.guard ? "try " + std::to_string(*s.guard) : "";
    line((s.isCall  ? "inline"
          : s.guard ? guard
                    : "scope") +
         origin + result + (s.isCall && s.guard ? " " + guard : ""));
    if (s.isCall)
      returned.push_back(s.result ? kernel[*s.result].type : nullptr);
    nested(s.body);
    if (s.isCall)
      returned.pop_back();
  }
  void print(const Return& s) {
    line("return" + (s.value ? " " + exprs.write(*s.value, returned.back()) : ""));
  }
  void print(const Break&) { line("break"); }
  void print(const Continue&) { line("continue"); }
  void print(const Escape& s) { line("escape " + std::to_string(s.guard)); }
  void print(const Switch& s) {
    line("switch " + exprs.write(*s.selector, nullptr));
    for (const Switch::Case& c : s.cases) {
      std::vector<std::string> labels;
      for (const ExprRef& label : c.labels)
        labels.push_back(exprs.write(*label, s.selector->type));
      if (c.isDefault)
        labels.push_back("default");
      line("case " + commas(labels));
      nested(c.body);
    }
  }
  void print(const Push& s) { line("push " + record(s.place, s.slots, s.joined)); }
  void print(const Pop& s) { line("pop " + record(s.place, s.slots, s.joined)); }
  std::string record(const Place& place, unsigned slots, unsigned joined) {
    return exprs.write(place) + (slots == 0 ? "" : " slots " + std::to_string(slots)) +
           (joined == 0 ? "" : " and the next " + std::to_string(joined));
  }
  void print(const Take& s) { line("take " + let(s.array) + elements(s.count)); }
  void print(const GiveBack& s) {
    line("give back " + name(s.taken) + elements(s.count) +
         (s.array == s.taken ? "" : " as " + let(s.array)));
  }
  std::string elements(const ExprRef& count) {
    return " elements " + exprs.write(*count, indexHint());
  }
  void print(const Comment& s) { line("#" + (s.text.empty() ? "" : " " + s.text)); }
};

} // namespace

std::string writeBody(const Kernel& kernel, const Notes& notes, const VariableWriter& variables,
                      TypeNames& types) {
  return BlockWriter(kernel, notes, variables, types).run();
}

} // namespace treelize::ir
