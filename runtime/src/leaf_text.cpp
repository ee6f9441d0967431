#include "treelize/detail/leaf_text.hpp"

#include <sstream>

namespace treelize::detail {

template <class T>
std::string number_text(T value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

template std::string number_text(bool);
template std::string number_text(char);
template std::string number_text(signed char);
template std::string number_text(unsigned char);
template std::string number_text(short);
template std::string number_text(unsigned short);
template std::string number_text(int);
template std::string number_text(unsigned);
template std::string number_text(long);
template std::string number_text(unsigned long);
template std::string number_text(long long);
template std::string number_text(unsigned long long);
template std::string number_text(float);
template std::string number_text(double);
template std::string number_text(long double);

text_stream::text_stream() : stream_(new std::ostringstream) {}
text_stream::~text_stream() {
  delete stream_;
}
std::ostream& text_stream::out() {
  return *stream_;
}
std::string text_stream::text() const {
  return stream_->str();
}

} // namespace treelize::detail
