// From an access of host code to the race checker (host_access.hpp).
#include "simt/openmp/host_access.hpp"

namespace simt {

void note_access_in_turn(std::uint64_t address, std::size_t bytes, bool writes, std::uint64_t pc) {
  if (bytes) note_host_access(*current_host_thread->actor, address, bytes, writes, false, pc);
}

void note_atomic_in_turn(const volatile void* object, std::size_t bytes, AtomicStep step, int order, std::uint64_t pc) {
  give_turn_sometimes();
  Actor& actor = *current_host_thread->actor;
  if (host_races_are_checked)
    note_host_access(actor, reinterpret_cast<std::uint64_t>(object), bytes, step != AtomicStep::load, true, pc);
  synchronize(actor, object, step, order);
}

}  // namespace simt
