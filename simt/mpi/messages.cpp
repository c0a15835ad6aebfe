// Messages between two ranks, and waiting for them.
#include <algorithm>

#include "simt/mpi/files.hpp"
#include "simt/mpi/job.hpp"
#include "simt/openmp/turns.hpp"

namespace simt::mpi {
namespace {

using Kind = simt_mpi_request::Kind;
using Event = MpiEvent::Kind;

std::string rank_words(int rank) { return rank == MPI_ANY_SOURCE ? "any rank" : "rank " + std::to_string(rank); }
std::string tag_words(int tag) { return tag == MPI_ANY_TAG ? "any tag" : "tag " + std::to_string(tag); }
std::string place_of(const simt_mpi_request& request) {
  return request.call + " of rank " + std::to_string(request.owner) + ", line " + std::to_string(request.line);
}

// Whether this send goes to that receive.
bool fits(const simt_mpi_request& send, const simt_mpi_request& receive) {
  return send.comm == receive.comm && send.peer == receive.owner &&
         (receive.peer == MPI_ANY_SOURCE || receive.peer == send.owner) &&
         (receive.tag == MPI_ANY_TAG || receive.tag == send.tag);
}

// The earliest that waits for this one: messages do not overtake each other.
void match(const Call& call, simt_mpi_request& added) {
  const bool sends = added.kind == Kind::send;
  for (const auto& other : call.job.requests) {
    if (other->partner || other->finished || other->kind != (sends ? Kind::receive : Kind::send)) continue;
    simt_mpi_request &send = sends ? added : *other, &receive = sends ? *other : added;
    if (!fits(send, receive)) continue;
    if (send.bytes > receive.bytes)
      call.fail("does not fit its partner: " + place_of(send) + " sends " + std::to_string(send.bytes) +
                " bytes, and " + place_of(receive) + " has room for " + std::to_string(receive.bytes) + ".");
    if (send.base != receive.base)
      call.fail("does not fit its partner: " + place_of(send) + " sends " + call.job.types[send.base].name + ", and " +
                place_of(receive) + " receives " + call.job.types[receive.base].name + ".");
    send.partner = &receive;
    receive.partner = &send;
    return;
  }
}

int local_peer(const Call& call, MPI_Comm handle, int peer, bool any) {
  const Communicator& comm = communicator(call, handle);
  if (peer == MPI_PROC_NULL || (any && peer == MPI_ANY_SOURCE)) return peer;
  if (peer < 0 || peer >= int(comm.members.size()))
    call.fail("names rank " + std::to_string(peer) + ", and there are ranks 0 to " +
              std::to_string(comm.members.size() - 1) + ". Who has no neighbour there names MPI_PROC_NULL.");
  return comm.members[std::size_t(peer)];
}

simt_mpi_request* begin_message(const Call& call, Kind kind, void* buffer, int count, MPI_Datatype type, int peer,
    int tag, MPI_Comm comm, MPI_Request* handle) {
  simt_mpi_request request;
  request.kind = kind;
  request.peer = local_peer(call, comm, peer, kind == Kind::receive);
  if (tag < 0 && !(kind == Kind::receive && tag == MPI_ANY_TAG))
    call.fail("has the tag " + std::to_string(tag) + "; tags are 0 or more.");
  request.tag = tag;
  request.comm = std::size_t(comm);
  request.buffer = buffer;
  request.bytes = bytes_of(call, count, type);
  request.base = type_of(call, type).base;
  if (request.peer != MPI_PROC_NULL)
    call.note(kind == Kind::send ? Event::send : Event::receive, request.peer, tag, std::int64_t(request.bytes));
  return begin(call, request, handle);
}

// Until somebody waits for it, its buffer is MPI's. What CUDA gave and does not know any more is not there to be looked at.
void expect_there(const Call& call, const simt_mpi_request& request) {
  if (request.of_cuda && !is_known_to_cuda(call, request.buffer))
    call.fail("finds that " + rank_words(request.owner) + " has freed the memory of " + request.call + " of line " +
              std::to_string(request.line) + " (cudaFree, cudaFreeHost) and has not waited for it.");
}

// Reads what is sent, as late as that may be.
void read_message(const Call& call, simt_mpi_request& send) {
  if (send.is_read) return;
  expect_there(call, send);
  send.is_read = true;
  send.message = contents(call, send.buffer, send.bytes);
}

}  // namespace

simt_mpi_request* begin(const Call& call, simt_mpi_request request, MPI_Request* handle) {
  request.owner = call.self.number;
  request.call = call.name;
  request.line = call.line;
  const bool reads = request.kind == Kind::receive || request.kind == Kind::read;
  if (request.peer != MPI_PROC_NULL || request.file) {
    request.left = reads ? nothing_useful(request.bytes) : contents(call, request.buffer, request.bytes);
    if (reads) fill(call, request.buffer, request.left);
    request.of_cuda = request.bytes && is_known_to_cuda(call, request.buffer);
  }
  auto& kept = *call.job.requests.emplace_back(std::make_unique<simt_mpi_request>(std::move(request)));
  if (!kept.file && kept.peer != MPI_PROC_NULL) {
    kept.absent = call.job.is_absent(kept.peer);
    if (!kept.absent) match(call, kept);
  }
  if (handle) *handle = &kept;
  return &kept;
}

bool can_finish(const simt_mpi_request& request) {
  return request.file || request.peer == MPI_PROC_NULL || request.partner || request.absent;
}

std::string what_it_waits_for(const Job& job, const simt_mpi_request& request) {
  const bool sends = request.kind == Kind::send;
  std::string words = sends ? rank_words(request.peer) + " to receive what " + request.call + ", line " +
                                  std::to_string(request.line) + ", sends with "
                            : "a message from " + rank_words(request.peer) + " with ";
  words += tag_words(request.tag);
  if (request.peer >= 0 && job.ranks[std::size_t(request.peer)].ended)
    return words + ", and that rank's function has come back";
  // Its partner may be there but for the tag.
  for (const auto& other : job.requests)
    if (!other->finished && !other->partner && other->owner == request.peer && other->peer == request.owner &&
        other->kind == (sends ? Kind::receive : Kind::send) && other->tag != request.tag)
      return words + " (" + place_of(*other) + " has " + tag_words(other->tag) + ")";
  return words;
}

void finish(const Call& call, simt_mpi_request& request) {
  request.finished = true;
  request.status = {request.peer, request.tag, MPI_SUCCESS, (long long)(request.bytes)};
  if (!request.file && request.peer == MPI_PROC_NULL) {
    request.status.simt_bytes = 0;
    return;
  }
  const bool reads = request.kind == Kind::receive || request.kind == Kind::read;
  expect_there(call, request);
  const std::string now = contents(call, request.buffer, request.bytes);
  if (now != request.left)
    call.fail((reads ? "finds that somebody wrote into the buffer of "
                     : "finds that what was to be sent has changed since ") +
              request.call + " of line " + std::to_string(request.line) + ": until it is waited for, " +
              (reads ? "it is MPI's." : "it may be read, and not written."));
  if (request.file) return finish_piece(call, request);
  if (request.absent) {
    if (reads) fill(call, request.buffer, of_line(call.job, 0, request.bytes));
    return;
  }
  simt_mpi_request& send = reads ? *request.partner : request;
  read_message(call, send);
  if (!reads) return;
  request.status = {send.owner, send.tag, MPI_SUCCESS, (long long)(send.message.size())};
  fill(call, request.buffer, send.message);
}

namespace {

void put(MPI_Status* status, const simt_mpi_request& request) {
  if (status) *status = request.status;
}

// The requests of one call that are still to come.
std::vector<simt_mpi_request*> open_ones(const Call& call, int count, MPI_Request* requests) {
  std::vector<simt_mpi_request*> all;
  for (int i = 0; i < count; ++i) {
    simt_mpi_request* const request = requests[i];
    if (!request) continue;
    if (std::none_of(call.job.requests.begin(), call.job.requests.end(),
            [&](const auto& known) { return known.get() == request; }))
      call.fail("is given a request that no call has made: is it initialised?");
    if (request->finished)
      call.fail("waits again for " + request->call + " of line " + std::to_string(request->line) + ", which is over.");
    all.push_back(request);
  }
  return all;
}

void wait_for_all(const Call& call, const std::vector<simt_mpi_request*>& all) {
  const bool messages = std::any_of(
      all.begin(), all.end(), [](const auto* request) { return !request->file && request->peer != MPI_PROC_NULL; });
  if (messages) call.note(Event::wait, -1, 0, 0);
  for (simt_mpi_request* const request : all) {
    call.wait_for([&] { return can_finish(*request); }, what_it_waits_for(call.job, *request), request->peer);
  }
  if (call.job.over) {  // in a destructor: what was waited for need not be there
    for (simt_mpi_request* const request : all) request->finished = true;
    return;
  }
  for (simt_mpi_request* const request : all) finish(call, *request);
  if (messages) call.note(Event::waited, -1, 0, 0);
}

int wait_here(const Call& call, int count, MPI_Request* requests, MPI_Status* statuses) {
  wait_for_all(call, open_ones(call, count, requests));
  for (int i = 0; i < count; ++i) {
    if (requests[i] && statuses) put(&statuses[i], *requests[i]);
    requests[i] = MPI_REQUEST_NULL;
  }
  return MPI_SUCCESS;
}

// Yes at the fourth time, if it can be.
int test_here(const Call& call, int count, MPI_Request* requests, int* flag, MPI_Status* statuses) {
  const std::vector<simt_mpi_request*> all = open_ones(call, count, requests);
  if (call.job.ranks.size() > 1) give_turn();
  if (call.job.over) throw JobIsOver();
  *flag = 1;
  for (simt_mpi_request* const request : all) {
    if (++request->asked > 100'000)
      call.fail("asks for ever: it waits for " + what_it_waits_for(call.job, *request) + ".");
    if (request->asked < 4 || !can_finish(*request)) *flag = 0;
  }
  return *flag ? wait_here(call, count, requests, statuses) : MPI_SUCCESS;
}

}  // namespace
#define SIMT_CALL(name)                               \
  const Call call(name, __builtin_return_address(0)); \
  if (!call.goes_on) return MPI_SUCCESS;

extern "C" {

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  SIMT_CALL("MPI_Isend")
  begin_message(call, Kind::send, const_cast<void*>(buffer), count, type, to, tag, comm, request);
  return MPI_SUCCESS;
}
int MPI_Issend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  SIMT_CALL("MPI_Issend")
  begin_message(call, Kind::send, const_cast<void*>(buffer), count, type, to, tag, comm, request);
  return MPI_SUCCESS;
}
int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request) {
  SIMT_CALL("MPI_Irecv")
  begin_message(call, Kind::receive, buffer, count, type, from, tag, comm, request);
  return MPI_SUCCESS;
}
int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  SIMT_CALL("MPI_Send")
  wait_for_all(call, {begin_message(call, Kind::send, const_cast<void*>(buffer), count, type, to, tag, comm, nullptr)});
  return MPI_SUCCESS;
}
int MPI_Ssend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  SIMT_CALL("MPI_Ssend")
  wait_for_all(call, {begin_message(call, Kind::send, const_cast<void*>(buffer), count, type, to, tag, comm, nullptr)});
  return MPI_SUCCESS;
}
int MPI_Recv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status) {
  SIMT_CALL("MPI_Recv")
  simt_mpi_request* const request = begin_message(call, Kind::receive, buffer, count, type, from, tag, comm, nullptr);
  wait_for_all(call, {request});
  put(status, *request);
  return MPI_SUCCESS;
}
int MPI_Sendrecv(const void* sent, int send_count, MPI_Datatype send_type, int to, int send_tag, void* received,
    int receive_count, MPI_Datatype receive_type, int from, int receive_tag, MPI_Comm comm, MPI_Status* status) {
  SIMT_CALL("MPI_Sendrecv")
  simt_mpi_request* const request =
      begin_message(call, Kind::receive, received, receive_count, receive_type, from, receive_tag, comm, nullptr);
  wait_for_all(call, {request, begin_message(call, Kind::send, const_cast<void*>(sent), send_count, send_type, to,
                                   send_tag, comm, nullptr)});
  put(status, *request);
  return MPI_SUCCESS;
}
int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  SIMT_CALL("MPI_Wait")
  return wait_here(call, 1, request, status);
}
int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  SIMT_CALL("MPI_Waitall")
  return wait_here(call, count, requests, statuses);
}
int MPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status) {
  SIMT_CALL("MPI_Waitany")
  *index = MPI_UNDEFINED;
  const std::vector<simt_mpi_request*> all = open_ones(call, count, requests);
  if (all.empty()) return MPI_SUCCESS;
  const auto ready = [](simt_mpi_request* request) { return can_finish(*request); };
  call.wait_for([&] { return std::any_of(all.begin(), all.end(), ready); }, what_it_waits_for(call.job, *all.front()),
      all.front()->peer);
  if (call.job.over) return MPI_SUCCESS;
  *index = int(std::find(requests, requests + count, *std::find_if(all.begin(), all.end(), ready)) - requests);
  return wait_here(call, 1, &requests[*index], status);
}
int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  SIMT_CALL("MPI_Test")
  return test_here(call, 1, request, flag, status);
}
int MPI_Testall(int count, MPI_Request* requests, int* flag, MPI_Status* statuses) {
  SIMT_CALL("MPI_Testall")
  return test_here(call, count, requests, flag, statuses);
}
int MPI_Get_count(const MPI_Status* status, MPI_Datatype type, int* count) {
  SIMT_CALL("MPI_Get_count")
  const auto each = (long long)(type_of(call, type).bytes);
  *count = each && status->simt_bytes % each == 0 ? int(status->simt_bytes / each) : MPI_UNDEFINED;
  return MPI_SUCCESS;
}
}  // extern "C"
#undef SIMT_CALL

}  // namespace simt::mpi
