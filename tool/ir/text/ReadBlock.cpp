#include "ir/text/ReadBlock.h"

#include "ir/Builder.h"
#include "ir/text/Quote.h"

#include <algorithm>
#include <utility>

namespace treelize::ir {

Block BlockReader::read(std::span<const TextLine> all, std::size_t& from, unsigned depth) {
  lines = all;
  next = from;
  returnTypes = {kernel.returnType};
  Block body = block(depth);
  from = next;
  return body;
}

Block BlockReader::block(unsigned depth) {
  Block statements;
  while (next < lines.size() && lines[next].depth >= depth) {
    const TextLine& line = lines[next];
    if (line.depth > depth)
      Scanner(line.text, line.number, 2 * line.depth + 1).fail("nothing before has a block");
    const bool endsKernel =
        depth == 1 && (line.text.starts_with("result ") || line.text.starts_with("returns ")) &&
        line.text.find('=') == std::string_view::npos;
    if (endsKernel || line.text == "else" || line.text == "step" || line.text.starts_with("case "))
      break;
    statements.push_back(statement(depth));
  }
  return statements;
}

/// What is declared inside dies at the end.
Block BlockReader::scoped(unsigned depth) {
  const VariableReader::Alive outer = variables.alive;
  Block inner = block(depth);
  variables.alive = outer;
  return inner;
}

bool BlockReader::continues(std::string_view word, unsigned depth) {
  const bool isThere =
      next < lines.size() && lines[next].depth == depth && lines[next].text == word;
  next += isThere ? 1 : 0;
  return isThere;
}

/// `x = 1`, `p.x[i] += 1`, `r, d = call f(x)`: no word of the language comes before such signs.
static bool isAssignment(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, isNameCharacter);
  const std::string_view behind = text.substr(static_cast<std::size_t>(end - text.begin()));
  return end != text.begin() &&
         (behind.starts_with(".") || behind.starts_with("[") || behind.starts_with(",") ||
          behind.starts_with(" = ") || behind.starts_with(" += ") || behind.starts_with(" -= "));
}

/// How a statement begins, and who reads the rest.
struct BlockReader::Form {
  std::string_view word;
  Stmt (*read)(BlockReader& reader, Scanner& line, unsigned depth);
};

std::span<const BlockReader::Form> BlockReader::forms() {
  using Self = BlockReader;
  static constexpr Form all[] = {
      {"atomic", [](Self& r, Scanner& line, unsigned) { return r.assign(line, true); }},
      {"let", [](Self& r, Scanner& line, unsigned) { return r.let(line); }},
      {"append", [](Self& r, Scanner& line, unsigned) { return r.append(line); }},
      {"drop", [](Self& r, Scanner& line, unsigned) { return ir::drop(r.exprs.place(line)); }},
      {"call", [](Self& r, Scanner& line, unsigned) { return r.call(line, {}, {}); }},
      {"perform", [](Self& r, Scanner& line, unsigned) { return r.perform(line, {}); }},
      {"abandon as primal",
       [](Self&, Scanner&, unsigned) {
         return Stmt{{}, Abandon{.text = {}, .asPrimal = true}};
       }},
      {"abandon", [](Self&, Scanner& line, unsigned) { return Stmt{{}, Abandon{line.quoted()}}; }},
      {"if", [](Self& r, Scanner& line, unsigned depth) { return r.branch(line, depth); }},
      {"for", [](Self& r, Scanner& line, unsigned depth) { return r.forLoop(line, depth); }},
      {"while", [](Self& r, Scanner& line, unsigned d) { return r.whileLoop(line, false, d); }},
      {"do while", [](Self& r, Scanner& line, unsigned d) { return r.whileLoop(line, true, d); }},
      {"inline", [](Self& r, Scanner& line, unsigned depth) { return r.inlined(line, depth); }},
      {"scope", [](Self& r, Scanner& line, unsigned depth) { return r.region(line, {}, depth); }},
      {"try",
       [](Self& r, Scanner& line, unsigned depth) { return r.region(line, r.guard(line), depth); }},
      {"return", [](Self& r, Scanner& line, unsigned) { return r.returned(line); }},
      {"break", [](Self&, Scanner&, unsigned) { return Stmt{{}, Break{}}; }},
      {"continue", [](Self&, Scanner&, unsigned) { return Stmt{{}, Continue{}}; }},
      {"escape", [](Self& r, Scanner& line, unsigned) { return Stmt{{}, Escape{r.guard(line)}}; }},
      {"switch", [](Self& r, Scanner& line, unsigned depth) { return r.switchOver(line, depth); }},
      {"push", [](Self& r, Scanner& line, unsigned) { return r.record<Push>(line); }},
      {"pop", [](Self& r, Scanner& line, unsigned) { return r.record<Pop>(line); }},
      {"take", [](Self& r, Scanner& line, unsigned) { return r.take(line); }},
      {"give back", [](Self& r, Scanner& line, unsigned) { return r.giveBack(line); }},
  };
  return all;
}

Stmt BlockReader::statement(unsigned depth) {
  Scanner line(lines[next].text, lines[next].number, 2 * depth + 1);
  ++next;
  if (line.accept("#")) {
    line.sees(""); // passes over the blank
    return {{}, Comment{std::string(line.rest())}};
  }
  const auto reads = [&](const Form& form) { return line.acceptWord(form.word); };
  std::optional<Stmt> stmt;
  if (isAssignment(line.rest()))
    stmt = assign(line, false);
  else if (const auto form = std::ranges::find_if(forms(), reads); form != forms().end())
    stmt = form->read(*this, line, depth);
  else
    line.fail("this is no statement");
  line.expectEnd();
  return *std::move(stmt);
}

Stmt BlockReader::assign(Scanner& line, bool isAtomic) {
  if (std::optional<Stmt> called = isAtomic ? std::nullopt : calls(line))
    return *std::move(called);
  Place target = exprs.place(line);
  const AssignOp op = line.accept("+= ")   ? AssignOp::Add
                      : line.accept("-= ") ? AssignOp::Sub
                                           : (line.expect("="), AssignOp::Set);
  ExprRef value = exprs.expr(line, target.type);
  return {{}, Assign{std::move(target), op, std::move(value), isAtomic}};
}

/// `r = perform ...`, `r = call ...` and `r, d = call ...`
std::optional<Stmt> BlockReader::calls(Scanner& line) {
  const std::size_t begin = line.position();
  const std::string name = line.name();
  if (line.isNext(",")) {
    line.goTo(begin);
    const VarId result = exprs.variable(line);
    line.expect(",");
    const VarId derivative = exprs.variable(line);
    line.expect("=");
    line.expectWord("call");
    return call(line, result, derivative);
  }
  const bool isSet = line.accept("= ");
  const bool isCall = isSet && line.accept("call ");
  const bool isStep = isSet && !isCall && line.accept("perform ");
  const std::size_t end = line.position();
  line.goTo(begin);
  if (!isCall && !isStep)
    return std::nullopt;
  const VarId result = exprs.variable(line);
  line.goTo(end);
  return isCall ? call(line, result, {}) : perform(line, result);
}

Stmt BlockReader::call(Scanner& line, std::optional<VarId> result,
                       std::optional<VarId> derivative) {
  Call made{line.qualifiedOrQuoted(), {}, result, derivative};
  line.expect("(");
  if (!line.accept(")")) {
    do
      made.arguments.push_back(exprs.argument(line));
    while (line.accept(","));
    line.expect(")");
  }
  made.usesTape = line.accept("on the tape");
  return {{}, std::move(made)};
}

Stmt BlockReader::perform(Scanner& line, std::optional<VarId> result) {
  Perform step{exprs.expr(line, result ? kernel[*result].type : voidType()), {}, result};
  if (line.acceptWord("changes"))
    do
      step.changed.push_back(exprs.place(line));
    while (line.accept(","));
  return {{}, std::move(step)};
}

Stmt BlockReader::let(Scanner& line) {
  // The value does not know the variable yet.
  const VariableReader::Alive outer = variables.alive;
  const VarId var = variables.declare(line, Role::Local);
  VariableReader::Alive inner = std::exchange(variables.alive, outer);
  ExprRef value = line.accept("= ") ? exprs.expr(line, kernel[var].type) : nullptr;
  variables.alive = std::move(inner);
  return declare(var, std::move(value));
}

Stmt BlockReader::append(Scanner& line) {
  Place container = exprs.place(line);
  if (!container.type->is(TypeKind::Vector))
    line.fail("only a vector grows");
  ExprRef value = line.accept(",") ? exprs.expr(line, container.type->element) : nullptr;
  return ir::append(std::move(container), std::move(value));
}

Stmt BlockReader::branch(Scanner& line, unsigned depth) {
  If result{exprs.expr(line, boolHint()), {}, {}};
  line.expectEnd();
  result.thenBlock = scoped(depth + 1);
  if (continues("else", depth))
    result.elseBlock = scoped(depth + 1);
  return {{}, std::move(result)};
}

Stmt BlockReader::forLoop(Scanner& line, unsigned depth) {
  const VariableReader::Alive outer = variables.alive;
  For loop{.counter = variables.declare(line, Role::Local), .lower = {}, .upper = {}, .body = {}};
  VariableReader::Alive inner = std::exchange(variables.alive, outer);
  const TypeRef& type = kernel[loop.counter].type;
  line.expectWord("in");
  line.expect("[");
  loop.lower = exprs.expr(line, type);
  line.expect(",");
  loop.upper = exprs.expr(line, type);
  line.expect(")");
  if (line.acceptWord("by"))
    loop.step = static_cast<std::int64_t>(line.count());
  loop.descending = line.acceptWord("descending");
  if (line.acceptWord("parallel"))
    loop.parallel = parallel(line);
  loop.hasOwnTape = line.acceptWord("own_tape");
  loop.isIndependent = line.acceptWord("independent");
  line.expectEnd();
  variables.alive = std::move(inner);
  loop.body = block(depth + 1);
  variables.alive = outer;
  return {{}, std::move(loop)};
}

Parallel BlockReader::parallel(Scanner& line) {
  Parallel result;
  if (line.acceptWord("schedule"))
    result.schedule = line.quoted();
  if (line.acceptWord("threads"))
    result.threads = exprs.expr(line, intType());
  if (line.acceptWord("if"))
    result.condition = exprs.expr(line, boolHint());
  if (line.acceptWord("serial"))
    result.problem = line.quoted();
  result.isReversed = line.acceptWord("reversed");
  if (line.acceptWord("sums"))
    do
      result.sums.push_back(exprs.variable(line));
    while (line.accept(","));
  return result;
}

Stmt BlockReader::whileLoop(Scanner& line, bool testAfter, unsigned depth) {
  const VariableReader::Alive outer = variables.alive;
  While loop{exprs.expr(line, boolHint()), {}, {}, testAfter};
  line.expectEnd();
  loop.body = block(depth + 1);
  if (continues("step", depth))
    loop.step = block(depth + 1);
  variables.alive = outer;
  return {{}, std::move(loop)};
}

unsigned BlockReader::guard(Scanner& line) {
  return static_cast<unsigned>(line.count());
}

/// The body of a function, from which a return leads to the end.
Stmt BlockReader::inlined(Scanner& line, unsigned depth) {
  Region region;
  region.isCall = true;
  if (!line.isAtEnd() && !line.sees("->") && !line.seesWord("try"))
    region.origin = line.qualifiedOrQuoted();
  if (line.accept("->"))
    region.result = variables.declare(line, Role::Local);
  if (line.acceptWord("try"))
    region.guard = guard(line);
  line.expectEnd();
  returnTypes.push_back(region.result ? kernel[*region.result].type : nullptr);
  region.body = scoped(depth + 1);
  returnTypes.pop_back();
  return {{}, std::move(region)};
}

Stmt BlockReader::region(Scanner& line, std::optional<unsigned> guard, unsigned depth) {
  Region region;
  region.guard = guard;
  if (!line.isAtEnd() && !line.sees("->"))
    region.origin = line.qualifiedOrQuoted();
  if (line.accept("->"))
    region.result = variables.declare(line, Role::Local);
  line.expectEnd();
  region.body = scoped(depth + 1);
  return {{}, std::move(region)};
}

Stmt BlockReader::returned(Scanner& line) {
  return {{}, Return{line.isAtEnd() ? nullptr : exprs.expr(line, returnTypes.back())}};
}

Stmt BlockReader::switchOver(Scanner& line, unsigned depth) {
  const VariableReader::Alive outer = variables.alive;
  Switch result{exprs.expr(line, nullptr), {}};
  line.expectEnd();
  while (next < lines.size() && lines[next].depth == depth &&
         lines[next].text.starts_with("case ")) {
    Scanner head(lines[next].text, lines[next].number, 2 * depth + 1);
    ++next;
    head.expectWord("case");
    Switch::Case& entry = result.cases.emplace_back();
    do
      if (head.acceptWord("default"))
        entry.isDefault = true;
      else
        entry.labels.push_back(exprs.expr(head, result.selector->type));
    while (head.accept(","));
    head.expectEnd();
    entry.body = block(depth + 1);
  }
  variables.alive = outer;
  return {{}, std::move(result)};
}

Stmt BlockReader::take(Scanner& line) {
  const VarId array = variables.declare(line, Role::Local);
  line.expectWord("elements");
  return {{}, Take{array, exprs.expr(line, indexHint())}};
}

Stmt BlockReader::giveBack(Scanner& line) {
  const VarId taken = variables.everAlive(line);
  line.expectWord("elements");
  ExprRef count = exprs.expr(line, indexHint());
  const VarId array =
      line.acceptWord("as") ? variables.declare(line, Role::Local, /*isNew=*/true) : taken;
  return {{}, GiveBack{array, taken, std::move(count)}};
}

template <class Step>
Stmt BlockReader::record(Scanner& line) {
  Step step{exprs.place(line)};
  if (line.acceptWord("slots"))
    step.slots = static_cast<unsigned>(line.count());
  if (line.accept("and the next "))
    step.joined = static_cast<unsigned>(line.count());
  return {{}, std::move(step)};
}

} // namespace treelize::ir
