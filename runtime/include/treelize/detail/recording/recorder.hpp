// What a recording does, whatever the kernels are: it keeps what calls overwrite, and goes back
// through them.
//
// A segment is a number of calls on end, with the values that its first call found of all that its
// calls write: enough to return to its begin from its end. Without a limit each call is a segment.
// With one neighbours are joined, two and two, so that all have about one length; going back, a
// segment of several calls is run again from its begin, with new segments in it where there is room
// (checkpoint.hpp).
#pragma once

#include "treelize/detail/recording/call.hpp"
#include "treelize/detail/recording/member.hpp"
#include "treelize/detail/recording/object.hpp"
#include "treelize/detail/type_identity.hpp"

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace treelize {

/// How much a recording keeps: as much as there is to keep, unless one of these is set.
struct recording_options {
  /// So many snapshots at most, 0 for one before each call.
  int checkpoint = 0;
  /// So many bytes of snapshots at most, 0 for any number.
  std::size_t memory = 0;
};

namespace detail {

class recorder {
public:
  explicit recorder(const recording_options& options);
  recorder(recorder&&) noexcept = default;
  recorder& operator=(recorder&&) noexcept = default;
  ~recorder();

  template <class Type>
  recorded_object_of<Type>& object(Type& object) {
    return static_cast<recorded_object_of<Type>&>(
        find_or_add(objects_, object, [&] { return std::make_unique<recorded_object_of<Type>>(object); }));
  }
  template <class Type>
  recorded_member& member(Type& place) {
    return find_or_add(members_, place, [&] { return std::make_unique<recorded_member_of<Type>>(place); });
  }

  void run(std::unique_ptr<recorded_call> call);
  void backward();
  void clear() noexcept;
  std::size_t size() const { return calls_.size(); }

  /// Throws unless `backward` has reversed calls on the object.
  recorded_object& reversed(const void* object, type_identity type) const;

  // In checked programs: are the values those that the last call left? May the kernel be run, with
  // the gradients that were taken by hand?
  void check_values() const;
  void check_gradients(const char* kernel) const;
  void remember();

private:
  struct saved_member {
    recorded_member* member;
    std::unique_ptr<saved_value> value;
    std::size_t bytes;
  };
  struct segment {
    std::size_t from; ///< its first call
    std::vector<saved_member> saved;
  };
  class unfinished_run;
  class reversal;

  recording_options options_;
  std::unordered_multimap<const void*, std::unique_ptr<recorded_object>> objects_;
  std::unordered_multimap<const void*, std::unique_ptr<recorded_member>> members_;

  std::vector<std::unique_ptr<recorded_call>> calls_;
  std::vector<segment> segments_;
  std::size_t calls_to_join_ = 1;    ///< a segment has as many calls, but for the last
  std::size_t bytes_ = 0;            ///< of all segments
  std::size_t bytes_of_one_ = 0;     ///< of all that the calls write
  std::vector<recorded_object*> used_;
  std::vector<recorded_member*> written_;
  std::vector<saved_member> ends_;   ///< during `backward`
  bool is_reversed_ = false;

  template <class Map, class Type, class Make>
  static auto& find_or_add(Map& map, Type& place, const Make& make) {
    const void* address = std::addressof(place);
    const auto [begin, end] = map.equal_range(address);
    for (auto known = begin; known != end; ++known)
      if (known->second->type() == type_identity::of<Type>())
        return *known->second;
    return *map.emplace(address, make())->second;
  }

  void begin_anew();
  void use(const recorded_call& call);
  void check_room(const recorded_call& call) const;
  void save(const recorded_call& call, segment& into);
  void let_go(segment& of) noexcept;

  bool is_limited() const { return options_.checkpoint != 0 || options_.memory != 0; }
  bool exceeds() const;
  std::size_t room() const;
  void keep_within_limits();
  void join(segment& first, segment& second);
  void join_pairs();
  void join_for_reversal();

  void restore(segment& of, bool isNeededAgain);
  void run_again(std::size_t from, std::size_t to);
  void reverse_last();
};

} // namespace detail
} // namespace treelize
