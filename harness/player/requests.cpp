// What every judge asks for: memory, calls of functions, what the device did.
#include "harness/player/requests.hpp"

#include <map>
#include <memory>
#include <utility>
#include <vector>

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include "harness/backend.hpp"
#include "harness/device_buffer.hpp"
#include "harness/player/wire_record.hpp"
#include "harness/runtime.hpp"
#include "harness/scripted.hpp"

namespace harness {
namespace {

// --- memory: each piece has a number ---------------------------------------------------------------------------

std::uint64_t next_number() {
  static std::uint64_t last = 0;
  return ++last;
}

std::map<std::uint64_t, GuardedMemory>& on_device() {
  static std::map<std::uint64_t, GuardedMemory> all;
  return all;
}
// On the heap, where a program's arrays are, and with nothing beside it: a judge that wants margins asks for more.
std::map<std::uint64_t, std::string>& on_host() {
  static std::map<std::uint64_t, std::string> all;
  return all;
}

const Request device_new("device memory", [](Reader& in, Writer& out) {
  const auto bytes = in.next<std::uint64_t>();
  const auto name = in.next<std::string>();
  const auto poison = Poison(in.next<std::uint8_t>());
  const std::uint64_t number = next_number();
  const GuardedMemory& memory = on_device().try_emplace(number, bytes, name, poison).first->second;
  out(number, std::uint64_t(memory.data()));
});
const Request device_free(
    "free device memory", [](Reader& in, Writer&) { on_device().erase(in.next<std::uint64_t>()); });
const Request device_poison("poison", [](Reader& in, Writer&) {
  GuardedMemory& memory = on_device().at(in.next<std::uint64_t>());
  memory.poison(Poison(in.next<std::uint8_t>()));
});
const Request device_write("write device memory", [](Reader& in, Writer&) {
  GuardedMemory& memory = on_device().at(in.next<std::uint64_t>());
  memory.upload(in.rest().data(), in.rest().size());
});
const Request device_read("read device memory", [](Reader& in, Writer& out) {
  const GuardedMemory& memory = on_device().at(in.next<std::uint64_t>());
  const std::size_t begin = out.bytes.size();
  out.bytes.resize(begin + memory.bytes());
  memory.download(out.bytes.data() + begin, memory.bytes());
});
const Request device_damage(
    "damage", [](Reader& in, Writer& out) { out(on_device().at(in.next<std::uint64_t>()).damage()); });

const Request host_new("host memory", [](Reader& in, Writer& out) {
  const std::uint64_t number = next_number();
  std::string& memory = on_host().try_emplace(number, in.rest()).first->second;
  out(number, std::uint64_t(memory.data()));
});
const Request host_free("free host memory", [](Reader& in, Writer&) { on_host().erase(in.next<std::uint64_t>()); });
const Request host_read(
    "read host memory", [](Reader& in, Writer& out) { out.bytes += on_host().at(in.next<std::uint64_t>()); });

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
const Request watching("watch", [](Reader& in, Writer&) { watch(in.next<std::uint32_t>()); });
const Request ordered("check order", [](Reader& in, Writer&) {
  const bool races = in.next<bool>();
  check_order(races, in.next<bool>());
});
const Request asked_checks("checks", [](Reader&, Writer& out) { out(checks()); });
const Request given_checks("set checks", [](Reader& in, Writer&) { set_checks(in.next<std::string>()); });
const Request limited("limit steps", [](Reader& in, Writer&) { limit_steps(in.next<std::uint64_t>()); });
const Request seen("activity", [](Reader&, Writer& out) { out(activity()); });
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
  const auto multiprocessors = in.next<std::int32_t>();
  device.reset();
  if (multiprocessors > 0) device = std::make_unique<SmallDevice>(multiprocessors);
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

// --- clocks, and the host's threads ----------------------------------------------------------------------------

const Request clock("kernel clock", [](Reader& in, Writer&) { script_kernel_clock(in.next<std::uint64_t>()); });
const Request threads("host threads", [](Reader& in, Writer& out) { out(set_host_threads(in.next<std::int32_t>())); });
const Request turns("turn order",
    [](Reader& in, Writer&) { set_turn_order(in.next<bool>() ? TurnOrder::forward : TurnOrder::backward); });
const Request forgotten("forget host work", [](Reader&, Writer&) { forget_host_work(); });
const Request work("host work", [](Reader&, Writer& out) { out(host_work()); });
const Request named("name host memory", [](Reader& in, Writer&) {
  const auto begin = in.next<std::uint64_t>(), bytes = in.next<std::uint64_t>();
  name_host_memory(reinterpret_cast<const void*>(begin), bytes, in.next<std::string>());
});

}  // namespace
}  // namespace harness
