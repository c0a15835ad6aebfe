// Starts the ranks of a job, lets them wait for each other, and ends it (mpi.hpp).
#include <cuda_runtime.h>
#include <pthread.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <utility>

#include "simt/engine/platform/images.hpp"
#include "simt/engine/streams/timeline.hpp"
#include "simt/mpi/files.hpp"
#include "simt/mpi/job.hpp"
#include "simt/openmp/turns.hpp"
#include "simt/simt.hpp"

extern "C" int __wrap_pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
extern "C" int __wrap_pthread_join(pthread_t, void**);

namespace simt {
namespace mpi {
namespace {

Job* running = nullptr;
thread_local Rank* current = nullptr;

struct Start {
  Job& job;
  Rank& rank;
  const std::function<void(int)>& main;
};

// Of messages and pieces of files: waiting for them belongs to the call that has begun them.
void expect_nothing_on_its_way(Job& job, const Rank& rank) {
  for (const auto& request : job.requests)
    if (request->owner == rank.number && !request->finished)
      return end_job(job, "rank " + std::to_string(rank.number) +
                              ": the function has come back, and nobody has waited for " + request->call + " of line " +
                              std::to_string(request->line) +
                              ": its buffer is in use until MPI_Wait, MPI_Waitall or MPI_Test says otherwise.");
}

void expect_nothing_left(Job& job, Rank& rank) {
  expect_nothing_on_its_way(job, rank);
  for (const Type& type : job.types)
    if (type.owner == rank.number && !type.freed)
      end_job(job, "rank " + std::to_string(rank.number) +
                       ": the function has come back, and the type that MPI_Type_contiguous "
                       "made in line " +
                       std::to_string(type.line) + " is not freed: MPI_Type_free.");
  for (const Communicator& comm : job.comms)
    if (!comm.made_by.empty() && comm.place_of(rank.number) < int(comm.members.size()) &&
        !comm.freed_by.contains(rank.number))
      end_job(job, "rank " + std::to_string(rank.number) + ": the function has come back, and the communicator that " +
                       comm.made_by + " made in line " + std::to_string(comm.line) + " is not freed: MPI_Comm_free.");
  expect_nothing_open(job, rank);
}

void refuse(Job& job, const Rank& rank, const std::string& words) {
  if (job.over) return;
  expect_nothing_on_its_way(job, rank);  // whoever throws gives away memory that messages still use
  job.outcome.refused = rank.number;
  job.outcome.refusal = words;
  job.over = true;
}

void* rank_thread(void* argument) {
  auto& [job, rank, main] = *static_cast<Start*>(argument);
  current = &rank;
  try {
    main(rank.number);
    if (!job.over) expect_nothing_left(job, rank);
  } catch (const JobIsOver&) {
  } catch (const std::exception& error) {
    refuse(job, rank, words_of(error));
  } catch (...) {
    refuse(job, rank, "something that is no std::exception");
  }
  rank.ended = true;
  current = nullptr;
  return nullptr;
}

// Nobody will ever go on: each rank that has not ended waits for what is not there. One of them says why, and the one that it
// waits for; that the others wait, too, is nothing new.
void find_deadlock(Job& job) {
  std::vector<const Rank*> all;
  for (const Rank& rank : job.ranks) {
    if (rank.ended) continue;
    if (!rank.ready || (*rank.ready)()) return;
    all.push_back(&rank);
  }
  std::string words = "deadlock: " + all.front()->waits_for;
  const auto told =
      std::find_if(all.begin() + 1, all.end(), [&](const Rank* rank) { return rank->number == all.front()->whom; });
  if (told != all.end()) words += "; " + (*told)->waits_for;
  const std::size_t others = all.size() - 1 - (told != all.end());
  end_job(job, words + ". " + (others ? std::to_string(others) + " more wait, too." : "Nobody goes on."));
}

}  // namespace

Job::Job(const MpiJob& asked) : asked(asked) {
  outcome.files = asked.files;
  for (int number = 0; number < asked.ranks; ++number)
    ranks.push_back(
        {number, asked.machines.empty() ? 0 : asked.machines[std::size_t(number)], is_absent(number), nullptr, {}, {}});
  Communicator world;
  for (int number = 0; number < asked.ranks; ++number) world.members.push_back(number);
  comms = {Communicator(), world, Communicator()};
  for (const auto& [name, bytes] : std::initializer_list<std::pair<const char*, std::size_t>>{{"", 0}, {"MPI_BYTE", 1},
           {"MPI_CHAR", 1}, {"MPI_INT", 4}, {"MPI_UNSIGNED", 4}, {"MPI_LONG", 8}, {"MPI_LONG_LONG", 8},
           {"MPI_UNSIGNED_LONG", 8}, {"MPI_UNSIGNED_LONG_LONG", 8}, {"MPI_INT64_T", 8}, {"MPI_UINT64_T", 8},
           {"MPI_OFFSET", 8}, {"MPI_FLOAT", 4}, {"MPI_DOUBLE", 8}}) {
    const std::size_t number = types.size();
    types.push_back({name, bytes, number});
  }
}
Job::~Job() = default;

bool Job::is_absent(int rank) const {
  return is_partial() && std::find(asked.present.begin(), asked.present.end(), rank) == asked.present.end();
}

void end_job(Job& job, const std::string& fault) {
  if (job.over) return;
  job.over = true;
  job.outcome.fault = fault;
}

Job& current_job(const char* name) {
  if (running && current) return *running;
  std::fflush(nullptr);
  if (running) std::fprintf(stderr, "simt: %s is called by a thread that is not its rank's first one\n", name);
  else
    std::fprintf(stderr,
        "simt: %s is called outside of a job: this mpi.h is the graders'. A program of its own is compiled "
        "and linked with an MPI library, as `pkg-config --cflags --libs ompi-c` says\n",
        name);
  std::_Exit(1);
}

Call::Call(const char* name, void* return_address) : job(current_job(name)), self(*current), name(name) {
  const Location place = locate(reinterpret_cast<std::uint64_t>(return_address));
  line = place.line;
  file_ = place.file.substr(place.file.find_last_of('/') + 1);
  gives_back = this->name == "MPI_Comm_free" || this->name == "MPI_File_close" || this->name == "MPI_Type_free";
  if (!job.over) return;
  // A destructor may call while the exception that ended this rank passes, or at the end of its scope.
  goes_on = false;
  if (!gives_back && !std::uncaught_exceptions()) throw JobIsOver();
}

std::string Call::words() const {
  return "rank " + std::to_string(self.number) + ": " + name +
         (line ? ", " + file_ + " line " + std::to_string(line) : "");
}

void Call::fail(const std::string& why) const {
  end_job(job, words() + ", " + why);
  throw JobIsOver();
}

void Call::note(MpiEvent::Kind kind, int peer, std::int64_t offset, std::int64_t bytes) const {
  job.outcome.events.push_back({kind, self.number, peer, line, offset, bytes, name});
}

void Call::wait_for(const std::function<bool()>& ready, const std::string& what, int whom) const {
  const std::function<bool()> or_over = [&] { return job.over || ready(); };
  if (!or_over()) {
    self.ready = &or_over;
    self.waits_for = words() + " waits for " + what;
    self.whom = whom;
    find_deadlock(job);
    simt::wait_for(or_over);
    self.ready = nullptr;
  }
  // A destructor may wait while the exception that ends this rank passes, or at the end of its scope.
  if (job.over && !gives_back && !std::uncaught_exceptions()) throw JobIsOver();
}

// --- memory --------------------------------------------------------------------------------------------------------

bool is_known_to_cuda(const Call& call, const void* memory) {
  cudaPointerAttributes about{};
  if (cudaPointerGetAttributes(&about, memory) != cudaSuccess || about.type == cudaMemoryTypeUnregistered) return false;
  if (about.type == cudaMemoryTypeDevice && !call.job.asked.cuda_aware)
    call.fail("is given the device's memory, and this MPI knows only the host's: MPIX_Query_cuda_support() gives 0.");
  return true;
}

namespace {

void move(const Call& call, void* to, const void* from, std::size_t bytes) {
  const bool recorded = std::exchange(OpenSettings()->work_is_recorded, false);  // it is none of the program's
  cudaStream_t stream = nullptr;
  cudaError_t error = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  if (error == cudaSuccess) error = cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream);
  if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
  if (stream) cudaStreamDestroy(stream);
  OpenSettings()->work_is_recorded = recorded;
  if (error == cudaSuccess) return;
  // A kernel of another rank's that went wrong has spoilt that rank's context, and nobody's memory on the host.
  const auto is_on_host = [](const void* memory) {
    cudaPointerAttributes about{};
    return cudaPointerGetAttributes(&about, memory) == cudaSuccess &&
           (about.type == cudaMemoryTypeHost || about.type == cudaMemoryTypeUnregistered);
  };
  const bool is_spoilt =
      cudaPeekAtLastError() == error && cudaGetLastError() == error && cudaPeekAtLastError() == error;
  if (is_spoilt && is_on_host(to) && is_on_host(from)) {
    std::memcpy(to, from, bytes);
    return;
  }
  call.fail(std::string("finds no room for its message there (") + cudaGetErrorString(error) +
            "): does the buffer hold as much as its count and type say?");
}

}  // namespace

std::string contents(const Call& call, const void* buffer, std::size_t bytes) {
  std::string all(bytes, '\0');
  if (bytes && is_known_to_cuda(call, buffer)) move(call, all.data(), buffer, bytes);
  else if (bytes) std::memcpy(all.data(), buffer, bytes);
  return all;
}

void fill(const Call& call, void* buffer, const std::string& bytes) {
  if (!bytes.empty() && is_known_to_cuda(call, buffer)) move(call, buffer, bytes.data(), bytes.size());
  else if (!bytes.empty()) std::memcpy(buffer, bytes.data(), bytes.size());
}

std::string nothing_useful(std::size_t bytes) {
  std::string all(bytes, '\0');
  constexpr unsigned char pattern[] = {0xAD, 0xDE, 0xC5, 0x7F};  // a float that is no number
  for (std::size_t i = 0; i < bytes; ++i) all[i] = char(pattern[i % 4]);
  return all;
}

std::string of_line(const Job& job, MPI_Offset at, std::size_t bytes) {
  const std::string& line = job.asked.line;
  std::string all(bytes, '\0');
  if (line.empty()) return all;
  for (std::size_t i = 0, from = std::size_t(at) % line.size(); i < bytes; from = 0)
    i += line.copy(&all[i], bytes - i, from);
  return all;
}

}  // namespace mpi

MpiOutcome run_mpi_job(const MpiJob& asked, const std::function<void(int)>& main) {
  const OpenDevice open;  // the ranks are threads, of which one or the other does its work
  mpi::Job job(asked);
  mpi::running = &job;
  std::deque<mpi::Start> starts;
  for (mpi::Rank& rank : job.ranks)
    if (!rank.ended) starts.push_back({job, rank, main});
  for (mpi::Start& start : starts) __wrap_pthread_create(&start.rank.thread, nullptr, mpi::rank_thread, &start);
  for (mpi::Start& start : starts) __wrap_pthread_join(start.rank.thread, nullptr);
  mpi::running = nullptr;
  return std::move(job.outcome);
}

int mpi_rank() { return mpi::current ? mpi::current->number : -1; }

void note_in_job(int rank, const std::string& words, std::int64_t value) {
  if (mpi::running) mpi::running->outcome.events.push_back({MpiEvent::Kind::note, rank, -1, 0, value, 0, words});
}

namespace mpi {

extern "C" {

int MPI_Initialized(int* flag) {
  *flag = 1;
  return MPI_SUCCESS;
}
int MPI_Abort(MPI_Comm, int status) {
  const Call call("MPI_Abort", __builtin_return_address(0));
  if (!call.goes_on) return MPI_SUCCESS;
  call.job.outcome.refused = call.self.number;
  call.job.outcome.refusal = "MPI_Abort with status " + std::to_string(status);
  call.job.over = true;
  throw JobIsOver();
}
int MPI_Error_string(int error, char* text, int* length) {
  const char* words = "MPI_ERR_OTHER: known error not in list";
  switch (error) {
    case MPI_SUCCESS:
      words = "MPI_SUCCESS: no errors";
      break;
    case MPI_ERR_TRUNCATE:
      words = "MPI_ERR_TRUNCATE: message truncated";
      break;
    case MPI_ERR_ACCESS:
      words = "MPI_ERR_ACCESS: invalid access mode";
      break;
    case MPI_ERR_AMODE:
      words = "MPI_ERR_AMODE: unsupported amode";
      break;
    case MPI_ERR_FILE_EXISTS:
      words = "MPI_ERR_FILE_EXISTS: file already exists";
      break;
    case MPI_ERR_IO:
      words = "MPI_ERR_IO: input/output error";
      break;
    case MPI_ERR_NO_SUCH_FILE:
      words = "MPI_ERR_NO_SUCH_FILE: no such file or directory";
      break;
    case MPI_ERR_READ_ONLY:
      words = "MPI_ERR_READ_ONLY: attempt to write to a read-only file";
      break;
    default:
      break;
  }
  *length = int(std::strlen(words));
  std::memcpy(text, words, std::size_t(*length) + 1);
  return MPI_SUCCESS;
}
int MPI_Get_processor_name(char* name, int* length) {
  const Call call("MPI_Get_processor_name", __builtin_return_address(0));
  const std::string words = "machine" + std::to_string(call.self.machine);
  std::memcpy(name, words.c_str(), words.size() + 1);
  *length = int(words.size());
  return MPI_SUCCESS;
}
double MPI_Wtime() {
  const Call call("MPI_Wtime", __builtin_return_address(0));
  return 1e-6 * double(call.job.outcome.events.size());  // a clock that goes, and is no time
}
int MPIX_Query_cuda_support() {
  const Call call("MPIX_Query_cuda_support", __builtin_return_address(0));
  return call.job.asked.cuda_aware;
}
}  // extern "C"

}  // namespace mpi
}  // namespace simt
