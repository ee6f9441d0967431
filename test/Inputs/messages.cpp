// What exec/statements/messages-first.cpp calls, and does not see.
#include "messages.h"

namespace lib {

int made = 0, asked = 0;

MessageBuilder::MessageBuilder(const char* text) {
  ++made;
  stream_ << text << " (";
}
std::ostream& MessageBuilder::first() {
  return stream_;
}
std::ostream& MessageBuilder::second() {
  stream_ << " vs. ";
  return stream_;
}
std::string* MessageBuilder::take() {
  stream_ << ")";
  return new std::string(stream_.str());
}

Fatal::Fatal(const char* where, const std::string* text) {
  stream_ << where << ": " << *text << ' ';
  delete text;
}
Fatal::~Fatal() noexcept(false) {
  throw std::runtime_error(stream_.str());
}
std::ostream& Fatal::stream() {
  return stream_;
}

const char* complaint(double x) {
  ++asked;
  return x < 10 ? nullptr : "too large";
}

} // namespace lib
