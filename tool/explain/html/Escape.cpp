#include "explain/html/Escape.h"

#include "llvm/Support/JSON.h"

namespace treelize::explain {

namespace {

bool isControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
}

} // namespace

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : llvm::json::isUTF8(text) ? text : llvm::json::fixUTF8(text))
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (isControl(c))
      result += "\xEF\xBF\xBD";
    else
      result += c;
  return result;
}

std::string code(const std::string& text) {
  return "<code>" + escaped(text) + "</code>";
}

} // namespace treelize::explain
