// Reads simtcc's command line.
#include "simt/compiler/options.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <map>
#include <stdexcept>

#include "simt/compiler/files.hpp"

namespace simt::compiler {
namespace {

constexpr auto nothing = NvccOption::nothing;
constexpr auto word = NvccOption::word;
constexpr auto words = NvccOption::words;
constexpr auto obeyed = NvccOption::obeyed;
constexpr auto silent = NvccOption::silent;
constexpr auto said = NvccOption::said;
constexpr auto refused = NvccOption::refused;

constexpr NvccOption table[] = {
#define SIMT_NVCC_OPTION(name, short_name, takes, becomes, why, fine) {name, short_name, takes, becomes, why, fine},
#include "simt/compiler/nvcc_options.inc"
#undef SIMT_NVCC_OPTION
};

// g++'s own that have their value in the next word, beyond those that nvcc has, too.
constexpr std::string_view of_gpp[] = {"-iquote", "-idirafter", "-imacros", "-MQ", "--param", "-T", "-z", "-u"};
// Of those and nvcc's, what only the preprocessor needs.
constexpr std::string_view of_preprocessor[] = {"-iquote", "-idirafter", "-imacros"};

template <std::size_t n>
bool is_one_of(const std::string_view (&names)[n], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// The option that `text` begins with; `value` is what stands in the same word, and `attached` says whether anything does.
const NvccOption* option_of(const std::string& text, std::string& value, bool& attached) {
  attached = false;
  for (const NvccOption& option : table)
    if (text == option.name || text == option.short_name) return &option;
  const std::size_t equal = text.find('=');
  for (const NvccOption& option : table) {
    if (option.takes == nothing) continue;
    if (equal != std::string::npos &&
        (text.compare(0, equal, option.name) == 0 || text.compare(0, equal, option.short_name) == 0)) {
      value = text.substr(equal + 1);
      return attached = true, &option;
    }
  }
  constexpr std::string_view glued[] = {"-D", "-U", "-I", "-L", "-l", "-O", "-t"};
  for (const NvccOption& option : table)
    if (is_one_of(glued, option.short_name) && text.starts_with(option.short_name) &&
        (option.short_name != "-t" || std::isdigit(static_cast<unsigned char>(text[2])))) {
      value = text.substr(2);
      return attached = true, &option;
    }
  return nullptr;
}

// The parts between commas, except for those in quotes and brackets; with `blanks`, also between blanks.
Words parts_of(const std::string& value, bool blanks) {
  Words parts(1);
  int depth = 0;
  char quote = 0;
  for (const char c : value) {
    if (quote ? c == quote : c == '"' || c == '\'') quote = quote ? 0 : c;
    if (!quote) depth += (c == '(') - (c == ')');
    if (!quote && depth <= 0 && (c == ',' || (blanks && std::isspace(static_cast<unsigned char>(c)))))
      parts.emplace_back();
    else parts.back() += c;
  }
  std::erase(parts, "");
  return parts;
}

// What is meant for g++, as a word each. "-Wl,-rpath,x" is one.
Words compiler_words(const std::string& value) {
  Words all;
  for (const std::string& blank : parts_of(value, true)) {
    const bool continues = !all.empty() && all.back().starts_with("-Wl") && !blank.starts_with("-f") &&
                           value.find(all.back() + "," + blank) != std::string::npos;
    if (continues) all.back() += "," + blank;
    else all.push_back(blank);
  }
  return all;
}

// The words of a file, as a shell parts them.
Words words_of_file(const std::string& path) {
  if (!std::filesystem::is_regular_file(path)) throw std::runtime_error("there is no file " + path + " with options");
  Words all;
  bool open = false;
  char quote = 0;
  const std::string text = contents(path);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!quote && std::isspace(static_cast<unsigned char>(c))) {
      open = false;
      continue;
    }
    if (!open) all.emplace_back();
    open = true;
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) all.back() += text[++i];
    else if (quote ? c == quote : c == '"' || c == '\'') quote = quote ? 0 : c;
    else all.back() += c;
  }
  return all;
}

// The simulator's headers are C++17.
bool is_old_standard(const std::string& text) {
  const bool standard = text.starts_with("-std=c++") || text.starts_with("-std=gnu++");
  return standard && (text.ends_with("98") || text.ends_with("03") || text.ends_with("11") || text.ends_with("14"));
}

Language language_of(const std::string& path) {
  const std::string suffix = std::filesystem::path(path).extension();
  if (suffix == ".cu") return Language::cuda;
  if (suffix == ".c") return Language::c;
  for (const char* other : {".cpp", ".cc", ".cxx", ".C", ".c++", ".cp"})
    if (suffix == other) return Language::cpp;
  for (const char* other : {".ptx", ".cubin", ".fatbin", ".gpu", ".cup", ".ii"})
    if (suffix == other) throw std::runtime_error("it cannot take " + path + ": only sources, objects and libraries");
  return Language::none;
}

std::string help() {
  std::string text =
      "simtcc compiles CUDA C++ for the simulator. Its command line is nvcc's; what is not nvcc's goes to g++.\n";
  for (const auto& [becomes, title] : std::map<NvccOption::Becomes, const char*>{{obeyed, "Obeyed"},
           {silent, "Without effect here"}, {said, "Without effect here, and said to be"}, {refused, "Refused"}}) {
    text += "\n" + std::string(title) + ":\n";
    for (const NvccOption& option : table)
      if (option.becomes == becomes)
        text += "  " + std::string(option.name) + (option.short_name.empty() ? "" : " (") +
                std::string(option.short_name) + (option.short_name.empty() ? "" : ")") +
                (option.why.empty() ? "" : ": " + std::string(option.why)) + "\n";
  }
  return text;
}

// CMake, and whoever else asks, looks for these words.
constexpr const char* version =
    "simtcc, in the place of nvcc: NVIDIA (R) Cuda compiler driver\n"
    "Warpwise's simulator; it compiles what nvcc does of\n"
    "Cuda compilation tools, release 13.0, V13.0.0\n";

struct Parser {
  Options options;
  std::string language;  // of -x

  void tell(const std::string& text) { options.step = Options::Step::tell, options.tell += text; }

  void obey(const NvccOption& option, const std::string& value) {
    using Step = Options::Step;
    const std::string_view name = option.name, short_name = option.short_name;
    const auto list = [&] { return options.run_time ? Words{value} : parts_of(value, false); };
    static const std::map<std::string_view, Step> steps = {{"-c", Step::compile}, {"-dc", Step::compile},
        {"-dw", Step::compile}, {"-E", Step::preprocess}, {"-M", Step::dependencies}, {"-MM", Step::dependencies},
        {"-lib", Step::archive}, {"-dlink", Step::device_link}, {"-link", Step::link}};
    if (const auto step = steps.find(short_name); step != steps.end()) options.step = step->second;
    if (name.ends_with("dependencies") || name.ends_with("dependencies-with-compile")) options.depend = short_name;
    else if (short_name == "-MF") options.depfile = value;
    else if (short_name == "-MT") options.dependency_target = value;
    else if (short_name == "-MP") options.phony = true;
    else if (short_name == "-o") options.output = value;
    else if (short_name == "-odir") options.output_folder = value;
    else if (short_name == "-shared") options.shared = true;
    else if (short_name == "-run") options.run = true;
    else if (short_name == "-run-args") options.run_arguments = parts_of(value, true);
    else if (short_name == "-v") options.verbose = true;
    else if (short_name == "-dryrun") options.verbose = options.dry = true;
    else if (short_name == "-h") tell(help());
    else if (short_name == "-V") tell(version);
    else if (short_name == "-code-ls") tell("sm_90\n");
    else if (short_name == "-arch-ls") tell("compute_90\n");
    else if (short_name == "-x") language = value;
    else if (short_name == "-l")
      for (const std::string& library : list()) options.inputs.push_back({"-l" + library, Language::none});
    else if (short_name == "-L")
      for (const std::string& folder : list()) options.link.push_back("-L" + folder);
    else if (short_name == "-D" || short_name == "-U" || short_name == "-I")
      for (const std::string& part : list()) macro_or_folder(std::string(short_name) + part);
    else if (short_name == "-isystem" || short_name == "-include")
      for (const std::string& part : list()) add(options.preprocess, {std::string(short_name), part});
    else if (short_name == "-Xcompiler") {
      for (const std::string& part : compiler_words(value)) host(part);
    } else if (short_name == "-Xlinker") {
      for (const std::string& part : parts_of(value, true)) add(options.link, {"-Xlinker", part});
    } else if (short_name == "-m") {
      if (value != "64") throw std::runtime_error("there is only -m64");
    } else if (short_name == "-noeh") options.host.push_back("-fno-exceptions");
    else if (short_name == "-std") host("-std=" + value);
    else if (short_name.starts_with("-ftemplate")) options.host.push_back(std::string(short_name) + "=" + value);
    else if (short_name == "-O") options.host.push_back("-O" + value);
    else if (short_name == "-g" || short_name == "-w" || short_name.starts_with("-W"))
      options.host.push_back(std::string(short_name));
  }

  // Of what the system's headers would check in place of memcpy and printf nobody is told (setup.cpp).
  void macro_or_folder(const std::string& text) {
    if (!text.starts_with("-D_FORTIFY_SOURCE")) options.preprocess.push_back(text);
  }

  // A word of g++'s own.
  void host(const std::string& text) {
    for (const char* name : {"-I", "-D", "-U"})
      if (text.starts_with(name)) return macro_or_folder(text);
    if (text.starts_with("-Wl,")) return options.link.push_back(text);
    options.host.push_back(text);
  }

  static void add(Words& to, const Words& more) { to.insert(to.end(), more.begin(), more.end()); }

  void ignore(const std::string& text, const NvccOption& option) {
    const std::string whole = text + " (" + std::string(option.why) + ")";
    if (std::find(options.ignored.begin(), options.ignored.end(), whole) == options.ignored.end())
      options.ignored.push_back(whole);
  }

  void read(const Words& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string& text = all[i];
      const auto next = [&] {
        if (++i == all.size()) throw std::runtime_error("an argument is missing after " + text);
        return all[i];
      };
      std::string value;
      bool attached = false;
      if (text == "--run-time") options.run_time = true;
      else if (text == "--headers") options.headers = true;
      else if (text == "--precompiled") options.precompiled = next();
      else if (text == "--submission") options.submission = Options::Submission::refused;
      else if (text == "--submission=warn") options.submission = Options::Submission::warned;
      else if (text.size() > 1 && text[0] == '@') read(words_of_file(text.substr(1)));
      else if (text.empty() || text[0] != '-' || text == "-") input(text);
      else if (is_one_of(of_gpp, text)) {
        Words& to = is_one_of(of_preprocessor, text) ? options.preprocess : options.host;
        to.push_back(text);
        to.push_back(next());
      } else if (const NvccOption* option = option_of(text, value, attached)) {
        if (option->takes != nothing && !attached) value = next();
        if (option->short_name == "-optf")
          for (const std::string& file : parts_of(value, false)) read(words_of_file(file));
        else if (option->becomes == refused)
          throw std::runtime_error("there is no " + text + " here: " + std::string(option->why));
        else if (option->becomes == said && !(option->takes != nothing && value == option->fine))
          ignore(attached ? text.substr(0, text.size() - value.size() - 1) : text, *option);
        else if (option->becomes == obeyed) obey(*option, value);
      } else host(text);
    }
  }

  void input(const std::string& path) {
    const Language own = language_of(path);
    Language chosen = own;
    if (!language.empty() && path.find(".so") == std::string::npos && !path.ends_with(".o") && !path.ends_with(".a"))
      chosen = language == "cu" ? Language::cuda : language == "c" ? Language::c : Language::cpp;
    options.inputs.push_back({path, chosen});
  }
};

}  // namespace

std::span<const NvccOption> nvcc_options() { return table; }

Options parse_options(const Words& all) {
  Parser parser;
  parser.options.run_time = std::find(all.begin(), all.end(), "--run-time") != all.end();
  parser.read(all);
  Options& options = parser.options;
  if (options.step == Options::Step::tell) return options;
  const std::size_t sources = options.sources().size();
  for (const std::string& text : options.host)
    if (is_old_standard(text) && std::any_of(options.inputs.begin(), options.inputs.end(),
                                     [](const Input& input) { return input.language == Language::cuda; }))
      options.ignored.push_back(text + " (kernels are compiled as C++17)");
  if (options.inputs.empty()) throw std::runtime_error("no file to compile or link; simtcc --help says more");
  if (options.step != Options::Step::link && options.step != Options::Step::archive &&
      options.step != Options::Step::device_link) {
    if (!sources) throw std::runtime_error("there is no source file to compile: " + options.inputs.front().word);
    if (sources > 1 && !options.output.empty())
      throw std::runtime_error("of several sources, -o can name only what is linked or archived");
  }
  return options;
}

Words Options::sources() const {
  Words all;
  for (const Input& input : inputs)
    if (input.language != Language::none) all.push_back(input.word);
  return all;
}

Words Options::directories() const {
  Words all;
  for (const std::string& text : preprocess)
    if (text.starts_with("-I")) all.push_back(text.substr(2));
  return all;
}

std::string Options::beside() const {
  const auto at = std::find(preprocess.begin(), preprocess.end(), "-iquote");
  return preprocess.end() - at > 1 ? at[1] : "";
}

Words Options::for_kernels() const {
  // What a kernel loads and stores is g++'s business at one setting only (cuda_source.cpp).
  constexpr std::string_view kept[] = {"-W", "-w", "-std=", "-m", "-fopenmp", "-fdiagnostics", "-fmessage-length",
      "-fmax-errors", "-fdebug-prefix-map", "-ffile-prefix-map", "-fmacro-prefix-map", "-ftemplate", "-fconstexpr",
      "-fpermissive", "-fno-gnu-unique", "-fvisibility"};
  Words all;
  for (const std::string& text : host)
    if (!is_old_standard(text) &&
        std::any_of(std::begin(kept), std::end(kept), [&](std::string_view name) { return text.starts_with(name); }))
      all.push_back(text);
  return all;
}

}  // namespace simt::compiler
