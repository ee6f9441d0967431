// The reference pages of docs/reference: the tables of the tool, printed as Markdown. A new row
// of a table is a new row of its page; a test compares the pages with what is printed here.
#pragma once

#include <iosfwd>
#include <string_view>
#include <vector>

namespace treelize {

struct ReferencePage {
  std::string_view name; // "options": of --print-reference and of the file
  void (*print)(std::ostream& out);
};

const std::vector<ReferencePage>& referencePages();

} // namespace treelize
