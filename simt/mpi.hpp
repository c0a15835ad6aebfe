// Jobs of MPI in one process, for graders: ranks are threads of the host that take turns in a fixed order
// (simt/openmp/turns.hpp), each with a current device of its own; files are in memory. What a rank includes as mpi.h is
// include/simt/mpi/mpi.h.
//
// The job is as unkind as the standard allows. What a receive is to bring is not in its buffer before it is waited for, and
// until then the buffer holds nothing useful; what is sent is read when it is waited for; no send is done before its
// receive is there; every collective call waits for all. What a correct program never does ends the job with a sentence:
// MpiOutcome::fault.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace simt {

struct MpiJob {
  int ranks = 1;
  std::vector<int> machines;                 // of each rank; empty: all are on one
  bool cuda_aware = false;                   // whether messages may lie in a device's memory
  std::map<std::string, std::string> files;  // by name, their bytes
  // How calls begin that a device refuses by MPI_ERR_IO: MPI_File_read…, MPI_File_write…, or _open, _close, _get_size,
  // _set_size, each followed by " of " and the file's name. Each refusal is a note of the call's name.
  std::string refused;
  // Of a job too large to be run, the few ranks that are there (empty: all are). A read of a file is given as much of
  // `line` as it asks for, beginning anew at every multiple of its length, and a receive from a rank that is not there likewise;
  // what is written, or sent there, is noted and forgotten. To collective calls they bring what the first of the others does.
  std::vector<int> present;
  std::string line;
  std::int64_t bytes = 0;  // of each file
};

struct MpiEvent {
  enum class Kind : std::uint8_t { send, receive, wait, waited, read, write, note };
  Kind kind = Kind::note;
  std::int32_t rank = 0, peer = -1, line = 0;
  std::int64_t offset = 0, bytes = 0;  // offset: of a file, in bytes; of a note, what note_in_job() was given
  std::string what;                    // the call: "MPI_Isend"; of a note, its words
};

struct MpiOutcome {
  std::string fault;  // what MPI forbids, with rank and line; or empty
  int refused = -1;   // the rank whose function threw or called MPI_Abort first, and its words
  std::string refusal;
  std::vector<MpiEvent> events;  // in the order in which they came
  std::map<std::string, std::string> files;
};

// Calls `main(rank)` in each rank. An exception that leaves it ends the job, as where its caller calls MPI_Abort.
MpiOutcome run_mpi_job(const MpiJob& job, const std::function<void(int)>& main);

// Within a job: the calling thread's rank, −1 outside; adds a note to the events.
int mpi_rank();
void note_in_job(int rank, const std::string& words, std::int64_t value);

}  // namespace simt
