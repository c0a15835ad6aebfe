// Communicators and types, and the calls that all ranks of a communicator make together.
#include <algorithm>
#include <cstring>

#include "simt/mpi/job.hpp"

namespace simt::mpi {

int Communicator::place_of(int rank) const {
  return int(std::find(members.begin(), members.end(), rank) - members.begin());
}

bool Meeting::done(const Communicator& comm) const { return brought.size() == comm.members.size(); }

Communicator& communicator(const Call& call, MPI_Comm handle) {
  const auto number = std::size_t(handle);
  if (number == std::size_t(MPI_COMM_SELF)) call.fail("is given MPI_COMM_SELF, which the graders' MPI does not have.");
  if (number == 0 || number >= call.job.comms.size() || call.job.comms[number].freed_by.contains(call.self.number))
    call.fail("is given no communicator: MPI_COMM_NULL, one that is freed, or one that was never made.");
  Communicator& comm = call.job.comms[number];
  if (comm.place_of(call.self.number) == int(comm.members.size()))
    call.fail("is given a communicator that this rank is not in.");
  return comm;
}

const Type& type_of(const Call& call, MPI_Datatype handle) {
  const auto number = std::size_t(handle);
  if (number == 0 || number >= call.job.types.size())
    call.fail("is given no type: MPI_DATATYPE_NULL, or one that was never made.");
  const Type& type = call.job.types[number];
  if (type.freed) call.fail("is given a type that is freed.");
  if (type.owner >= 0 && type.owner != call.self.number)
    call.fail("is given the type of another rank: each makes its own.");
  return type;
}

std::size_t bytes_of(const Call& call, int count, MPI_Datatype handle) {
  const Type& type = type_of(call, handle);
  if (!type.committed) call.fail("is given a type that is not committed: MPI_Type_commit.");
  if (count < 0)
    call.fail("is given the count " + std::to_string(count) +
              ": a count is an int, and a product of rows and columns need not fit.");
  return std::size_t(count) * type.bytes;
}

Meeting& meet(const Call& call, MPI_Comm handle, const std::string& about, const std::string& brings) {
  Communicator& comm = communicator(call, handle);
  const std::size_t nth = comm.calls[call.self.number]++;
  Meeting& meeting = call.job.meetings[{std::size_t(handle), nth}];
  if (meeting.brought.empty()) meeting.call = about, meeting.line = call.line, meeting.first = call.self.number;
  if (meeting.call != about) {
    const std::string why = "does not meet its like: here it is " + about + ", and rank " +
                            std::to_string(meeting.first) + " calls, line " + std::to_string(meeting.line) + ", " +
                            meeting.call + ". All ranks make the same collective calls in the same order.";
    if (!call.gives_back && !std::uncaught_exceptions()) call.fail(why);
    // A destructor may call, and no exception may leave that.
    end_job(call.job, call.words() + ", " + why);
    return meeting;
  }
  meeting.brought[call.self.number] = brings;
  if (call.job.is_partial())
    for (const int member : comm.members)
      if (call.job.is_absent(member)) meeting.brought.try_emplace(member, brings);
  if (!meeting.done(comm)) {
    int missing = 0;
    for (const int member : comm.members)
      if (!meeting.brought.contains(member)) {
        missing = member;
        break;
      }
    call.wait_for([&] { return meeting.done(comm); },
        "rank " + std::to_string(missing) +
            (call.job.ranks[std::size_t(missing)].ended ? ", whose function has come back" : ""),
        missing);
  }
  return meeting;
}

namespace {

template <typename T>
void combine(std::string& all, const std::string& one, MPI_Op operation) {
  for (std::size_t i = 0; i + sizeof(T) <= all.size(); i += sizeof(T)) {
    T a{}, b{};
    std::memcpy(&a, all.data() + i, sizeof a);
    std::memcpy(&b, one.data() + i, sizeof b);
    if (operation == MPI_MAX) a = std::max(a, b);
    else if (operation == MPI_MIN) a = std::min(a, b);
    else if (operation == MPI_SUM) a = T(a + b);
    else if (operation == MPI_LAND) a = T(a != T(0) && b != T(0));
    else a = T(a != T(0) || b != T(0));
    std::memcpy(all.data() + i, &a, sizeof a);
  }
}

std::string combined(const Call& call, const Meeting& meeting, MPI_Datatype type, MPI_Op operation) {
  if (std::size_t(operation) < 1 || std::size_t(operation) > 5)
    call.fail("asks for an operation that the graders' MPI does not have.");
  std::string all;
  for (const auto& [rank, one] : meeting.brought) {
    if (all.empty()) {
      all = one;
      continue;
    }
    const auto base = MPI_Datatype(type_of(call, type).base);
    if (base == MPI_FLOAT) combine<float>(all, one, operation);
    else if (base == MPI_DOUBLE) combine<double>(all, one, operation);
    else if (base == MPI_INT) combine<int>(all, one, operation);
    else if (base == MPI_UNSIGNED) combine<unsigned>(all, one, operation);
    else if (base == MPI_UNSIGNED_LONG || base == MPI_UNSIGNED_LONG_LONG || base == MPI_UINT64_T)
      combine<unsigned long long>(all, one, operation);
    else if (base == MPI_BYTE || base == MPI_CHAR) combine<char>(all, one, operation);
    else combine<long long>(all, one, operation);
  }
  return all;
}

std::string of_root(const Call& call, MPI_Comm comm, int root, const std::string& what) {
  if (root < 0 || root >= int(communicator(call, comm).members.size()))
    call.fail("names the root " + std::to_string(root) + ", which is no rank.");
  return call.name + " " + what + " rank " + std::to_string(root);
}

// The ranks that bring the same color, by key and then by rank.
MPI_Comm split(const Call& call, MPI_Comm comm, int color, int key) {
  Meeting& meeting = meet(call, comm, call.name, std::to_string(color) + " " + std::to_string(key));
  if (!meeting.made) {
    meeting.made = call.job.comms.size();
    std::map<int, std::map<std::pair<int, int>, int>> groups;
    for (const auto& [rank, brought] : meeting.brought) {
      const std::size_t space = brought.find(' ');
      groups[std::stoi(brought.substr(0, space))][{std::stoi(brought.substr(space + 1)), rank}] = rank;
    }
    for (const auto& [each, group] : groups) {
      Communicator made{.made_by = call.name, .line = call.line};
      for (const auto& [place, rank] : group) made.members.push_back(rank);
      call.job.comms.push_back(made);
    }
  }
  if (color == MPI_UNDEFINED) return MPI_COMM_NULL;
  for (std::size_t number = meeting.made; number < call.job.comms.size(); ++number) {
    const Communicator& made = call.job.comms[number];
    if (made.place_of(call.self.number) < int(made.members.size())) return MPI_Comm(number);
  }
  return MPI_COMM_NULL;
}

}  // namespace
#define SIMT_CALL(name)                               \
  const Call call(name, __builtin_return_address(0)); \
  if (!call.goes_on) return MPI_SUCCESS;

extern "C" {

int MPI_Comm_rank(MPI_Comm comm, int* rank) {
  SIMT_CALL("MPI_Comm_rank")
  *rank = communicator(call, comm).place_of(call.self.number);
  return MPI_SUCCESS;
}
int MPI_Comm_size(MPI_Comm comm, int* size) {
  SIMT_CALL("MPI_Comm_size")
  *size = int(communicator(call, comm).members.size());
  return MPI_SUCCESS;
}
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) {
  SIMT_CALL("MPI_Comm_dup")
  *made = split(call, comm, 0, communicator(call, comm).place_of(call.self.number));
  return MPI_SUCCESS;
}
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* made) {
  SIMT_CALL("MPI_Comm_split")
  *made = split(call, comm, color, key);
  return MPI_SUCCESS;
}
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info, MPI_Comm* made) {
  SIMT_CALL("MPI_Comm_split_type")
  if (type != MPI_COMM_TYPE_SHARED)
    call.fail("splits by a type that the graders' MPI does not have: MPI_COMM_TYPE_SHARED is there.");
  if (call.job.is_partial()) {  // the others are on machines of their own
    call.job.comms.push_back({.members = {call.self.number}, .made_by = call.name, .line = call.line});
    *made = MPI_Comm(call.job.comms.size() - 1);
    return MPI_SUCCESS;
  }
  *made = split(call, comm, call.self.machine, key);
  return MPI_SUCCESS;
}
int MPI_Comm_free(MPI_Comm* comm) {
  SIMT_CALL("MPI_Comm_free")
  meet(call, *comm, "MPI_Comm_free", "");
  communicator(call, *comm).freed_by.insert(call.self.number);
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}
int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler) {
  SIMT_CALL("MPI_Comm_set_errhandler")
  communicator(call, comm);
  return MPI_SUCCESS;
}

int MPI_Type_contiguous(int count, MPI_Datatype type, MPI_Datatype* made) {
  SIMT_CALL("MPI_Type_contiguous")
  if (count < 0) call.fail("is given the count " + std::to_string(count) + ".");
  const Type of = type_of(call, type);
  *made = MPI_Datatype(call.job.types.size());
  call.job.types.push_back(
      {"a row of " + of.name, std::size_t(count) * of.bytes, of.base, call.self.number, false, false, call.line});
  return MPI_SUCCESS;
}
int MPI_Type_commit(MPI_Datatype* type) {
  SIMT_CALL("MPI_Type_commit")
  type_of(call, *type);
  call.job.types[std::size_t(*type)].committed = true;
  return MPI_SUCCESS;
}
int MPI_Type_free(MPI_Datatype* type) {
  SIMT_CALL("MPI_Type_free")
  Type& mine = call.job.types[std::min(std::size_t(*type), call.job.types.size() - 1)];
  if (mine.owner != call.self.number || mine.freed) {  // a destructor may call it: no exception
    end_job(call.job, call.words() + ", is given a type that this rank has not made, or has freed before.");
    return MPI_ERR_OTHER;
  }
  mine.freed = true;
  *type = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}
int MPI_Type_size(MPI_Datatype type, int* size) {
  SIMT_CALL("MPI_Type_size")
  *size = int(type_of(call, type).bytes);
  return MPI_SUCCESS;
}

int MPI_Barrier(MPI_Comm comm) {
  SIMT_CALL("MPI_Barrier")
  meet(call, comm, "MPI_Barrier", "");
  return MPI_SUCCESS;
}
int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  SIMT_CALL("MPI_Bcast")
  const std::size_t bytes = bytes_of(call, count, type);
  const Meeting& meeting = meet(call, comm, of_root(call, comm, root, "of " + std::to_string(bytes) + " bytes from"),
      contents(call, buffer, bytes));
  fill(call, buffer, meeting.brought.at(communicator(call, comm).members[std::size_t(root)]));
  return MPI_SUCCESS;
}
int MPI_Reduce(
    const void* mine, void* result, int count, MPI_Datatype type, MPI_Op operation, int root, MPI_Comm comm) {
  SIMT_CALL("MPI_Reduce")
  const std::size_t bytes = bytes_of(call, count, type);
  const Meeting& meeting = meet(call, comm, of_root(call, comm, root, "of " + std::to_string(bytes) + " bytes to"),
      contents(call, mine == MPI_IN_PLACE ? result : mine, bytes));
  if (communicator(call, comm).place_of(call.self.number) == root)
    fill(call, result, combined(call, meeting, type, operation));
  return MPI_SUCCESS;
}
int MPI_Allreduce(const void* mine, void* result, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  SIMT_CALL("MPI_Allreduce")
  const std::size_t bytes = bytes_of(call, count, type);
  const Meeting& meeting = meet(call, comm, "MPI_Allreduce of " + std::to_string(bytes) + " bytes",
      contents(call, mine == MPI_IN_PLACE ? result : mine, bytes));
  fill(call, result, combined(call, meeting, type, operation));
  return MPI_SUCCESS;
}
int MPI_Gather(const void* mine, int count, MPI_Datatype type, void* all, int, MPI_Datatype, int root, MPI_Comm comm) {
  SIMT_CALL("MPI_Gather")
  const std::size_t bytes = bytes_of(call, count, type);
  const Meeting& meeting = meet(
      call, comm, of_root(call, comm, root, "of " + std::to_string(bytes) + " bytes to"), contents(call, mine, bytes));
  if (communicator(call, comm).place_of(call.self.number) != root) return MPI_SUCCESS;
  std::string together;
  for (const auto& [rank, one] : meeting.brought) together += one;
  fill(call, all, together);
  return MPI_SUCCESS;
}
}  // extern "C"
#undef SIMT_CALL

}  // namespace simt::mpi
