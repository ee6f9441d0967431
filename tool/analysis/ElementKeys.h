// Names for the numbers inside a local object, for analyses that follow each of them.
#pragma once

#include "ir/IR.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace treelize::analysis {

/// What stands for a number that is not known by name, and for several of them.
inline const std::string anyElement = "*";

/// `3,1,` of a[3][1] and `.u` of p.u; anyElement where an index is not constant, or where it is
/// more than a number.
std::string elementKey(const ir::Place& place);

/// Is it a number, or an array or a plain record of such, which begins without a value where it is
/// declared so?
bool holdsNumbersOnly(const ir::Type& type);

/// The numbers inside some locals for which a claim holds at a point of the code; branches take
/// back what they noted.
class ElementTrail {
public:
  using Element = std::pair<ir::VarId, std::string>;

  /// From here on the local is followed, and the claim holds for none of its numbers.
  void follow(ir::VarId local) { noted_[local].clear(); }
  void leave(ir::VarId local) { noted_.erase(local); }
  /// Null: it is not followed.
  const std::set<std::string>* of(ir::VarId local) const;

  void note(const ir::Place& place) { note({place.base, elementKey(place)}); }
  void note(const Element& element);

  std::size_t mark() const { return trail_.size(); }
  /// Takes back, and returns, what was noted since.
  std::vector<Element> takeBack(std::size_t mark);

private:
  std::map<ir::VarId, std::set<std::string>> noted_;
  std::vector<Element> trail_;
};

} // namespace treelize::analysis
