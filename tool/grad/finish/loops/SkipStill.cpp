#include "grad/finish/loops/SkipStill.h"

#include "analysis/ElementRanges.h"
#include "analysis/OnlyValues.h"
#include "analysis/Regions.h"
#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

const For& loopOf(const Stmt& stmt) {
  return std::get<For>(stmt.node);
}

/// A loop that runs a few times is no reason to ask before it.
bool isFew(const Stmt& loop) {
  return analysis::isShort(loopOf(loop), 8);
}

/// The parts of these lanes that move, a bit for each.
ExprRef movingParts(const Place& tangent) {
  return intrinsic(Intrinsic::moving_parts, {load(tangent)}, intType());
}

/// What is added in some parts alone.
ExprRef moving(const ExprRef& parts, const ExprRef& value) {
  return intrinsic(Intrinsic::moving, {parts, value}, value->type);
}

For headOf(const Stmt* stmt) {
  const For& loop = loopOf(*stmt);
  return {loop.counter, loop.lower, loop.upper, loop.step, loop.descending, {}};
}

/// What is asked before the loops of one nest: do these elements move? With a loop among them, for
/// each of its iterations.
struct Question {
  std::vector<const Stmt*> nest; // the loop that it stands before, and those inside
  std::vector<For> heads;        // of these loops, without what they do
  std::optional<std::size_t> each;
  struct Element {
    Place place;
    std::set<VarId> counters; // of the nest, that its indices read
  };
  std::vector<Element> elements;
  VarId answer, table; // the parts of the lanes that move; those for each iteration

  const Stmt* loopOfEach() const { return each ? nest[*each] : nullptr; }
};

/// The locals that a nest declares with a value and leaves alone, by what they stand for.
class NestFacts {
public:
  NestFacts(const Kernel& kernel, const Stmt& outermost)
      : kernel(kernel), values(kernel, loopOf(outermost).body),
        written(analysis::writesOf(kernel, loopOf(outermost).body)) {
    forEachStmt(loopOf(outermost).body, [&](const Stmt& stmt) {
      if (!std::holds_alternative<Declare>(stmt.node))
        forEachWritten(kernel, stmt,
                       [&](const Place& p) { areAllSeen = areAllSeen && !isPointer(p.base); });
    });
  }

  /// May what is written be told from what is read?
  bool areAllSeen = true;

  /// The value that a local of the nest always has.
  ExprRef valueOf(VarId local) const { return values.of(local); }
  bool isSteady(const Place& place) const {
    return !written.overlaps(place) && !isPointer(place.base);
  }

private:
  const Kernel& kernel;
  const analysis::OnlyValues values;
  const analysis::RegionSet written;

  /// Of the kernel's own, to memory that has another name.
  bool isPointer(VarId var) const {
    return kernel[var].role == Role::Local && kernel[var].type->is(TypeKind::Pointer);
  }
};

/// Reads a value as it stands in a nest of loops: which elements over lanes it is a sum of.
class Reader {
public:
  Reader(const Kernel& kernel, const std::vector<const Stmt*>& nest)
      : facts(kernel, *nest.front()) {
    for (const Stmt* loop : nest)
      counters.insert(loopOf(*loop).counter);
  }

  /// False where some element is not the same one in all iterations, or is another one by then.
  bool read(const Expr& value, std::vector<Question::Element>& elements) const {
    if (!facts.areAllSeen)
      return false;
    if (const auto* s = std::get_if<Load>(&value.node); s && isOverLanes(*value.type))
      return element(s->place, elements);
    if (std::holds_alternative<Select>(value.node))
      return false; // one of them may not exist
    bool holds = true;
    forEachOperand(value, [&](const Expr& e) {
      if (isOverLanes(*e.type))
        holds = holds && read(e, elements);
    });
    return holds;
  }

  /// Can it be written before the nest as it stands?
  bool isSteady(const ExprRef& bound) const {
    const ExprRef same = spelled(bound, nullptr);
    return same && isSame(*same, *bound);
  }

private:
  const NestFacts facts;
  std::set<VarId> counters;

  bool element(const Place& place, std::vector<Question::Element>& elements) const {
    if (const ExprRef value = place.path.empty() ? facts.valueOf(place.base) : nullptr)
      return read(*value, elements);
    if (!facts.isSteady(place))
      return false;
    Question::Element found{place, {}};
    for (Selector& selector : found.place.path)
      for (ExprRef& index : selector.indices)
        if (!(index = spelled(index, &found.counters)))
          return false;
    elements.push_back(std::move(found));
    return true;
  }

  /// An index or a bound as it is written before the nest, or null; `used` are the counters in it.
  ExprRef spelled(const ExprRef& e, std::set<VarId>* used) const {
    bool holds = true;
    const ExprRef result = rewrite(e, [&](const ExprRef& part) -> ExprRef {
      const auto* s = std::get_if<Load>(&part->node);
      if (std::holds_alternative<Opaque>(part->node) || std::holds_alternative<Select>(part->node))
        holds = false;
      if (!s)
        return part;
      const VarId base = s->place.base;
      if (s->place.path.empty() && counters.contains(base)) {
        if (used)
          used->insert(base);
        else
          holds = false;
        return part;
      }
      if (const ExprRef value = s->place.path.empty() ? facts.valueOf(base) : nullptr) {
        const ExprRef inner = spelled(value, used);
        holds = holds && inner;
        return inner ? inner : part;
      }
      holds = holds && facts.isSteady(s->place);
      return part;
    });
    return holds ? result : nullptr;
  }
};

class Finder {
public:
  explicit Finder(Kernel& kernel) : kernel(kernel) {
    block(kernel.body);
    for (const Question& question : questions)
      if (!isWorthATable(question))
        std::erase_if(answers, [&](const auto& sum) { return sum.second == question.answer; });
    std::erase_if(questions, [](const Question& question) { return !isWorthATable(question); });
  }

  std::map<const Stmt*, VarId> answers; // by sum: the parts in which it is taken
  std::vector<Question> questions;

private:
  Kernel& kernel;
  std::vector<const Stmt*> around; // the loops around a statement, as far as nothing else is

  void block(const Block& statements) {
    for (const Stmt& stmt : statements) {
      if (std::holds_alternative<For>(stmt.node)) {
        around.push_back(&stmt);
        block(loopOf(stmt).body);
        around.pop_back();
      } else if (const auto* s = std::get_if<Assign>(&stmt.node)) {
        sum(stmt, *s);
      } else {
        const std::vector<const Stmt*> outer = std::exchange(around, {});
        for (const Block* inner : blocks(stmt))
          block(*inner);
        around = outer;
      }
    }
  }

  void sum(const Stmt& stmt, const Assign& s) {
    if (s.op == AssignOp::Set || !isOverLanes(*s.value->type) || around.empty())
      return;
    Question found;
    const bool isBeforeOne = beforeSome(s, /*isForEach=*/false, found);
    if (!isBeforeOne && !beforeSome(s, /*isForEach=*/true, found))
      return;
    answers[&stmt] = asked(std::move(found));
  }

  /// A question before the outermost loop that can have one.
  bool beforeSome(const Assign& s, bool isForEach, Question& found) {
    for (std::size_t first = 0; first < around.size(); ++first) {
      found = {};
      found.nest.assign(around.begin() + first, around.end());
      if (mayAbandon(loopOf(*found.nest.front()).body))
        continue; // that some element does not exist
      Reader reader(kernel, found.nest);
      if (reader.read(*s.value, found.elements) && !found.elements.empty() &&
          pays(found, isForEach) && canAsk(found, reader)) {
        std::ranges::transform(found.nest, std::back_inserter(found.heads), headOf);
        return true;
      }
    }
    return false;
  }

  static bool isIndex(const Question& question, const Stmt* loop) {
    return std::ranges::any_of(question.elements, [&](const Question::Element& e) {
      return e.counters.contains(loopOf(*loop).counter);
    });
  }

  /// Are elements asked once that many iterations read? `each` is the one loop that chooses among
  /// them, but for short ones.
  static bool pays(Question& question, bool isForEach) {
    bool isRepeated = false;
    for (std::size_t i = 0; i < question.nest.size(); ++i) {
      if (isFew(*question.nest[i]))
        continue;
      if (!isIndex(question, question.nest[i]))
        isRepeated = isRepeated || !question.each;
      else if (question.each || !isForEach || !isRepeated)
        return false;
      else
        question.each = i;
    }
    return isRepeated && question.each.has_value() == isForEach;
  }

  /// Are the bounds known before the nest?
  static bool canAsk(const Question& question, Reader& reader) {
    return std::ranges::all_of(question.nest, [&](const Stmt* loop) {
      return loop == question.nest.front() ||
             (reader.isSteady(loopOf(*loop).lower) && reader.isSteady(loopOf(*loop).upper));
    });
  }

  /// The variable with the answer; sums of one nest have one question.
  VarId asked(Question question) {
    for (Question& known : questions)
      if (known.nest == question.nest && known.loopOfEach() == question.loopOfEach()) {
        add(question.elements, known);
        return known.answer;
      }
    const std::string name = kernel[question.elements.front().place.base].name;
    question.answer = addLocal(kernel, name + "_moves", intType());
    if (question.each)
      question.table = addLocal(kernel, name + "_moving", vectorOf(intType()));
    Question fresh = question;
    fresh.elements.clear();
    add(question.elements, fresh);
    questions.push_back(std::move(fresh));
    return questions.back().answer;
  }

  /// A look into the table costs as much as a product or two.
  static bool isWorthATable(const Question& question) {
    return !question.each || question.elements.size() > 3 ||
           loopDepth(loopOf(*question.loopOfEach()).body) > 0;
  }

  static void add(const std::vector<Question::Element>& elements, Question& to) {
    for (const Question::Element& e : elements)
      if (std::ranges::none_of(to.elements, [&](const Question::Element& known) {
            return isSame(known.place, e.place);
          }))
        to.elements.push_back(e);
  }
};

/// Writes the questions before their loops, and the sums for the parts that the answers name.
class Writer {
public:
  Writer(Kernel& kernel, const Finder& found) : kernel(kernel), found(found) {}

  void statement(Stmt& stmt, Block& out) {
    if (const auto answer = found.answers.find(&stmt); answer != found.answers.end()) {
      ExprRef& value = std::get<Assign>(stmt.node).value;
      value = moving(load(kernel, answer->second), value);
    }
    for (const Question& question : found.questions) {
      if (question.loopOfEach() == &stmt)
        lookUp(question, std::get<For>(stmt.node));
      if (question.nest.front() == &stmt)
        ask(question, out);
    }
    out.push_back(std::move(stmt));
  }

private:
  Kernel& kernel;
  const Finder& found;

  Place answerIn(const Question& question, const For& loop) {
    return element(place(kernel, question.table), {iterationNumber(kernel, loop)});
  }

  void lookUp(const Question& question, For& loop) {
    loop.body.insert(loop.body.begin(), declare(question.answer, load(answerIn(question, loop))));
  }

  void ask(const Question& question, Block& out) {
    Block asking = collect(question);
    if (question.each) {
      For each = question.heads[*question.each];
      const TypeRef& table = kernel[question.table].type;
      out.push_back(declare(question.table, construct(table, {tripCount(kernel, each)})));
      each.body.push_back(declare(question.answer, integer(0)));
      std::ranges::move(asking, std::back_inserter(each.body));
      each.body.push_back(
          assign(answerIn(question, each), AssignOp::Set, load(kernel, question.answer)));
      asking.clear();
      asking.push_back(Stmt{{}, std::move(each)});
    } else {
      out.push_back(declare(question.answer, integer(0)));
    }
    asking = withOwnLocals(kernel, asking);
    if (const ExprRef runs = whereOthersRun(question))
      out.push_back(Stmt{{}, If{runs, std::move(asking), {}}});
    else
      std::ranges::move(asking, std::back_inserter(out));
  }

  /// Those that the same counters choose in one statement.
  Block collect(const Question& question) {
    std::map<std::set<VarId>, ExprRef> byCounters;
    for (const Question::Element& e : question.elements) {
      const auto [found, isFirst] =
          byCounters.try_emplace(e.counters, load(kernel, question.answer));
      found->second = apply(Op::bor_, {found->second, movingParts(e.place)}, intType());
    }
    Block out;
    for (const auto& [counters, answer] : byCounters) {
      Stmt asking = assign(place(kernel, question.answer), AssignOp::Set, answer);
      for (std::size_t i = question.nest.size(); i-- > 0;) {
        For loop = question.heads[i];
        if (question.each == i || !counters.contains(loop.counter))
          continue;
        loop.body.push_back(std::move(asking));
        asking = Stmt{{}, std::move(loop)};
      }
      out.push_back(std::move(asking));
    }
    return out;
  }

  /// Elements exist where every loop of the nest runs; null where those do that the question does
  /// not run itself.
  ExprRef whereOthersRun(const Question& question) {
    ExprRef all;
    for (std::size_t i = 0; i < question.heads.size(); ++i) {
      const For& loop = question.heads[i];
      if (question.each == i || analysis::surelyRuns(loop))
        continue;
      const ExprRef runs = runsAtAll(kernel, loop);
      all = all ? apply(Op::land_, {all, runs}, boolType()) : runs;
    }
    return all;
  }
};

} // namespace

void skipStill(Kernel& tangent) {
  const Finder found(tangent);
  if (found.questions.empty())
    return;
  Writer writer(tangent, found);
  replaceEach(tangent.body, [&](Stmt& stmt, Block& out) { writer.statement(stmt, out); });
}

} // namespace treelize::grad
