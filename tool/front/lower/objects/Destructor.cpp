// Destructors: which of them do something.
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/types/Members.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

bool isOwnMember(const Expr* expr, const CXXRecordDecl* record) {
  const auto* member = dyn_cast<MemberExpr>(expr->IgnoreParenImpCasts());
  const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  return field && ownerOf(field) == record && !field->getType()->isReferenceType() &&
         isa<CXXThisExpr>(stepFromObject(member)->getBase()->IgnoreParenImpCasts());
}

using Pointers = std::set<const ValueDecl*>;

/// A member, or a parameter that a member is given for.
bool isPart(const Expr* expr, const Pointers& given) {
  const auto* use = dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
  return use ? given.contains(use->getDecl()) : isa<MemberExpr>(expr->IgnoreParenImpCasts());
}

/// `delete[] data;`, `std::free(data);`: the block dies with the object anyway.
bool isRelease(const Stmt* stmt, const Pointers& given) {
  if (const auto* release = dyn_cast<CXXDeleteExpr>(stmt))
    return !release->getDestroyedType().isNull() && !release->getDestroyedType()->isRecordType() &&
           isPart(release->getArgument(), given);
  const auto* call = dyn_cast<CallExpr>(stmt);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getDeclName().isIdentifier() && callee->getName() == "free" &&
         callee->isExternC() && !callee->hasBody() && isPart(call->getArg(0), given);
}

/// A function of the object, or of a part of it, that dies with it.
bool isOfDying(const CXXMemberCallExpr* call) {
  const Expr* object = call->getImplicitObjectArgument()->IgnoreParenImpCasts();
  while (const auto* member = dyn_cast<MemberExpr>(object)) {
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    const Expr* base = member->getBase()->IgnoreParenImpCasts();
    if (!field || field->getType()->isReferenceType() ||
        (member->isArrow() && !isa<CXXThisExpr>(base)))
      return false;
    object = base;
  }
  return isa<CXXThisExpr>(object);
}

/// Does it do no more than release blocks and forget what the members held, under whatever
/// conditions?
bool onlyReleases(const Stmt* stmt, const CXXRecordDecl* record, const Pointers& given,
                  unsigned depth);

/// The same of a function that is called with parts of the object, or on one.
bool callReleases(const CallExpr* call, const CXXRecordDecl* record, const Pointers& given,
                  unsigned depth) {
  const FunctionDecl* callee = call->getDirectCallee();
  const FunctionDecl* definition = nullptr;
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
  const auto* ofMember = dyn_cast<CXXMemberCallExpr>(call);
  const bool hasObject = method && method->isInstance();
  if (!callee || !callee->hasBody(definition) || definition->isVariadic() ||
      (hasObject && (!ofMember || method->isVirtual() || !isOfDying(ofMember))))
    return false;
  Pointers inner;
  for (unsigned i = 0; i < call->getNumArgs() && i < definition->getNumParams(); ++i) {
    if (call->getArg(i)->HasSideEffects(record->getASTContext()))
      return false;
    if (isPart(call->getArg(i), given))
      inner.insert(definition->getParamDecl(i));
  }
  return onlyReleases(definition->getBody(), hasObject ? method->getParent() : record, inner,
                      depth);
}

bool onlyReleases(const Stmt* stmt, const CXXRecordDecl* record, const Pointers& given,
                  unsigned depth) {
  const auto releases = [&](const Stmt* part) {
    return onlyReleases(part, record, given, depth);
  };
  if (!stmt || isa<NullStmt>(stmt) || isRelease(stmt, given))
    return true;
  if (const auto* cleanups = dyn_cast<ExprWithCleanups>(stmt))
    return releases(cleanups->getSubExpr());
  if (const auto* block = dyn_cast<CompoundStmt>(stmt))
    return std::ranges::all_of(block->body(), releases);
  if (const auto* choice = dyn_cast<IfStmt>(stmt))
    return !choice->getInit() && !choice->getConditionVariable() &&
           !choice->getCond()->HasSideEffects(record->getASTContext()) &&
           releases(choice->getThen()) && releases(choice->getElse());
  if (const auto* cast = dyn_cast<CastExpr>(stmt); cast && cast->getCastKind() == CK_ToVoid)
    return !cast->getSubExpr()->HasSideEffects(record->getASTContext()) ||
           releases(cast->getSubExpr());
  if (const auto* back = dyn_cast<ReturnStmt>(stmt))
    return !back->getRetValue() || !back->getRetValue()->HasSideEffects(record->getASTContext());
  if (const auto* reset = dyn_cast<BinaryOperator>(stmt))
    return reset->getOpcode() == BO_Assign && isOwnMember(reset->getLHS(), record) &&
           !reset->getRHS()->HasSideEffects(record->getASTContext());
  const auto* call = dyn_cast<CallExpr>(stmt);
  return call && depth > 0 && callReleases(call, record, given, depth - 1);
}

bool hasEffect(const CXXRecordDecl* record) {
  const CXXDestructorDecl* destructor = record->getDestructor();
  const FunctionDecl* definition = destructor;
  if (!destructor || !destructor->isUserProvided())
    return false;
  return !destructor->hasBody(definition) ||
         !onlyReleases(definition->getBody(), destructor->getParent(), {}, /*depth=*/4);
}

const CXXRecordDecl* partWithEffect(const CXXRecordDecl* record,
                                    std::set<const CXXRecordDecl*>& seen);

/// The class, or a part of it, whose destructor does something; null if there is none.
const CXXRecordDecl* destroyedWithEffect(QualType type, std::set<const CXXRecordDecl*>& seen) {
  const CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isLambda() ||
      libraryOf(record) == Library::field || libraryOf(record) == Library::matrix ||
      !seen.insert(record->getDefinition()).second)
    return nullptr;
  record = record->getDefinition();
  if (record->isInStdNamespace()) {
    const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(record);
    for (const TemplateArgument& argument :
         special ? special->getTemplateArgs().asArray() : ArrayRef<TemplateArgument>())
      if (argument.getKind() == TemplateArgument::Type && !argument.getAsType()->isPointerType())
        if (const CXXRecordDecl* found = destroyedWithEffect(argument.getAsType(), seen))
          return found;
    return nullptr;
  }
  return hasEffect(record) ? record : partWithEffect(record, seen);
}

/// What lies in a union ends with it only if somebody says so.
std::vector<const FieldDecl*> destroyedMembers(const CXXRecordDecl* record) {
  std::vector<const FieldDecl*> members = ownMembers(record);
  std::erase_if(members, liesInUnion);
  return members;
}

const CXXRecordDecl* partWithEffect(const CXXRecordDecl* record,
                                    std::set<const CXXRecordDecl*>& seen) {
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* found = destroyedWithEffect(base.getType(), seen))
      return found;
  for (const FieldDecl* field : destroyedMembers(record))
    if (const CXXRecordDecl* found = destroyedWithEffect(field->getType(), seen))
      return found;
  return nullptr;
}

} // namespace

/// Is everything that has to be destroyed an object of the user's, a member or a base of one?
static bool isMadeOfObjects(const CXXRecordDecl* record) {
  const auto isObject = [](QualType type) {
    std::set<const CXXRecordDecl*> seen;
    const CXXRecordDecl* part = type->getAsCXXRecordDecl();
    return !destroyedWithEffect(type, seen) ||
           (part && libraryOf(part) == Library::none && !part->isInStdNamespace() &&
            isMadeOfObjects(part->getDefinition()));
  };
  return std::ranges::all_of(
             record->bases(),
             [&](const CXXBaseSpecifier& base) { return isObject(base.getType()); }) &&
         std::ranges::all_of(destroyedMembers(record),
                             [&](const FieldDecl* field) { return isObject(field->getType()); });
}

bool endsWithCall(QualType type) {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  std::set<const CXXRecordDecl*> seen;
  return record && record->hasDefinition() && !record->isInStdNamespace() &&
         libraryOf(record) == Library::none && !record->isLambda() &&
         record->getDefinition()->getNumVBases() == 0 && destroyedWithEffect(type, seen) &&
         isMadeOfObjects(record->getDefinition());
}

void destroy(Lowering& l, const CXXRecordDecl* record, const Value& object) {
  record = record->getDefinition();
  if (hasEffect(record))
    inlineCall(
        l, record->getDestructor(), [&] { return object; }, std::vector<Argument>(),
        record->getDestructor()->getLocation());
  const std::vector<const FieldDecl*> fields = destroyedMembers(record);
  for (auto field = fields.rbegin(); field != fields.rend(); ++field)
    if (endsWithCall((*field)->getType()))
      destroy(l, (*field)->getType()->getAsCXXRecordDecl(),
              member(l, object, *field, (*field)->getLocation()));
  const std::vector<CXXBaseSpecifier> bases(record->bases_begin(), record->bases_end());
  for (auto base = bases.rbegin(); base != bases.rend(); ++base)
    if (endsWithCall(base->getType()))
      destroy(l, base->getType()->getAsCXXRecordDecl(), object);
}

void refuseDestructor(Lowering& l, QualType type, SourceLocation where) {
  std::set<const CXXRecordDecl*> seen;
  const CXXRecordDecl* record = type->isReferenceType() ? nullptr : destroyedWithEffect(type, seen);
  while (record && !record->getDestructor()->hasBody()) { // `extern template` leaves it to others
    l.options.instantiate(record->getDestructor());
    if (!record->getDestructor()->hasBody())
      break;
    seen.clear();
    record = destroyedWithEffect(type, seen);
  }
  if (record)
    l.notYet(
        where,
        "an object of the class '" + l.types.qualifiedName(record) +
            "', whose destructor does something,",
        "give it a name, as a variable of a block, or call a method in place of the destructor");
}

} // namespace treelize::front
