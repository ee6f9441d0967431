// The parts of the objects that a rehearsal plays with, and what they hold.
#include "front/lower/library/Library.h"
#include "front/lower/objects/PlainCopies.h"
#include "front/lower/objects/Rehearsal.h"
#include "front/lower/types/LibraryTypes.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>
#include <set>

namespace treelize::front {

using namespace clang;

static constexpr std::size_t mostParts = 20000;

bool SpotOrder::operator()(const Spot& one, const Spot& other) const {
  if (one.owner != other.owner)
    return one.owner < other.owner;
  return std::ranges::lexicographical_compare(
      one.steps, other.steps, [](const MemberStep& a, const MemberStep& b) {
        return std::pair(a.member, a.element) < std::pair(b.member, b.element);
      });
}

static Spot within(Spot spot, const Steps& steps) {
  spot.steps.insert(spot.steps.end(), steps.begin(), steps.end());
  return spot;
}

static bool consistsOfParts(const CXXRecordDecl* record) {
  return record && record->hasDefinition() && !record->isUnion() && !record->isLambda() &&
         libraryOf(record) == Library::none && !isInStd(record);
}

static bool copiesAs(const CXXMethodDecl* method, const CXXMethodDecl* operation) {
  return isCopying(method) && isa<CXXConstructorDecl>(method) == isa<CXXConstructorDecl>(operation);
}

static bool isMoving(const CXXMethodDecl* method) {
  const auto* constructor = dyn_cast<CXXConstructorDecl>(method);
  return constructor ? constructor->isMoveConstructor() : method->isMoveAssignmentOperator();
}

Content Rehearsal::unclear() {
  isUnclear = true;
  return Unknown{};
}

Spot Rehearsal::unclearSpot() {
  isUnclear = true;
  return {owners++, {}};
}

static bool endsSilently(QualType type) {
  const CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || !consistsOfParts(record) ||
      record->getDefinition()->hasTrivialDestructor())
    return true;
  record = record->getDefinition();
  const CXXDestructorDecl* destructor = record->getDestructor();
  const FunctionDecl* definition = nullptr;
  if (destructor && destructor->isUserProvided()) {
    const auto* body =
        destructor->hasBody(definition) ? dyn_cast<CompoundStmt>(definition->getBody()) : nullptr;
    if (!body || !body->body_empty())
      return false;
  }
  return std::ranges::all_of(
             record->bases(),
             [](const CXXBaseSpecifier& base) { return endsSilently(base.getType()); }) &&
         std::ranges::all_of(record->fields(),
                             [](const FieldDecl* field) { return endsSilently(field->getType()); });
}

/// Of the function that is played, or what an expression makes for the time of its statement.
Spot Rehearsal::variable(QualType type) {
  if (!endsSilently(type))
    return unclearSpot();
  const Spot spot{owners++, {}};
  hold(type, spot, /*isKnown=*/false);
  return spot;
}

namespace {

using Records = std::set<const CXXRecordDecl*>;

bool mayCopyByHand(QualType type, Records& seen);

bool mayCopyByHand(const TemplateArgument& argument, Records& seen) {
  if (argument.getKind() == TemplateArgument::Pack)
    return std::ranges::any_of(argument.pack_elements(), [&](const TemplateArgument& each) {
      return mayCopyByHand(each, seen);
    });
  return argument.getKind() == TemplateArgument::Type && mayCopyByHand(argument.getAsType(), seen);
}

/// Is there any function of the user's that copies it, or what it holds?
bool mayCopyByHand(QualType type, Records& seen) {
  const CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || !seen.insert(record->getDefinition()).second)
    return false;
  record = record->getDefinition();
  if (const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(record);
      special && isInStd(record))
    return std::ranges::any_of(
        special->getTemplateArgs().asArray(),
        [&](const TemplateArgument& argument) { return mayCopyByHand(argument, seen); });
  return consistsOfParts(record) &&
         (std::ranges::any_of(record->methods(),
                              [](const CXXMethodDecl* method) {
                                return method->isUserProvided() && isCopying(method);
                              }) ||
          std::ranges::any_of(
              record->bases(),
              [&](const CXXBaseSpecifier& base) { return mayCopyByHand(base.getType(), seen); }) ||
          std::ranges::any_of(record->fields(), [&](const FieldDecl* field) {
            return mayCopyByHand(field->getType(), seen);
          }));
}

} // namespace

/// Of the library's, where what it holds may be.
bool Rehearsal::isByHand(const CXXRecordDecl* record) {
  const auto [known, isNew] = copiedByHand.try_emplace(record, false);
  Records seen;
  if (isNew)
    known->second = consistsOfParts(record) ? std::ranges::any_of(record->methods(),
                                                          [&](const CXXMethodDecl* method) {
                                                            return copiesAs(method, operation) &&
                                                                   !copiesPlainly(method);
                                                          })
                                    : mayCopyByHand(ast.getRecordType(record), seen);
  return known->second;
}

void Rehearsal::addParts(QualType type, const Steps& steps, bool isByHandAround,
                         std::vector<Part>& parts) {
  const auto addElements = [&](QualType element, std::uint64_t length) {
    if (length > mostParts)
      return (void)unclear();
    for (std::uint64_t i = 0; i < length && parts.size() <= mostParts; ++i) {
      Steps inner = steps;
      inner.push_back({nullptr, i});
      addParts(element, inner, isByHandAround, parts);
    }
  };
  if (const ConstantArrayType* array = ast.getAsConstantArrayType(type))
    return addElements(array->getElementType(), array->getSize().getLimitedValue());
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record && record->hasDefinition())
    record = record->getDefinition();
  if (libraryOf(type) == Library::array)
    return addElements(elementOfVector(type), cast<ClassTemplateSpecializationDecl>(record)
                                                  ->getTemplateArgs()[1]
                                                  .getAsIntegral()
                                                  .getLimitedValue());
  const bool isWhole =
      record && record == operation->getParent()->getDefinition(); // which is what is asked
  const bool isPartByHand = isByHandAround || (record && !isWhole && isByHand(record));
  if (!consistsOfParts(record)) {
    parts.push_back({steps, isPartByHand});
    return;
  }
  for (const CXXBaseSpecifier& base : record->bases())
    addParts(base.getType(), steps, isPartByHand, parts);
  for (const FieldDecl* field : ownMembers(record)) {
    if (field->isUnnamedBitField())
      continue;
    Steps inner = steps;
    inner.push_back({field});
    addParts(field->getType(), inner, isPartByHand, parts);
  }
}

std::vector<Part> Rehearsal::partsOf(QualType type) {
  std::vector<Part> parts;
  addParts(type, {}, false, parts);
  std::map<Spot, bool, SpotOrder> seen; // a base that is there twice
  for (const Part& part : parts)
    if (!seen.emplace(Spot{0, part.steps}, true).second)
      isUnclear = true;
  if (parts.size() > mostParts)
    isUnclear = true;
  return parts;
}

void Rehearsal::hold(QualType type, const Spot& spot, bool isKnown) {
  for (const Part& part : partsOf(type)) {
    const Spot place = within(spot, part.steps);
    contents[place] = isKnown ? Content(Held{place}) : Content(Unknown{});
  }
}

/// What a class copies by hand stays as its function leaves it: it comes once, from where it was to
/// where nothing has been done yet.
void Rehearsal::copyParts(QualType type, const Spot& to, const Spot& from, bool isOfSameKind) {
  const std::vector<Part> parts = partsOf(type);
  std::vector<Content> values;
  const CXXRecordDecl* whole = type->getAsCXXRecordDecl();
  const bool isHandOfWhole = whole &&
                             whole->getDefinition() != operation->getParent()->getDefinition() &&
                             isByHand(whole->getDefinition());
  for (const Part& part : parts) {
    const Content* value = nullptr;
    const Spot origin = within(from, part.steps), target = within(to, part.steps);
    const auto found = contents.find(origin);
    if (found == contents.end())
      return (void)unclear();
    value = &found->second;
    if (!part.isByHand && !isHandOfWhole) {
      values.push_back(*value);
      continue;
    }
    const Content untouched =
        isa<CXXConstructorDecl>(operation) ? Content(Unknown{}) : Content(Held{target});
    const auto old = contents.find(target);
    if (!isOfSameKind || *value != Content(Held{origin}) || old == contents.end() ||
        old->second != untouched)
      return (void)unclear();
    values.push_back(Held{origin, /*isByHand=*/true});
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    contents[within(to, parts[i].steps)] = std::move(values[i]);
}

void Rehearsal::exchangeParts(QualType type, const Spot& one, const Spot& two) {
  for (const Part& part : partsOf(type)) {
    const auto first = contents.find(within(one, part.steps));
    const auto second = contents.find(within(two, part.steps));
    if (part.isByHand || first == contents.end() || second == contents.end())
      return (void)unclear();
    std::swap(first->second, second->second);
  }
}

/// Would the members be copied by this function if nobody had said how?
bool Rehearsal::isOfSameKind(const CXXMethodDecl* method) const {
  if (!copiesAs(method, operation) || (isMoving(method) && !isMoving(operation)))
    return false;
  return isMoving(method) || !isMoving(operation) ||
         std::ranges::none_of(method->getParent()->methods(), [&](const CXXMethodDecl* each) {
           return copiesAs(each, operation) && isMoving(each) && !each->isDeleted();
         });
}

void Rehearsal::copyObject(const CXXMethodDecl* method, const Spot& to, const Spot& from) {
  const CXXRecordDecl* record = method->getParent()->getDefinition();
  const QualType type = ast.getRecordType(record);
  if (!consistsOfParts(record) && isMoving(method) && !isMoving(operation) && from.owner == other &&
      operation->getParamDecl(0)->getType()->isReferenceType())
    return (void)unclear();
  const bool isPart = to.owner == own && record != operation->getParent()->getDefinition();
  const bool isSame = isPart && isOfSameKind(method);
  if (isSame || !consistsOfParts(record) || !method->isUserProvided())
    return method->isDeleted() ? (void)unclear() : copyParts(type, to, from, isSame);
  enter(method, to, {from}, std::nullopt);
}

/// An element behind the end of a row lies in the next one.
Spot Rehearsal::normal(Spot spot) const {
  const auto exists = [&](const Spot& place) {
    const auto found = contents.lower_bound(place);
    return found != contents.end() && found->first.owner == place.owner &&
           found->first.steps.size() >= place.steps.size() &&
           std::equal(place.steps.begin(), place.steps.end(), found->first.steps.begin());
  };
  for (std::size_t i = spot.steps.size(); i-- > 1;) {
    MemberStep& step = spot.steps[i];
    MemberStep& outer = spot.steps[i - 1];
    if (step.member || outer.member)
      continue;
    Spot row{spot.owner, Steps(spot.steps.begin(), spot.steps.begin() + i + 1)};
    if (exists(row))
      continue;
    row.steps[i - 1].element = 0;
    std::uint64_t length = 0;
    for (row.steps[i].element = 0; exists(row); row.steps[i].element = ++length)
      ;
    if (length == 0)
      return spot;
    outer.element += step.element / length;
    step.element %= length;
  }
  return spot;
}

Content Rehearsal::load(const Spot& spot) {
  const auto found = contents.find(normal(spot));
  return found == contents.end() ? unclear() : found->second;
}

void Rehearsal::store(const Spot& spot, Content content) {
  const auto found = contents.find(normal(spot));
  if (found == contents.end())
    return (void)unclear();
  found->second = std::move(content);
}

Spot Rehearsal::moved(Spot spot, std::int64_t elements) {
  if (elements == 0)
    return spot;
  if (spot.steps.empty())
    return unclearSpot();
  MemberStep& last = spot.steps.back();
  if (!last.member) {
    if (elements < 0 && last.element < std::uint64_t(-elements))
      return unclearSpot();
    last.element += elements;
    return spot;
  }
  const std::vector<const FieldDecl*> run = neighboursOf(last.member);
  if (elements < 0 || std::uint64_t(elements) >= run.size())
    return unclearSpot();
  last.member = run[elements];
  return spot;
}

Spot Rehearsal::placeBehind(const Content& address) {
  const auto* known = std::get_if<Address>(&address);
  return known && known->of ? *known->of : unclearSpot();
}

} // namespace treelize::front
