#include "print/PrintPullback.h"

#include "bind/Shadow.h"
#include "print/Documentation.h"
#include "print/PrintFunction.h"

#include <algorithm>

namespace treelize::print {

namespace {

/// `&p, x`: by reference what came so.
std::string captures(const bind::KernelModel& model) {
  std::vector<std::string> parts;
  for (const bind::Parameter& parameter : model.parameters)
    parts.push_back((parameter.byReference ? "&" : "") + parameter.name);
  return list(parts);
}

PrimalCall primalOf(const bind::KernelModel& model, std::size_t overload) {
  return {model.callee, primalCall(model, overload, "", argumentList(model, false))};
}

std::string refuseTemporaries(const KernelCode& code) {
  const bool refers = std::ranges::any_of(code.model.parameters, [](const bind::Parameter& p) {
    return p.byReference || p.type->isView();
  });
  if (!refers)
    return "";
  return "template <class... Args>\n  requires treelize::detail::any_temporary<std::tuple<" +
         list(parameterTypes(code.model)) +
         ">, Args...>\ntreelize::pullback_refers_to_its_arguments_so_give_them_names pullback(Args&&...) const "
         "TREELIZE_ABSENT(\"the pullback of kernel '" +
         code.model.name + "' refers to its arguments: give them names\");\n\n";
}

} // namespace

bool hasPullback(const KernelCode& code) {
  return code.pullback && bind::canOwnShadows(code.model);
}

std::string pullbackMember(const KernelCode& code, std::size_t overload) {
  const bind::KernelModel& model = code.model;
  const auto beside = [&](const char* name) { return nameBeside(model, name); };
  const std::string tape = beside("tape"), forward = beside("forward"), reverse = beside("reverse"),
                    seed = beside("seed"), result = beside("result"), all = captures(model),
                    arguments = argumentList(model, false);
  const ir::Function &down = code.pullback->functions[0], &up = code.pullback->functions[1];
  const auto tapeOf = [&](const ir::Function& f) { return f.takesTape ? tape : ""; };
  std::vector<std::string> shadows = seedAndGradient(code);
  shadows[0] = seed;
  return commentOnPullback() + "auto pullback(" + parameterList(model) + ") const {\n" +
         "const auto " + forward + " = [" + all + "](treelize::tape& " + tape + ") -> " +
         model.returnValue->spelling + " {\n" +
         endingAsPrimal(*code.pullback, primalOf(model, overload),
                        "return " + down.name + "(" + list({arguments, tapeOf(down)}) + ");\n") +
         "};\nconst auto " + reverse + " = [" + all + "](const " + model.returnValue->spelling +
         "& " + seed + ", treelize::tape& " + tape + ") {\n" + gradientName(code, overload) + " " +
         result + "{" + list(gradientInitializers(code)) + "};\n" + up.name + "(" +
         list({arguments, list(shadows), tapeOf(up)}) + ");\nreturn " + result + ";\n};\n" +
         "return treelize::pullback<" + (code.pullbackRereads ? "true" : "false") + ", decltype(" +
         forward + "), decltype(" + reverse + ")>(\"" + model.name + "\", " + forward + ", " + reverse +
         ");\n}\n\n" + refuseTemporaries(code);
}

} // namespace treelize::print
