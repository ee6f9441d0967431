// What exec/library/c-idioms.cpp calls, and does not see.
#include <string>

int traces = 0, numbers = 0;
std::string remembered;

namespace lib {

extern "C" void trace(int, const char*, ...) {
  ++traces;
}
int level(double x) {
  return static_cast<int>(x);
}
struct Log {
  static void number(const std::string& name, double value);
};
void Log::number(const std::string& name, double) {
  numbers += name == "n1";
}

} // namespace lib

void remember(const char* text) {
  remembered = text;
}
