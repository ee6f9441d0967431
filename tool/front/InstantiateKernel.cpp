#include "front/InstantiateKernel.h"

#include "Diagnostics.h"
#include "front/Locations.h"
#include "front/Request.h"
#include "front/Session.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/Template.h"
#include "clang/Sema/TemplateDeduction.h"

#include <map>
#include <optional>
#include <sstream>

namespace treelize::front {

using namespace clang;

namespace {

/// The types of one word or several: `double`, `unsigned long`.
std::optional<QualType> builtinType(const ASTContext& ast, const std::string& text) {
  const std::map<std::string, QualType> types = {
      {"float", ast.FloatTy},   {"double", ast.DoubleTy},     {"long double", ast.LongDoubleTy},
      {"int", ast.IntTy},       {"unsigned", ast.UnsignedIntTy}, {"long", ast.LongTy},
      {"unsigned int", ast.UnsignedIntTy}, {"unsigned long", ast.UnsignedLongTy},
      {"long long", ast.LongLongTy}, {"bool", ast.BoolTy},     {"char", ast.CharTy},
      {"short", ast.ShortTy},   {"std::size_t", ast.getSizeType()}};
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

class Instantiator {
public:
  Instantiator(Session& session, const Annotation& kernel)
      : session_(session), sema_(session.sema()), ast_(session.ast()), kernel_(kernel),
        pattern_(kernel.function()->getDescribedFunctionTemplate()) {}

  const FunctionDecl* run() {
    // Sema has left the translation unit and is asked to enter it once more. (The session keeps a scope.)
    Sema::ContextRAII again(sema_, ast_.getTranslationUnitDecl());
    TemplateArgumentListInfo arguments(pattern_->getLocation(), pattern_->getLocation());
    for (const NamedDecl* parameter : *pattern_->getTemplateParameters()) {
      std::optional<TemplateArgumentLoc> argument = argumentFor(parameter);
      if (!argument)
        return nullptr;
      arguments.addArgument(*argument);
    }
    FunctionDecl* function = nullptr;
    sema::TemplateDeductionInfo info(pattern_->getLocation());
    if (sema_.DeduceTemplateArguments(pattern_, &arguments, function, info) !=
            TemplateDeductionResult::Success ||
        !function)
      return refuse(kernel_.where, "these template arguments do not fit");
    sema_.InstantiateFunctionDefinition(pattern_->getLocation(), function, /*Recursive=*/true,
                                        /*DefinitionRequired=*/true);
    sema_.PerformPendingInstantiations();
    if (function->isInvalidDecl() || !function->getDefinition())
      return refuse(kernel_.where, "its body does not compile with these template arguments");
    return function->getDefinition();
  }

private:
  std::optional<TemplateArgumentLoc> argumentFor(const NamedDecl* parameter) {
    const Item* item = nullptr;
    for (const Item& candidate : kernel_.items)
      if (candidate.kind == ItemKind::templateArgument &&
          candidate.name == parameter->getNameAsString())
        item = &candidate;
    const std::string name = parameter->getNameAsString();
    if (!item) {
      session_.sink().report(Diag::kernel_needs_template_argument, kernel_.where,
                             {kernel_.function()->getNameAsString(), name});
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
    return TemplateArgumentLoc(TemplateArgument(*type),
                               ast_.getTrivialTypeSourceInfo(*type, toSourceLocation(item.valueWhere)));
  }

  /// A class, an enumeration or an alias by its qualified name, seen from the template.
  std::optional<QualType> namedType(const std::string& text) {
    DeclContext* context = pattern_->getDeclContext();
    for (; context; context = context->getParent())
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
        return isa<TypeDecl>(decl) ? std::optional(ast_.getTypeDeclType(static_cast<const TypeDecl*>(cast<TypeDecl>(decl))))
                                   : std::nullopt;
      context = dyn_cast<DeclContext>(decl);
      rest = rest.substr(end + 2);
    }
    return std::nullopt;
  }

  std::optional<TemplateArgumentLoc> numberArgument(const Item& item,
                                                    const NonTypeTemplateParmDecl* parameter) {
    const std::string text = normalized(item.value);
    const bool isNumber = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
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

  const FunctionDecl* refuse(Location where, const std::string& reason) {
    session_.sink().report(Diag::kernel_template, where,
                           {kernel_.function()->getNameAsString(), reason});
    return nullptr;
  }

  Session& session_;
  Sema& sema_;
  ASTContext& ast_;
  const Annotation& kernel_;
  FunctionTemplateDecl* pattern_;
};

} // namespace

const FunctionDecl* instantiateKernel(Session& session, const Annotation& kernel) {
  return Instantiator(session, kernel).run();
}

} // namespace treelize::front
