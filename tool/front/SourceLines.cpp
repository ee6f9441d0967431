#include "front/SourceLines.h"

#include "front/Locations.h"
#include "front/Session.h"
#include "front/SystemFiles.h"

#include "clang/Basic/SourceManager.h"

#include <filesystem>
#include <map>

namespace treelize::front {

namespace {

class Lines {
public:
  explicit Lines(Session& session) : session(session), sources(session.sources()) {
    add(sources.getMainFileID());
  }

  explain::Listing listing;

  explain::Origin of(Location at) {
    if (!at.isValid())
      return {};
    const auto [file, offset] =
        sources.getDecomposedLoc(sources.getExpansionLoc(toSourceLocation(at)));
    auto found = numbers.find(file);
    if (found == numbers.end()) {
      if (!sources.getFileEntryRefForID(file) || isSystemFile(file, session.preprocessor()))
        return {};
      found = add(file);
    }
    return {found->second, sources.getLineNumber(file, offset)};
  }

private:
  Session& session;
  clang::SourceManager& sources;
  std::map<clang::FileID, std::size_t> numbers;

  std::map<clang::FileID, std::size_t>::iterator add(clang::FileID file) {
    const std::string path = sources.getFileEntryRefForID(file)->getName().str();
    listing.sources.push_back({std::filesystem::path(path).filename().string(),
                               sources.getBufferData(file).str()});
    return numbers.emplace(file, listing.sources.size() - 1).first;
  }
};

/// The line that the offset is in, without the brace that opens its block and one that closes
/// another.
std::string trimmedLine(llvm::StringRef text, unsigned offset) {
  const std::size_t begin = text.rfind('\n', offset) + 1; // npos + 1 is 0
  llvm::StringRef line = text.slice(begin, text.find('\n', offset)).trim();
  line.consume_back("{");
  line.consume_front("}");
  std::string result = line.trim().str();
  for (char& c : result)
    if (static_cast<unsigned char>(c) < 0x20)
      c = ' ';
  return result;
}

} // namespace

std::string headingOf(Session& session, Location at) {
  if (!at.isValid())
    return "";
  clang::SourceManager& sources = session.sources();
  const auto [file, offset] =
      sources.getDecomposedLoc(sources.getExpansionLoc(toSourceLocation(at)));
  if (!sources.getFileEntryRefForID(file) || isSystemFile(file, session.preprocessor()))
    return "";
  return session.placeOf(at) + ": " + trimmedLine(sources.getBufferData(file), offset);
}

explain::Listing listingOf(Session& session, const std::vector<Location>& origins) {
  Lines lines(session);
  std::vector<explain::Origin> found;
  for (const Location at : origins)
    found.push_back(lines.of(at));
  explain::Listing listing = std::move(lines.listing);
  listing.origins = std::move(found);
  return listing;
}

} // namespace treelize::front
