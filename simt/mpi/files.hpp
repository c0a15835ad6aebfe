// Files of a job, as far as messages.cpp and job.cpp know them.
#pragma once

#include <string>

#include "simt/mpi/job.hpp"

// A file as one rank has it open.
struct simt_mpi_file {
  int owner = 0;
  std::string name;
  int mode = 0;
  std::size_t comm = 0;
  MPI_Offset view = 0;      // where it begins for this rank
  std::size_t element = 1;  // bytes that offsets count
  bool closed = false;
  int line = 0;
};

namespace simt::mpi {

// A read or a write that has been waited for.
void finish_piece(const Call& call, simt_mpi_request& request);

}  // namespace simt::mpi
