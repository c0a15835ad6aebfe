// Messages between a judge and its player (main.cpp), as bytes: numbers as they lie in memory, texts and lists with their
// lengths before them. Both ends run on one machine and are built together.
//
// The judge reads what a submission may have written: a Reader never reads past the end and makes no list longer than the
// message, and whatever does not fit is Malformed.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace harness {

struct Malformed : std::runtime_error {
  Malformed() : std::runtime_error("a message that does not fit") {}
};

// What every pattern of bits is a value of, and arrays of that. A pointer is the player's, a number to the judge.
template <typename T>
struct IsRaw : std::bool_constant<(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || std::is_pointer_v<T>> {};
template <typename T, std::size_t count>
struct IsRaw<std::array<T, count>> : IsRaw<T> {};
// A structure of raw members without gaps says so itself.
template <typename T>
concept Raw = IsRaw<T>::value;

// A structure has a function fields(archive, structure) that calls archive(member, …); it serves both ends.
template <typename Archive, typename T>
concept HasFields = requires(Archive& archive, T& value) { fields(archive, value); };

class Writer {
 public:
  template <typename... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  std::string bytes;

 private:
  void put(std::string_view text) { put(std::uint64_t(text.size())), bytes.append(text); }
  void put(const std::string& text) { put(std::string_view(text)); }
  void put(const char* text) { put(std::string_view(text)); }
  void put(bool value) { bytes += char(value); }
  template <Raw T>
  void put(const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <typename T>
    requires std::is_enum_v<T>
  void put(T value) {
    put(std::int32_t(value));
  }
  template <typename T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    put(std::uint64_t(values.size()));
    bytes.reserve(bytes.size() + values.size() * sizeof(T));
    if constexpr (Raw<T>) bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    else
      for (const T& value : values) put(value);
  }
  template <typename... T>
  void put(const std::tuple<T...>& values) {
    if constexpr (sizeof...(T) > 0 && (Raw<T> && ...)) {  // a call's arguments, perhaps a million times
      char block[(sizeof(T) + ...)], *place = block;
      std::apply(
          [&](const T&... each) { ((std::memcpy(place, &each, sizeof each), place += sizeof each), ...); }, values);
      bytes.append(block, sizeof block);
    } else {
      std::apply([&](const T&... each) { (put(each), ...); }, values);
    }
  }
  template <typename T>
    requires HasFields<Writer, T>
  void put(const T& value) {
    fields(*this, const_cast<T&>(value));  // which only looks at them
  }
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <typename... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  template <typename T>
  T next() {
    T value{};
    get(value);
    return value;
  }
  std::string_view bytes(std::size_t count) {
    if (count > rest_.size()) throw Malformed();
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::string_view rest() const { return rest_; }
  void end() const {
    if (!rest_.empty()) throw Malformed();
  }

 private:
  void get(std::string& text) { text = bytes(next<std::uint64_t>()); }
  void get(bool& value) { value = bytes(1)[0] != 0; }
  template <Raw T>
  void get(T& value) {
    std::memcpy(&value, bytes(sizeof value).data(), sizeof value);
  }
  template <typename T>
    requires std::is_enum_v<T>
  void get(T& value) {
    const auto number = next<std::int32_t>();
    if (number < 0 || number > int(last_of(value))) throw Malformed();
    value = T(number);
  }
  template <typename T>
  void get(std::optional<T>& value) {
    value.reset();
    if (next<bool>()) value = next<T>();
  }
  template <typename T>
  void get(std::vector<T>& values) {
    const auto count = next<std::uint64_t>();
    if (count > rest_.size()) throw Malformed();  // each takes a byte at the least
    if constexpr (Raw<T>) {
      const std::string_view all = bytes(count * sizeof(T));
      values.resize(count);
      std::memcpy(values.data(), all.data(), all.size());
    } else {
      values.clear();
      for (std::uint64_t i = 0; i < count; ++i) values.push_back(next<T>());
    }
  }
  template <typename... T>
  void get(std::tuple<T...>& values) {
    if constexpr (sizeof...(T) > 0 && (Raw<T> && ...)) {
      const char* place = bytes((sizeof(T) + ...)).data();
      std::apply([&](T&... each) { ((std::memcpy(&each, place, sizeof each), place += sizeof each), ...); }, values);
    } else {
      std::apply([&](T&... each) { (get(each), ...); }, values);
    }
  }
  template <typename T>
    requires HasFields<Reader, T>
  void get(T& value) {
    fields(*this, value);
  }

  std::string_view rest_;
};

// A function of the submission with the arguments of one call, which the player is to make.
struct Bound {
  std::uint64_t address = 0;
  std::string type, arguments;  // the type as typeid has it
};
template <typename Archive>
void fields(Archive& archive, Bound& bound) {
  archive(bound.address, bound.type, bound.arguments);
}

// How a request went.
enum class Outcome { done, device_error, module_error, threw, threw_invalid_argument, threw_no_exception };
constexpr Outcome last_of(Outcome) { return Outcome::threw_no_exception; }

// What comes before each message: its number, by which an answer belongs to its question, the bytes that follow, and in an
// answer the outcome. A request with the number 0 gets no answer.
struct Envelope {
  std::uint64_t number = 0, bytes = 0;
  std::int64_t outcome = 0;
};

// Bytes that an answer may have which is not the contents of memory: those have as many as were asked for.
constexpr std::uint64_t longest_answer = std::uint64_t{1} << 26;

}  // namespace harness
