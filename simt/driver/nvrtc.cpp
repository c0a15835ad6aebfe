// NVRTC on the simulator: a program's text goes to simtcc in a folder of its own, and what comes back is an object.
#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "simt/compiler/files.hpp"
#include "simt/compiler/process.hpp"
#include "simt/driver/kept.hpp"
#include "simt/driver/nvrtc.hpp"
#include "simt/driver/object.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/record/record.hpp"
#include "simt/include/nvrtc.h"
#include "simt/simt.hpp"

struct _nvrtcProgram {
  std::string source, name;
  std::map<std::string, std::string> headers;
  std::vector<std::string> expressions;
  std::map<std::string, std::string> lowered;
  bool compiled = false;          // successfully or not
  std::string log, text, object;  // text: the "PTX"; object: the "cubin", if one was asked for
};

namespace simt::driver {
namespace {

namespace fs = std::filesystem;

std::atomic<std::size_t> programs = 0;

// Gone at the end, whichever end that is.
struct Folder {
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "simt-nvrtc-XXXXXX").string();
    if (mkdtemp(pattern.data())) path = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);
  }
  Folder(const Folder&) = delete;
  fs::path path;
};

// simtcc lies where this library lies.
fs::path beside_this_library(const char* name) {
  Dl_info info{};
  dladdr(reinterpret_cast<const void*>(&nvrtcVersion), &info);
  std::error_code ignored;
  return fs::weakly_canonical(info.dli_fname ? info.dli_fname : "", ignored).parent_path() / name;
}

// The text simtcc gets: the program under its own name, then what the simulator wants to know of it. A "simt_module"
// makes simtcc register every kernel (simt/compiler/rewriter/rewriter.cpp).
std::string program_text(const _nvrtcProgram& program, const CompileOptions& options) {
  std::ostringstream text;
  text << "#line 1 \"" << program.name << "\"\n";
  for (const std::string& header : options.included) text << "#include \"" << header << "\"\n";
  if (!options.included.empty()) text << "#line 1 \"" << program.name << "\"\n";
  text << program.source << "\n#line 1 \"simt_module\"\n"
       << "extern \"C\" __attribute__((used)) const int simt_module = 1, simt_module_architecture = "
       << options.architecture << ";\n";
  for (std::size_t i = 0; i < program.expressions.size(); ++i)
    text << "#line 1 \"__nv_name_map\"\nextern \"C\" const void* simt_module_name_" << i
         << "() { return ::simt::name_address(" << program.expressions[i] << "); }\n";
  return text.str();
}

// What the object itself must tell: the names of its kernels, and those of what the expressions name.
std::vector<std::string> read_names(_nvrtcProgram& program, const std::string& object) {
  std::vector<std::string> kernels;
  const Loaded loaded = load_object(object);
  if (!loaded.handle) return kernels;
  std::map<std::uint64_t, std::string> names;
  for (const auto& [name, symbol] : symbols_of(object)) {
    names.emplace(loaded.base + symbol.offset, name);
    if (kernel_at(reinterpret_cast<const void*>(loaded.base + symbol.offset))) kernels.push_back(name);
  }
  for (std::size_t i = 0; i < program.expressions.size(); ++i) {
    const auto address =
        reinterpret_cast<const void* (*)()>(dlsym(loaded.handle, ("simt_module_name_" + std::to_string(i)).c_str()));
    const auto found = address ? names.find(reinterpret_cast<std::uint64_t>(address())) : names.end();
    if (found != names.end()) program.lowered[program.expressions[i]] = found->second;
  }
  unload_object(loaded);
  return kernels;
}

// What the program has of it.
nvrtcResult finish(_nvrtcProgram& program, const CompileOptions& options, const Compiled& made,
    const std::map<std::string, std::string>& sources, bool has_directories) {
  program.log += nvrtc_log(made.messages, sources, program.name, has_directories, options.source_included);
  if (made.status == 2) return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  if (made.status) return NVRTC_ERROR_COMPILATION;
  for (const auto& [name, text] : sources) journal_source(name, text);
  may_be_loaded(made.object);
  program.text = wrap_object(made.object, options.architecture, read_names(program, made.object));
  if (options.real_architecture) program.object = made.object;
  return NVRTC_SUCCESS;
}

// Whether a line says #include "…".
bool includes_by_quotes(const std::string& source) {
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    std::erase_if(line, [](char letter) { return letter == ' ' || letter == '\t'; });
    if (line.starts_with("#include\"")) return true;
  }
  return false;
}

bool write_file(const fs::path& path, const std::string& text) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  return bool(std::ofstream(path, std::ios::binary) << text);
}

// When a file was last written, and how long it is.
std::string version_of(const fs::path& file) {
  std::error_code ignored;
  return std::to_string(fs::last_write_time(file, ignored).time_since_epoch().count()) + " " +
         std::to_string(fs::file_size(file, ignored));
}

nvrtcResult compile(_nvrtcProgram& program, const CompileOptions& options) {
  const auto failed = [&](nvrtcResult result, const std::string& why) {
    return program.log += "nvrtc: error: " + why + "\n", result;
  };
  const fs::path simtcc = beside_this_library("simtcc");
  if (!fs::exists(simtcc))
    return failed(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE,
        "the simulator compiles at run time with simtcc, which must lie beside libsimt.so: there is no " +
            simtcc.string());

  std::map<std::string, std::string> sources = program.headers;
  sources[program.name] = program.source;
  const bool has_directories = !options.directories.empty() || !program.headers.empty();
  // A submission's program has no files beside it.
  const bool looks_beside = options.source_included && !runs_submission();
  std::string key;
  for (const char* name : {"simtcc", "run_time_headers.h.gch", "run_time_headers.ii.gch"})
    key += (simtcc.parent_path() / name).string() + " " + version_of(simtcc.parent_path() / name) + "\n";
  key += std::string(std::getenv("SIMTCC_CXX") ? std::getenv("SIMTCC_CXX") : "") + "\n";
  for (const std::string& word : options.words) key += word + "\n";
  if (runs_submission()) key += "--submission\n";
  key += program_text(program, options);
  // What lies in folders may be something else next time.
  const bool is_kept = !has_directories && !(looks_beside && includes_by_quotes(program.source));
  const auto before = is_kept ? kept(key) : std::nullopt;
  if (before) return finish(program, options, *before, sources, has_directories);

  const Folder folder;
  if (folder.path.empty())
    return failed(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, "cannot write to " + fs::temp_directory_path().string());
  const fs::path source = folder.path / "program.cu", output = folder.path / "program.so",
                 messages = folder.path / "messages.txt";
  bool written = write_file(source, program_text(program, options));
  for (const auto& [name, text] : program.headers) {
    const fs::path path = fs::path(name).lexically_normal();
    if (path.is_absolute() || *path.begin() == "..")
      return failed(NVRTC_ERROR_INVALID_INPUT, "the simulator takes no header named " + name);
    written &= write_file(folder.path / "headers" / path, "#line 1 \"" + name + "\"\n" + text);
  }
  if (!written) return failed(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, "cannot write to " + folder.path.string());

  std::vector<std::string> words = {simtcc.string(), "--run-time", "-shared", source.string(), "-o", output.string(),
      "-D__CUDA_ARCH__=" + std::to_string(options.architecture * 10), "-I" + (folder.path / "headers").string(),
      "-fdiagnostics-column-unit=byte"};
  // A relative name is the person's, of nothing in this folder.
  std::error_code ignored;
  words.push_back("-fdebug-prefix-map=" + fs::current_path(ignored).string() + "=.");
  for (const std::string& directory : options.directories) words.push_back("-I" + directory);
  if (looks_beside)
    words.insert(words.end(), {"-iquote", fs::absolute(fs::path(program.name), ignored).parent_path().string()});
  words.insert(words.end(), options.words.begin(), options.words.end());
  if (runs_submission()) words.push_back("--submission");
  std::string why;
  const int status = compiler::run(
      {words, {{"LC_ALL", "C"}, {"SIMTCC_LIBRARY_DIR", simtcc.parent_path().string()}}, "/dev/null", messages.string()},
      why);
  if (status < 0) return failed(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, simtcc.string() + " does not start: " + why);
  const Compiled made{status, compiler::contents(messages), compiler::contents(output)};
  if (status < 2 && is_kept) keep(key, made);
  return finish(program, options, made, sources, has_directories);
}

nvrtcResult give(std::size_t* bytes, const std::string& text, std::size_t more) {
  if (!bytes) return NVRTC_ERROR_INVALID_INPUT;
  *bytes = text.size() + more;
  return NVRTC_SUCCESS;
}
nvrtcResult give(char* to, const std::string& text, std::size_t more) {
  if (!to) return NVRTC_ERROR_INVALID_INPUT;
  std::memcpy(to, text.c_str(), text.size() + more);
  return NVRTC_SUCCESS;
}

}  // namespace
}  // namespace simt::driver

std::size_t simt::live_programs() { return simt::driver::programs; }

using namespace simt::driver;

extern "C" {

const char* nvrtcGetErrorString(nvrtcResult result) {
  static const char* const names[] = {"NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY",
      "NVRTC_ERROR_PROGRAM_CREATION_FAILURE", "NVRTC_ERROR_INVALID_INPUT", "NVRTC_ERROR_INVALID_PROGRAM",
      "NVRTC_ERROR_INVALID_OPTION", "NVRTC_ERROR_COMPILATION", "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
      "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION", "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
      "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID", "NVRTC_ERROR_INTERNAL_ERROR", "NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
      "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED", "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED", "NVRTC_ERROR_PCH_CREATE",
      "NVRTC_ERROR_CANCELLED", "NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED"};
  return unsigned(result) < std::size(names) ? names[result] : "NVRTC_ERROR unknown";
}
nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (!major || !minor) return NVRTC_ERROR_INVALID_INPUT;
  *major = 13;
  *minor = 0;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetNumSupportedArchs(int* count) {
  return count ? (*count = int(supported_architectures().size()), NVRTC_SUCCESS) : NVRTC_ERROR_INVALID_INPUT;
}
nvrtcResult nvrtcGetSupportedArchs(int* architectures) {
  if (!architectures) return NVRTC_ERROR_INVALID_INPUT;
  for (const int architecture : supported_architectures()) *architectures++ = architecture;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, const char* source, const char* name, int header_count,
    const char* const* headers, const char* const* include_names) {
  if (!program || !source || header_count < 0 || (header_count && (!headers || !include_names)))
    return NVRTC_ERROR_INVALID_INPUT;
  auto made = new _nvrtcProgram;
  ++programs;
  made->source = source;
  made->name = name && *name ? name : "default_program";
  for (int i = 0; i < header_count; ++i) made->headers[include_names[i]] = headers[i];
  *program = made;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
  if (!program || !*program) return NVRTC_ERROR_INVALID_PROGRAM;
  delete *program;
  --programs;
  *program = nullptr;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count, const char* const* options) {
  if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
  if (option_count < 0 || (option_count && !options)) return NVRTC_ERROR_INVALID_INPUT;
  program->compiled = true;
  program->log = program->text = program->object = "";
  program->lowered.clear();
  CompileOptions read;
  const bool understood = read_options(option_count, options, read);
  program->log = read.log;
  return understood ? compile(*program, read) : NVRTC_ERROR_INVALID_OPTION;
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, std::size_t* bytes) {
  return program ? give(bytes, program->log, 1) : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* log) {
  return program ? give(log, program->log, 1) : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, std::size_t* bytes) {
  return program ? give(bytes, program->text, 1) : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* ptx) {
  return program ? give(ptx, program->text, 1) : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, std::size_t* bytes) {
  return program ? give(bytes, program->object, 0) : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* cubin) {
  return program ? give(cubin, program->object, 0) : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char* expression) {
  if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!expression) return NVRTC_ERROR_INVALID_INPUT;
  if (program->compiled) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  program->expressions.push_back(expression);
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char* expression, const char** lowered_name) {
  if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!expression || !lowered_name) return NVRTC_ERROR_INVALID_INPUT;
  if (program->text.empty()) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  const auto found = program->lowered.find(expression);
  if (found == program->lowered.end()) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  *lowered_name = found->second.c_str();
  return NVRTC_SUCCESS;
}
}
