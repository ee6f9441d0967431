#include "front/read/SelectLeaves.h"

#include "Diagnostics.h"
#include "front/CppText.h"
#include "front/Session.h"
#include "front/annotations/FindAnnotations.h"
#include "front/lower/types/LibraryTypes.h"
#include "front/lower/types/Members.h"
#include "front/lower/types/TypeModel.h"
#include "front/read/ReadKernelSignature.h"
#include "front/read/WrtFilter.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include <algorithm>
#include <map>

namespace treelize::front {

using namespace clang;
using treelize::detail::site_step;
using treelize::detail::step_kind;
using treelize::detail::verdict;

namespace {

/// One real number, or all elements of a container of them.
struct SelectedLeaf {
  std::string path;
  std::vector<const Decl*> way; ///< the parameter and fields that lead to it
  verdict isSelected;
};

std::string textOf(const site_step* last) {
  if (!last)
    return {};
  const std::string above = textOf(last->up);
  if (last->is_open())
    return above + "[*]";
  if (last->kind == step_kind::index)
    return above + "[" + std::to_string(last->index) + "]";
  return (above.empty() ? "" : above + ".") + std::string(last->name);
}

class LeafFinder {
public:
  LeafFinder(const ASTContext& ast, const Annotations& annotations, std::vector<WrtFilter> filters)
      : ast_(ast), annotations_(annotations), filters_(std::move(filters)) {}

  std::vector<SelectedLeaf> leaves;

  void addParameters(const FunctionDecl* function) {
    for (const ParmVarDecl* parameter : function->parameters()) {
      const Decl* declared = patternOf(parameter);
      addNamed(declared, parameter->getNameAsString(), parameter->getType(), nullptr);
    }
    if (const auto* method = dyn_cast<CXXMethodDecl>(function); method && method->isInstance())
      addFields(method->getParent(), nullptr);
  }

private:
  const ASTContext& ast_;
  const Annotations& annotations_;
  std::vector<WrtFilter> filters_;
  std::vector<const Decl*> way_;
  std::vector<std::string> types_;
  std::vector<const CXXRecordDecl*> records_; ///< that we are in

  void addNamed(const Decl* decl, const std::string& name, QualType type, const site_step* up) {
    if (isConstant(annotations_, decl))
      return;
    std::vector<std::string_view> tags;
    if (const Annotation* annotation = annotations_.of(decl))
      for (const Item& item : annotation->items)
        if (item.kind == ItemKind::tag)
          tags.push_back(item.value);
    const site_step step{up, name, 0, step_kind::name, tags};
    way_.push_back(decl);
    add(type.getNonReferenceType(), &step);
    way_.pop_back();
  }

  void addFields(const CXXRecordDecl* record, const site_step* up) {
    for (const CXXBaseSpecifier& base : record->bases())
      if (const CXXRecordDecl* declared = base.getType()->getAsCXXRecordDecl())
        if (declared->hasDefinition())
          addFields(declared->getDefinition(), up);
    for (const FieldDecl* field : ownMembers(record))
      addNamed(field, field->getNameAsString(), field->getType(), up);
  }

  void add(QualType type, const site_step* up) {
    if (type->isPointerType())
      addElement(type->getPointeeType(), up);
    else if (type->isArrayType())
      addElement(QualType(type->getArrayElementTypeNoTypeQual(), 0), up);
    else if (const CXXRecordDecl* record = type->getAsCXXRecordDecl())
      addRecord(record, up);
    else if (type->isRealFloatingType())
      addLeaf(type, up);
  }

  void addElement(QualType type, const site_step* up) {
    const site_step step{up, {}, 0, step_kind::open_index, {}};
    add(type, &step);
  }

  void addRecord(const CXXRecordDecl* record, const site_step* up) {
    if (!record->hasDefinition() ||
        std::ranges::find(records_, record->getDefinition()) != records_.end())
      return;
    record = record->getDefinition();
    records_.push_back(record);
    if (const Library library = libraryOf(record); library != Library::none)
      addOfLibrary(library, cast<ClassTemplateSpecializationDecl>(record), up);
    else
      addOfUser(record, up);
    records_.pop_back();
  }

  void addOfLibrary(Library library, const ClassTemplateSpecializationDecl* record,
                    const site_step* up) {
    const auto arguments = record->getTemplateArgs().asArray();
    const auto child = [&](const TemplateArgument& argument, std::size_t i) {
      const site_step step = detail::index_step(up, i);
      add(argument.getAsType(), &step);
    };
    if (library == Library::pair)
      for (std::size_t i = 0; i < 2; ++i)
        child(arguments[i], i);
    else if (library == Library::tuple)
      for (std::size_t i = 0; i < arguments[0].pack_size(); ++i)
        child(arguments[0].pack_begin()[i], i);
    else if (library == Library::optional || library == Library::complex)
      add(arguments[0].getAsType(), up);
    else if (library == Library::vector || library == Library::array || library == Library::span ||
             library == Library::field)
      addElement(arguments[0].getAsType(), up);
  }

  /// The leaves within a class that is no node stand for it: of_type<T> asks for them.
  void addOfUser(const CXXRecordDecl* record, const site_step* up) {
    const std::size_t known = types_.size();
    if (!isNode(record))
      addTypes(record);
    addFields(record, up);
    types_.resize(known);
  }

  void addTypes(const CXXRecordDecl* record) {
    types_.push_back(nameText(record, ast_));
    for (const CXXBaseSpecifier& base : record->bases())
      if (const CXXRecordDecl* declared = base.getType()->getAsCXXRecordDecl())
        addTypes(declared);
  }

  bool isNode(const CXXRecordDecl* record) const {
    const CXXRecordDecl* pattern = record->getTemplateInstantiationPattern();
    return annotations_.has(record, ItemKind::node) ||
           (pattern && annotations_.has(pattern, ItemKind::node));
  }

  void addLeaf(QualType type, const site_step* last) {
    types_.push_back(typeText(type.getUnqualifiedType(), ast_));
    verdict result = verdict::no;
    for (const WrtFilter& filter : filters_)
      result = std::max(result, filter.test({last, types_}));
    types_.pop_back();
    leaves.push_back({textOf(last), way_, result});
  }
};

class Selection {
public:
  Selection(Session& session, const Annotations& annotations, const Annotation& kernel,
            const FunctionDecl* function)
      : session_(session), annotations_(annotations), wrt_(*kernel.find(ItemKind::wrt)),
        kernel_(kernel), function_(function) {}

  std::optional<std::set<const Decl*>> run() {
    std::vector<WrtFilter> filters;
    for (std::size_t i = 0; i < wrt_.elements.size(); ++i) {
      const std::string& element = wrt_.elements[i];
      filters.push_back(isNameOf(kernel_, element) ? leavesOf(element) : parseWrtFilter(element));
      if (!filters.back().problem.empty())
        return refuse(Diag::wrt_no_filter, i, {element, filters.back().problem, filterFor(element)});
    }
    LeafFinder finder(session_.ast(), annotations_, std::move(filters));
    finder.addParameters(function_);
    return unselected(finder.leaves);
  }

  static bool isNameOf(const Annotation& kernel, const std::string& name) {
    const auto isNamed = [&](const NamedDecl* decl) { return decl->getNameAsString() == name; };
    const FunctionDecl* function = kernel.function();
    if (std::ranges::any_of(function->parameters(), isNamed))
      return true;
    const auto* method = dyn_cast<CXXMethodDecl>(function);
    return method && std::ranges::any_of(ownMembers(method->getParent()), isNamed);
  }

private:
  Session& session_;
  const Annotations& annotations_;
  const Item& wrt_;
  const Annotation& kernel_;
  const FunctionDecl* function_;

  std::nullopt_t refuse(Diag diagnostic, std::size_t element, std::vector<std::string> arguments) {
    session_.sink().report(diagnostic, wrt_.elementsWhere[element], std::move(arguments));
    return std::nullopt;
  }

  /// `p.a` is how a field is written elsewhere.
  std::string filterFor(const std::string& element) const {
    const std::size_t end = element.find_first_of(".[");
    if (end != std::string::npos && isNameOf(kernel_, element.substr(0, end)) &&
        element.find_first_of("()\"") == std::string::npos)
      return "write 'path_in(\"" + element + "\")'";
    return "ask for keys, types and tags: path_contains, path_in, of_type, with_tag, any, all, not_";
  }

  /// A parameter is meant by its name, and a text is the key of a path.
  std::string wayToSelect() const {
    std::string names;
    for (const std::string& element : wrt_.elements) {
      const std::string name(llvm::StringRef(element).trim('"'));
      if (name != element && isNameOf(kernel_, name))
        names += (names.empty() ? "" : ", ") + name;
    }
    return names.empty() ? "look at the names, types and tags of the parameters and of their fields"
                         : "write 'wrt = (" + names + ")'";
  }

  std::optional<std::set<const Decl*>> unselected(const std::vector<SelectedLeaf>& leaves) {
    std::map<const Decl*, const SelectedLeaf*> selectedBelow; // for look-ups only, never iterated
    bool selectsAny = false;
    for (const SelectedLeaf& leaf : leaves) {
      if (leaf.isSelected == verdict::maybe)
        return refuse(Diag::wrt_undecided, 0, {leaf.path});
      if (leaf.isSelected == verdict::yes)
        for (const Decl* decl : leaf.way)
          selectedBelow.emplace(decl, &leaf);
      selectsAny = selectsAny || leaf.isSelected == verdict::yes;
    }
    if (!selectsAny)
      return refuse(Diag::wrt_selects_nothing, 0,
                    {function_->getNameAsString(), wrt_.value, wayToSelect()});
    std::set<const Decl*> constants;
    for (const SelectedLeaf& leaf : leaves) {
      if (leaf.isSelected == verdict::yes)
        continue;
      const auto constant = std::ranges::find_if(
          leaf.way, [&](const Decl* decl) { return !selectedBelow.contains(decl); });
      if (constant == leaf.way.end())
        return refuse(Diag::wrt_same_field, 0,
                      {selectedBelow.at(leaf.way.back())->path, leaf.path});
      constants.insert(*constant);
    }
    return constants;
  }
};

} // namespace

bool hasFilter(const Annotation& kernel) {
  const Item* wrt = kernel.find(ItemKind::wrt);
  return wrt && !std::ranges::all_of(wrt->elements, [&](const std::string& element) {
           return Selection::isNameOf(kernel, element);
         });
}

std::optional<std::set<const Decl*>> unselectedBy(Session& session, const Annotations& annotations,
                                                  const Annotation& kernel,
                                                  const FunctionDecl* function) {
  if (!hasFilter(kernel))
    return std::set<const Decl*>();
  return Selection(session, annotations, kernel, function).run();
}

} // namespace treelize::front
