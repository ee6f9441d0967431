#include "front/annotations/CheckItems.h"

#include "Diagnostics.h"
#include "front/annotations/ItemTable.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace treelize::front {
namespace {

void reportUnknown(const AnnotationToken& name, Place place, DiagnosticSink& sink) {
  const ItemRow* nearest = nearestItem(name.spelling, place);
  if (!nearest) {
    std::string whose = place == noPlace ? "the items" : "the items of a " + placeName(place);
    sink.report(Diag::unknown_item, name.where,
                {name.spelling, whose + " are " + itemNames(place)});
    return;
  }
  std::string suggestion(nearest->name);
  sink.report(Diag::unknown_item, name.where, {name.spelling, "did you mean '" + suggestion + "'?"},
              {.notes = {}, .fixIts = {{name.where, name.where, suggestion}}, .ranges = {}});
}

// `T = double`: the name of a template parameter of the function or class.
bool isTemplateParameter(const clang::NamedDecl* decl, const std::string& name) {
  auto names = [&](const clang::TemplateParameterList* list) {
    return std::any_of(list->begin(), list->end(), [&](const clang::NamedDecl* parameter) {
      return parameter->getName() == name;
    });
  };
  const clang::TemplateDecl* pattern = decl->getDescribedTemplate();
  return pattern && names(pattern->getTemplateParameters());
}

bool isParameter(const clang::NamedDecl* decl, const std::string& name) {
  const clang::FunctionDecl* function = decl->getAsFunction();
  return function && std::ranges::any_of(function->parameters(), [&](const auto* parameter) {
           return parameter->getName() == name;
         });
}

std::string names(const Item& list) {
  std::string text;
  for (const std::string& element : list.elements)
    text += (text.empty() ? "" : ", ") + element;
  return text;
}

class Checker {
public:
  Checker(const std::string& text, const clang::Decl* decl, Annotation& annotation,
          DiagnosticSink& sink)
      : text_(text), decl_(decl), annotation_(annotation), sink_(sink),
        place_(placeOf(annotation.decl)) {}

  void check(const ParsedItem& parsed) {
    std::string name = parsed.name.spelling;
    const bool mayRepeat = name == "tag"; // a field may have several
    if (const Item* first = mayRepeat ? nullptr : findNamed(name))
      return checkRepeated(*first, parsed);
    Item item{.kind = ItemKind::templateArgument,
              .name = name,
              .value = parsed.value,
              .where = parsed.name.where,
              .valueWhere = parsed.name.where,
              .on = decl_};
    if (!parsed.tokens.empty())
      item.valueWhere = parsed.tokens.front().where;

    const ItemRow* row = findItem(name);
    if (!row) {
      checkTemplateArgument(parsed, std::move(item));
      return;
    }
    item.kind = row->kind;
    if (!(row->places & place_))
      sink_.report(Diag::misplaced_item, item.where,
                   {name, placeName(place_), placesName(row->places)});
    else if (checkValue(*row, parsed, item))
      annotation_.items.push_back(std::move(item));
  }

private:
  const Item* findNamed(const std::string& name) const {
    for (const Item& item : annotation_.items)
      if (item.name == name)
        return &item;
    return nullptr;
  }

  void checkRepeated(const Item& first, const ParsedItem& parsed) {
    if (first.on != decl_ && first.value == parsed.value)
      return;
    sink_.report(
        first.on == decl_ ? Diag::duplicate_item : Diag::contradicting_item, parsed.name.where,
        {first.name},
        {.notes = {{Diag::previous_item, first.where, {first.name}}}, .fixIts = {}, .ranges = {}});
  }

  void checkTemplateArgument(const ParsedItem& parsed, Item item) {
    const Item* wrt = findNamed("wrt");
    if (wrt && parsed.form == ParsedItem::alone && isParameter(annotation_.decl, item.name))
      sink_.report(Diag::unknown_item, item.where,
                   {item.name, "write 'wrt = (" + names(*wrt) + ", " + item.name + ")'"});
    else if (!isTemplateParameter(annotation_.decl, item.name))
      reportUnknown(parsed.name, place_, sink_);
    else if (parsed.form != ParsedItem::assigned)
      sink_.report(Diag::missing_value, item.where, {item.name, item.name + " = double"});
    else
      annotation_.items.push_back(std::move(item));
  }

  bool wrong(const ItemRow& row, const Item& item, const std::string& wanted) {
    sink_.report(Diag::wrong_value, item.valueWhere, {std::string(row.name), item.value, wanted});
    return false;
  }

  bool isKeyword(const std::string& word) const {
    return annotation_.decl->getASTContext().Idents.get(word).getTokenID() !=
           clang::tok::identifier;
  }

  bool checkValue(const ItemRow& row, const ParsedItem& parsed, Item& item) {
    bool takesParentheses = row.value == ValueKind::list || row.value == ValueKind::words ||
                            row.value == ValueKind::text;
    if (parsed.form == ParsedItem::alone) {
      if (row.value == ValueKind::none || row.value == ValueKind::optionalName ||
          row.value == ValueKind::optionalList || row.value == ValueKind::optionalExpression)
        return true;
      sink_.report(Diag::missing_value, item.where, {item.name, std::string(row.example)});
      return false;
    }
    if (row.value == ValueKind::none) {
      sink_.report(Diag::unexpected_value, item.where, {item.name});
      return false;
    }
    if (parsed.form == ParsedItem::parenthesized && !takesParentheses && holdsItem(parsed))
      return wrong(row, item,
                   "one item beside the other: '[[treelize(" + item.name + ", " + item.value +
                       ")]]'");
    if (parsed.form == ParsedItem::parenthesized && !takesParentheses)
      return wrong(row, item, quotedList({std::string(row.example)}));

    bool isName = parsed.tokens.size() == 1 && parsed.tokens[0].kind == AnnotationToken::name;
    switch (row.value) {
    case ValueKind::none:
    case ValueKind::expression:
    case ValueKind::optionalExpression:
      return true;
    case ValueKind::optionalName:
      return (isName && !isKeyword(item.value)) ||
             wrong(row, item, "a name, such as " + quotedList({std::string(row.example)}));
    case ValueKind::boolean:
      return item.value == "true" || item.value == "false" || wrong(row, item, "'true' or 'false'");
    case ValueKind::count:
      return countOf(item) ||
             wrong(row, item,
                   "a positive number, such as " + quotedList({std::string(row.example)}));
    case ValueKind::choice: {
      std::vector<std::string> choices = choicesOf(row);
      return std::find(choices.begin(), choices.end(), item.value) != choices.end() ||
             wrong(row, item, quotedList(choices));
    }
    case ValueKind::words:
      return checkList(row, parsed, item) && checkWords(row, item);
    case ValueKind::list:
    case ValueKind::optionalList:
      return checkList(row, parsed, item);
    case ValueKind::text: {
      bool isText = parsed.tokens.size() == 1 && parsed.tokens[0].kind == AnnotationToken::text &&
                    item.value.size() >= 2 && item.value.front() == '"';
      if (!isText)
        return wrong(row, item, quotedList({std::string(row.example)}));
      item.value = item.value.substr(1, item.value.size() - 2);
      return true;
    }
    }
    return true;
  }

  /// `kernel(wrt = x)`.
  static bool holdsItem(const ParsedItem& parsed) {
    return parsed.tokens.front().kind == AnnotationToken::name &&
           findItem(parsed.tokens.front().spelling);
  }

  bool checkList(const ItemRow& row, const ParsedItem& parsed, Item& item) {
    for (const std::vector<AnnotationToken>& element : splitList(parsed.tokens)) {
      if (element.empty())
        return wrong(row, item, quotedList({std::string(row.example)}));
      item.elements.push_back(textOf(text_, element));
      item.elementsWhere.push_back(element.front().where);
    }
    return !item.elements.empty() || wrong(row, item, quotedList({std::string(row.example)}));
  }

  bool checkWords(const ItemRow& row, Item& item) {
    const std::vector<std::string> known = choicesOf(row);
    for (std::size_t i = 0; i < item.elements.size(); ++i)
      if (std::ranges::find(known, item.elements[i]) == known.end()) {
        sink_.report(Diag::wrong_value, item.elementsWhere[i],
                     {std::string(row.name), item.elements[i], "words of " + quotedList(known)});
        return false;
      }
    return true;
  }

  const std::string& text_;
  const clang::Decl* decl_;
  Annotation& annotation_;
  DiagnosticSink& sink_;
  Place place_;
};

} // namespace

void checkItems(const std::vector<ParsedItem>& parsed, const std::string& text,
                const clang::Decl* decl, Annotation& annotation, DiagnosticSink& sink) {
  Checker checker(text, decl, annotation, sink);
  for (const ParsedItem& item : parsed)
    checker.check(item);
}

void reportUnknownItem(const std::string& name, Location where, DiagnosticSink& sink) {
  reportUnknown({AnnotationToken::name, name, 0, where}, noPlace, sink);
}

} // namespace treelize::front
