#include "Whereabouts.h"

#include <algorithm>
#include <array>
#include <unistd.h>

namespace treelize {

namespace {

/// A text that is never moved; what does not fit is left out.
class Text {
public:
  void clear() { size_ = 0; }
  bool isEmpty() const { return size_ == 0; }
  std::string_view get() const { return {bytes_.data(), size_}; }

  Text& operator<<(std::string_view text) {
    const std::size_t count = std::min(text.size(), bytes_.size() - size_);
    std::copy_n(text.data(), count, bytes_.data() + size_);
    size_ += count;
    return *this;
  }
  Text& operator<<(unsigned number) {
    std::array<char, 10> digits;
    auto first = digits.end();
    do
      *--first = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    return *this << std::string_view(first, digits.end());
  }

private:
  std::array<char, 1024> bytes_;
  std::size_t size_ = 0;
};

Text subject, place, step;

} // namespace

void workOn(std::string_view what) {
  subject.clear();
  place.clear();
  step.clear();
  subject << what;
}

void workAt(std::string_view file, unsigned line, unsigned column) {
  place.clear();
  place << file << ":" << line << ":" << column;
}

void workAfter(std::string_view name) {
  step.clear();
  step << name;
}

void writeWhereabouts(int file) {
  if (subject.isEmpty())
    return;
  static Text note;
  note.clear();
  note << "treelize: note: it worked on " << subject.get();
  if (!place.isEmpty())
    note << ", at " << place.get();
  if (!step.isEmpty())
    note << ", after " << step.get();
  note << "\n";
  [[maybe_unused]] const auto written = ::write(file, note.get().data(), note.get().size());
}

} // namespace treelize
