// A communicator for the library's own messages, so that none is taken for one of the program's: a
// duplicate of the program's, made once and freed with it.
#pragma once

#include "treelize/detail/mpi/communicator.hpp"

#include <mpi.h>

#include <memory>

namespace treelize::mpi::detail {

inline int free_duplicate(MPI_Comm, int, void* duplicate, void*) {
  const std::unique_ptr<MPI_Comm> owner(static_cast<MPI_Comm*>(duplicate));
  return MPI_Comm_free(owner.get());
}

inline int duplicate_key() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    require_success(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_duplicate, &made, nullptr),
                    "MPI_Comm_create_keyval");
    return made;
  }();
  return key;
}

/// Every rank calls it.
inline MPI_Comm private_communicator(MPI_Comm of) {
  void* attribute = nullptr;
  int is_there = 0;
  require_success(MPI_Comm_get_attr(of, duplicate_key(), &attribute, &is_there),
                  "MPI_Comm_get_attr");
  if (is_there)
    return *static_cast<MPI_Comm*>(attribute);
  auto duplicate = std::make_unique<MPI_Comm>(MPI_COMM_NULL);
  require_success(MPI_Comm_dup(of, duplicate.get()), "MPI_Comm_dup");
  require_success(MPI_Comm_set_attr(of, duplicate_key(), duplicate.get()), "MPI_Comm_set_attr");
  return *duplicate.release();
}

} // namespace treelize::mpi::detail
