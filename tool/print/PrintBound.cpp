#include "print/PrintBound.h"

#include "bind/Shadow.h"
#include "ir/Identifiers.h"
#include "print/AbsentMembers.h"
#include "print/Documentation.h"
#include "print/PrintKernel.h"
#include "print/PrintSignature.h"
#include "print/PrintSweeps.h"
#include "print/PrintWritten.h"

#include <algorithm>
#include <set>

namespace treelize::print {

using bind::ClassModel;
using bind::KernelModel;
using bind::KernelSlot;
using bind::Member;

namespace {

using Overloads = std::vector<const KernelCode*>;

std::string constOf(const KernelModel& model) {
  return model.isConst ? " const" : "";
}

/// `app::Chain`, namespaces app -> `Chain`; `app::Outer::Inner` -> `Outer_Inner`.
std::string localName(const std::string& owner, const std::string& scope) {
  const std::size_t kernels = scope.size() - std::string("kernels").size();
  return bind::identifier(owner.substr(kernels));
}

/// `Chain_compute`: what the names of a slot's classes start with.
std::string prefixOf(const KernelSlot& slot) {
  return ir::joined(localName(slot.owner, slot.scope), slot.name);
}

std::string slotName(const KernelSlot& slot) {
  return ir::joined(prefixOf(slot), "slot");
}
std::string kernelName(const KernelSlot& slot) {
  return ir::joined(prefixOf(slot), "kernel");
}

std::string slotType(const KernelSlot& slot, const std::string& owner) {
  return "::" + slot.scope + "::" + slotName(slot) + "<" + owner + ">";
}

/// `struct Chain_compute_kernel`: gradients, and the sweeps as static functions.
std::string boundKernelStruct(const Overloads& overloads, const std::string& name) {
  std::string text = "struct " + name + " {\n";
  for (std::size_t i = 0; i < overloads.size(); ++i) {
    const KernelCode& code = *overloads[i];
    if (bind::gradAbsence(code.model) == bind::GradAbsence::none)
      text += gradientStruct(code, gradientName(code, i)) + "\n";
    text += "// `" + code.model.callee + "`, " + code.model.place + ".\n";
  }
  return text + sweepFunctions(overloads) + "};\n";
}

/// The functions of a proxy around one kernel.
class ProxyPrinter {
public:
  ProxyPrinter(const KernelCode& code, std::string kernel, std::size_t overload)
      : code(code), model(code.model), kernel(std::move(kernel)), overload(overload),
        constness(model.isConst ? " const" : ""), result(nameBeside(model, "result")),
        self(nameBeside(model, "self") == "self" ? "self()" : "this->self()") {}

  std::string run() const {
    std::string text = primal() + adjoint() + (code.tangent ? tangent() : "") +
                       signatureFunction(code) + writtenFunction(code, self);
    if (bind::gradAbsence(model) != bind::GradAbsence::none)
      return text;
    text += grad();
    return model.returnsReal() ? text + valueAndGrad() : text;
  }

private:
  const KernelCode& code;
  const KernelModel& model;
  const std::string kernel;
  const std::size_t overload;
  const std::string constness, result, self;

  std::string primal() const {
    const std::string call = primalCall(model, overload, self, argumentList(model, true));
    return usersComment(model, /*isWhole=*/true) + model.returnType + " operator()(" +
           parameterList(model) + ")" + constness + " { " +
           (model.returnsVoid() ? "" : "return ") + call + "; }\n\n";
  }

  std::string sweep(const std::string& name, const std::vector<std::string>& rest) const {
    return kernel + "::" + name + "(" +
           list({self, argumentList(model, true), list(rest)}) + ");\n";
  }
  std::string checkClass() const {
    return model.needsExactClass
               ? "treelize::detail::check_exact_class<" + model.owner + ">(" + self + ");\n"
               : "";
  }
  /// With the object's shadow after the seed.
  std::vector<std::string> withShadow(std::vector<std::string> rest,
                                      const std::string& shadow) const {
    rest.insert(rest.begin() + hasSeed(code), shadow);
    return rest;
  }

  std::string adjoint() const {
    const std::string shadow = objectShadow(code, /*isTangent=*/false);
    std::vector<std::string> parameters = adjointParameters(code);
    const auto afterSeed = static_cast<std::ptrdiff_t>(model.parameters.size()) + hasSeed(code);
    parameters.insert(parameters.begin() + afterSeed, model.owner + "& " + shadow);
    return commentOnAdjoint() + "void adjoint(" + list(parameters) + ")" + constness + " {\n" + checkClass() +
           sizeObjectShadow(code, shadow, self) + sizeShadows(code) +
           sweep(sweepName(code, false), withShadow(seedAndShadows(code), shadow)) + "}\n\n";
  }

  std::string tangent() const {
    const std::string shadow = objectShadow(code, /*isTangent=*/true), type = tangentResult(code);
    std::vector<std::string> parameters = tangentParameters(code);
    parameters.insert(parameters.begin() + static_cast<std::ptrdiff_t>(model.parameters.size()),
                      model.owner + "& " + shadow);
    std::vector<std::string> tangents = tangentNames(code);
    tangents.insert(tangents.begin(), shadow);
    return commentOnTangent(code) + type + " tangent(" + list(parameters) + ")" + constness + " {\n" + checkClass() +
           "treelize::size_like(" + list({shadow, self, placeOf(code, "")}) + ");\n" +
           checkTangents(code) + (type == "void" ? "" : "return ") +
           sweep(nameBeside(model, "tangent_sweep"), tangents) + "}\n\n";
  }

  /// The result is filled while it holds the adjoints of the object's fields.
  std::string fill(const std::string& type, const std::string& assignTo) const {
    const std::string object = result + "." + nameBeside(model, "self");
    return checkClass() + type + " " + result + "{" +
           list({"treelize::copy_without_fields(" + self + ")", list(gradientInitializers(code))}) +
           "};\n" + (assignTo.empty() ? "" : model.returnValue->spelling + " " + assignTo + ";\n") +
           "{\nconst treelize::object_shadow<" + model.owner + "> " + nameBeside(model, "fields") +
           "(" + self + ", " + object + ");\n" + emptyResizedMembers(code, object) +
           (assignTo.empty() ? "" : assignTo + " = ") +
           sweep(sweepName(code, !assignTo.empty()), withShadow(seedAndGradient(code), object)) + "}\n";
  }
  std::string gradientType() const { return kernel + "::" + gradientName(code, overload); }

  std::string grad() const {
    return commentOnGrad(model) + gradientType() + " grad(" + parameterList(model) + ")" + constness + " {\n" +
           fill(gradientType(), "") + "return " + result + ";\n}\n\n";
  }
  std::string valueAndGrad() const {
    const std::string value = nameBeside(model, "value");
    return commentOnValueAndGrad(model) + "treelize::value_and_gradient<" + model.returnValue->spelling + ", " + gradientType() +
           "> value_and_grad(" + parameterList(model) + ")" + constness + " {\n" +
           fill(gradientType(), value) + "return {" + value + ", std::move(" + result +
           ")};\n}\n\n";
  }
};

/// The object behind the proxy: bound_object, or changed_object for a kernel that changes it.
std::string objectOf(const KernelModel& model, const std::string& slot,
                     const std::string& function) {
  return "treelize::detail::" + function + "<" + model.owner + ">(treelize::detail::slot_of<" +
         slot + ">(*this))";
}

/// The overloads that are no kernels stay callable.
std::string otherOverloads(const KernelModel& model, const std::string& slot) {
  std::string text;
  for (const std::string constness : {"", " const"}) {
    const std::string object = (constness.empty() ? "" : "const ") + model.owner + "& object";
    text += "template <class... Args> requires requires(" + object + ", Args&&... args) { object." +
            model.method +
            "(static_cast<Args&&>(args)...); }\n"
            "decltype(auto) operator()(Args&&... args)" +
            constness +
            " {\n"
            "return " +
            objectOf(model, slot, "bound_object") + "." + model.method +
            "(static_cast<Args&&>(args)...);\n}\n\n";
  }
  return text;
}

/// Where every kernel of the name changes its object, a call on a const one is refused in one line.
std::string deletedForConst(const Overloads& overloads) {
  std::string text;
  for (const KernelCode* code : overloads) {
    const KernelModel& model = code->model;
    if (model.isConst)
      return "";
    text += model.returnType + " operator()(" + list(parameterTypes(model)) + ") const = delete;\n";
  }
  return "// The object of a const proxy cannot be changed.\n" + text + "\n";
}

std::string proxyMembers(const Overloads& overloads, const KernelSlot& slot,
                         const std::string& kernel) {
  std::string text;
  for (std::size_t i = 0; i < overloads.size(); ++i)
    text += ProxyPrinter(*overloads[i], kernel, i).run();
  text += slot.hasOtherOverloads
              ? otherOverloads(overloads.front()->model, slotName(slot))
              : deletedForConst(overloads);
  return text + absentMembers(overloads);
}

std::string selfFunction(const KernelModel& model, const std::string& slot, bool isConst) {
  return std::string("auto& self()") + (isConst ? " const" : "") + " {\nreturn " +
         objectOf(model, slot, isConst ? "bound_object" : "changed_object") + ";\n}\n";
}

/// An empty base class of the owner that holds the proxy.
std::string slotClass(const Overloads& overloads, const KernelSlot& slot) {
  const std::string type = slotName(slot), kernel = kernelName(slot);
  const KernelModel& model = overloads.front()->model;
  return boundKernelStruct(overloads, kernel) + "\n/// `" + slot.name + "` of a bound " +
         slot.owner + ".\ntemplate <class Owner> class " + type +
         " {\npublic:\nusing owner_type = Owner;\n\n" + "class proxy {\npublic:\nusing slot_type = " + type + ";\n\n" +
         proxyMembers(overloads, slot, kernel) + "private:\n" + "friend class " + type +
         ";\nfriend struct treelize::proxy_access;\n" +
         "proxy() = default;\nproxy(const proxy&) = default;\nproxy& operator=(const proxy&) = "
         "default;\n" +
         selfFunction(model, type, false) + selfFunction(model, type, true) + "};\n\n" +
         usersComment(model, /*isWhole=*/false) + "[[no_unique_address]] proxy " + slot.name + ";\n};\n";
}

/// `&app::Chain::step` of a private kernel, told apart from its overloads by its type.
std::string privateKernelTags(const Overloads& overloads) {
  std::string text;
  for (std::size_t i = 0; i < overloads.size(); ++i) {
    const KernelModel& model = overloads[i]->model;
    if (!model.isPrivate)
      continue;
    const std::string pointer = model.isStatic ? "*" : model.owner + "::*";
    const std::string tag = privateKernelTag(model, i);
    text += "struct " + tag + " {\nfriend constexpr auto pointer_to(" + tag + ");\n};\n";
    text += "template <> struct reach<" + tag + ", static_cast<" + model.returnType + " (" +
            pointer + ")(" + list(parameterTypes(model)) + ")" + constOf(model) + ">(&" +
            model.owner + "::" + model.method + ")> {\nfriend constexpr auto pointer_to(" + tag +
            ") { return reached<reach>; }\n};\n";
  }
  return text.empty() ? "" : "namespace treelize {\n" + text + "}\n";
}

std::string slotText(const KernelSlot& slot, const std::vector<KernelCode>& kernels) {
  Overloads overloads;
  for (const KernelCode& code : kernels)
    if (code.model.owner == slot.owner && code.model.name == slot.name &&
        code.model.isStatic == slot.isStatic)
      overloads.push_back(&code);
  if (overloads.empty())
    return {};
  const std::string open = "namespace " + slot.scope + " {\n", tags = privateKernelTags(overloads);
  if (slot.isStatic)
    return tags + open + kernelStruct(overloads, kernelName(slot)) + "}\n";
  return tags + open + slotClass(overloads, slot) + "}\n";
}

std::string bases(const ClassModel& model, const std::string& owner) {
  std::string text;
  for (const KernelSlot& slot : model.slots)
    if (!slot.isStatic)
      text += ",\npublic " + slotType(slot, owner);
  return text;
}

std::string members(const ClassModel& model, const std::string& owner) {
  std::string text;
  for (const KernelSlot& slot : model.slots)
    text += slot.isStatic ? "static constexpr ::" + slot.scope + "::" + kernelName(slot) + " " +
                                slot.name + "{};\n"
                          : "using " + slotType(slot, owner) + "::" + slot.name + ";\n";
  return text;
}

/// The class as the specialisation of treelize::bound names it, within which names of treelize are
/// found first.
std::string fromWithin(const ClassModel& model) {
  return "::" + model.name;
}

/// A tree method takes trees beside leaves: what the free function of its name takes after the
/// object.
std::string treeMethods(const ClassModel& model) {
  std::string text;
  for (const bind::TreeMethod& method : model.treeMethods) {
    const std::string object = (method.isConst ? "const " : "") + fromWithin(model) + "&";
    const std::string arguments = ", static_cast<Args&&>(args)...)";
    const std::string inherited = "using " + fromWithin(model) + "::" + method.name + ";\n";
    text += (text.find(inherited) == std::string::npos ? inherited : "") +
            "template <class... Args>\nrequires requires(" + object +
            " object, Args&&... args) { " + method.function + "(object" + arguments + "; }\n" +
            "decltype(auto) " + method.name + "(Args&&... args)" +
            (method.isConst ? " const" : "") + " {\nreturn " + method.function + "(static_cast<" +
            object + ">(*this)" + arguments + ";\n}\n";
  }
  return text;
}

/// The same for an object that lives elsewhere, whose own method takes what is no tree.
std::string boundTreeMethods(const ClassModel& model) {
  const std::string object = "treelize::detail::bound_reference<Object>::target()";
  std::set<std::string> names;
  std::string text;
  for (const bind::TreeMethod& method : model.treeMethods) {
    if (!names.insert(method.name).second)
      continue;
    const std::string arguments = "static_cast<Args&&>(args)...)";
    const std::string takes = "requires(Object& object, Args&&... args) { ";
    const std::string trees = takes + method.function + "(object, " + arguments + "; }";
    const std::string leaves = takes + "object." + method.name + "(" + arguments + "; }";
    const std::string head = "decltype(auto) " + method.name + "(Args&&... args) const {\nreturn ";
    text += "template <class... Args>\nrequires " + trees + "\n" + head + method.function + "(" +
            object + ", " + arguments + ";\n}\n";
    text += "template <class... Args>\nrequires(!" + trees + " && " + leaves + ")\n" + head +
            object + "." + method.name + "(" + arguments + ";\n}\n";
  }
  return text;
}

/// An aggregate takes its members in order; members at the end that have an initialiser, or can do
/// without one, may be left out.
std::string aggregateConstructors(const ClassModel& model) {
  const std::string name = fromWithin(model);
  std::string text;
  const std::vector<Member>& all = model.members;
  if (!std::ranges::all_of(all, &Member::isPassable))
    return "template <class... Args>\nrequires(sizeof...(Args) > 0 && requires(Args&&... args) { " +
           name + "{static_cast<Args&&>(args)...}; })\n" +
           "explicit bound(Args&&... args) : " + name + "{static_cast<Args&&>(args)...} {}\n";
  for (std::size_t count = all.size(); count > 0; --count) {
    std::vector<std::string> parameters, values;
    for (std::size_t i = 0; i < count; ++i) {
      parameters.push_back(bind::declare(all[i].declarator, all[i].name));
      values.push_back("std::move(" + all[i].name + ")");
    }
    text += std::string(count == 1 ? "explicit " : "") + "bound(" + list(parameters) +
            ") : " + name + "{" + list(values) + "} {}\n";
    if (!all[count - 1].hasInitializer)
      break;
  }
  return text;
}

std::string boundClass(const ClassModel& model) {
  const std::string name = fromWithin(model);
  const std::string owner = "treelize::bound<" + name + ">";
  std::string text = "template <> class treelize::bound<" + model.name + "> : public " + name +
                     bases(model, owner) + " {\npublic:\n";
  if (!model.constructors.empty())
    text += "using " + name + "::" + model.constructors + ";\n";
  if (model.isAggregate)
    text += aggregateConstructors(model);
  text += "template <class Object = " + name +
          ">\nrequires std::is_default_constructible_v<Object>\nbound() : Object() {}\n";
  text += "template <class Object>\nrequires(std::same_as<std::remove_cvref_t<Object>, " +
          name + "> && std::constructible_from<" + name +
          ", Object>)\nbound(Object&& object) : " + name +
          "(static_cast<Object&&>(object)) {}\n\n";
  return text + members(model, owner) + treeMethods(model) + "};\n";
}

std::string bindingClass(const ClassModel& model) {
  const std::string owner = "treelize::binding<Object>";
  return "template <class Object>\nrequires std::same_as<std::remove_const_t<Object>, " +
         model.name + ">\nclass " + owner + " : public treelize::detail::bound_reference<Object>" +
         bases(model, owner) + " {\npublic:\n" +
         "using treelize::detail::bound_reference<Object>::bound_reference;\n" +
         members(model, owner) + boundTreeMethods(model) + "};\n";
}

} // namespace

std::string printClass(const ClassModel& model, const std::vector<KernelCode>& kernels) {
  std::string text;
  for (const KernelSlot& slot : model.slots)
    if (slot.owner == model.name)
      text += slotText(slot, kernels) + "\n";
  if (!model.isFinal)
    text += boundClass(model) + "\n";
  return text + bindingClass(model);
}

} // namespace treelize::print
