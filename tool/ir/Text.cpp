#include "ir/Text.h"

#include "ir/ExprText.h"

#include <utility>

namespace treelize::ir {

namespace {

class Dumper {
public:
  Dumper(const Kernel& kernel, const Notes& notes) : kernel(kernel), notes(notes) {}

  std::string run() {
    out = "kernel " + kernel.name + "(" + variables(kernel.parameters) + ")";
    if (!kernel.members.empty())
      out += " of {" + variables(kernel.members) + "}";
    if (kernel.returnType && !kernel.returnType->is(TypeKind::Void))
      out += " -> " + kernel.returnType->spelling;
    out += "\n";
    block(kernel.body, 1);
    if (!kernel.outputs.empty())
      out += "  return " + variables(kernel.outputs) + "\n";
    else if (kernel.result)
      out += "  return " + kernel[*kernel.result].name + "\n";
    return out;
  }

private:
  const Kernel& kernel;
  const Notes& notes;
  std::string note; // of the statement whose first line comes next
  std::string out;
  unsigned depth = 0;

  std::string typed(VarId id) const {
    const Variable& v = kernel[id];
    return v.name + ": " + (v.isConst && !v.type->isView() ? "const " : "") + v.type->spelling +
           (v.byReference ? "&" : "") + (v.nondiff ? " nondiff" : "");
  }
  std::string variables(const std::vector<VarId>& ids) const {
    std::string s;
    for (VarId id : ids)
      s += (s.empty() ? "" : ", ") + typed(id);
    return s;
  }
  std::string of(const ExprRef& e) const { return e ? text(kernel, *e) : ""; }

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
    line("let " + typed(s.var) + (s.value ? " = " + of(s.value) : ""));
  }
  void print(const Assign& s) {
    const char* op = s.op == AssignOp::Set ? " = " : s.op == AssignOp::Add ? " += " : " -= ";
    line(text(kernel, s.target) + op + of(s.value));
  }
  void print(const Append& s) {
    line("append " + text(kernel, s.container) + (s.value ? ", " + of(s.value) : ""));
  }
  void print(const Drop& s) { line("drop " + text(kernel, s.container)); }
  void print(const Call& s) {
    std::string list;
    for (const Argument& argument : s.arguments)
      list += (list.empty() ? "" : ", ") + text(kernel, argument);
    std::string head = s.result ? kernel[*s.result].name : "";
    if (s.derivative)
      head += ", " + kernel[*s.derivative].name;
    line(head + (head.empty() ? "" : " = ") + s.function + "(" + list + ")" +
         (s.usesTape ? " on the tape" : ""));
  }
  void print(const Perform& s) {
    const std::string head = s.result ? kernel[*s.result].name + " = " : "";
    line(head + "perform " + of(s.step));
  }
  void print(const Abandon& s) { line("abandon " + s.text); }
  void print(const If& s) {
    line("if " + of(s.condition));
    nested(s.thenBlock);
    if (!s.elseBlock.empty()) {
      line("else");
      nested(s.elseBlock);
    }
  }
  void print(const For& s) {
    line("for " + typed(s.counter) + " in [" + of(s.lower) + ", " + of(s.upper) + ")" +
         (s.step != 1 ? " by " + std::to_string(s.step) : "") +
         (s.descending ? " descending" : "") + (s.parallel ? " parallel" : ""));
    nested(s.body);
  }
  void print(const While& s) {
    line(std::string(s.testAfter ? "do while " : "while ") + of(s.condition));
    nested(s.body);
    if (!s.step.empty()) {
      line("step");
      nested(s.step);
    }
  }
  void print(const Region& s) {
    line(s.guard    ? "try " + std::to_string(*s.guard)
         : s.isCall ? "call " + s.origin + (s.result ? " -> " + typed(*s.result) : "")
                    : "scope");
    nested(s.body);
  }
  void print(const Return& s) { line("return " + of(s.value)); }
  void print(const Break&) { line("break"); }
  void print(const Continue&) { line("continue"); }
  void print(const Escape& s) { line("escape " + std::to_string(s.guard)); }
  void print(const Switch& s) {
    line("switch " + of(s.selector));
    for (const Switch::Case& c : s.cases) {
      std::string labels;
      for (const ExprRef& label : c.labels)
        labels += (labels.empty() ? "" : ", ") + of(label);
      line("case " + labels + (c.isDefault ? (labels.empty() ? "default" : ", default") : ""));
      nested(c.body);
    }
  }
  void print(const Push& s) { line("push " + text(kernel, s.place) + joined(s.joined)); }
  void print(const Pop& s) { line("pop " + text(kernel, s.place) + joined(s.joined)); }
  static std::string joined(unsigned others) {
    return others == 0 ? "" : " and the next " + std::to_string(others);
  }
  void print(const Take& s) { line("take " + typed(s.array) + "[" + of(s.count) + "]"); }
  void print(const GiveBack& s) { line("give back " + typed(s.array) + "[" + of(s.count) + "]"); }
  void print(const Comment& s) { line("# " + s.text); }
};

} // namespace

std::string dump(const Kernel& kernel, const Notes& notes) {
  return Dumper(kernel, notes).run();
}

} // namespace treelize::ir
