#include "explain/Report.h"
#include "explain/html/Escape.h"
#include "explain/html/KernelHtml.h"
#include "explain/html/ListingHtml.h"
#include "explain/html/PageParts.h"
#include "explain/html/TreesHtml.h"

#include <filesystem>
#include <ostream>

namespace treelize::explain {

namespace {

std::string fileName(const std::string& path) {
  return escaped(std::filesystem::path(path).filename().string());
}

void printHead(std::ostream& out, const std::vector<OutputReport>& reports) {
  out << "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
         "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n<title>treelize";
  for (const OutputReport& report : reports)
    out << (&report == &reports.front() ? ": " : ", ") << fileName(report.input);
  out << "</title>\n<style>\n" << pageStyle << "</style>\n</head>\n<body>\n";
}

void printClasses(std::ostream& out, const OutputReport& report) {
  for (const ClassReport& each : report.classes) {
    out << "<section class=card>\n<h2><small>class</small> " << code(each.name) << "</h2>\n<p>Kernels:";
    for (const std::string& kernel : each.kernels)
      out << ' ' << code(kernel);
    out << "</p>\n<ul>\n";
    for (const auto& [name, type] : each.fields)
      out << "<li>" << code(type + " " + name) << "</li>\n";
    out << "</ul>\n</section>\n";
  }
}

void printOutput(std::ostream& out, const OutputReport& report, std::size_t number) {
  out << "<article>\n<header>\n<h1>" << fileName(report.input) << "</h1>\n<p>"
      << report.kernels.size() << (report.kernels.size() == 1 ? " kernel" : " kernels") << " and "
      << report.functions.size()
      << (report.functions.size() == 1 ? " tree function" : " tree functions")
      << ", generated into " << code(fileName(report.output)) << " by treelize " << TREELIZE_VERSION
      << ".</p>\n<p class=hint>A number leads to the other side. The bar beside a number: the line "
         "carries derivatives.</p>\n</header>\n";
  printListing(out, report, number);
  for (const KernelReport& kernel : report.kernels)
    printKernelCard(out, kernel, report.listing, number);
  printTrees(out, report, number);
  printClasses(out, report);
  out << "</article>\n";
}

} // namespace

void printHtmlReport(std::ostream& out, const std::vector<OutputReport>& reports) {
  printHead(out, reports);
  for (std::size_t i = 0; i < reports.size(); ++i)
    printOutput(out, reports[i], i);
  out << "<script>\n" << pageScript << "</script>\n</body>\n</html>\n";
}

} // namespace treelize::explain
