// Says that a name or a header of CUDA is not in the simulator.
#include "simt/compiler/messages/missing.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "simt/compiler/text/line_markers.hpp"
#include "simt/compiler/rewriter/rewriter.hpp"

namespace simt::compiler {
namespace {

bool is_cuda_name(std::string_view name) {
  static constexpr std::string_view names[] = {
#include "simt/compiler/messages/cuda_names.inc"
  };
  return std::ranges::find(names, name) != std::end(names);
}

struct Library {
  std::string_view header, what;
};
// By how a header's name begins.
constexpr Library libraries[] = {{"cublas", "cuBLAS"}, {"cufft", "cuFFT"}, {"cusparse", "cuSPARSE"},
    {"cusolver", "cuSOLVER"}, {"cudnn", "cuDNN"}, {"nccl", "NCCL"}, {"npp", "NPP"},
    {"mma.h", "tensor cores (nvcuda::wmma)"}, {"cuda_fp8", "8-bit floats"},
    {"cuda_awbarrier.h", "nvcuda::experimental"}, {"helper_cuda", "the CUDA samples' helpers (common/inc)"},
    {"cudaGL", "graphics interoperation"}, {"cuda_gl", "graphics interoperation"},
    {"cudaD3D", "graphics interoperation"}, {"nvml", "NVML"}, {"cupti", "CUPTI"}};

// Those that are taken as they are, where they are.
constexpr Library taken[] = {{"thrust/", "Thrust"}, {"cub/", "CUB"}, {"cuda/", "libcu++"}, {"nv/", "libcu++"},
    {"curand", "cuRAND"}, {"nvtx3/", "NVTX"}};

// Names that stand for more than themselves.
struct Special {
  std::string_view name, what;
};
constexpr Special specials[] = {
    {"this_multi_grid", "multi-device grids, which CUDA 13 has not either (this_multi_grid)"},
    {"texture", "texture references, which CUDA 12 has removed: use texture objects"},
    {"surface", "surface references, which CUDA 12 has removed: use surface objects"},
    {"cudaFuncSetSharedMemConfig", "cudaFuncSetSharedMemConfig, which CUDA 13 has removed: leave it out"},
    {"cudaDeviceSetSharedMemConfig", "cudaDeviceSetSharedMemConfig, which CUDA 13 has removed: leave it out"},
    {"cudaDeviceGetSharedMemConfig", "cudaDeviceGetSharedMemConfig, which CUDA 13 has removed: banks are 4 bytes wide"},
    {"cudaBindTexture", "texture references (cudaBindTexture), which CUDA 12 has removed: use texture objects"},
    {"cudaUnbindTexture", "texture references (cudaUnbindTexture), which CUDA 12 has removed: use texture objects"},
    {"nvcuda", "tensor cores (nvcuda::wmma)"}, {"experimental", "cooperative_groups::experimental"}};

std::string not_there(const std::string& name) {
  for (const Special& special : specials)
    if (special.name == name) return "the simulator does not have " + std::string(special.what);
  return is_cuda_name(name) ? "the simulator does not have " + name : "";
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
    const std::size_t begin = at, end = std::min(preprocessed.find('\n', at), preprocessed.size());
    const auto marker = read_line_marker(preprocessed.substr(at, end - at));
    at = end + 1;
    if (!marker) {
      // Of cuRAND there is what kernels call; what the host calls begins with this.
      if (preprocessed.substr(begin, end - begin).find("curandCreateGenerator") != std::string_view::npos &&
          from.find("/curand") == std::string::npos)
        throw RewriteError(from, line,
            "the simulator does not have cuRAND's functions for the host, only those for kernels "
            "(<curand_kernel.h>)");
      ++line;
      continue;
    }
    if (marker->file.empty()) continue;
    if (marker->enters && !marker->file.starts_with(own))
      if (const Library* library = foreign(std::string(marker->file), header))
        throw RewriteError(
            from, line, "the simulator does not have " + std::string(library->what) + " (<" + header + ">)");
    from = marker->file;
    line = marker->line;
  }
}

std::string missing_name(const std::string& line) {
  for (const std::string_view unknown :
      {"was not declared in this scope", "does not name a type", "has not been declared", "is not a member of"})
    if (const std::size_t at = line.find(unknown); at != std::string::npos)
      if (const std::string what = not_there(quoted_before(line, at)); !what.empty()) return what;
  const std::string_view fatal = "fatal error: ";
  const std::size_t at = line.find(fatal), end = line.find(": No such file");
  if (at == std::string::npos || end == std::string::npos) return "";
  const std::string header = line.substr(at + fatal.size(), end - at - fatal.size());
  for (const Library& library : taken)
    if (std::string_view(header).starts_with(library.header))
      return std::string(library.what) + " (<" + header +
             ">) comes with CUDA's toolkit 13.0, or from PyPI: " + "pip install 'nvidia-cuda-cccl==13.0.*'" +
             (library.what == "cuRAND"    ? " nvidia-curand"
                 : library.what == "NVTX" ? " nvidia-nvtx"
                                          : "") +
             " into the course's .venv";
  if (header.starts_with("nvToolsExt"))
    return "the simulator does not have <" + header + ">, which CUDA 13 has removed: include <nvtx3/" + header +
           ">, and link no library";
  for (const Library& library : libraries)
    if (std::string_view(header).starts_with(library.header))
      return "the simulator does not have " + std::string(library.what) + " (<" + header + ">)";
  return "";
}

std::string missing_function(std::string_view said) {
  constexpr Library by_function[] = {{"curand", "cuRAND's functions for the host"}, {"cufft", "cuFFT"},
      {"cusparse", "cuSPARSE"}, {"cusolver", "cuSOLVER"}, {"cudnn", "cuDNN"}, {"npp", "NPP"}, {"nvjpeg", "nvJPEG"},
      {"nccl", "NCCL"}, {"nvml", "NVML"}};
  constexpr std::string_view undefined = "undefined reference to `";
  for (std::size_t at = said.find(undefined); at != std::string_view::npos; at = said.find(undefined, at + 1)) {
    const std::string_view name = said.substr(at + undefined.size());
    for (const Library& library : by_function)
      if (name.starts_with(library.header))
        return "the simulator does not have " + std::string(library.what) + " (" +
               std::string(name.substr(0, name.find('\''))) + ")";
  }
  return "";
}

}  // namespace simt::compiler
