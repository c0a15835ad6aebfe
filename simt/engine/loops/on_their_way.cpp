// Loads on their way (on_their_way.hpp): which registers hold what was loaded and not used yet, along all ways through the code.
#include "simt/engine/loops/on_their_way.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "simt/engine/core/flow.hpp"
#include "simt/engine/platform/addresses.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/simt.hpp"

namespace simt {
namespace {

using Loads = std::set<std::uint64_t>;  // by the addresses behind them

// Which registers hold them, as whole_register() numbers those.
class Held {
 public:
  void use(std::uint64_t where) {
    const auto found = loads_.find(where);
    if (found != loads_.end()) used_.insert(found->second.begin(), found->second.end());
  }
  void use_all_below(std::uint64_t end) {
    for (auto at = loads_.begin(); at != loads_.end() && at->first < end; ++at) use(at->first);
  }
  void load(std::uint64_t where, std::uint64_t load) {
    for (auto& [other, loads] : loads_) loads.erase(load);  // the round before has brought another one
    used_.erase(load);
    loads_[where] = {load};
  }
  void copy(std::uint64_t where, std::uint64_t from) {
    const Loads copied = loads_[from];
    loads_[where] = copied;
  }
  void overwrite(std::uint64_t where) { loads_.erase(where); }
  Loads unused() const {
    Loads unused;
    for (const auto& [where, loads] : loads_)
      std::set_difference(loads.begin(), loads.end(), used_.begin(), used_.end(), std::inserter(unused, unused.end()));
    return unused;
  }
  // What holds on one way or the other; whether that is more than before. Where one of them uses it, it may be the only one that
  // is taken behind that load: a question asked twice is answered twice alike.
  bool join(const Held& other) {
    const std::size_t before = used_.size();
    used_.insert(other.used_.begin(), other.used_.end());
    bool more = used_.size() > before;
    for (const auto& [where, loads] : other.loads_)
      for (const std::uint64_t load : loads) more |= loads_[where].insert(load).second;
    return more;
  }

 private:
  std::map<std::uint64_t, Loads> loads_;
  Loads used_;
};

class Reader {
 public:
  Reader() {
    if (cs_open(architecture, mode, &reader_) != CS_ERR_OK) return;
    cs_option(reader_, CS_OPT_DETAIL, CS_OPT_ON);
    instruction_ = cs_malloc(reader_);
  }
  ~Reader() {
    if (!instruction_) return;
    cs_free(instruction_, 1);
    cs_close(&reader_);
  }
  Reader(const Reader&) = delete;

  template <typename See>
  void each(std::uint64_t begin, std::uint64_t end, const See& see) {
    const auto* code = reinterpret_cast<const std::uint8_t*>(begin);
    std::size_t left = end - begin;
    while (instruction_ && cs_disasm_iter(reader_, &code, &left, &begin, instruction_))
      if (!see(*instruction_)) return;
  }
  csh handle() const { return reader_; }

 private:
  csh reader_ = 0;
  cs_insn* instruction_ = nullptr;
};

// The name of what is called, where that lies in a library: a jump there stands in the table of them.
std::string_view called_by(const cs_insn& call) {
  std::uint64_t kept_at = address_in_table(call, 0);
  if (const std::uint64_t to = target(call); !kept_at && to) {
    std::uint64_t page = 0;
    constexpr std::uint64_t longest = 24;  // bytes of such a jump
    Reader().each(to, to + longest, [&](const cs_insn& at) {
      kept_at = address_in_table(at, page);
      page = page_named(at, page);
      return !kept_at;
    });
  }
  if (!kept_at) return "";
  Dl_info found{};
  void* const function = *reinterpret_cast<void* const*>(kept_at);
  return dladdr(function, &found) && found.dli_sname ? found.dli_sname : "";
}

// What g++ calls at each access and each block, and what has lanes meet: none of it waits for a load.
bool waits_for_loads(std::string_view function) {
  return !(function.starts_with("__tsan_") || function.starts_with("__sanitizer_") || function == "simt_clock" ||
           function == "clock" || function.find("simt_warp") != function.npos);
}

class Search {
 public:
  Search(const Flow& flow, std::uint64_t clock) : flow_(flow), clock_(clock), before_(flow.blocks.size()) {}

  std::optional<std::uint64_t> find() {
    std::vector<bool> seen(flow_.blocks.size());
    for (std::vector<int> open{0}; !open.empty();) {
      const auto index = std::size_t(open.back());
      open.pop_back();
      seen[index] = true;
      const Held held = behind(index);
      for (const int next : flow_.blocks[index].next)
        if (next != -1 && (before_[std::size_t(next)].join(held) || !seen[std::size_t(next)])) open.push_back(next);
    }
    found_.clear();  // what was known on the way was not all
    behind(std::size_t(flow_.block_at(clock_ - 1) - flow_.blocks.data()));
    return found_.empty() ? std::nullopt : std::optional(*found_.rbegin());
  }

 private:
  Held behind(std::size_t index) {
    Held held = before_[index];
    reader_.each(flow_.blocks[index].begin, flow_.blocks[index].end, [&](const cs_insn& at) {
      step(held, at);
      return true;
    });
    return held;
  }

  void step(Held& held, const cs_insn& at) {
    const std::uint64_t behind = at.address + at.size;
    if (is_call(reader_.handle(), at)) {
      if (guards_return(at)) return;
      if (behind == clock_) found_.merge(held.unused());
      const auto [known, is_new] = waits_.try_emplace(at.address, false);
      if (is_new) known->second = waits_for_loads(called_by(at));
      // What lies in the registers that do not outlive a call is given to the function.
      held.use_all_below(known->second ? ~std::uint64_t(0) : first_that_outlives_calls);
      return;
    }
    std::vector<std::uint64_t> read, written;
    bool is_loaded = false;
    for (const unsigned address : address_registers(at)) held.use(whole_register(address));
    for (int i = 0; i < operands(at); ++i) {
      const Number number = number_at(at, i);
      if (number.where >> 32) continue;  // in the frame
      if (number.is_read && number.where) read.push_back(number.where);
      if (number.is_written && number.where) {
        written.push_back(number.where);
        is_loaded = number.is_loaded && !number.is_read;
      }
    }
    const bool moves = written.size() == 1 && only_moves(at);
    if (moves && is_loaded) return held.load(written.front(), behind);
    if (moves && read.size() == 1) return held.copy(written.front(), read.front());
    for (const std::uint64_t where : read) held.use(where);
    for (const std::uint64_t where : written) held.overwrite(where);
  }

  const Flow& flow_;
  const std::uint64_t clock_;
  std::vector<Held> before_;             // each block
  std::map<std::uint64_t, bool> waits_;  // by the address of a call
  Loads found_;
  Reader reader_;
};

std::atomic<std::uint64_t> last_clock{0};

}  // namespace

void note_clock(std::uint64_t clock) { last_clock.store(clock, std::memory_order_relaxed); }

LateLoad late_load() {
  const std::uint64_t clock = last_clock.exchange(0);
  const auto load = clock ? load_on_its_way(clock) : std::nullopt;
  return load ? LateLoad{locate(*load), locate(clock)} : LateLoad{};
}

std::optional<std::uint64_t> load_on_its_way(std::uint64_t clock) {
  const Flow& flow = flow_of(clock - 1);
  if (!flow.block_at(clock - 1)) return std::nullopt;
  return Search(flow, clock).find();
}

}  // namespace simt
