// The area func_treelize: a case is one call of a tree function over open values. It passes if the
// value or the class of the error, the warnings, and the numbers of calls are those of the real
// system.
#include "Area.h"
#include "Rules.h"
#include "Walks.h"

#include "treelize/detail/walk/options.hpp"

#include <algorithm>
#include <optional>

namespace treelize::conformance::func_treelize {
namespace {

struct Options {
  treelize::mode mode = mode::strict;
  bool inherit = true;
  Missing missing = Missing::none;
  subside_options subside;
  bool rise = false;
  std::optional<Value> riseTemplate;
  bool returnsNothing = false;
};

treelize::mode modeOf(const std::string& name) {
  return name == "inner"   ? mode::inner
         : name == "outer" ? mode::outer
         : name == "left"  ? mode::left
                           : mode::strict;
}

Missing missingOf(const std::string& kind) {
  return kind == "value"       ? Missing::value
         : kind == "generator" ? Missing::generator
                               : Missing::none;
}

bool isOn(const json& option) {
  return option.is_object() || option == true;
}

subside_options subsideOf(const json& option) {
  subside_options result{.enabled = isOn(option)};
  if (option.is_object()) {
    result.dict = option.value("dict_", true);
    result.list = option.value("list_", true);
    result.tuple = option.value("tuple_", true);
    result.inherit = option.value("inherit", true);
  }
  return result;
}

Options optionsOf(const json& options) {
  Options result{.mode = modeOf(options.at("mode")),
                 .inherit = options.at("inherit"),
                 .missing = missingOf(options.at("missing").at("kind")),
                 .subside = subsideOf(options.at("subside")),
                 .rise = isOn(options.at("rise")),
                 .riseTemplate = {},
                 .returnsNothing = options.at("return_type") == "none"};
  if (options.at("rise").is_object() && options.at("rise").contains("template"))
    result.riseTemplate = decode(options.at("rise").at("template"));
  return result;
}

Task taskOf(const json& one) {
  Task task;
  task.function = findFunction(one.at("function"));
  task.positional = one.at("args").size();
  for (const json& keyword : one.at("kwargs"))
    task.names.push_back(keyword.at("name"));
  std::sort(task.names.begin(), task.names.end());
  const json& missing = one.at("options").at("missing");
  if (missing.contains("value"))
    task.missingValue = decode(missing.at("value"));
  if (missing.contains("name"))
    task.generator = missing.at("name");
  return task;
}

/// Positional arguments, then those by name in the order of the names.
std::vector<Value> valuesOf(const json& one, const Task& task) {
  std::vector<Value> values;
  for (const json& argument : one.at("args"))
    values.push_back(decode(argument));
  for (const std::string& name : task.names)
    for (const json& keyword : one.at("kwargs"))
      if (keyword.at("name") == name)
        values.push_back(decode(keyword.at("value")));
  return values;
}

tree<Value> asArgument(const Value& value, const subside_options& options) {
  if (options.enabled)
    return treelize::subside(value, options);
  return value.treeValue() ? *value.treeValue() : tree<Value>(value);
}

tree<Value> walkCase(const Options& options, Task& task, const Arguments& arguments) {
  if (std::ranges::all_of(arguments, &tree<Value>::is_leaf)) {
    std::vector<Value> values;
    for (const tree<Value>& argument : arguments)
      values.push_back(argument.value());
    return tree<Value>(task.call(std::move(values)));
  }
  switch (options.mode) {
  case mode::inner:
    return walkInner(task, options.inherit, arguments);
  case mode::outer:
    return walkOuter(task, options.inherit, options.missing, arguments);
  case mode::left:
    return walkLeft(task, options.inherit, options.missing, arguments);
  default:
    return walkStrict(task, options.inherit, arguments);
  }
}

nlohmann::json resultOf(const Options& options, const tree<Value>& walked) {
  if (options.returnsNothing)
    return nullptr;
  if (!options.rise)
    return encode(walked);
  return encode(options.riseTemplate ? treelize::rise(walked, *options.riseTemplate)
                                     : treelize::rise(walked));
}

/// What Python's classes of exceptions are here.
std::string className(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const PythonError& e) {
    return e.name;
  } catch (const rise_error&) {
    return "ValueError";
  } catch (const mismatch_error&) {
    return "KeyError";
  } catch (const missing_error&) {
    return "KeyError";
  } catch (const inherit_error&) {
    return "TypeError";
  } catch (const std::exception& e) {
    return std::string("an unexpected exception: ") + e.what();
  }
}

std::size_t warningsOf(const Options& options) {
  const bool hasMissing = options.missing != Missing::none;
  return (hasMissing && missing_is_idle(options.mode)) ||
         (!hasMissing && needs_missing(options.mode));
}

Outcome compareCount(const json& one, const char* what, int actual) {
  if (!one.contains(what) || one.at(what) == actual)
    return Outcome::passed();
  return Outcome::failed(std::string(what) + " " + one.at(what).dump() + " expected, " +
                         std::to_string(actual) + " found");
}

Outcome compare(const json& one, const nlohmann::json& actual, const Task& task) {
  // Read again without an order of keys, as the actual result is.
  const auto expected = nlohmann::json::parse(one.at("expect").dump());
  if (!expected.contains("result") || expected.at("result") != actual ||
      expected.at("result").dump() != actual.dump())
    return Outcome::failed("expected " + expected.dump() + ", found " + actual.dump());
  Outcome calls = compareCount(one, "n_calls", task.calls);
  return calls.kind == Outcome::Kind::passed
             ? compareCount(one, "n_missing_calls", task.missingCalls)
             : calls;
}

struct Run {
  Task task;
  nlohmann::json result;
  std::string error; ///< the class of what was thrown; empty: nothing
};

Run run(const Options& options, const json& one) {
  Run r{.task = taskOf(one), .result = {}, .error = {}};
  try {
    Arguments arguments;
    for (const Value& value : valuesOf(one, r.task))
      arguments.push_back(asArgument(value, options.subside));
    r.result = resultOf(options, walkCase(options, r.task, arguments));
  } catch (...) {
    r.error = className(std::current_exception());
  }
  return r;
}

/// Both a key and a leaf are wrong: a call that has only the other fault throws what is expected.
bool isOtherOfTwoErrors(Options options, const json& one, const std::string& expected) {
  if (options.inherit)
    return false;
  if (expected == "KeyError")
    options.inherit = true;
  else
    options.mode = mode::inner;
  return run(options, one).error == expected;
}

Outcome runOne(const Options& options, const json& one) {
  if (!findFunction(one.at("function")))
    return Outcome::failed("unknown function " + one.at("function").dump());
  const Run r = run(options, one);
  if (r.error.empty())
    return compare(one, r.result, r.task);
  const json& expect = one.at("expect");
  const std::string expected = expect.contains("error") ? expect.at("error").at("class") : json("");
  if (expected == r.error ||
      (mayBeOtherError(expected, r.error) && isOtherOfTwoErrors(options, one, expected)))
    return Outcome::passed();
  return Outcome::failed("expected " + expect.dump() + ", found " + r.error);
}

} // namespace

} // namespace treelize::conformance::func_treelize

namespace treelize::conformance {

Outcome runFuncTreelize(const json&, const json& one) {
  using namespace func_treelize;
  if (std::string reason = reasonToSkip(one); !reason.empty())
    return Outcome::skipped(reason);
  const Options options = optionsOf(one.at("options"));
  if (expectedWarnings(one) != warningsOf(options))
    return Outcome::failed("warnings differ");
  return runOne(options, one);
}

} // namespace treelize::conformance
