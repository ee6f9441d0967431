#include "grad/finish/storage/TapeUsers.h"

#include "ir/Walk.h"

namespace treelize::grad {

using namespace ir;

namespace {

std::vector<std::size_t> tapeUsers(const Block& block) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < block.size(); ++i)
    if (usesTape(block[i]))
      found.push_back(i);
  return found;
}

bool isMeetingLoop(const Stmt& stmt) {
  const auto* loop = std::get_if<For>(&stmt.node);
  return loop && usesTape(loop->body);
}

} // namespace

std::vector<TapePair> tapePairs(const Block& forward, const Block& reverse) {
  const std::vector<std::size_t> first = tapeUsers(forward), second = tapeUsers(reverse);
  std::vector<TapePair> pairs;
  for (std::size_t k = 0; k < first.size() && first.size() == second.size(); ++k)
    pairs.push_back({first[k], second[second.size() - 1 - k]});
  return pairs;
}

std::vector<TapePair> tapePairs(const Block& meeting) {
  const std::vector<std::size_t> users = tapeUsers(meeting);
  const std::size_t half = users.size() / 2;
  std::vector<TapePair> pairs;
  if (users.size() % 2 != 0 && !isMeetingLoop(meeting[users[half]]))
    return pairs;
  for (std::size_t k = 0; k < half; ++k)
    pairs.push_back({users[k], users[users.size() - 1 - k]});
  return pairs;
}

std::vector<std::size_t> meetingLoops(const Block& meeting) {
  const std::vector<TapePair> around = tapePairs(meeting);
  const std::size_t begin = around.empty() ? 0 : around.back().forward + 1;
  const std::size_t end = around.empty() ? meeting.size() : around.back().reverse;
  std::vector<std::size_t> found;
  for (std::size_t i = begin; i < end; ++i)
    if (isMeetingLoop(meeting[i]))
      found.push_back(i);
  return found;
}

} // namespace treelize::grad
