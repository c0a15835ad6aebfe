// Files that ranks read and write in pieces: in memory, by name.
#include "simt/mpi/files.hpp"

#include <algorithm>
#include <cstring>

namespace simt::mpi {
namespace {

using Kind = simt_mpi_request::Kind;
using Event = MpiEvent::Kind;

simt_mpi_file& open_file(const Call& call, MPI_File file) {
  const auto& all = call.job.files;
  if (std::none_of(all.begin(), all.end(), [&](const auto& known) { return known.get() == file; }))
    call.fail("is given a file that MPI_File_open has not made.");
  if (file->closed) call.fail("is given a file that is closed.");
  return *file;
}

std::string& bytes_of_file(const Call& call, const simt_mpi_file& file) { return call.job.outcome.files[file.name]; }

MPI_Offset place(const Call& call, const simt_mpi_file& file, MPI_Offset at) {
  if (at < 0)
    call.fail("is given the offset " + std::to_string(at) +
              ": an offset has 64 bits, and what was computed in 32 wraps round.");
  return file.view + at * MPI_Offset(file.element);
}

// What a call gives that has done all it can.
int answer(const Call& call, const std::string& file) {
  const std::string& refused = call.job.asked.refused;
  if (refused.empty() || !(call.name + " of " + file).starts_with(refused)) return MPI_SUCCESS;
  call.note(Event::note, -1, 0, 0);
  return MPI_ERR_IO;
}

// MPI_SUCCESS, or why this piece cannot be moved.
int begin_piece(const Call& call, Kind kind, simt_mpi_file& file, MPI_Offset at, void* buffer, int count,
    MPI_Datatype type, MPI_Request* handle, simt_mpi_request** begun) {
  simt_mpi_request request;
  request.kind = kind;
  request.file = &file;
  request.at = place(call, file, at);
  request.buffer = buffer;
  request.bytes = bytes_of(call, count, type);
  if (kind == Kind::read) {
    if (file.mode & MPI_MODE_WRONLY) return MPI_ERR_ACCESS;
    const auto size =
        call.job.is_partial() ? MPI_Offset(call.job.asked.bytes) : MPI_Offset(bytes_of_file(call, file).size());
    request.bytes = std::size_t(std::clamp<MPI_Offset>(size - request.at, 0, MPI_Offset(request.bytes)));
  } else if (file.mode & MPI_MODE_RDONLY) {
    return MPI_ERR_READ_ONLY;
  }
  if (const int error = answer(call, file.name)) return error;
  if (request.bytes)
    call.note(kind == Kind::read ? Event::read : Event::write, -1, request.at, std::int64_t(request.bytes));
  *begun = begin(call, request, handle);
  return MPI_SUCCESS;
}

// Two ranks' pieces of the file that share a byte: which one stays is nobody's to say.
void expect_apart(const Call& call, const simt_mpi_request& request) {
  for (const auto& other : call.job.requests)
    if (other.get() != &request && other->kind == Kind::write && other->owner != request.owner &&
        other->file->name == request.file->name && !other->file->closed &&
        other->at < request.at + MPI_Offset(request.bytes) && request.at < other->at + MPI_Offset(other->bytes))
      call.fail("writes byte " + std::to_string(std::max(other->at, request.at)) + " of " + request.file->name +
                ", and so does rank " + std::to_string(other->owner) + " in line " + std::to_string(other->line) +
                ": which one stays is not defined.");
}

int move_piece(const Call& call, Kind kind, MPI_File handle, MPI_Offset at, void* buffer, int count, MPI_Datatype type,
    MPI_Status* status, bool all) {
  simt_mpi_file& file = open_file(call, handle);
  if (all) meet(call, MPI_Comm(file.comm), call.name + " of " + file.name, "");
  simt_mpi_request* request = nullptr;
  if (const int error = begin_piece(call, kind, file, at, buffer, count, type, nullptr, &request)) return error;
  finish(call, *request);
  if (status) *status = request->status;
  return MPI_SUCCESS;
}

}  // namespace

void finish_piece(const Call& call, simt_mpi_request& request) {
  std::string& bytes = bytes_of_file(call, *request.file);
  if (request.kind == Kind::read) {
    fill(call, request.buffer,
        call.job.is_partial() ? of_line(call.job, request.at, request.bytes)
                              : bytes.substr(std::size_t(request.at), request.bytes));
    return;
  }
  if (call.job.is_partial()) return;
  expect_apart(call, request);
  bytes.resize(std::max(bytes.size(), std::size_t(request.at) + request.bytes));
  std::memcpy(bytes.data() + request.at, request.left.data(), request.bytes);
}

void expect_nothing_open(Job& job, Rank& rank) {
  for (const auto& file : job.files)
    if (file->owner == rank.number && !file->closed)
      end_job(job, "rank " + std::to_string(rank.number) + ": the function has come back, and " + file->name +
                       ", opened in line " + std::to_string(file->line) +
                       ", is not closed: what was written need not be there before MPI_File_close.");
}

#define SIMT_CALL(name)                               \
  const Call call(name, __builtin_return_address(0)); \
  if (!call.goes_on) return MPI_SUCCESS;

extern "C" {

int MPI_File_open(MPI_Comm comm, const char* name, int mode, MPI_Info, MPI_File* file) {
  SIMT_CALL("MPI_File_open")
  meet(call, comm, "MPI_File_open of " + std::string(name) + " with mode " + std::to_string(mode), "");
  *file = MPI_FILE_NULL;
  if (((mode & MPI_MODE_RDONLY) != 0) + ((mode & MPI_MODE_WRONLY) != 0) + ((mode & MPI_MODE_RDWR) != 0) != 1)
    return MPI_ERR_AMODE;
  if ((mode & MPI_MODE_CREATE) && (mode & MPI_MODE_RDONLY)) return MPI_ERR_AMODE;
  auto& files = call.job.outcome.files;
  if (!files.contains(name) && !(mode & MPI_MODE_CREATE)) return MPI_ERR_NO_SUCH_FILE;
  if (const int error = answer(call, name)) return error;
  files[name];
  auto& made = *call.job.files.emplace_back(std::make_unique<simt_mpi_file>());
  made = {call.self.number, name, mode, std::size_t(comm), 0, 1, false, call.line};
  *file = &made;
  return MPI_SUCCESS;
}
int MPI_File_close(MPI_File* file) {
  SIMT_CALL("MPI_File_close")
  simt_mpi_file& mine = open_file(call, *file);
  for (const auto& request : call.job.requests)
    if (request->file == &mine && !request->finished)
      call.fail(
          "closes a file of which " + request->call + ", line " + std::to_string(request->line) + ", is not over.");
  meet(call, MPI_Comm(mine.comm), "MPI_File_close of " + mine.name, "");
  mine.closed = true;
  *file = MPI_FILE_NULL;
  return answer(call, mine.name);
}
int MPI_File_get_size(MPI_File file, MPI_Offset* bytes) {
  SIMT_CALL("MPI_File_get_size")
  const simt_mpi_file& mine = open_file(call, file);
  *bytes = call.job.is_partial() ? MPI_Offset(call.job.asked.bytes) : MPI_Offset(bytes_of_file(call, mine).size());
  return answer(call, mine.name);
}
int MPI_File_set_size(MPI_File file, MPI_Offset bytes) {
  SIMT_CALL("MPI_File_set_size")
  const simt_mpi_file& mine = open_file(call, file);
  place(call, mine, bytes);
  meet(call, MPI_Comm(mine.comm), "MPI_File_set_size of " + mine.name + " to " + std::to_string(bytes) + " bytes", "");
  if (mine.mode & MPI_MODE_RDONLY) return MPI_ERR_READ_ONLY;
  if (!call.job.is_partial()) bytes_of_file(call, mine).resize(std::size_t(bytes));
  return answer(call, mine.name);
}
int MPI_File_set_view(
    MPI_File file, MPI_Offset begin, MPI_Datatype element, MPI_Datatype pattern, const char* data, MPI_Info) {
  SIMT_CALL("MPI_File_set_view")
  simt_mpi_file& mine = open_file(call, file);
  if (begin < 0) place(call, mine, begin);
  if (std::string(data) != "native") call.fail("wants \"" + std::string(data) + "\"; here data are \"native\".");
  type_of(call, pattern);
  meet(call, MPI_Comm(mine.comm), "MPI_File_set_view of " + mine.name, "");
  mine.view = begin;
  mine.element = type_of(call, element).bytes;
  return MPI_SUCCESS;
}
int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler) {
  SIMT_CALL("MPI_File_set_errhandler")
  open_file(call, file);
  return MPI_SUCCESS;
}
int MPI_File_read_at(MPI_File file, MPI_Offset at, void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  SIMT_CALL("MPI_File_read_at")
  return move_piece(call, Kind::read, file, at, buffer, count, type, status, false);
}
int MPI_File_read_at_all(MPI_File file, MPI_Offset at, void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  SIMT_CALL("MPI_File_read_at_all")
  return move_piece(call, Kind::read, file, at, buffer, count, type, status, true);
}
int MPI_File_write_at(
    MPI_File file, MPI_Offset at, const void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  SIMT_CALL("MPI_File_write_at")
  return move_piece(call, Kind::write, file, at, const_cast<void*>(buffer), count, type, status, false);
}
int MPI_File_write_at_all(
    MPI_File file, MPI_Offset at, const void* buffer, int count, MPI_Datatype type, MPI_Status* status) {
  SIMT_CALL("MPI_File_write_at_all")
  return move_piece(call, Kind::write, file, at, const_cast<void*>(buffer), count, type, status, true);
}
int MPI_File_iread_at(MPI_File file, MPI_Offset at, void* buffer, int count, MPI_Datatype type, MPI_Request* request) {
  SIMT_CALL("MPI_File_iread_at")
  simt_mpi_request* begun = nullptr;
  return begin_piece(call, Kind::read, open_file(call, file), at, buffer, count, type, request, &begun);
}
int MPI_File_iwrite_at(
    MPI_File file, MPI_Offset at, const void* buffer, int count, MPI_Datatype type, MPI_Request* request) {
  SIMT_CALL("MPI_File_iwrite_at")
  simt_mpi_request* begun = nullptr;
  return begin_piece(
      call, Kind::write, open_file(call, file), at, const_cast<void*>(buffer), count, type, request, &begun);
}
}  // extern "C"
#undef SIMT_CALL

}  // namespace simt::mpi
