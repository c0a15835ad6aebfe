// Objects with four fields, as the labs' functions want them: on the device or the host, in either layout.
//
// Each holder is made from the same list of objects and gives it back, so a grader is written once for all layouts.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/device_buffer.hpp"
#include "harness/judge/host_buffer.hpp"
#include "tests/03-aos-soa/interface.hpp"
#include "tests/03-aos-soa/player/wire.hpp"

namespace objects {

using Object = std::array<int, 4>;
using Objects = std::vector<Object>;

constexpr std::array<char, 4> letters = {'a', 'b', 'c', 'd'};

inline std::vector<int> field_of(const Objects& objects, int field) {
  std::vector<int> values;
  for (const Object& object : objects) values.push_back(object[std::size_t(field)]);
  return values;
}

inline std::string soa_place(const std::string& name, std::size_t i, int field) {
  return name + '.' + letters[std::size_t(field)] + '[' + std::to_string(i) + ']';
}
inline std::string aos_place(const std::string& name, std::size_t i, int field) {
  return name + '[' + std::to_string(i) + "]." + letters[std::size_t(field)];
}

// Four arrays on the device, an allocation each.
class DeviceArrays {
 public:
  static std::string place(const std::string& name, std::size_t i, int field) { return soa_place(name, i, field); }

  DeviceArrays(const Objects& objects, const std::string& name) {
    for (int field = 0; field < 4; ++field)
      fields_.emplace_back(
          new harness::DeviceBuffer<int>(field_of(objects, field), name + '.' + letters[std::size_t(field)]));
    // A structure of pointers does not say that it is only read.
    for (const auto& field : fields_)
      if (name == "in") field->forbid_writes();
  }

  // Not filled: every value is poison.
  DeviceArrays(std::size_t count, const std::string& name, harness::Poison poison) {
    for (const char letter : letters)
      fields_.emplace_back(new harness::DeviceBuffer<int>(count, name + '.' + letter, poison));
  }

  Arrays argument() const { return {fields_[0]->get(), fields_[1]->get(), fields_[2]->get(), fields_[3]->get()}; }

  Objects download() const {
    Objects objects(fields_[0]->size());
    for (std::size_t field = 0; field < 4; ++field) {
      const std::vector<int> values = fields_[field]->download();
      for (std::size_t i = 0; i < objects.size(); ++i) objects[i][field] = values[i];
    }
    return objects;
  }

  std::string damage() const {
    for (const auto& field : fields_)
      if (const auto found = field->damage()) return found->sentence(field->name());
    return "";
  }

 private:
  std::vector<std::unique_ptr<harness::DeviceBuffer<int>>> fields_;
};

// An array of structures on the device.
class DeviceItems {
 public:
  static std::string place(const std::string& name, std::size_t i, int field) { return aos_place(name, i, field); }

  DeviceItems(const Objects& objects, const std::string& name) : items_(objects, name) {}

  Item* argument() const { return reinterpret_cast<Item*>(items_.get()); }
  Objects download() const { return items_.download(); }

  std::string damage() const {
    const auto found = items_.damage();
    return found ? found->sentence(items_.name()) : "";
  }

 private:
  harness::DeviceBuffer<Object> items_;
};

// Host memory with a margin of known words on both sides.
class HostInts {
 public:
  HostInts(std::span<const int> contents, std::string name)
      : name_(std::move(name)), count_(contents.size()), words_(surrounded(contents)) {}

  int* get() const { return words_.get() + margin; }

  std::vector<int> download() const {
    const std::vector<int> words = words_.download();
    return {words.begin() + margin, words.end() - margin};
  }

  std::string damage() const {
    const std::vector<int> words = words_.download();
    for (std::size_t i = 0; i < margin; ++i) {
      if (words[margin - 1 - i] != guard) return name_ + " was written to before its start.";
      if (words[margin + count_ + i] != guard) return name_ + " was written to past its end.";
    }
    return "";
  }

 private:
  static constexpr std::size_t margin = 64;
  static constexpr int guard = 0x35C5C5C5;  // like no value, and no sum of two

  static std::vector<int> surrounded(std::span<const int> contents) {
    std::vector<int> words(contents.size() + 2 * margin, guard);
    std::copy(contents.begin(), contents.end(), words.begin() + margin);
    return words;
  }

  std::string name_;
  std::size_t count_;
  harness::HostBuffer<int> words_;
};

// Four arrays in host memory.
class HostArrays {
 public:
  static std::string place(const std::string& name, std::size_t i, int field) { return soa_place(name, i, field); }

  HostArrays(const Objects& objects, const std::string& name) {
    for (int field = 0; field < 4; ++field)
      fields_.emplace_back(field_of(objects, field), name + '.' + letters[std::size_t(field)]);
  }

  Arrays argument() { return {fields_[0].get(), fields_[1].get(), fields_[2].get(), fields_[3].get()}; }

  Objects download() const {
    Objects objects;
    for (std::size_t field = 0; field < 4; ++field) {
      const std::vector<int> values = fields_[field].download();
      objects.resize(values.size());
      for (std::size_t i = 0; i < objects.size(); ++i) objects[i][field] = values[i];
    }
    return objects;
  }

  std::string damage() const {
    for (const HostInts& field : fields_)
      if (const std::string words = field.damage(); !words.empty()) return words;
    return "";
  }

 private:
  std::vector<HostInts> fields_;
};

// An array of structures in host memory.
class HostItems {
 public:
  static std::string place(const std::string& name, std::size_t i, int field) { return aos_place(name, i, field); }

  HostItems(const Objects& objects, const std::string& name)
      : ints_({objects.front().data(), 4 * objects.size()}, name) {}

  Item* argument() { return reinterpret_cast<Item*>(ints_.get()); }
  std::string damage() const { return ints_.damage(); }

  Objects download() const {
    const std::vector<int> values = ints_.download();
    Objects objects(values.size() / 4);
    std::memcpy(objects.front().data(), values.data(), values.size() * sizeof(int));
    return objects;
  }

 private:
  HostInts ints_;
};

}  // namespace objects
