// Reads what g++ wrote, message by message, and writes it again.
#include "simt/compiler/messages/messages.hpp"

#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "simt/compiler/messages/bodies.hpp"
#include "simt/compiler/messages/missing.hpp"

namespace simt::compiler {
namespace {

// A line without the sequences that colour it.
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

// "dir/a.cu:12:5: error: …"; a column of 0: there is none.
struct Headline {
  std::string file, kind;
  int line = 0, column = 0;
};

std::optional<Headline> read_headline(const std::string& line) {
  for (const char* kind : {": fatal error: ", ": error: ", ": warning: ", ": note: ", ": sorry, unimplemented: "}) {
    const std::size_t at = line.find(kind);
    if (at == std::string::npos) continue;
    Headline headline{line.substr(0, at), kind, 0, 0};
    for (int i = 0; i < 2; ++i) {
      const std::size_t colon = headline.file.rfind(':');
      if (colon == std::string::npos || colon + 1 == headline.file.size() ||
          headline.file.find_first_not_of("0123456789", colon + 1) != std::string::npos)
        break;
      headline.column = std::exchange(headline.line, std::atoi(headline.file.c_str() + colon + 1));
      headline.file.resize(colon);
    }
    return headline;
  }
  return {};
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// What the rewriter and the simulator's headers put into a program, and what it stands for.
struct Name {
  std::string_view ours, theirs;
};
constexpr std::array names = {Name{"unsigned int simt_thread_", "threadIdx."},
    Name{"unsigned int simt_block_dim_", "blockDim."}, Name{"unsigned int simt_block_", "blockIdx."},
    Name{"unsigned int simt_grid_dim_", "gridDim."}, Name{"simt_thread_", "threadIdx."},
    Name{"simt_block_dim_", "blockDim."}, Name{"simt_block_", "blockIdx."}, Name{"simt_grid_dim_", "gridDim."},
    Name{"void simt::configure(dim3, dim3, std::size_t, cudaStream_t)",
        "<<<dim3 grid, dim3 block, size_t shared, cudaStream_t stream>>>"},
    Name{"__thread", "__shared__"}, Name{"simt_run_time_", ""}};

class Messages {
 public:
  Messages(std::string_view preprocessed, const ReadFile& read_file)
      : preprocessed_(preprocessed), read_file_(read_file) {}

  std::string run(std::string_view messages) {
    // g++ quotes as the locale does; what it says here has its quotes.
    if (messages.find("‘") == std::string_view::npos) open_ = close_ = "'";
    std::vector<std::string> lead;  // lines in front of a message: where it is included from, what function it is in
    for (std::size_t at = 0; at < messages.size();) {
      const std::size_t end = std::min(messages.find('\n', at), messages.size());
      std::string line(messages.substr(at, end - at));
      at = end + 1;
      const std::string readable = plain(line);
      const auto headline = read_headline(readable);
      if (headline) {
        dropping_ = of_ours(*headline, readable);
        if (!dropping_) message(lead, line, readable, *headline);
        lead.clear();
      } else if (readable.starts_with(' ') && lead.empty()) {
        if (!dropping_) out_ += line + "\n";  // the source and the caret
      } else {
        lead.push_back(std::move(line));
      }
    }
    for (const std::string& line : lead) out_ += line + "\n";
    return std::move(out_);
  }

 private:
  const KernelBodies& bodies() {
    if (!bodies_) bodies_.emplace(preprocessed_, read_file_);
    return *bodies_;
  }

  // A note that only says where the simulator declares what a person knows by another name, what is no choice here, or
  // that a pass was switched off as simtcc asked.
  bool of_ours(const Headline& headline, const std::string& readable) const {
    if (headline.kind != ": note: ") return false;
    const bool own_header = headline.file.find("/include/simt/") != std::string::npos;
    return readable.find("thread_local") != std::string::npos || (of_shuffle_ && own_header) ||
           readable.find("note: disable pass tree-") != std::string::npos ||
           readable.find("simt::configure") != std::string::npos ||
           (readable.find("declared here") != std::string::npos && own_header);
  }

  // "no matching function for call to ‘__shfl_sync(unsigned int, Pair&, int)’": the value is no number.
  bool shuffles_a_structure(const std::string& words) const {
    const std::size_t call = words.find("no matching function for call to " + open_ + "__shfl_");
    const std::size_t comma = words.find(", ", call);
    if (call == std::string::npos || comma == std::string::npos) return false;
    std::string type = words.substr(comma + 2, words.find_first_of("&,)", comma + 2) - comma - 2);
    if (type.starts_with("const ")) type.erase(0, 6);
    for (const char* number : {"int", "long", "unsigned", "float", "double", "char", "signed", "short", "bool"})
      if (type.starts_with(number) && type.find('*') == std::string::npos) return false;
    return true;
  }

  void message(const std::vector<std::string>& lead, const std::string& line, const std::string& readable,
      const Headline& headline) {
    for (std::string words : lead) {
      in_kernel(words, headline);
      out_ += renamed(std::move(words)) + "\n";
    }
    if (headline.kind.ends_with("error: "))
      of_shuffle_ = shuffles_a_structure(readable.substr(readable.find(headline.kind)));
    if (of_shuffle_ && headline.kind.ends_with("error: ")) {
      out_ += readable.substr(0, readable.find(headline.kind)) +
              ": error: a shuffle moves one number of 4 or 8 bytes: of a structure, move the members one by one\n";
      return;
    }
    if (headline.kind.ends_with("error: "))
      if (const std::string missing = missing_name(readable); !missing.empty() && said_.insert(missing).second)
        out_ += readable.substr(0, readable.find(headline.kind)) + ": error: " + missing + "\n";
    out_ += renamed(line) + "\n";
  }

  // "a.cu: In lambda function:", where the message is about a place in the body of a kernel; "In function ‘void k(int)’:"
  // of a kernel's parameters.
  void in_kernel(std::string& words, const Headline& headline) {
    constexpr std::string_view lambda = "In lambda function";
    const std::string function = "In function " + open_;
    const std::string readable = plain(words);
    std::string kernel;
    if (readable.find(lambda) != std::string::npos)
      kernel = bodies().kernel_at(headline.file, headline.line, headline.column);
    else if (const std::size_t at = readable.find(function); at != std::string::npos)
      kernel = bodies().kernel_of(readable.substr(at + function.size()));
    if (kernel.empty()) return;
    const bool colour = words.find('\033') != std::string::npos;
    const std::size_t at = words.find("In "), end = words.find_last_of(":,");
    const std::string name = colour ? "\033[01m\033[K" + kernel + "\033[m\033[K" : kernel;
    words.replace(at, end - at, "In kernel " + open_ + name + close_);
  }

  std::string renamed(std::string line) {
    for (const Name& name : names) {
      const std::size_t at = line.find(name.ours);
      if (at == std::string::npos) continue;
      replace_all(line, name.ours, name.theirs);
      if (name.theirs.ends_with('.'))
        for (const char* axis : {"x", "y", "z"})
          replace_all(line, std::string(name.theirs) + axis + "()", std::string(name.theirs) + axis);
    }
    without_thread(line);
    return line;
  }

  // ‘kernel(float*)::<lambda()> mutable::<lambda(int)>’: the first of them is the kernel's body.
  void without_thread(std::string& line) {
    constexpr std::string_view lambda = "::<lambda()> mutable";
    for (std::size_t at = line.find(lambda); at != std::string::npos; at = line.find(lambda, at))
      if (bodies().kernel_of(line.substr(0, at)).empty()) at += lambda.size();
      else line.erase(at, lambda.size());
  }

  std::string_view preprocessed_;
  const ReadFile& read_file_;
  std::optional<KernelBodies> bodies_;  // found when they are needed
  std::set<std::string> said_;
  std::string open_ = "‘", close_ = "’", out_;
  bool dropping_ = false;    // what belongs to the last message
  bool of_shuffle_ = false;  // the last error: of all the shuffles there are, none takes such a value
};

}  // namespace

std::string readable_messages(std::string_view messages, std::string_view preprocessed, const ReadFile& read_file) {
  return Messages(preprocessed, read_file).run(messages);
}

std::string error_message(const RewriteError& error, const ReadFile& read_file, bool colour, bool warning) {
  const auto in = [&](const char* code, const std::string& text) {
    return colour ? "\033[" + std::string(code) + "m\033[K" + text + "\033[m\033[K" : text;
  };
  const std::string text = error.column ? read_file(error.file) : "";
  std::size_t begin = 0;
  for (int line = 1; line < error.line && begin < text.size(); ++line)
    begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
  const std::string source = text.substr(begin, text.find('\n', begin) - begin);
  // Tabs end at every eighth column, and a letter of several bytes is one column wide.
  std::string shown;
  std::size_t columns = 0, column = 0;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (int(i) + 1 == error.column) column = columns;
    if (source[i] == '\t') shown.append(8 - columns % 8, ' '), columns += 8 - columns % 8;
    else shown += source[i], columns += (source[i] & 0xc0) != 0x80;
  }
  std::string place = error.file + ":" + (error.line ? std::to_string(error.line) + ":" : "");
  if (error.column) place += std::to_string(source.empty() ? error.column : int(column) + 1) + ":";
  const std::string kind = warning ? in("01;35", "warning: ") : in("01;31", "error: ");
  std::string out = in("01", place) + " " + kind + error.what() + "\n";
  if (source.empty()) return out;
  std::string number = std::to_string(error.line);
  number.insert(0, number.size() < 5 ? 5 - number.size() : 0, ' ');
  return out + number + " | " + shown + "\n" + std::string(number.size(), ' ') + " | " + std::string(column, ' ') +
         in("01;31", "^") + "\n";
}

}  // namespace simt::compiler
