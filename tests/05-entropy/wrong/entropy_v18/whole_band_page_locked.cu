// The page-locked memory has room for the whole band.
// fails: Pieces.SomeRowsAtATime: bytes at once
#include <cuda_runtime.h>
#include <mpi.h>
#include <mpi-ext.h>

#include <algorithm>
#include <stdexcept>
#include <string>

using Entropy = void(float* out, const float* in, int rows, int cols);

namespace {

constexpr int halo = 2;  // rows that a window reaches past its own, each way

void must(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}
void must(int error) {
  if (error == MPI_SUCCESS) return;
  char words[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(error, words, &length);
  throw std::runtime_error(words);
}

}  // namespace

// A rank's rows of the grid, and memory for them: no rank has any for all rows.
struct Band {
  int first = 0, rows = 0, cols = 0;
  int above = MPI_PROC_NULL, below = MPI_PROC_NULL;  // the ranks that have the next rows
  float *in = nullptr, *out = nullptr;  // on the device; in: with room for a halo on each side
  float* edge = nullptr;                // on the device: three times a halo
  float* host = nullptr;                // page-locked: some rows on their way
  int host_rows = 0;
  MPI_Datatype line = MPI_DATATYPE_NULL;  // counts of MPI are int; rows are few enough

  std::size_t cells(long long lines) const { return std::size_t(lines) * std::size_t(cols); }
  std::size_t bytes(long long lines) const { return cells(lines) * sizeof(float); }

  Band(int grid_rows, int grid_cols, int rank, int ranks) : cols(grid_cols) {
    // A thinner band would not have all rows that its neighbours' windows reach. With too many
    // ranks the last ones have no rows.
    const int used = std::clamp(grid_rows / (2 * halo), 1, ranks);
    if (rank >= used) return;
    first = int(1ll * grid_rows * rank / used);
    rows = int(1ll * grid_rows * (rank + 1) / used) - first;
    if (rank > 0) above = rank - 1;
    if (rank < used - 1) below = rank + 1;
  }
  Band(const Band&) = delete;
  ~Band() {
    for (float* const memory : {in, out, edge}) cudaFree(memory);
    cudaFreeHost(host);
    if (line != MPI_DATATYPE_NULL) MPI_Type_free(&line);
  }
  void allocate() {
    must(MPI_Type_contiguous(cols, MPI_FLOAT, &line));
    must(MPI_Type_commit(&line));
    if (rows == 0) return;
    must(cudaMalloc(&in, bytes(halo + 1ll * rows + halo)));
    must(cudaMalloc(&out, bytes(rows)));
    must(cudaMalloc(&edge, bytes(3 * halo)));
    host_rows = std::max(4 * halo, rows);
    must(cudaMallocHost(&host, bytes(host_rows)));
  }
};

// out: what on_gpu gives for these rows of the whole grid. All ranks call it at the same time.
void filter_band(const Band& band, Entropy* on_gpu) {
  float *const own = band.in + band.cells(halo), *const end = own + band.cells(band.rows);
  // Two rows each: sent up, sent down, come from above, come from below. An MPI that knows CUDA
  // takes them where they are; for any other they go through the host's memory.
  float* const piece[] = {own, end - band.cells(halo), band.in, end};
  float* message[] = {piece[0], piece[1], piece[2], piece[3]};
  const bool staged = MPIX_Query_cuda_support() != 1;
  for (int i = 0; staged && i < 4; ++i) message[i] = band.host + band.cells(halo * i);
  for (int i = 0; staged && i < 2; ++i)
    must(cudaMemcpyAsync(message[i], piece[i], band.bytes(halo), cudaMemcpyDeviceToHost));
  must(cudaStreamSynchronize(nullptr));  // a message is no work of a stream

  MPI_Request request[4];
  const MPI_Comm all = MPI_COMM_WORLD;
  must(MPI_Irecv(message[2], halo, band.line, band.above, 1, all, &request[0]));
  must(MPI_Irecv(message[3], halo, band.line, band.below, 0, all, &request[1]));
  must(MPI_Isend(message[0], halo, band.line, band.above, 0, all, &request[2]));
  must(MPI_Isend(message[1], halo, band.line, band.below, 1, all, &request[3]));
  // The band as if it were the grid: where the grid goes on, its two outermost rows come out
  // wrong. The GPU computes while the host sees to the messages.
  on_gpu(band.out, own, band.rows, band.cols);
  const cudaError_t launched = cudaGetLastError();
  must(MPI_Waitall(4, request, MPI_STATUSES_IGNORE));
  must(launched);  // not before: until then the buffers are MPI's

  for (const int side : {0, 1}) {
    if ((side == 0 ? band.above : band.below) == MPI_PROC_NULL) continue;
    if (staged)
      must(cudaMemcpyAsync(
          piece[2 + side], message[2 + side], band.bytes(halo), cudaMemcpyHostToDevice));
    // Of six rows the two in the middle come out right.
    on_gpu(band.edge, side == 0 ? band.in : end - band.cells(2 * halo), 3 * halo, band.cols);
    must(cudaGetLastError());
    must(cudaMemcpyAsync(band.out + (side == 0 ? 0 : band.cells(band.rows - halo)),
        band.edge + band.cells(halo), band.bytes(halo), cudaMemcpyDeviceToDevice));
  }
}

namespace {

// The band's rows from the file to the device, or the results back, some at a time. No call here
// is collective: each rank makes as many as its rows need.
void move_rows(const Band& band, MPI_File file, bool reads) {
  MPI_Status* const status = MPI_STATUS_IGNORE;
  for (long long row = 0; row < band.rows; row += band.host_rows) {
    const int count = int(std::min<long long>(band.host_rows, band.rows - row));
    const MPI_Offset at = (band.first + row) * MPI_Offset(band.bytes(1));
    float *const in = band.in + band.cells(halo + row), *const out =
                                                            band.out + band.cells(row);
    if (reads) {
      must(MPI_File_read_at(file, at, band.host, count, band.line, status));
      must(cudaMemcpy(in, band.host, band.bytes(count), cudaMemcpyHostToDevice));
    } else {
      must(cudaMemcpy(band.host, out, band.bytes(count), cudaMemcpyDeviceToHost));
      must(MPI_File_write_at(file, at, band.host, count, band.line, status));
    }
  }
}

// On each machine ranks and GPUs are counted from 0.
void choose_device() {
  MPI_Comm here = MPI_COMM_NULL;
  must(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here));
  int place = 0, devices = 0;
  must(MPI_Comm_rank(here, &place));
  must(MPI_Comm_free(&here));
  must(cudaGetDeviceCount(&devices));
  must(cudaSetDevice(place % devices));
}

}  // namespace

// in, out: names of files of rows × cols floats; out is to hold what on_gpu gives for the whole
// grid, bit for bit. Every rank of MPI_COMM_WORLD calls it. Where it throws in one, the others
// wait for that rank: its caller ends the job.
void entropy_v18(const char* out, const char* in, int rows, int cols, Entropy* on_gpu) {
  choose_device();
  int rank = 0, ranks = 1;
  must(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  must(MPI_Comm_size(MPI_COMM_WORLD, &ranks));
  Band band(rows, cols, rank, ranks);
  band.allocate();
  MPI_File from = MPI_FILE_NULL, to = MPI_FILE_NULL;
  const MPI_Offset bytes = MPI_Offset(band.bytes(rows));
  MPI_Offset found = 0;
  must(MPI_File_open(MPI_COMM_WORLD, in, MPI_MODE_RDONLY, MPI_INFO_NULL, &from));
  must(MPI_File_get_size(from, &found));
  if (found != bytes)
    throw std::runtime_error(std::string(in) + " has " + std::to_string(found) +
                             " bytes; this grid has " + std::to_string(bytes));
  const int mode = MPI_MODE_CREATE | MPI_MODE_WRONLY;
  must(MPI_File_open(MPI_COMM_WORLD, out, mode, MPI_INFO_NULL, &to));
  must(MPI_File_set_size(to, bytes));  // it may be there already, and longer
  move_rows(band, from, true);
  if (band.rows > 0) filter_band(band, on_gpu);
  move_rows(band, to, false);
  must(MPI_File_close(&from));
  must(MPI_File_close(&to));
}
