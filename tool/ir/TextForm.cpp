#include "ir/TextForm.h"

namespace treelize::ir {

TextForm formOf(const Opaque& call) {
  const std::string& text = call.text;
  TextForm form;
  form.isOperand = text == "$0";
  form.isInfix = text.starts_with("$0 ");
  form.isPrefix = text.starts_with("*$") || text.starts_with("++") || text.starts_with("--");
  form.isAddress = text.starts_with('&');
  form.isCall = text.ends_with(')') && !text.starts_with('$');
  form.isMethod = text.ends_with(')') && text.starts_with("$0.");
  return form;
}

bool isSameText(const Opaque& a, const Opaque& b) {
  return a.text == b.text;
}

} // namespace treelize::ir
