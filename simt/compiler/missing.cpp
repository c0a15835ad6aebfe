// Says that a name or a header of CUDA is not in the simulator.
#include "simt/compiler/missing.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "simt/compiler/rewriter.hpp"

namespace simt::compiler {
namespace {

bool is_cuda_name(std::string_view name) {
  static const std::set<std::string_view> names = {
#include "simt/compiler/cuda_names.inc"
  };
  return names.contains(name);
}

struct Library {
  std::string_view header, what;
};
// By how a header's name begins.
constexpr Library libraries[] = {{"thrust/", "Thrust"}, {"cub/", "CUB"}, {"cuda/", "libcu++"}, {"nv/", "libcu++"},
    {"curand", "cuRAND"}, {"cublas", "cuBLAS"}, {"cufft", "cuFFT"}, {"cusparse", "cuSPARSE"}, {"cusolver", "cuSOLVER"},
    {"cudnn", "cuDNN"}, {"nccl", "NCCL"}, {"nvtx3/", "NVTX"}, {"nvToolsExt", "NVTX"}, {"npp", "NPP"},
    {"mma.h", "tensor cores (nvcuda::wmma)"}, {"cuda_bf16", "bfloat16"}, {"cuda_fp8", "8-bit floats"},
    {"cuda_pipeline", "asynchronous copies"}, {"cuda_awbarrier", "asynchronous barriers"},
    {"helper_cuda", "the CUDA samples' helpers (common/inc)"}, {"cudaGL", "graphics interoperation"},
    {"cuda_gl", "graphics interoperation"}, {"cudaD3D", "graphics interoperation"}, {"nvml", "NVML"},
    {"cupti", "CUPTI"}};

// Names that stand for more than themselves.
struct Special {
  std::string_view name, what;
};
constexpr Special specials[] = {{"this_cluster", "clusters of blocks (this_cluster)"},
    {"cluster_group", "clusters of blocks (cluster_group)"},
    {"this_multi_grid", "multi-device grids, which CUDA 13 has not either (this_multi_grid)"},
    {"texture", "texture references, which CUDA 12 has removed: use texture objects"},
    {"surface", "surface references, which CUDA 12 has removed: use surface objects"},
    {"nvcuda", "tensor cores (nvcuda::wmma)"}, {"experimental", "cooperative_groups::experimental"}};

std::string not_there(const std::string& name) {
  for (const Special& special : specials)
    if (special.name == name) return "the simulator does not have " + std::string(special.what);
  return is_cuda_name(name) ? "the simulator does not have " + name : "";
}

std::string plain(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\033') {
      while (i < line.size() && line[i] != 'm' && line[i] != 'K') ++i;
      continue;
    }
    out += line[i];
  }
  return out;
}

// The word in quotes, ‘so’ or 'so', that ends right before `end`.
std::string quoted_before(const std::string& line, std::size_t end) {
  while (end > 0 && line[end - 1] == ' ') --end;
  for (const auto& [open, close] : {std::pair<std::string_view, std::string_view>{"‘", "’"}, {"'", "'"}}) {
    if (end < close.size() || line.compare(end - close.size(), close.size(), close) != 0) continue;
    const std::size_t begin = line.rfind(open, end - close.size() - 1);
    if (begin == std::string::npos) continue;
    std::string word = line.substr(begin + open.size(), end - close.size() - begin - open.size());
    if (const std::size_t scope = word.rfind("::"); scope != std::string::npos) word = word.substr(scope + 2);
    return word.substr(0, word.find_first_of("<("));
  }
  return "";
}

// What a line says is missing, as a sentence; empty if it is nothing of CUDA's.
std::string sentence(const std::string& line) {
  for (const std::string_view unknown :
      {"was not declared in this scope", "does not name a type", "has not been declared", "is not a member of"})
    if (const std::size_t at = line.find(unknown); at != std::string::npos)
      if (const std::string what = not_there(quoted_before(line, at)); !what.empty()) return what;
  const std::string_view fatal = "fatal error: ";
  const std::size_t at = line.find(fatal), end = line.find(": No such file");
  if (at == std::string::npos || end == std::string::npos) return "";
  const std::string header = line.substr(at + fatal.size(), end - at - fatal.size());
  for (const Library& library : libraries)
    if (std::string_view(header).starts_with(library.header))
      return "the simulator does not have " + std::string(library.what) + " (<" + header + ">)";
  return "";
}

// The library whose header lies at `path` in an include folder of NVIDIA's, or null; `header` gets its name.
const Library* foreign(const std::string& path, std::string& header) {
  for (const Library& library : libraries) {
    const std::size_t at = path.rfind("/" + std::string(library.header));
    if (at == std::string::npos) continue;
    const std::filesystem::path folder = path.substr(0, at);
    header = path.substr(at + 1);
    if (std::filesystem::exists(folder / "cuda_runtime_api.h") ||
        std::filesystem::exists(folder.parent_path() / "cuda_runtime_api.h"))
      return &library;
  }
  return nullptr;
}

}  // namespace

void check_headers(std::string_view preprocessed, const std::string& own) {
  std::string from, header;
  int line = 0;
  for (std::size_t at = 0; at < preprocessed.size();) {
    const std::size_t end = std::min(preprocessed.find('\n', at), preprocessed.size());
    const std::string_view text = preprocessed.substr(at, end - at);
    at = end + 1;
    if (text.substr(0, 2) != "# ") {
      ++line;
      continue;
    }
    const std::size_t open = text.find('"'), close = text.rfind('"');
    if (open == std::string_view::npos || close <= open) continue;
    std::string file(text.substr(open + 1, close - open - 1));
    const bool enters = text.substr(close + 1, 2) == " 1";
    if (enters && !file.starts_with(own))
      if (const Library* library = foreign(file, header))
        throw RewriteError(
            from, line, "the simulator does not have " + std::string(library->what) + " (<" + header + ">)");
    from = std::move(file);
    line = std::atoi(text.data() + 2);
  }
}

std::string explain_missing(std::string_view messages) {
  std::string out;
  std::set<std::string> said;
  while (!messages.empty()) {
    const std::size_t end = std::min(messages.find('\n'), messages.size() - 1);
    const std::string_view line = messages.substr(0, end + 1);
    messages.remove_prefix(end + 1);
    const std::string readable = plain(line);
    const std::size_t error = readable.find("error: ");
    if (error != std::string::npos) {
      const std::string missing = sentence(readable);
      if (!missing.empty() && said.insert(missing).second) {
        const std::size_t fatal = readable.find("fatal error: ");
        out += readable.substr(0, fatal == std::string::npos ? error : fatal) + "error: " + missing + "\n";
      }
    }
    out += line;
  }
  return out;
}

}  // namespace simt::compiler
