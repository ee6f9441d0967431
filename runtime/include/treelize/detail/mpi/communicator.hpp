// Collective calls on a communicator, checked. Only the thread that calls treelize::mpi calls MPI.
#pragma once

#include "treelize/error.hpp"

#include <mpi.h>

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

namespace treelize::detail {}

namespace treelize::mpi::detail {

using namespace treelize::detail;

/// Of importance where the communicator returns errors; as a rule MPI ends the program.
inline void require_success(int code, const char* call) {
  if (code == MPI_SUCCESS)
    return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw error("treelize: " + std::string(call) + ": " +
              std::string(text, static_cast<std::size_t>(length)));
}

class communicator {
public:
  explicit communicator(MPI_Comm handle) : handle_(handle) {
    int number = 0;
    require_success(MPI_Comm_rank(handle, &number), "MPI_Comm_rank");
    rank_ = static_cast<std::size_t>(number);
    require_success(MPI_Comm_size(handle, &number), "MPI_Comm_size");
    size_ = static_cast<std::size_t>(number);
  }

  MPI_Comm handle() const { return handle_; }
  std::size_t rank() const { return rank_; }
  std::size_t size() const { return size_; }

  /// What every rank gives, in the order of the ranks.
  template <class Type>
    requires std::is_trivially_copyable_v<Type>
  std::vector<Type> all(const Type& mine) const {
    std::vector<Type> result(size_);
    require_success(MPI_Allgather(&mine, sizeof(Type), MPI_BYTE, result.data(), sizeof(Type),
                                  MPI_BYTE, handle_),
                    "MPI_Allgather");
    return result;
  }

  /// The text of one rank, for all.
  std::string broadcast(std::string text, std::size_t from) const {
    const int root = static_cast<int>(from);
    auto length = static_cast<int>(text.size());
    require_success(MPI_Bcast(&length, 1, MPI_INT, root, handle_), "MPI_Bcast");
    text.resize(static_cast<std::size_t>(length));
    require_success(MPI_Bcast(text.data(), length, MPI_CHAR, root, handle_), "MPI_Bcast");
    return text;
  }

private:
  MPI_Comm handle_;
  std::size_t rank_ = 0, size_ = 0;
};

} // namespace treelize::mpi::detail
