#include "front/read/Comment.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RawCommentList.h"

namespace treelize::front {

std::vector<std::string> commentOf(const clang::Decl* decl) {
  const clang::ASTContext& ast = decl->getASTContext();
  const clang::RawComment* comment = ast.getRawCommentForAnyRedecl(decl);
  if (!comment)
    return {};
  std::vector<std::string> lines;
  for (const auto& line : comment->getFormattedLines(ast.getSourceManager(), ast.getDiagnostics()))
    if (!line.Text.empty() || !lines.empty())
      lines.push_back(line.Text);
  while (!lines.empty() && lines.back().empty())
    lines.pop_back();
  return lines;
}

} // namespace treelize::front
