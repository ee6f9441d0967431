#include "Kernels.h"

#include "Derive.h"
#include "Diagnostics.h"
#include "Lower.h"
#include "Options.h"
#include "PassLog.h"
#include "Provocation.h"
#include "Whereabouts.h"
#include "bind/CheckKernels.h"
#include "explain/Explain.h"
#include "front/Session.h"
#include "front/SourceLines.h"
#include "front/annotations/FindAnnotations.h"
#include "front/annotations/ListAnnotations.h"
#include "front/lower/LowerKernel.h"
#include "front/lower/Lowering.h"
#include "front/lower/objects/BuildConstruction.h"
#include "front/lower/types/TypeModel.h"
#include "front/read/CheckKernelNames.h"
#include "front/read/CheckShadows.h"
#include "front/read/InstantiateKernel.h"
#include "front/read/ReadClass.h"
#include "front/read/ReadKernelSignature.h"
#include "front/read/SelectLeaves.h"
#include "ir/Walk.h"
#include "pattern/Sparse.h"
#include "print/PrintKernel.h"
#include "print/Unit.h"

#include "clang/AST/Decl.h"

#include <algorithm>
#include <set>

namespace treelize {

namespace {

class KernelBuilder {
public:
  KernelBuilder(front::Session& session, const front::Annotations& annotations,
                const Options& options, PassLog& log)
      : session_(session), annotations_(annotations), options_(options), log_(log),
        types_(session.ast(),
               [&annotations](const clang::Decl* decl) {
                 return front::isConstant(annotations, decl);
               }),
        rules_(session, annotations, types_) {}

  void add(const front::Annotation& annotation) {
    workOn("kernel '" + front::nameOf(annotation) + "'");
    const clang::FunctionDecl* function = front::kernelFunction(session_, annotations_, annotation);
    if (!function)
      return;
    auto unselected = front::unselectedBy(session_, annotations_, annotation, function);
    if (!unselected)
      return;
    // Filters make fields constants in this kernel alone.
    const bool isShared = unselected->empty();
    const auto isConstant = front::constantsOf(annotations_, annotation, *std::move(unselected));
    const auto isLeftOut = [&](const clang::Decl* decl) {
      return isConstant(decl) && !front::isConstant(annotations_, front::patternOf(decl));
    };
    front::TypeModel own(session_.ast(), isConstant, isLeftOut);
    front::TypeModel& types = isShared ? types_ : own;
    auto model = front::readKernelSignature(session_, types, annotation, function, isConstant);
    if (!model)
      return;
    const front::LowerOptions lowering{
        .name = model->name,
        .annotation = annotation.where,
        .isNondiff = isConstant,
        .isLeftOut = isLeftOut,
        .construction =
            [this](clang::QualType type, const auto& arguments, auto where) {
              return front::buildConstruction(session_, type, arguments, where);
            },
        .callOperator =
            [this](clang::QualType object, const auto& arguments, auto where) {
              return front::findCallOperator(session_, object, arguments, where);
            },
        .instantiate = [this](const clang::FunctionDecl* callee) {
          front::instantiateBody(session_, callee);
        },
        .platform = &platform};
    log_.begin();
    const front::Item* checkpoint = annotation.find(front::ItemKind::checkpoint);
    std::optional<Lowered> raw = lower(session_, types, function, lowering, rules_,
                                       /*mayCallKernels=*/isShared && !checkpoint);
    provoke(options_.provoke);
    if (!raw)
      return;
    const ir::Kernel& body = raw->whole ? *raw->whole : raw->kernel;
    functions.push_back(function);
    bind::checkDerivative(*model, raw->kernel, session_.sink());
    if (const std::optional<Location> end = session_.endWithoutValue(function))
      session_.sink().report(Diag::kernel_without_return, *end, {model->name});
    bind::checkMembers(*model, body, session_.sink());
    checkTwice(*model);
    addRecords(front::readRecordsOf(function, annotations_, session_.ast()));
    if (session_.sink().hasErrors())
      return;
    const unsigned slots = checkpoint ? front::countOf(*checkpoint).value_or(0) : 0;
    const WantedDerivatives wanted = wantedOf(annotation, body);
    Derivatives derivatives =
        derive(*std::move(raw),
               {.checkpoints = slots, .isFree = !model->isMethod(), .wanted = wanted},
               {options_.passes, log_});
    front::checkShadows(types, *model, derivatives.adjoint, session_.sink());
    if (checkpoint)
      tellOfCheckpoints(*checkpoint, model->name, derivatives.decisions.checkpoint);
    if (options_.report != ReportForm::none)
      addReport(annotation, derivatives);
    std::vector<analysis::ParameterUse> uses = analysis::parameterUses(derivatives.primal);
    std::optional<print::PatternCode> pattern = patternOf(annotation, *model, derivatives.primal);
    kernels.push_back({.model = std::move(*model),
                       .wanted = wanted,
                       .primal = std::move(derivatives.primal),
                       .uses = std::move(uses),
                       .adjoint = std::move(derivatives.adjoint),
                       .tangent = std::move(derivatives.tangent),
                       .adjointOverLanes = std::move(derivatives.adjointOverLanes),
                       .tangentOverLanes = std::move(derivatives.tangentOverLanes),
                       .whyNoLanes = std::move(derivatives.whyNoLanes),
                       .pattern = std::move(pattern),
                       .hessianProduct = std::move(derivatives.hessianProduct),
                       .hessianProductOverLanes = std::move(derivatives.hessianProductOverLanes),
                       .whyNoSecond = std::move(derivatives.whyNoSecond),
                       .pullback = std::move(derivatives.pullback),
                       .pullbackRereads = derivatives.pullbackRereads,
                       .whyNoPullback = std::move(derivatives.whyNoPullback),
                       .remarks = remarksOn(derivatives.decisions)});
  }

  /// A class that has kernels of its bases alone.
  void addHeir(const front::Annotation& annotation, const bind::ClassModel& model) {
    const clang::CXXRecordDecl* record = annotation.record();
    const auto isInherited = [&](const bind::KernelSlot& slot) { return slot.owner != model.name; };
    if (!model.slots.empty() && std::ranges::all_of(model.slots, isInherited) &&
        !record->getDescribedClassTemplate())
      addRecords(front::readRecordsOf(record, annotations_, session_.ast()));
  }

  std::vector<print::KernelCode> kernels;
  std::vector<bind::RecordModel> records;
  std::vector<explain::KernelReport> reports;
  std::vector<const clang::FunctionDecl*> functions;
  front::PlatformUses platform;

  front::Rules takeRules() { return rules_.takeUsers(); }

private:
  void addRecords(std::vector<bind::RecordModel> more) {
    for (bind::RecordModel& record : more)
      if (std::ranges::find(records, record.name, &bind::RecordModel::name) == records.end())
        records.push_back(std::move(record));
  }

  WantedDerivatives wantedOf(const front::Annotation& annotation, const ir::Kernel& raw) const {
    if (const front::Item* item = annotation.find(front::ItemKind::derivatives))
      return derivativesNamed(item->elements).value_or(WantedDerivatives::all());
    if (options_.derivatives)
      return *options_.derivatives;
    const bool isSparse = annotation.has(front::ItemKind::jacobian) ||
                          annotation.has(front::ItemKind::hessian);
    return isSparse || linesOf(raw) <= 200 ? WantedDerivatives::all()
                                           : WantedDerivatives::ofLargeKernel();
  }

  /// Lines of the source with statements that became part of the kernel or of its functions.
  std::size_t linesOf(const ir::Kernel& raw) const {
    std::set<std::string> lines;
    const auto count = [&](const ir::Kernel& kernel) {
      ir::forEachStmt(kernel.body, [&](const ir::Stmt& stmt) {
        if (stmt.location.isValid())
          lines.insert(session_.placeOf(stmt.location));
      });
    };
    count(raw);
    for (const ir::Function& function : raw.functions)
      count(*function.as);
    return lines.size();
  }

  print::Remarks remarksOn(const grad::Decisions& decisions) {
    print::Remarks remarks{.areLinesMarked = options_.report == ReportForm::html,
                           .areCommented = options_.comments,
                           .headingOf = [this](Location at) { return front::headingOf(session_, at); },
                           .kept = {}};
    const auto place = [this](Location at) { return session_.placeOf(at); };
    if (options_.comments)
      for (const grad::Kept& kept : decisions.kept)
        remarks.kept.push_back({kept.at, kept.value, explain::reasonOf(kept, place)});
    return remarks;
  }

  void addReport(const front::Annotation& annotation, const Derivatives& derivatives) {
    reports.push_back(explain::explain(front::nameOf(annotation), derivatives.decisions,
                                       derivatives.adjoint,
                                       [this](Location at) { return session_.placeOf(at); }));
    if (const front::Item* wrt = annotation.find(front::ItemKind::wrt))
      reports.back().wrt = wrt->value;
  }

  /// Of the sparse matrix that is asked for.
  std::optional<print::PatternCode> patternOf(const front::Annotation& annotation,
                                              const bind::KernelModel& model,
                                              const ir::Kernel& primal) {
    for (const auto& [kind, matrix] :
         {std::pair(front::ItemKind::jacobian, pattern::Matrix::Jacobian),
          std::pair(front::ItemKind::hessian, pattern::Matrix::Hessian)}) {
      const front::Item* item = annotation.find(kind);
      if (!item)
        continue;
      auto sweep = pattern::sparsePattern(model, primal, matrix);
      if (auto* found = std::get_if<ir::Kernel>(&sweep))
        return print::PatternCode{matrix, std::move(*found)};
      const auto& problem = std::get<pattern::NoPattern>(sweep);
      session_.sink().report(Diag::no_pattern, problem.at.isValid() ? problem.at : item->where,
                             {model.name, matrix == pattern::Matrix::Jacobian ? "Jacobian" : "Hessian",
                              problem.reason, problem.remedy});
    }
    return std::nullopt;
  }

  void checkTwice(const bind::KernelModel& model) {
    for (const print::KernelCode& other : kernels)
      bind::checkDifferent(other.model, model, session_.sink());
  }

  void tellOfCheckpoints(const front::Item& item, const std::string& kernel,
                         const grad::CheckpointDecision& decision) {
    if (!decision.loop.isValid())
      session_.sink().report(Diag::checkpoint_without_effect, item.where, {kernel});
    else if (!decision.isDone())
      session_.sink().report(Diag::checkpoint_refused, decision.loop, {kernel, decision.problem});
  }

  front::Session& session_;
  const front::Annotations& annotations_;
  const Options& options_;
  PassLog& log_;
  front::TypeModel types_;
  FunctionRules rules_;
};

} // namespace

Kernels addKernels(front::Session& session, const front::Annotations& annotations,
                   const Options& options, PassLog& log, print::Unit& unit) {
  front::checkKernelNames(annotations, session.sink());
  KernelBuilder builder(session, annotations, options, log);
  std::vector<bind::ClassModel> classes;
  for (const front::Annotation& annotation : annotations.own) {
    if (annotation.isKernel())
      builder.add(annotation);
    else if (annotation.has(front::ItemKind::data_oriented)) {
      workOn("class '" + front::nameOf(annotation) + "'");
      if (auto model = front::readClass(session, annotations, annotation)) {
        builder.addHeir(annotation, *model);
        classes.push_back(std::move(*model));
      }
    }
  }
  if (!session.sink().hasErrors())
    print::printKernels(builder.kernels, classes, builder.records, unit);
  return {.classes = std::move(classes),
          .reports = std::move(builder.reports),
          .functions = std::move(builder.functions),
          .hasRule =
              [rules = builder.takeRules()](const clang::FunctionDecl* function) {
                return rules.contains(function->getCanonicalDecl());
              },
          .platform = std::move(builder.platform)};
}

} // namespace treelize
