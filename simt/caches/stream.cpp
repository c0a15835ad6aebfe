// Notes down what a block asks of memory.
#include "simt/caches/stream.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <string>
#include <utility>

#include "simt/engine/core/launch_state.hpp"
#include "simt/engine/memory/memory.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/include/simt/h200.h"

namespace simt::caches {
namespace {

constexpr std::uint64_t most_shapes = 1 << 23;
// Where variables and registered memory lie for the model: above all device memory.
constexpr std::uint64_t variables_begin = std::uint64_t(1) << 46;

Ask ask_of(Event event, const std::unordered_set<std::uint64_t>& volatile_accesses) {
  if (event.kind() == EventKind::store) return Ask::store;
  if (event.kind() == EventKind::red) return Ask::atomic;
  return volatile_accesses.contains(event.pc()) ||
                 is_inlined_from(event.pc(), {"__ldcg", "__ldcv", "__ldlu", "load_past_l1"})
             ? Ask::passing_load
             : Ask::load;
}

}  // namespace

std::size_t BlockStream::size() const {
  return requests.size() * sizeof(Request) + shapes.size() * sizeof(Shape) + pieces.size() * sizeof(Piece) +
         bytes.size() * sizeof(SectorBytes) + segments.size() * sizeof(Segment);
}

void Recorder::begin_block(std::uint64_t block) {
  in_segment_ = false;
  for (Open& one : open_)
    if (one.stream->block == block) {
      now_ = &one;
      return;
    }
  open_.push_back({.stream = std::make_unique<BlockStream>(), .serial = ++serials_});
  now_ = &open_.back();
  now_->stream->block = block;
  // Most blocks ask for as much as the one before: what grows is copied.
  now_->stream->requests.reserve(requests_before_);
  now_->stream->shapes.reserve(shapes_before_);
  now_->stream->pieces.reserve(pieces_before_);
}

std::unique_ptr<BlockStream> Recorder::end_block() {
  std::unique_ptr<BlockStream> stream = std::move(now_->stream);
  requests_before_ = stream->requests.size(), shapes_before_ = stream->shapes.size();
  pieces_before_ = stream->pieces.size();
  *now_ = std::move(open_.back());
  open_.pop_back();
  now_ = nullptr;
  return stream;
}

void Recorder::next_phase() {
  ++now_->phase;
  in_segment_ = false;
}

std::uint64_t Recorder::steady(std::uint64_t address) const {
  if (device_memory.contains(address)) return address - device_memory.begin();
  std::uint64_t begin = 0, offset = address % 4096;
  if (const Variable* variable = launch_.variables->at(address)) {
    begin = std::hash<std::string>{}(variable->name) % (1 << 20) << 26;
    offset = variable->begin % 4096 + (address - variable->begin);
  } else {
    for (const AddressRange& range : launch_.registered)
      if (range.holds(address)) offset = range.begin % 4096 + (address - range.begin);
  }
  return variables_begin + begin % variables_begin + offset;
}

std::uint32_t Recorder::bytes_at(const SectorBytes& bytes) {
  std::vector<SectorBytes>& all = now_->stream->bytes;
  if (all.empty() || all.back() != bytes) all.push_back(bytes);
  return std::uint32_t(all.size() - 1);
}

Recorder::Touched Recorder::make_shape(
    KnownShape& known, Event event, const std::uint64_t* address, std::uint32_t active) {
  BlockStream& stream = *now_->stream;
  if (!std::exchange(known.has_ask, true)) known.ask = ask_of(event, volatile_accesses_);
  if (known.block_serial_of_site != now_->serial) {
    known.block_serial_of_site = now_->serial;
    known.site = std::uint32_t(stream.sites.size());
    stream.sites.push_back(event.where);
  }
  struct Touch {
    std::uint64_t line;
    unsigned sectors;
  };
  constexpr unsigned most = 4 * warp_lanes;  // an access has 255 bytes at most
  Touch touches[most];
  SectorBytes stored[most];  // only of stores
  std::uint8_t
      places[256]{};  // where to begin to look for a line: the number of its touch, plus one; zero: nobody is there
  const bool stores = known.ask == Ask::store;
  unsigned count = 0;
  const auto touch_of = [&](std::uint64_t line) {
    if (count && touches[count - 1].line == line) return count - 1;
    auto place = std::uint8_t(line * 0x9e3779b97f4a7c15 >> 56);
    while (places[place] && touches[places[place] - 1].line != line) ++place;
    if (places[place]) return places[place] - 1u;
    touches[count] = {line, 0};
    if (stores) stored[count] = {};
    places[place] = std::uint8_t(++count);
    return count - 1;
  };
  const std::uint64_t first = address[std::countr_zero(active)] / line_bytes;
  for (std::uint32_t left = active; left; left &= left - 1) {
    std::uint64_t at = address[std::countr_zero(left)];
    for (unsigned bytes = event.bytes(); bytes;) {
      const unsigned here = std::min(bytes, unsigned(sector_bytes - at % sector_bytes));
      const unsigned i = touch_of(at / line_bytes), sector = unsigned(at / sector_bytes % sectors_of_line);
      touches[i].sectors |= 1u << sector;
      if (stores) stored[i][sector] |= (here == 32 ? ~0u : (1u << here) - 1) << at % sector_bytes;
      at += here, bytes -= here;
    }
  }
  const Shape shape{known.site, std::uint32_t(stream.pieces.size()), std::uint16_t(count), known.ask};
  stream.pieces.resize(stream.pieces.size() + count);
  Touched touched{count, 0};
  for (unsigned i = 0; i < count; ++i) {
    touched.sectors += caches::count(touches[i].sectors);
    Piece piece{
        std::int32_t(std::int64_t(touches[i].line) - std::int64_t(first)), touches[i].sectors & all_sectors, 0, 0};
    for (unsigned s = 0; stores && s < sectors_of_line; ++s)
      piece.partial |= unsigned(stored[i][s] != 0 && stored[i][s] != ~0u) << s;
    if (piece.partial) piece.bytes = bytes_at(stored[i]) & 0xffffff;
    stream.pieces[shape.first_piece + i] = piece;
  }
  known.shape = std::uint32_t(stream.shapes.size());
  known.serial = now_->serial;
  stream.shapes.push_back(shape);
  return touched;
}

std::optional<Recorder::Touched> Recorder::request(
    std::uint32_t site, Event event, const std::uint64_t* address, std::uint32_t active, bool again) {
  if (site >= known_.size()) known_.resize(site + 1);
  KnownShape& known = known_[site];
  BlockStream& stream = *now_->stream;
  std::optional<Touched> touched;
  if (!again || known.serial != now_->serial) {
    if (stream.shapes.size() == most_shapes) return touched;  // of one block; it would take gigabytes
    touched = make_shape(known, event, address, active);
  }
  add(known.shape, steady(address[std::countr_zero(active)]) / line_bytes);
  return touched;
}

void Recorder::acquire(Event event) {
  BlockStream& stream = *now_->stream;
  if (now_->acquire < 0) {
    now_->acquire = std::int64_t(stream.shapes.size());
    stream.shapes.push_back({std::uint32_t(stream.sites.size()), 0, 0, Ask::acquire});
    stream.sites.push_back(event.where);
  }
  add(std::uint32_t(now_->acquire), 0);
}

void Recorder::add(std::uint32_t shape, std::uint64_t line) {
  BlockStream& stream = *now_->stream;
  if (!std::exchange(in_segment_, true)) stream.segments.push_back({now_->phase, 0, stream.requests.size()});
  ++stream.segments.back().count;
  stream.requests.push_back({shape, line});
}

}  // namespace simt::caches
