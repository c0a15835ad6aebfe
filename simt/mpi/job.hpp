// What the parts of a job share: its ranks, what they wait for, and how it ends before its time.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "simt/include/simt/mpi/mpi.h"
#include "simt/mpi.hpp"

// A message, or a piece of a file, on its way.
struct simt_mpi_request {
  enum class Kind { send, receive, read, write };
  Kind kind = Kind::send;
  int owner = 0;  // by its number in MPI_COMM_WORLD
  int peer = MPI_PROC_NULL, tag = 0;
  std::size_t comm = 0;
  void* buffer = nullptr;
  std::size_t bytes = 0;
  std::size_t base = 0;  // the type's elements are of this one
  simt_mpi_file* file = nullptr;
  MPI_Offset at = 0;
  std::string call;
  int line = 0;

  simt_mpi_request* partner = nullptr;
  std::string left;      // what the buffer held when the call was made, or was filled with
  std::string message;   // what a send's buffer held when it had to be read
  bool is_read = false;  // the message is
  bool finished = false;
  bool absent = false;   // its partner is a rank that is not there
  bool of_cuda = false;  // the buffer: the device's memory, or page-locked
  int asked = 0;         // MPI_Test has
  MPI_Status status{};
};

namespace simt::mpi {

// Leaves a rank's function when the job is over.
struct JobIsOver {};

struct Rank {
  int number = 0, machine = 0;
  bool ended = false;
  const std::function<bool()>* ready = nullptr;  // what it waits for; null while it runs
  std::string waits_for;                         // in words
  int whom = -1;                                 // and for which rank, if that is one of the job's
  pthread_t thread{};
};

struct Communicator {
  std::vector<int> members;          // by rank, their numbers in MPI_COMM_WORLD
  std::map<int, std::size_t> calls;  // how many collective calls each has made
  std::set<int> freed_by = {};       // each rank for itself
  std::string made_by = {};          // which call, and in which line; nobody made MPI_COMM_WORLD
  int line = 0;
  int place_of(int rank) const;
};

struct Type {
  std::string name;
  std::size_t bytes = 0, base = 0;
  int owner = -1;  // whose; −1: everybody's
  bool committed = true, freed = false;
  int line = 0;
};

// One collective call of a communicator.
struct Meeting {
  std::string call;  // and what all must agree in: "MPI_Bcast of 4 bytes from rank 0"
  int line = 0, first = 0;
  std::map<int, std::string> brought;  // by number in MPI_COMM_WORLD
  std::size_t made = 0;                // a handle that the first one has made
  bool done(const Communicator& comm) const;
};

struct Job {
  const MpiJob& asked;
  MpiOutcome outcome;
  std::deque<Rank> ranks;
  bool over = false;
  std::deque<Communicator> comms;
  std::deque<Type> types;
  std::map<std::pair<std::size_t, std::size_t>, Meeting> meetings;  // by communicator and number
  std::deque<std::unique_ptr<simt_mpi_request>> requests;
  std::deque<std::unique_ptr<simt_mpi_file>> files;
  explicit Job(const MpiJob& asked);
  bool is_partial() const { return !asked.present.empty(); }
  bool is_absent(int rank) const;  // any rank, where that may be one that is not there
  ~Job();
};

// One call of MPI: who makes it, and where. Throws JobIsOver where there is nothing to go on with.
class Call {
 public:
  Call(const char* name, void* return_address);
  Job& job;
  Rank& self;
  const std::string name;
  int line = 0;
  bool goes_on = true;      // false where the job is over and no exception may leave the call: it does nothing
  bool gives_back = false;  // a call that destructors make, MPI_Comm_free say: none leaves it when the job is over

  std::string words() const;  // "rank 1: MPI_Isend, entropy_v18.cu line 60"
  [[noreturn]] void fail(const std::string& why) const;
  void note(MpiEvent::Kind kind, int peer, std::int64_t offset, std::int64_t bytes) const;
  // Gives the turn to the others until it is ready.
  void wait_for(const std::function<bool()>& ready, const std::string& what, int whom) const;

 private:
  std::string file_;
};

Job& current_job(const char* name);
// The job ends, for this reason, unless it has ended before.
void end_job(Job& job, const std::string& fault);

// All of the communicator make the call. `brings` is this rank's; what all brought is given back.
Meeting& meet(const Call& call, MPI_Comm comm, const std::string& about, const std::string& brings);
Communicator& communicator(const Call& call, MPI_Comm comm);
const Type& type_of(const Call& call, MPI_Datatype type);
// A count of that many, in bytes; fails where it is negative.
std::size_t bytes_of(const Call& call, int count, MPI_Datatype type);

// Memory of the host's or, where the job allows it, of a device's; by a stream of its own, which nothing else is ordered with.
bool is_known_to_cuda(const Call& call, const void* memory);
std::string contents(const Call& call, const void* buffer, std::size_t bytes);
void fill(const Call& call, void* buffer, const std::string& bytes);
std::string nothing_useful(std::size_t bytes);
// As much of the job's line as lies there (MpiJob::present).
std::string of_line(const Job& job, MPI_Offset at, std::size_t bytes);

simt_mpi_request* begin(const Call& call, simt_mpi_request request, MPI_Request* handle);
bool can_finish(const simt_mpi_request& request);
void finish(const Call& call, simt_mpi_request& request);
std::string what_it_waits_for(const Job& job, const simt_mpi_request& request);
void expect_nothing_open(Job& job, Rank& rank);  // of files, when the rank's function has come back

}  // namespace simt::mpi
