// The few parts of the backend's types that are the same on sim and cuda.
#include "harness/backend.hpp"

#include <cstdio>

#include "harness/device_buffer.hpp"

namespace harness {

Traffic& Traffic::operator+=(const Traffic& other) {
  requests += other.requests;
  lanes += other.lanes;
  bytes += other.bytes;
  sectors += other.sectors;
  ideal_sectors += other.ideal_sectors;
  return *this;
}

SharedTraffic& SharedTraffic::operator+=(const SharedTraffic& other) {
  requests += other.requests;
  wavefronts += other.wavefronts;
  ideal_wavefronts += other.ideal_wavefronts;
  bytes += other.bytes;
  return *this;
}

Traffic Activity::stores_without_atomics() const {
  return {store.requests - atomic.requests, store.lanes - atomic.lanes, store.bytes - atomic.bytes,
      store.sectors - atomic.sectors, store.ideal_sectors - atomic.ideal_sectors};
}

const AccessSite* Activity::worst(Direction direction) const {
  const AccessSite* worst = nullptr;
  const auto excess = [](const AccessSite& site) { return site.traffic.sectors - site.traffic.ideal_sectors; };
  for (const AccessSite& site : sites)
    if (site.direction == direction && (!worst || excess(site) > excess(*worst))) worst = &site;
  return worst;
}

std::string Damage::sentence(const std::string& buffer_name) const {
  char found[16];
  std::snprintf(found, sizeof found, "0x%08x", value);
  const std::string bytes = distance == 0 ? "just" : std::to_string(distance) + " bytes";
  const std::string edge = side == Side::after ? " past the end of " : " before the start of ";
  return "memory that is not yours was written: " + bytes + edge + buffer_name + " there is now " + found +
         ". Run ./course check on sim: it names the line and the thread.";
}

}  // namespace harness
