#include "print/PrintPullback.h"

#include "bind/Shadow.h"
#include "ir/Walk.h"
#include "print/Documentation.h"
#include "print/body/PrintBody.h"

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

/// A way that the primal ends without a result is left to it.
std::string endingAsPrimal(const KernelCode& code, std::size_t overload, const std::string& body) {
  const bool ends = std::ranges::any_of(code.pullback->functions, [](const ir::Function& f) {
    return ir::endsAsPrimal(f.as->body);
  });
  if (!ends)
    return body;
  const std::string call = primalCall(code.model, overload, "", argumentList(code.model, false));
  return "try {\n" + body + "} catch (const treelize::detail::left_to_primal&) {\n" +
         endAsPrimal({code.model.callee, call}) + "}\n";
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
  return code.pullback &&
         std::ranges::all_of(code.model.parameters, [](const bind::Parameter& parameter) {
           return !parameter.hasShadow() || bind::canOwnShadow(parameter);
         });
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
         endingAsPrimal(code, overload,
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
