// Checks as logging libraries make them: the message of two values comes first, and is null where they agree.
#pragma once

#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>

namespace lib {

extern int made, asked;

class MessageBuilder {
public:
  explicit MessageBuilder(const char* text);
  std::ostream& first();
  std::ostream& second();
  std::string* take();

private:
  std::ostringstream stream_;
};
template <class A, class B> std::string* makeMessage(const A& a, const B& b, const char* text) {
  MessageBuilder builder(text);
  builder.first() << a;
  builder.second() << b;
  return builder.take();
}
template <class A, class B> std::string* checkLess(const A& a, const B& b, const char* text) {
  if (a < b)
    return nullptr;
  else
    return makeMessage(a, b, text);
}

class Fatal {
public:
  Fatal(const char* where, const std::string* text);
  [[noreturn]] ~Fatal() noexcept(false);
  std::ostream& stream();

private:
  std::ostringstream stream_;
};
/// What a check yields where asserts cost nothing.
struct Checked {
  Checked(std::string* text) : text_(text) {}
  operator bool() const { return text_ != nullptr; }
  std::string* text_;
};

const char* complaint(double x);

/// Bodies that are seen, and are no kernel's business.
inline std::mutex mutex;
inline std::map<std::string, int> counts;
inline void count(const char* name, double x) {
  std::lock_guard<std::mutex> lock(mutex);
  std::ostringstream key;
  key << name << (x > 1 ? " above" : " below");
  ++counts[key.str()];
}
inline int steps(double x) {
  std::lock_guard<std::mutex> lock(mutex);
  ++counts["steps"];
  return static_cast<int>(10 * x);
}

} // namespace lib

#define CHECK_LESS(a, b) while (std::string* text = lib::checkLess(a, b, #a " < " #b)) lib::Fatal("check", text).stream()
#define FAST_CHECK_LESS(a, b) while (lib::Checked text = lib::checkLess(a, b, #a " < " #b)) lib::Fatal("fast", text.text_).stream()
