#include "print/Documentation.h"

namespace treelize::print {

namespace {

/// A backslash at the end would make the next line a comment, too.
std::string documentLine(std::string text) {
  text.erase(text.find_last_not_of("\\ \t") + 1);
  return text.empty() ? "///\n" : "/// " + text + "\n";
}

bool isCommand(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != line.npos && (line[first] == '@' || line[first] == '\\');
}

} // namespace

std::string usersComment(const bind::KernelModel& model, bool isWhole) {
  std::vector<std::string> lines = model.comment;
  if (!isWhole)
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (isCommand(lines[i]))
        lines.resize(i);
  while (!lines.empty() && lines.back().empty())
    lines.pop_back();
  std::string text;
  for (const std::string& line : lines)
    text += documentLine(line);
  return text;
}

std::string commentOnAdjoint() {
  return "/// Turns the adjoints of what the kernel returns and writes into those of its parameters, in "
         "place.\n";
}

std::string commentOnTangent(const KernelCode& code) {
  return code.tangent->outputs.size() == 2
             ? "/// The value, and its derivative in a direction.\n"
             : "/// Runs the kernel, and makes the tangents of what it writes from those of what it reads.\n";
}

std::string commentOnGrad(const bind::KernelModel& model) {
  return model.isBound() ? "/// Adds the gradients of fields to their `grad`, and returns those of all else.\n"
                         : "/// The gradient: a member for each differentiable parameter.\n";
}

std::string commentOnPullback() {
  return "/// The value, and a function from seeds to gradients. It refers to the arguments.\n";
}

std::string commentOnHessianProduct() {
  return "/// The Hessian times a direction: a member for each differentiable parameter.\n";
}

std::string commentOnAddedHessianProduct() {
  return "/// The same, added to what the caller owns.\n";
}

std::string commentOnValueAndGrad(const bind::KernelModel& model) {
  return commentOnGrad(model) + "/// The value comes with it.\n";
}

std::string commentOnJacobian() {
  return "/// The derivatives of what it returns and writes (rows) by what it reads (columns); `Lanes` "
         "share a sweep, and 0 leaves it to the number of columns.\n";
}

std::string commentOnHessian() {
  return "/// The second derivatives by each pair of numbers that it reads.\n";
}

} // namespace treelize::print
