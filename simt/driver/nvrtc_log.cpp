// g++'s messages about a program that was compiled at run time, in NVRTC's form.
#include <cstdlib>
#include <sstream>
#include <utility>

#include "simt/driver/nvrtc.hpp"

namespace simt::driver {
namespace {

struct Message {
  std::string file, kind, text;
  int line = 0, column = 0;  // from 1, in bytes; a column of 0: there is none
};

// "name:12:5: error: text"; the column may be missing. The kind comes first behind the numbers, so a name with colons
// does no harm.
bool read(const std::string& line, Message& out) {
  for (const char* kind : {": fatal error: ", ": error: ", ": warning: ", ": note: "}) {
    const std::size_t at = line.find(kind);
    if (at == std::string::npos) continue;
    out.kind = kind + 2;
    out.kind.resize(out.kind.size() - 2);
    out.text = line.substr(at + std::string(kind).size());
    std::string place = line.substr(0, at);
    for (int i = 0; i < 2; ++i) {
      const std::size_t colon = place.rfind(':');
      if (colon == std::string::npos || colon + 1 == place.size() ||
          place.find_first_not_of("0123456789", colon + 1) != std::string::npos)
        break;
      out.column = std::exchange(out.line, std::atoi(place.c_str() + colon + 1));
      place.resize(colon);
    }
    if (out.line == 0) return false;
    out.file = place;
    return true;
  }
  return false;
}

std::string source_line(const std::map<std::string, std::string>& sources, const Message& message) {
  const auto found = sources.find(message.file);
  if (found == sources.end()) return "";
  std::istringstream text(found->second);
  std::string line;
  for (int i = 0; i < message.line; ++i)
    if (!std::getline(text, line)) return "";
  return line;
}

// What puts a caret below a column of the source; a tab stays one, and a letter of several bytes is one wide.
std::string caret(const std::string& source, int column) {
  std::string blanks;
  for (int i = 0; i + 1 < column && std::size_t(i) < source.size(); ++i)
    if ((source[std::size_t(i)] & 0xc0) != 0x80) blanks += source[std::size_t(i)] == '\t' ? '\t' : ' ';
  return blanks + "^";
}

}  // namespace

std::string nvrtc_log(const std::string& messages, const std::map<std::string, std::string>& sources,
    const std::string& program, bool has_directories, bool source_included) {
  std::istringstream lines(messages);
  std::string log;
  int errors = 0, catastrophic = 0;
  for (std::string line; std::getline(lines, line);) {
    Message message;
    if (line.starts_with("simtcc: ")) {
      log += "nvrtc: error: " + line.substr(8) + "\n";
      continue;
    }
    if (!read(line, message)) continue;
    bool fatal = message.kind == "fatal error" || message.text.starts_with("could not open source file") ||
                 message.text.starts_with("cannot open source file");
    const std::size_t missing = message.text.find(": No such file or directory");
    if (missing != std::string::npos) {
      const std::string name = '"' + message.text.substr(0, missing) + '"';
      const bool by_quotes = source_included && source_line(sources, message).find(name) != std::string::npos;
      message.text = by_quotes ? "cannot open source file " + name
                               : "could not open source file " + name +
                                     (has_directories ? "" : " (no directories in search list)");
    }
    if (message.text.starts_with("#error")) {
      message.text = "#error directive:" + message.text.substr(6);
      fatal = true;
    }
    message.text = message.text.substr(0, message.text.find("; did you mean"));
    if (message.kind == "error" && !fatal) ++errors;
    if (fatal) ++catastrophic;
    log += message.file + "(" + std::to_string(message.line) + "): " + (fatal ? "catastrophic error" : message.kind) +
           ": " + message.text + "\n";
    if (const std::string source = source_line(sources, message); !source.empty()) {
      log += "  " + source + "\n";
      if (message.column) log += "  " + caret(source, message.column) + "\n";
    }
    log += "\n";
  }
  const auto count = [&](int number, const std::string& what) {
    if (number)
      log += std::to_string(number) + " " + what + (number == 1 ? "" : "s") + " detected in the compilation of \"" +
             program + "\".\n";
  };
  if (catastrophic) {
    count(catastrophic, "catastrophic error");
    log += "Compilation terminated.\n";
  } else {
    count(errors, "error");
  }
  return log;
}

}  // namespace simt::driver
