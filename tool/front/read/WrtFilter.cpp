#include "front/read/WrtFilter.h"

#include "treelize/detail/filter/predicates.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <stdexcept>

namespace treelize::front {
namespace {

using detail::site;
using detail::verdict;
using Test = std::function<verdict(const LeafSite&)>;

/// The text cannot be read as a filter.
struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A filter of the runtime that asks for keys or for the tags of fields.
template <class F>
Test asked(F filter) {
  return [filter](const LeafSite& leaf) { return filter.test(site<double>{leaf.last, nullptr}); };
}

Test constantly(bool matches) {
  return [matches](const LeafSite&) { return detail::verdict_of(matches); };
}

Test ofType(const std::string& name) {
  return [name](const LeafSite& leaf) {
    return detail::verdict_of(std::ranges::any_of(leaf.types, [&](const std::string& type) {
      return type == name || type.ends_with("::" + name);
    }));
  };
}

Test combined(std::vector<Test> parts, bool isAny) {
  return [parts = std::move(parts), isAny](const LeafSite& leaf) {
    verdict result = detail::verdict_of(!isAny);
    for (const Test& part : parts)
      result = isAny ? std::max(result, part(leaf)) : std::min(result, part(leaf));
    return result;
  };
}

class Parser {
public:
  explicit Parser(const std::string& text) : text_(text) {}

  Test parse() {
    Test result = filter();
    skipSpace();
    if (at_ != text_.size())
      throw Unreadable("'" + text_.substr(at_) + "' follows a filter");
    return result;
  }

private:
  const std::string& text_;
  std::size_t at_ = 0;

  void skipSpace() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])))
      ++at_;
  }
  bool next(char c) {
    skipSpace();
    return at_ < text_.size() && text_[at_] == c;
  }
  bool take(char c) {
    const bool is = next(c);
    at_ += is ? 1 : 0;
    return is;
  }
  void expect(char c) {
    if (!take(c))
      throw Unreadable(std::string("a '") + c + "' is missing");
  }

  /// `all`, `treelize::all`
  std::string name() {
    skipSpace();
    const std::size_t start = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                                  text_[at_] == '_' || text_[at_] == ':'))
      ++at_;
    std::string result = text_.substr(start, at_ - start);
    for (const char* prefix : {"::", "treelize::"})
      if (result.starts_with(prefix))
        result.erase(0, std::string(prefix).size());
    return result;
  }

  std::string quoted() {
    expect('"');
    std::string result;
    while (at_ < text_.size() && text_[at_] != '"') {
      at_ += text_[at_] == '\\' ? 1 : 0;
      result += text_[std::min(at_++, text_.size() - 1)];
    }
    expect('"');
    return result;
  }

  /// What stands between `<` and its `>`.
  std::string bracketed() {
    expect('<');
    const std::size_t start = at_;
    for (int depth = 1; at_ < text_.size(); ++at_) {
      depth += text_[at_] == '<' ? 1 : text_[at_] == '>' ? -1 : 0;
      if (depth == 0)
        return text_.substr(start, at_++ - start);
    }
    throw Unreadable("a '>' is missing");
  }

  std::vector<Test> arguments() {
    std::vector<Test> result;
    expect('(');
    while (!take(')')) {
      result.push_back(filter());
      if (!next(')'))
        expect(',');
    }
    return result;
  }

  Test filter() {
    skipSpace();
    if (next('"'))
      return asked(detail::with_tag_filter<std::string>(quoted()));
    if (next('('))
      return combined(arguments(), /*isAny=*/true);
    if (next('['))
      throw Unreadable("a function can be asked only when the program runs");
    const std::string word = name();
    if (word == "everything" || word == "rest" || word == "true")
      return constantly(true);
    if (word == "nothing" || word == "false")
      return constantly(false);
    if (word == "of_type")
      return ofType(trimmed(bracketed()));
    if (word == "constant")
      return Parser(bracketed()).parse();
    return call(word);
  }

  Test call(const std::string& word) {
    if (word == "any" || word == "all")
      return combined(arguments(), word == "any");
    if (word == "not_")
      return negated();
    if (word != "with_tag" && word != "path_contains" && word != "path_in")
      throw Unreadable(word.empty() ? "it has no name that a filter begins with"
                                    : "'" + word + "' is none of the filters that treelize knows");
    expect('(');
    Test result = word == "with_tag"        ? asked(detail::with_tag_filter<std::string>(quoted()))
                  : word == "path_contains" ? pathContains()
                                            : pathIn();
    expect(')');
    return result;
  }

  Test negated() {
    std::vector<Test> parts = arguments();
    if (parts.size() != 1)
      throw Unreadable("'not_' takes one filter");
    return [part = parts.front()](const LeafSite& leaf) { return detail::opposite(part(leaf)); };
  }

  Test pathContains() {
    if (next('"')) {
      std::string key = quoted();
      const bool exact = exactness();
      return asked(detail::path_contains_filter<std::string>(std::move(key), exact));
    }
    const std::string digits = name();
    if (digits.empty() || !std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; }))
      throw Unreadable("'path_contains' asks for a name in quotes or an index");
    const bool exact = exactness();
    return asked(detail::path_contains_filter<std::size_t>(std::stoul(digits), exact));
  }

  /// `, false` or `, "exact"_a = false`
  bool exactness() {
    if (!take(','))
      return true;
    if (next('"')) {
      if (quoted() != "exact" || name() != "_a")
        throw Unreadable("the only named argument of 'path_contains' is \"exact\"_a");
      expect('=');
    }
    const std::string word = name();
    if (word != "true" && word != "false")
      throw Unreadable("'exact' is true or false");
    return word == "true";
  }

  Test pathIn() {
    std::vector<std::string> paths;
    do
      paths.push_back(quoted());
    while (take(','));
    return asked(detail::path_in_filter<std::vector<std::string>>(std::move(paths)));
  }

  static std::string trimmed(std::string type) {
    const auto isSpace = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    type.erase(type.begin(), std::ranges::find_if_not(type, isSpace));
    while (!type.empty() && isSpace(type.back()))
      type.pop_back();
    return type.starts_with("::") ? type.substr(2) : type;
  }
};

} // namespace

WrtFilter parseWrtFilter(const std::string& text) {
  try {
    return {Parser(text).parse(), {}};
  } catch (const Unreadable& problem) {
    return {{}, problem.what()};
  }
}

WrtFilter leavesOf(const std::string& name) {
  return {[name](const LeafSite& leaf) {
            const detail::site_step* first = leaf.last;
            while (first->up)
              first = first->up;
            return detail::verdict_of(first->name == name);
          },
          {}};
}

} // namespace treelize::front
