// What every judge asks for: memory, calls of functions, what the device did.
#include "harness/player/requests.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include "harness/backend.hpp"
#include "harness/device_buffer.hpp"
#include "harness/player/kept.hpp"
#include "harness/player/wire_record.hpp"
#include "harness/runtime.hpp"
#include "harness/scripted.hpp"
#include "harness/watched.hpp"

namespace harness {
namespace {

// --- memory: each piece has a number ---------------------------------------------------------------------------

std::uint64_t next_number() {
  static std::uint64_t last = 0;
  return ++last;
}

// A judge's memory. What a caller found in it at the end of a call of which some work may be still to come, is kept.
struct OnDevice {
  GuardedMemory memory;
  std::optional<std::string> found = std::nullopt;

  OnDevice(std::size_t bytes, const std::string& name, Poison poison) : memory(bytes, name, poison) {}
  std::string contents() const {
    std::string bytes(memory.bytes(), '\0');
    memory.download(bytes.data(), bytes.size());
    return bytes;
  }
};
// On the heap, where a program's arrays are, and with nothing beside it: a judge that wants margins asks for more.
struct OnHost {
  std::vector<char> memory;
  std::optional<std::string> found = std::nullopt;

  explicit OnHost(std::string_view bytes) {
    memory.reserve(std::max(bytes.size(), std::size_t(1)));  // it has an address, too, where there is nothing
    memory.assign(bytes.begin(), bytes.end());
  }
  std::string contents() const { return {memory.data(), memory.size()}; }

  bool holds(const void* place) const {
    const auto* const byte = static_cast<const char*>(place);
    return byte >= memory.data() && byte < memory.data() + memory.size();
  }
};

template <typename Piece>
struct Pieces {
  using ByNumber = KeptMap<std::uint64_t, Piece>;
  ByNumber used, freed;  // freed: only where the next are to be the same memory

  Piece& at(std::uint64_t number) { return used.at(number); }
  void free(std::uint64_t number) {
    if (auto piece = used.extract(number); piece && keeps) freed.insert(std::move(piece));
  }
  // One of those that were freed, if it will do.
  template <typename Fits>
  Piece* again(std::uint64_t number, const Fits& fits) {
    if (!uses_again) return nullptr;
    for (auto piece = freed.begin(); piece != freed.end(); ++piece)
      if (fits(piece->second)) {
        auto node = freed.extract(piece);
        node.key() = number;
        node.mapped().found.reset();
        return &used.insert(std::move(node)).position->second;
      }
    return nullptr;
  }
  static inline bool keeps = false, uses_again = false;
};
Pieces<OnDevice>& on_device() { return kept<Pieces<OnDevice>>(KeptPlace::on_device); }
Pieces<OnHost>& on_host() { return kept<Pieces<OnHost>>(KeptPlace::on_host); }

const Request same_memory("same memory", [](Reader& in, Writer&) {
  const bool keeps = Pieces<OnDevice>::keeps = Pieces<OnHost>::keeps = in.next<bool>();
  const bool uses = Pieces<OnDevice>::uses_again = Pieces<OnHost>::uses_again = in.next<bool>();
  if (keeps && !uses) return;
  const OpenKept open;
  on_device().freed.clear();
  on_host().freed.clear();
  cudaGetLastError();  // of memory that was gone, since a call had faulted: it is no later call's
});

const Request device_new("device memory", [](Reader& in, Writer& out) {
  const OpenKept open;
  const auto bytes = in.next<std::uint64_t>();
  const auto name = in.next<std::string>();
  const auto poison = Poison(in.next<std::uint8_t>());
  const std::uint64_t number = next_number();
  OnDevice* piece = on_device().again(
      number, [&](const OnDevice& old) { return old.memory.bytes() == bytes && old.memory.name() == name; });
  if (piece) piece->memory.poison(poison);
  else piece = &on_device().used.try_emplace(number, bytes, name, poison).first->second;
  out(number, std::uint64_t(piece->memory.data()));
});
const Request device_free("free device memory", [](Reader& in, Writer&) {
  const OpenKept open;
  on_device().free(in.next<std::uint64_t>());
});
const Request device_poison("poison", [](Reader& in, Writer&) {
  const OpenKept open;
  OnDevice& piece = on_device().at(in.next<std::uint64_t>());
  piece.found.reset();
  piece.memory.poison(Poison(in.next<std::uint8_t>()));
});
const Request device_const(
    "forbid writes", [](Reader& in, Writer&) { on_device().at(in.next<std::uint64_t>()).memory.forbid_writes(); });
const Request device_write("write device memory", [](Reader& in, Writer&) {
  const OpenKept open;
  OnDevice& piece = on_device().at(in.next<std::uint64_t>());
  piece.found.reset();
  piece.memory.upload(in.rest().data(), in.rest().size());
});
const Request device_read("read device memory", [](Reader& in, Writer& out) {
  const OnDevice& piece = on_device().at(in.next<std::uint64_t>());
  out.bytes += piece.found ? *piece.found : piece.contents();
});
const Request device_damage(
    "damage", [](Reader& in, Writer& out) { out(on_device().at(in.next<std::uint64_t>()).memory.damage()); });

const Request host_new("host memory", [](Reader& in, Writer& out) {
  const OpenKept open;
  const std::uint64_t number = next_number();
  OnHost* piece = on_host().again(number, [&](const OnHost& old) { return old.memory.size() == in.rest().size(); });
  if (piece) std::memcpy(piece->memory.data(), in.rest().data(), in.rest().size());
  else piece = &on_host().used.try_emplace(number, in.rest()).first->second;
  out(number, std::uint64_t(piece->memory.data()));
});
const Request host_write("write host memory", [](Reader& in, Writer&) {
  const OpenKept open;
  OnHost& piece = on_host().at(in.next<std::uint64_t>());
  piece.found.reset();
  std::memcpy(piece.memory.data(), in.rest().data(), std::min(in.rest().size(), piece.memory.size()));
});
const Request host_free("free host memory", [](Reader& in, Writer&) {
  const OpenKept open;
  on_host().free(in.next<std::uint64_t>());
});
const Request host_read("read host memory", [](Reader& in, Writer& out) {
  const OnHost& piece = on_host().at(in.next<std::uint64_t>());
  out.bytes += piece.found ? *piece.found : piece.contents();
});

// --- const -----------------------------------------------------------------------------------------------------

// The pieces of the host's memory that the call may only read, by their numbers.
std::map<std::uint64_t, const OnHost*>& const_pieces() {
  static std::map<std::uint64_t, const OnHost*> all;
  return all;
}

}  // namespace

void Constness::keep(const void* memory) {
  set_read_only(memory, true);
  for (const auto& [number, piece] : on_host().used)
    if (piece.holds(memory)) const_pieces().emplace(number, &piece);
}
void Constness::give(const void* memory) {
  set_read_only(memory, false);
  std::erase_if(const_pieces(), [&](const auto& known) { return known.second->holds(memory); });
}
void Constness::begin() {
  for (const auto& [number, piece] : const_pieces()) set_host_read_only(piece->memory.data(), piece->memory.size());
}
Constness::~Constness() {
  if (!const_pieces().empty()) forget_host_read_only();
  const_pieces().clear();
}

namespace {

// --- functions -------------------------------------------------------------------------------------------------

const Request find("find", [](Reader& in, Writer& out) {
  const auto name = in.next<std::string>(), type = in.next<std::string>();
  out(std::uint64_t(played().address(name, type, in.next<bool>())));
});
const Request call("call", [](Reader& in, Writer& out) {
  const auto* const address = reinterpret_cast<const void*>(in.next<std::uint64_t>());
  const Call one = call_of(in.next<std::string>());
  for (auto count = in.next<std::uint64_t>(); count > 0; --count) one(address, in, out);
});

// --- the device ------------------------------------------------------------------------------------------------

const Request about("backend", [](Reader&, Writer& out) { out(backend(), guard_bytes > 0); });
bool work_is_late = false;

// What a caller finds who copies it back now, on the heap or the device; where it is gone, that is found later.
void find_results() {
  const auto find = [](auto& piece) {
    std::string now = piece.contents();  // which has work done that was late, the submission's functions among it
    const OpenKept open;
    piece.found = std::move(now);
  };
  for (auto& [number, piece] : on_host().used) find(piece);
  for (auto& [number, piece] : on_device().used) try {
      find(piece);
    } catch (const DeviceError&) {
    }
}

const Request late("late work", [](Reader& in, Writer&) { work_is_late = in.next<bool>(); });
const Request watching("watch", [](Reader& in, Writer&) {
  const auto warp = in.next<std::uint32_t>();
  watch(warp, in.next<std::uint64_t>());
  cudaDeviceSynchronize();  // what the judge has put there is there
  if (work_is_late) defer_work(true);
});
const Request ordered("check order", [](Reader& in, Writer&) {
  const bool races = in.next<bool>();
  check_order(races, in.next<bool>());
});
const Request asked_checks("checks", [](Reader&, Writer& out) { out(checks()); });
const Request given_caches("set caches", [](Reader& in, Writer&) {
  const auto gpu = in.next<std::string>();
  set_caches(gpu, in.next<bool>());
});
const Request given_checks("set checks", [](Reader& in, Writer&) { set_checks(in.next<std::string>()); });
const Request limited("limit steps", [](Reader& in, Writer&) { limit_steps(in.next<std::uint64_t>()); });
const Request seen("activity", [](Reader&, Writer& out) {
  if (work_is_late) find_results();
  const Activity all = activity();
  if (work_is_late) defer_work(false);
  out(all);
});
const Request watched("watched requests", [](Reader&, Writer& out) { out(watched_requests()); });
const Request recovered("recover", [](Reader&, Writer&) { recover(); });
const Request counted("devices", [](Reader&, Writer& out) { out(std::int32_t(devices())); });
const Request given_devices("set devices", [](Reader& in, Writer& out) { out(set_devices(in.next<std::int32_t>())); });
const Request current("device", [](Reader&, Writer& out) {
  int device = -1;
  cudaGetDevice(&device);
  out(std::int32_t(device));
});
const Request given_current("set device", [](Reader& in, Writer&) { cudaSetDevice(in.next<std::int32_t>()); });
const Request cleared("clear error", [](Reader&, Writer&) { cudaGetLastError(); });

// Of several, the last that was made counts; 0 ends it.
const Request small("multiprocessors", [](Reader& in, Writer&) {
  static std::unique_ptr<SmallDevice> device;
  const auto multiprocessors = in.next<std::int32_t>(), of_others = in.next<std::int32_t>();
  device.reset();
  if (multiprocessors > 0) device = std::make_unique<SmallDevice>(multiprocessors, of_others);
});

const Request launches("launches only", [](Reader& in, Writer&) {
  static std::unique_ptr<LaunchesOnly> only;
  only.reset();
  if (in.next<bool>()) only = std::make_unique<LaunchesOnly>();
});

const Request variables("exchange variables", [](Reader&, Writer&) { exchange_device_variables(); });

const Request last_blocks("last blocks", [](Reader& in, Writer&) {
  static std::unique_ptr<LastBlocksOnly> only;
  only.reset();
  if (const auto blocks = in.next<std::uint64_t>()) only = std::make_unique<LastBlocksOnly>(blocks);
});

std::uint64_t heap_bytes() {
#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 33)
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#endif
#endif
  return 0;
}

const Request alive("live", [](Reader&, Writer& out) {
  out(Live{live_events(), live_allocations(), live_textures(), live_modules(), live_programs(), heap_bytes()});
});

const Request held("acquired", [](Reader&, Writer& out) { out(acquired()); });

const Request left("device memory left", [](Reader& in, Writer&) { leave_device_memory(in.next<std::uint64_t>()); });

// --- clocks, and the host's threads ----------------------------------------------------------------------------

const Request clock("kernel clock", [](Reader& in, Writer&) {
  const auto first_tick = in.next<std::uint64_t>();
  script_kernel_clock(first_tick, in.next<std::uint64_t>());
});
const Request load_late("late load", [](Reader&, Writer& out) {
  const LateLoad found = late_load();
  out(std::int32_t(found.load), std::int32_t(found.clock));
});
const Request threads("host threads", [](Reader& in, Writer& out) { out(set_host_threads(in.next<std::int32_t>())); });
const Request turns("turn order",
    [](Reader& in, Writer&) { set_turn_order(in.next<bool>() ? TurnOrder::forward : TurnOrder::backward); });
const Request forgotten("forget host work", [](Reader&, Writer&) { forget_host_work(); });
const Request work("host work", [](Reader&, Writer& out) { out(host_work()); });
const Request span("host span", [](Reader&, Writer& out) { out(host_span()); });
const Request footprint("count host footprint", [](Reader& in, Writer&) {
  const auto begin = in.next<std::uint64_t>(), bytes = in.next<std::uint64_t>();
  count_host_footprint(reinterpret_cast<const void*>(begin), bytes);
});
const Request footprint_seen("host footprint", [](Reader&, Writer& out) {
  const auto [bytes, reads, other_reads, often_read] = host_footprint();
  out(bytes, reads, other_reads, often_read);
});
const Request local_arrays("local arrays", [](Reader& in, Writer& out) {
  out(local_arrays_of_file(reinterpret_cast<const void*>(in.next<std::uint64_t>())));
});
const Request named("name host memory", [](Reader& in, Writer&) {
  const auto begin = in.next<std::uint64_t>(), bytes = in.next<std::uint64_t>();
  name_host_memory(reinterpret_cast<const void*>(begin), bytes, in.next<std::string>());
});

}  // namespace
}  // namespace harness
