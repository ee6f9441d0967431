#include "ir/text/Read.h"
#include "ir/text/ReadBlock.h"

#include <algorithm>
#include <memory>

namespace treelize::ir {

namespace {

class KernelReader {
public:
  explicit KernelReader(std::span<const TextLine> lines) : lines(lines) {}

  std::vector<Kernel> run() {
    while (next < lines.size())
      read();
    return std::move(kernels);
  }

private:
  std::span<const TextLine> lines;
  std::size_t next = 0;
  TypeReader types;
  std::vector<Kernel> kernels;

  static Scanner scan(const TextLine& line) { return {line.text, line.number, 2 * line.depth + 1}; }

  void read() {
    types.forget();
    while (next < lines.size() && lines[next].depth == 0 && lines[next].text.starts_with("type ")) {
      Scanner line = scan(lines[next++]);
      line.expectWord("type");
      types.declare(line);
    }
    if (next == lines.size())
      return;
    Scanner line = scan(lines[next]);
    if (lines[next].depth != 0 || !line.acceptWord("kernel"))
      line.fail("'kernel' or 'type' is expected here");
    ++next;
    kernels.push_back(kernel(line));
  }

  Kernel kernel(Scanner& head) {
    Kernel result;
    VariableReader variables(result, types);
    signature(head, result, variables);
    while (next < lines.size() && lines[next].depth == 1 && declaration(result, variables))
      ++next;
    BlockReader blocks(result, types, variables);
    result.body = blocks.read(lines, next, 1);
    end(result, variables);
    variables.finish();
    return result;
  }

  /// `f(x: double) of {m: double} -> double`
  void signature(Scanner& line, Kernel& kernel, VariableReader& variables) {
    if (kernel.name.empty())
      kernel.name = line.qualifiedOrQuoted();
    list(line, "(", ")",
         [&] { kernel.parameters.push_back(variables.declare(line, Role::Parameter)); });
    if (line.acceptWord("of"))
      list(line, "{", "}",
           [&] { kernel.members.push_back(variables.declare(line, Role::Member)); });
    kernel.returnType = line.accept("->") ? types.read(line) : voidType();
  }

  static void list(Scanner& line, std::string_view open, std::string_view close, const auto& one) {
    line.expect(open);
    if (line.accept(close))
      return;
    do
      one();
    while (line.accept(","));
    line.expect(close);
  }

  /// A line of the head. Is it one?
  bool declaration(Kernel& kernel, VariableReader& variables) {
    Scanner line = scan(lines[next]);
    const bool isAssigned = line.rest().find(" = ") != std::string_view::npos;
    if (line.acceptWord("variable") && !isAssigned) {
      variables.declare(line, Role::Local);
    } else if (line.acceptWord("accessor") && line.sees("`")) {
      const Accessor accessor = TypeReader::accessor(line);
      if (accessor.kind != AccessorKind::Private)
        line.fail("only a private member gets a name of its own");
      line.expectWord("as");
      kernel.accessors[accessor.argument] = line.name();
    } else if (line.acceptWord("function") && line.isNext(" ")) {
      kernel.functions.push_back(function(line));
    } else {
      return false;
    }
    line.expectEnd();
    return true;
  }

  Function function(Scanner& line) {
    Function result;
    auto as = std::make_shared<Kernel>();
    result.name = line.qualifiedOrQuoted();
    as->name = line.acceptWord("is") ? line.qualifiedOrQuoted() : result.name;
    VariableReader variables(*as, types);
    signature(line, *as, variables);
    variables.finish();
    result.as = std::move(as);
    for (const auto& [word, text] : {std::pair("primal", &Function::primal),
                                     {"adjoint", &Function::adjoint},
                                     {"tangent", &Function::tangent},
                                     {"of", &Function::header}})
      if (line.acceptWord(word))
        result.*text = line.quoted();
    result.takesTape = line.accept("on the tape");
    return result;
  }

  void end(Kernel& kernel, const VariableReader& variables) {
    const auto known = [&](Scanner& line) {
      const std::string name = line.name();
      const std::optional<VarId> found = variables.find(name);
      if (!found)
        line.fail("no variable '" + name + "' is alive at the end");
      return *found;
    };
    for (; next < lines.size() && lines[next].depth > 0; ++next) {
      Scanner line = scan(lines[next]);
      if (line.acceptWord("result"))
        kernel.result = known(line);
      else if (line.acceptWord("returns")) {
        do
          kernel.outputs.push_back(known(line));
        while (line.accept(","));
        if (line.acceptWord("where"))
          kernel.wantsOutputs = known(line);
      } else
        line.fail("the kernel has ended before");
      line.expectEnd();
    }
  }
};

/// Functions without a rule are kernels of the same text, if that has one of their name.
void link(std::vector<Kernel>& kernels) {
  std::vector<std::shared_ptr<const Kernel>> bodies;
  for (const Kernel& kernel : kernels)
    bodies.push_back(std::make_shared<Kernel>(kernel));
  for (Kernel& kernel : kernels)
    for (Function& function : kernel.functions) {
      const auto isIts = [&](const auto& body) { return body->name == function.as->name; };
      const auto body = std::ranges::find_if(bodies, isIts);
      if (!function.hasRule() && std::ranges::count_if(bodies, isIts) == 1)
        function.as = *body;
    }
}

} // namespace

std::variant<std::vector<Kernel>, TextProblem> parse(std::string_view text) {
  try {
    const std::vector<TextLine> lines = linesOf(text);
    std::vector<Kernel> kernels = KernelReader(lines).run();
    link(kernels);
    return kernels;
  } catch (const TextProblem& problem) {
    return problem;
  }
}

} // namespace treelize::ir
