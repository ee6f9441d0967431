#include "front/read/TemplateArguments.h"

#include "Diagnostics.h"
#include "front/Locations.h"
#include "front/Session.h"
#include "front/read/Request.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

#include <map>
#include <sstream>

namespace treelize::front {

using namespace clang;

namespace {

/// The types of one word or several: `double`, `unsigned long`.
std::optional<QualType> builtinType(const ASTContext& ast, const std::string& text) {
  const std::map<std::string, QualType> types = {{"float", ast.FloatTy},
                                                 {"double", ast.DoubleTy},
                                                 {"long double", ast.LongDoubleTy},
                                                 {"int", ast.IntTy},
                                                 {"unsigned", ast.UnsignedIntTy},
                                                 {"long", ast.LongTy},
                                                 {"unsigned int", ast.UnsignedIntTy},
                                                 {"unsigned long", ast.UnsignedLongTy},
                                                 {"long long", ast.LongLongTy},
                                                 {"bool", ast.BoolTy},
                                                 {"char", ast.CharTy},
                                                 {"short", ast.ShortTy},
                                                 {"std::size_t", ast.getSizeType()}};
  const auto found = types.find(text);
  return found == types.end() ? std::nullopt : std::optional(found->second);
}

/// Words are separated by one space each, nothing else is.
std::string normalized(const std::string& text) {
  std::istringstream words(text);
  std::string result, word;
  while (words >> word)
    result += (result.empty() ? "" : " ") + word;
  return result;
}

class ArgumentReader {
public:
  ArgumentReader(Session& session, const Annotation& annotation, const TemplateDecl* pattern,
                 DiagnosticSink& sink)
      : sema_(session.sema()), ast_(session.ast()), sink_(sink), annotation_(annotation),
        pattern_(pattern) {}

  std::optional<TemplateArgumentListInfo> run() {
    TemplateArgumentListInfo arguments(pattern_->getLocation(), pattern_->getLocation());
    for (const NamedDecl* parameter : *pattern_->getTemplateParameters()) {
      if (!itemFor(parameter) && hasDefault(parameter))
        break; // and so have all that follow
      std::optional<TemplateArgumentLoc> argument = argumentFor(parameter);
      if (!argument)
        return std::nullopt;
      arguments.addArgument(*argument);
    }
    return arguments;
  }

private:
  const Item* itemFor(const NamedDecl* parameter) const {
    for (const Item& item : annotation_.items)
      if (item.kind == ItemKind::templateArgument && item.name == parameter->getNameAsString())
        return &item;
    return nullptr;
  }

  static bool hasDefault(const NamedDecl* parameter) {
    if (const auto* type = dyn_cast<TemplateTypeParmDecl>(parameter))
      return type->hasDefaultArgument();
    const auto* number = dyn_cast<NonTypeTemplateParmDecl>(parameter);
    return number && number->hasDefaultArgument();
  }

  std::optional<TemplateArgumentLoc> argumentFor(const NamedDecl* parameter) {
    if (parameter->isImplicit() || parameter->isParameterPack()) {
      refuse(toLocation(parameter->getLocation()),
             parameter->isImplicit() ? "an 'auto' parameter has no name to give a type to"
                                     : "it has a parameter pack");
      return std::nullopt;
    }
    const Item* item = itemFor(parameter);
    const std::string name = parameter->getNameAsString();
    if (!item) {
      sink_.report(Diag::needs_template_argument, annotation_.where,
                   {what(), name, annotation_.isKernel() ? "kernel" : "data_oriented"});
      return std::nullopt;
    }
    if (isa<TemplateTypeParmDecl>(parameter))
      return typeArgument(*item);
    if (const auto* number = dyn_cast<NonTypeTemplateParmDecl>(parameter))
      return numberArgument(*item, number);
    refuse(item->where, "a template template parameter");
    return std::nullopt;
  }

  std::optional<TemplateArgumentLoc> typeArgument(const Item& item) {
    const std::string text = normalized(item.value);
    std::optional<QualType> type = builtinType(ast_, text);
    if (!type)
      type = namedType(text);
    if (!type) {
      refuse(item.valueWhere, "'" + text + "' is no type that an annotation can name yet");
      return std::nullopt;
    }
    return TemplateArgumentLoc(
        TemplateArgument(*type),
        ast_.getTrivialTypeSourceInfo(*type, toSourceLocation(item.valueWhere)));
  }

  /// A class, an enumeration or an alias by its qualified name, seen from the template.
  std::optional<QualType> namedType(const std::string& text) {
    for (auto* context = const_cast<DeclContext*>(pattern_->getDeclContext()); context;
         context = context->getParent())
      if (auto type = typeIn(context, text))
        return type;
    return std::nullopt;
  }

  std::optional<QualType> typeIn(DeclContext* context, const std::string& text) {
    std::string rest = text.starts_with("::") ? text.substr(2) : text;
    while (context) {
      const std::size_t end = rest.find("::");
      const std::string word = rest.substr(0, end);
      LookupResult found(sema_, DeclarationName(&ast_.Idents.get(word)), SourceLocation(),
                         Sema::LookupAnyName);
      found.suppressDiagnostics();
      if (!sema_.LookupQualifiedName(found, context) || !found.isSingleResult())
        return std::nullopt;
      NamedDecl* decl = found.getFoundDecl()->getUnderlyingDecl();
      if (end == std::string::npos)
        return isa<TypeDecl>(decl) ? std::optional(ast_.getTypeDeclType(
                                         static_cast<const TypeDecl*>(cast<TypeDecl>(decl))))
                                   : std::nullopt;
      context = dyn_cast<DeclContext>(decl);
      rest = rest.substr(end + 2);
    }
    return std::nullopt;
  }

  std::optional<TemplateArgumentLoc> numberArgument(const Item& item,
                                                    const NonTypeTemplateParmDecl* parameter) {
    const std::string text = normalized(item.value);
    const bool isNumber =
        !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    const QualType type = parameter->getType();
    if (!isNumber || !type->isIntegerType() || type->isDependentType()) {
      refuse(item.valueWhere, "'" + text + "' is no number that an annotation can name yet");
      return std::nullopt;
    }
    const llvm::APSInt value(llvm::APInt(ast_.getIntWidth(type), text, 10),
                             type->isUnsignedIntegerType());
    const SourceLocation where = toSourceLocation(item.valueWhere);
    Expr* literal = IntegerLiteral::Create(ast_, value, type, where);
    return TemplateArgumentLoc(TemplateArgument(ast_, value, type), literal);
  }

  void refuse(Location where, const std::string& reason) {
    reportTemplate(annotation_, where, reason, sink_);
  }

  std::string what() const {
    return (annotation_.isKernel() ? "kernel '" : "class '") + annotation_.decl->getNameAsString() +
           "'";
  }

  Sema& sema_;
  ASTContext& ast_;
  DiagnosticSink& sink_;
  const Annotation& annotation_;
  const TemplateDecl* pattern_;
};

} // namespace

void reportTemplate(const Annotation& annotation, Location where, const std::string& reason,
                    DiagnosticSink& sink) {
  sink.report(annotation.isKernel() ? Diag::kernel_template : Diag::data_oriented_template, where,
              {annotation.decl->getNameAsString(), reason});
}

std::optional<TemplateArgumentListInfo> templateArguments(Session& session,
                                                          const Annotation& annotation,
                                                          const TemplateDecl* pattern,
                                                          DiagnosticSink& sink) {
  return ArgumentReader(session, annotation, pattern, sink).run();
}

} // namespace treelize::front
