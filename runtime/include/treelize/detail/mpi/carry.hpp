// A sum that goes on to the next rank, because a chunk does: sent when it is there, while the rank
// works on. A rank that has failed sends that instead, so that nobody waits for it.
#pragma once

#include "treelize/detail/flat_numbers.hpp"
#include "treelize/detail/mpi/communicator.hpp"
#include "treelize/detail/mpi/shares.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace treelize::mpi::detail {

inline constexpr int carry_tag = 0;

class outgoing_carry {
public:
  explicit outgoing_carry(MPI_Comm over) : over_(over) {}
  outgoing_carry(const outgoing_carry&) = delete;
  outgoing_carry& operator=(const outgoing_carry&) = delete;
  ~outgoing_carry() {
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  }

  /// The numbers of the gradient, then the value.
  template <class Sum>
  void send(Sum& sum, std::size_t to) {
    const flat_numbers numbers(sum.gradient);
    message_.resize(numbers.size() + 1);
    numbers.read(0, std::span(message_).first(numbers.size()));
    message_.back() = static_cast<double>(sum.value);
    send_message(to);
  }
  void send_failure(std::size_t to) {
    message_.clear();
    send_message(to);
  }

private:
  MPI_Comm over_;
  std::vector<double> message_;
  std::vector<MPI_Request> requests_;

  /// In slices, of which the last is not full: without a number, if need be.
  void send_message(std::size_t to) {
    for (std::size_t first = 0; first <= message_.size(); first += slice) {
      const auto count = static_cast<int>((std::min)(slice, message_.size() - first));
      require_success(MPI_Isend(message_.data() + first, count, MPI_DOUBLE, static_cast<int>(to),
                                carry_tag, over_, &requests_.emplace_back(MPI_REQUEST_NULL)),
                      "MPI_Isend");
    }
  }
};

/// Into a sum of the same shape; false where the other rank has failed.
template <class Sum>
bool receive_carry(Sum& sum, std::size_t from, MPI_Comm over) {
  const flat_numbers numbers(sum.gradient);
  std::vector<double> message;
  for (int count = static_cast<int>(slice); static_cast<std::size_t>(count) == slice;) {
    MPI_Status status;
    const std::size_t first = message.size();
    const std::size_t room = (std::min)(slice, numbers.size() + 1 - first);
    message.resize(first + room);
    require_success(MPI_Recv(message.data() + first, static_cast<int>(room), MPI_DOUBLE,
                             static_cast<int>(from), carry_tag, over, &status),
                    "MPI_Recv");
    require_success(MPI_Get_count(&status, MPI_DOUBLE, &count), "MPI_Get_count");
    message.resize(first + static_cast<std::size_t>(count));
  }
  if (message.empty())
    return false;
  numbers.write(0, std::span(message).first(numbers.size()));
  using value = decltype(sum.value);
  sum.value = static_cast<value>(message.back());
  return true;
}

} // namespace treelize::mpi::detail
