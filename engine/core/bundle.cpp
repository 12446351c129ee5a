// Reading and writing the flat content tree.
#include "engine/core/bundle.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/core/hash.h"

namespace rw::core {
namespace {

constexpr std::array<char, 8> magic = {'R', 'W', 'B', 'U', 'N', 'D', 'L', '1'};

template <class T>
void append(std::vector<std::byte>& out, std::span<const T> items) {
  const auto bytes = std::as_bytes(items);
  out.insert(out.end(), bytes.begin(), bytes.end());
}

struct Header {
  std::array<char, 8> magic;
  std::uint64_t hash_low, hash_high;
  std::uint32_t entries, links, strings, characters, code, spare;
};
static_assert(sizeof(Header) == 48);

}  // namespace

std::string ContentHash::hex() const {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (std::uint64_t half : {high, low})
    for (int shift = 60; shift >= 0; shift -= 4) text += digits[(half >> shift) & 15];
  return text;
}

Node::Node(const Bundle* bundle, std::uint32_t index)
    : bundle_(bundle), index_(index), kind_(static_cast<Kind>(bundle->entries_[index].kind)) {}

int Node::size() const {
  if (kind_ != Kind::list && kind_ != Kind::map) return 0;
  return static_cast<int>(bundle_->entries_[index_].second);
}

Node Node::operator[](int i) const {
  if (i < 0 || i >= size()) return {};
  const auto first = bundle_->entries_[index_].first;
  const auto place = static_cast<std::uint32_t>(i);
  return {bundle_, bundle_->links_[kind_ == Kind::map ? first + 2 * place + 1 : first + place]};
}

std::string_view Node::key(int i) const {
  if (kind_ != Kind::map || i < 0 || i >= size()) return {};
  const auto& span =
      bundle_->strings_[bundle_->links_[bundle_->entries_[index_].first + 2 * static_cast<std::uint32_t>(i)]];
  return std::string_view(bundle_->characters_).substr(span.start, span.length);
}

Node Node::operator[](std::string_view name) const {
  for (int i = 0; i < size(); ++i)
    if (kind_ == Kind::map && key(i) == name) return (*this)[i];
  return {};
}

std::int64_t Node::integer(std::int64_t otherwise) const {
  if (kind_ != Kind::integer) return otherwise;
  const auto& entry = bundle_->entries_[index_];
  return static_cast<std::int64_t>(entry.first | (std::uint64_t{entry.second} << 32));
}

std::string_view Node::text(std::string_view otherwise) const {
  if (kind_ != Kind::text) return otherwise;
  const auto& span = bundle_->strings_[bundle_->entries_[index_].first];
  return std::string_view(bundle_->characters_).substr(span.start, span.length);
}

std::span<const std::int32_t> Node::code() const {
  if (kind_ != Kind::code) return {};
  const auto& entry = bundle_->entries_[index_];
  return std::span(bundle_->code_).subspan(entry.first, entry.second);
}

Expected<std::unique_ptr<Bundle>> Bundle::read(std::span<const std::byte> bytes) {
  Header header;
  if (bytes.size() < sizeof header) return failed("not a content bundle: too short");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != magic) return failed("not a content bundle: wrong first bytes");
  const std::uint64_t expected = sizeof header + std::uint64_t{header.entries} * sizeof(Entry) +
                                 std::uint64_t{header.links} * 4 + std::uint64_t{header.strings} * sizeof(Span) +
                                 header.characters + std::uint64_t{header.code} * 4;
  if (expected != bytes.size()) return failed("the content bundle is truncated or has bytes too many");
  auto bundle = std::make_unique<Bundle>();
  bundle->hash_ = {header.hash_low, header.hash_high};
  if (hash128(bytes.subspan(sizeof header)) != bundle->hash_)
    return failed("the content bundle is damaged: its hash does not match");
  const std::byte* at = bytes.data() + sizeof header;
  auto take = [&](auto& vector, std::uint32_t count) {
    vector.resize(count);
    const std::size_t length = count * sizeof(vector[0]);
    if (length != 0) std::memcpy(vector.data(), at, length);
    at += length;
  };
  take(bundle->entries_, header.entries);
  take(bundle->links_, header.links);
  take(bundle->strings_, header.strings);
  take(bundle->characters_, header.characters);
  take(bundle->code_, header.code);

  // A bundle with a right hash can still be hand-made: no index may lead outside.
  auto inside = [](std::uint64_t first, std::uint64_t count, std::size_t limit) { return first + count <= limit; };
  bool sound = !bundle->entries_.empty();
  for (const Span& span : bundle->strings_)
    sound = sound && inside(span.start, span.length, bundle->characters_.size());
  for (std::size_t i = 0; i < bundle->entries_.size() && sound; ++i) {
    const Entry& entry = bundle->entries_[i];
    switch (static_cast<Node::Kind>(entry.kind)) {
      case Node::Kind::nothing:
      case Node::Kind::integer: break;
      case Node::Kind::text: sound = entry.first < bundle->strings_.size(); break;
      case Node::Kind::code: sound = inside(entry.first, entry.second, bundle->code_.size()); break;
      case Node::Kind::list:
        sound = inside(entry.first, entry.second, bundle->links_.size());
        for (std::uint32_t k = 0; sound && k < entry.second; ++k)
          sound = bundle->links_[entry.first + k] < bundle->entries_.size();
        break;
      case Node::Kind::map:
        sound = inside(entry.first, std::uint64_t{entry.second} * 2, bundle->links_.size());
        for (std::uint32_t k = 0; sound && k < entry.second; ++k)
          sound = bundle->links_[entry.first + 2 * k] < bundle->strings_.size() &&
                  bundle->links_[entry.first + 2 * k + 1] < bundle->entries_.size();
        break;
      default: sound = false;
    }
  }
  if (!sound) return failed("the content bundle is damaged: an index leads outside");
  return bundle;
}

BundleWriter::BundleWriter() {
  bundle_.entries_.push_back({0, 0, 0});  // place 0 is overwritten by the root
}

std::uint32_t BundleWriter::string(std::string_view value) {
  const auto found = std::lower_bound(known_.begin(), known_.end(), value,
                                      [](const auto& item, std::string_view v) { return item.first < v; });
  if (found != known_.end() && found->first == value) return found->second;
  const auto number = static_cast<std::uint32_t>(bundle_.strings_.size());
  bundle_.strings_.push_back(
      {static_cast<std::uint32_t>(bundle_.characters_.size()), static_cast<std::uint32_t>(value.size())});
  bundle_.characters_ += value;
  known_.emplace(found, std::string(value), number);
  return number;
}

BundleWriter::Place BundleWriter::integer(std::int64_t value) {
  const auto raw = static_cast<std::uint64_t>(value);
  bundle_.entries_.push_back({static_cast<std::uint32_t>(Node::Kind::integer), static_cast<std::uint32_t>(raw),
                              static_cast<std::uint32_t>(raw >> 32)});
  return static_cast<Place>(bundle_.entries_.size() - 1);
}

BundleWriter::Place BundleWriter::text(std::string_view value) {
  bundle_.entries_.push_back({static_cast<std::uint32_t>(Node::Kind::text), string(value), 0});
  return static_cast<Place>(bundle_.entries_.size() - 1);
}

BundleWriter::Place BundleWriter::list(std::span<const Place> items) {
  bundle_.entries_.push_back({static_cast<std::uint32_t>(Node::Kind::list),
                              static_cast<std::uint32_t>(bundle_.links_.size()),
                              static_cast<std::uint32_t>(items.size())});
  bundle_.links_.insert(bundle_.links_.end(), items.begin(), items.end());
  return static_cast<Place>(bundle_.entries_.size() - 1);
}

BundleWriter::Place BundleWriter::map(std::span<const std::pair<std::string, Place>> items) {
  std::vector<std::uint32_t> links;
  for (const auto& [key, place] : items) {
    links.push_back(string(key));
    links.push_back(place);
  }
  bundle_.entries_.push_back({static_cast<std::uint32_t>(Node::Kind::map),
                              static_cast<std::uint32_t>(bundle_.links_.size()),
                              static_cast<std::uint32_t>(items.size())});
  bundle_.links_.insert(bundle_.links_.end(), links.begin(), links.end());
  return static_cast<Place>(bundle_.entries_.size() - 1);
}

BundleWriter::Place BundleWriter::code(std::span<const std::int32_t> program) {
  bundle_.entries_.push_back({static_cast<std::uint32_t>(Node::Kind::code),
                              static_cast<std::uint32_t>(bundle_.code_.size()),
                              static_cast<std::uint32_t>(program.size())});
  bundle_.code_.insert(bundle_.code_.end(), program.begin(), program.end());
  return static_cast<Place>(bundle_.entries_.size() - 1);
}

std::vector<std::byte> BundleWriter::write(Place root) {
  bundle_.entries_[0] = bundle_.entries_[root];
  std::vector<std::byte> body;
  append<Bundle::Entry>(body, bundle_.entries_);
  append<std::uint32_t>(body, bundle_.links_);
  append<Bundle::Span>(body, bundle_.strings_);
  append<char>(body, bundle_.characters_);
  append<std::int32_t>(body, bundle_.code_);
  const ContentHash hash = hash128(body);
  const Header header{magic,
                      hash.low,
                      hash.high,
                      static_cast<std::uint32_t>(bundle_.entries_.size()),
                      static_cast<std::uint32_t>(bundle_.links_.size()),
                      static_cast<std::uint32_t>(bundle_.strings_.size()),
                      static_cast<std::uint32_t>(bundle_.characters_.size()),
                      static_cast<std::uint32_t>(bundle_.code_.size()),
                      0};
  std::vector<std::byte> out;
  append<Header>(out, std::span(&header, 1));
  out.insert(out.end(), body.begin(), body.end());
  return out;
}

}  // namespace rw::core
