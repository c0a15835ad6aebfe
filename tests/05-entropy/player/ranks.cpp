// Calls v18 in every rank of a job.
#include "tests/05-entropy/player/ranks.hpp"

#include <deque>

#include "harness/player/requests.hpp"
#include "harness/ranks.hpp"
#include "harness/scripted.hpp"
#include "tests/05-entropy/interface.hpp"
#include "tests/05-entropy/player/shifted.hpp"

namespace filters::ranked {
namespace {

int refused = -1, failing = -1, refused_nth = 0, calls_of_refused = 0;
struct Given {
  int rank, rows;
};
std::deque<Given> given;  // of the job, for those who tell that it is done

// Every other job has other names for its files, and another filter that does the same.
int jobs = 0;
bool is_other() { return jobs % 2 == 0; }

// As a launch does, it returns before that is done.
template <bool other>
void on_gpu(float* out, const float* in, int rows, int cols) {
  const int rank = harness::mpi_rank();
  if (other != is_other()) harness::note_in_job(rank, "earlier filter", rows);
  if (rank == refused && calls_of_refused++ == refused_nth) {
    harness::note_in_job(rank, "refused", rows);
    return fail_as_a_launch_does();
  }
  if (rank == failing) give_work_that_fails();
  if (!out || !in) return harness::note_in_job(rank, "null pointer", rows);
  if (!is_on_device(out) || !is_on_device(in)) harness::note_in_job(rank, "host memory", rows);
  harness::note_in_job(rank, "given", rows);
  shift_rows(out, in, rows, cols);
  const auto tell = [](void* call) {
    const auto& [whose, how_many] = *static_cast<const Given*>(call);
    harness::note_in_job(whose, "done", how_many);
  };
  given.push_back({rank, rows});
  cudaLaunchHostFunc(nullptr, tell, &given.back());
}

const harness::Request ranks("ranks", [](harness::Reader& in, harness::Writer& out) {
  auto* const filter = harness::played().function<decltype(entropy_v18)>(in.next<std::string>());
  const auto asked = in.next<RanksAsked>();
  refused = asked.refused;
  refused_nth = asked.refused_nth;
  calls_of_refused = 0;
  failing = asked.failing;
  ++jobs;
  const std::string file = is_other() ? "other" : "grid", file_in = file + ".in", file_out = file + ".out";
  given.clear();
  simt::MpiJob job;
  job.ranks = asked.ranks;
  job.machines.assign(asked.machines.begin(), asked.machines.end());
  job.cuda_aware = asked.cuda_aware;
  job.present.assign(asked.present.begin(), asked.present.end());
  job.line = asked.line;
  job.refused = asked.refused_call + (asked.refused_of_out ? " of " + file_out : "");
  job.bytes = std::int64_t(asked.rows) * asked.cols * std::int64_t(sizeof(float));
  if (asked.in) job.files[file_in] = *asked.in;
  if (asked.out) job.files[file_out] = *asked.out;
  int before = 0;
  cudaGetDevice(&before);
  harness::record_stream_work();
  if (asked.late) harness::defer_work(true);
  const auto outcome = harness::run_mpi_job(job, [&](int rank) {
    filter(file_out.c_str(), file_in.c_str(), asked.rows, asked.cols,
        harness::lent(is_other() ? on_gpu<true> : on_gpu<false>));
    int device = -1;
    cudaGetDevice(&device);
    harness::note_in_job(rank, "device", device);
  });
  if (asked.late) harness::defer_work(false);  // what nobody has waited for is done now
  cudaGetLastError();
  cudaSetDevice(before);
  RanksSeen seen{outcome.fault, outcome.refusal, outcome.refused, outcome.events, "", "", ""};
  for (const auto& [name, bytes] : outcome.files)
    if (name != file_in && name != file_out) seen.strange = name;
  if (const auto written = outcome.files.find(file_out); written != outcome.files.end()) seen.out = written->second;
  for (const simt::StreamWork& work : harness::stream_work())
    if (work.pageable && seen.pageable.empty()) seen.pageable = work.what;
  out(seen);
});

}  // namespace
}  // namespace filters::ranked
