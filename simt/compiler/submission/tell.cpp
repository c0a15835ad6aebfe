// Says what a submission may not have (submission.hpp).
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <set>

#include "simt/compiler/messages/messages.hpp"
#include "simt/compiler/submission/submission.hpp"

namespace simt::compiler {

std::string refusals_file(const Options& options) { return options.output + ".refused"; }

bool tell(const Setup& setup, const Refusals& refusals) {
  const bool warned = setup.options.submission == Options::Submission::warned;
  std::set<std::string> said;
  std::ofstream kept;  // for ./course check, which may come when there is nothing to compile
  if (warned) kept.open(refusals_file(setup.options), std::ios::app);
  for (const RewriteError& error : refusals) {
    const std::string text = error_message(error, setup.own_files(), isatty(STDERR_FILENO), warned);
    if (!said.insert(text).second || said.size() > 10) continue;
    std::cerr << text;
    kept << error.file << ':' << error.line << ": " << error.what() << '\n';
  }
  return !refusals.empty() && !warned;
}

}  // namespace simt::compiler
