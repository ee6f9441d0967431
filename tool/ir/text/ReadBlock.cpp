#include "ir/text/ReadBlock.h"

#include "ir/Builder.h"
#include "ir/text/Quote.h"

#include <algorithm>
#include <utility>

namespace treelize::ir {

Block BlockReader::read(std::span<const TextLine> all, std::size_t& from, unsigned depth) {
  lines = all;
  next = from;
  returned = {kernel.returnType};
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

Stmt BlockReader::statement(unsigned depth) {
  Scanner line(lines[next].text, lines[next].number, 2 * depth + 1);
  ++next;
  const auto ended = [&](Stmt stmt) {
    line.expectEnd();
    return stmt;
  };
  if (line.accept("#")) {
    line.sees(""); // passes over the blank
    return {{}, Comment{std::string(line.rest())}};
  }
  if (isAssignment(line.rest()))
    return ended(assign(line, false));
  if (line.acceptWord("atomic"))
    return ended(assign(line, true));
  if (line.acceptWord("let"))
    return ended(let(line));
  if (line.acceptWord("append"))
    return ended(append(line));
  if (line.acceptWord("drop"))
    return ended(ir::drop(exprs.place(line)));
  if (line.acceptWord("call"))
    return ended(call(line, {}, {}));
  if (line.acceptWord("perform"))
    return ended(perform(line, {}));
  if (line.acceptWord("abandon"))
    return ended({{}, Abandon{line.quoted()}});
  if (line.acceptWord("if"))
    return branch(line, depth);
  if (line.acceptWord("for"))
    return forLoop(line, depth);
  if (line.acceptWord("while"))
    return whileLoop(line, false, depth);
  if (line.acceptWord("do")) {
    line.expectWord("while");
    return whileLoop(line, true, depth);
  }
  if (line.seesWord("inline") || line.seesWord("scope") || line.seesWord("try"))
    return region(line, depth);
  if (line.acceptWord("return"))
    return ended({{}, Return{line.isAtEnd() ? nullptr : exprs.expr(line, returned.back())}});
  if (line.acceptWord("break"))
    return ended({{}, Break{}});
  if (line.acceptWord("continue"))
    return ended({{}, Continue{}});
  if (line.acceptWord("escape"))
    return ended({{}, Escape{static_cast<unsigned>(line.count())}});
  if (line.acceptWord("switch"))
    return switchOver(line, depth);
  if (line.acceptWord("push"))
    return ended(record<Push>(line));
  if (line.acceptWord("pop"))
    return ended(record<Pop>(line));
  if (line.acceptWord("take"))
    return ended(take(line));
  if (line.accept("give back "))
    return ended(giveBack(line));
  line.fail("this is no statement");
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

Stmt BlockReader::region(Scanner& line, unsigned depth) {
  Region region;
  const auto guard = [&] {
    if (line.acceptWord("try"))
      region.guard = static_cast<unsigned>(line.count());
  };
  region.isCall = line.acceptWord("inline");
  if (!region.isCall && !line.acceptWord("scope"))
    guard();
  if (!line.isAtEnd() && !line.sees("->") && !line.seesWord("try"))
    region.origin = line.qualifiedOrQuoted();
  if (line.accept("->"))
    region.result = variables.declare(line, Role::Local);
  if (region.isCall)
    guard();
  line.expectEnd();
  if (region.isCall)
    returned.push_back(region.result ? kernel[*region.result].type : nullptr);
  region.body = scoped(depth + 1);
  if (region.isCall)
    returned.pop_back();
  return {{}, std::move(region)};
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
