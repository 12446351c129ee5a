// Reading a net and judging by it.
#include "players/net.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "engine/core/hash.h"
#include "engine/game.h"

namespace rw::players {
namespace {

constexpr std::string_view magic = "RWNET01\n";
constexpr int most_logit = 8 * Net::one;
constexpr int activation_bits = 6,
              full = 127;  // an activation of 1 is 127; weights of 1 are 64 (or 64 * 127 at first)
static_assert(std::endian::native == std::endian::little, "nets are read as they lie");

// Reads a file piece by piece. Past its end it reads nothing, and `good` becomes false.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  template <class T>
  void take(T* out, std::size_t count) {
    const std::size_t size = count * sizeof(T);
    if (size > bytes_.size() - at_) {
      good_ = false;
      return;
    }
    if (size != 0) std::memcpy(out, bytes_.data() + at_, size);  // an empty list has no place
    at_ += size;
  }
  std::int32_t number() {
    std::int32_t out = 0;
    take(&out, 1);
    return out;
  }
  template <class T>
  void fill(std::vector<T>& out, int count) {
    out.resize(static_cast<std::size_t>(count));
    take(out.data(), out.size());
  }
  bool good() const { return good_; }
  bool ended() const { return at_ == bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
};

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)  // a resolver runs before the sanitizer does
#define RW_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define RW_WIDE
#endif

// Adds a row of weights, so many times. Wider registers where the machine has them; the sums are the same.
RW_WIDE void add_rows(const std::int16_t* weights, const std::uint16_t* rows, const std::int16_t* times, int count,
                      int hidden, std::int32_t* sums) {
  for (int i = 0; i < count; ++i) {
    const std::int16_t* row = weights + static_cast<std::size_t>(rows[i]) * static_cast<std::size_t>(hidden);
    const std::int32_t many = times[i];
    for (int k = 0; k < hidden; ++k) sums[k] += many * row[k];
  }
}

RW_WIDE std::int32_t dot(const std::int16_t* a, const std::int16_t* b, int count) {
  std::int32_t sum = 0;
  for (int k = 0; k < count; ++k) sum += std::int32_t{a[k]} * b[k];
  return sum;
}

std::int16_t activation(std::int32_t sum) {
  return static_cast<std::int16_t>(std::clamp(sum >> activation_bits, 0, full));
}

// Adds `bits` to a hash.
std::uint32_t mixed(std::uint32_t hash, std::uint32_t bits) {
  hash ^= bits + 0x9E3779B9U + (hash << 6) + (hash >> 2);
  hash *= 0x85EBCA6BU;
  return hash ^ (hash >> 13);
}
std::uint32_t mixed(std::uint32_t hash, std::string_view text) {
  for (const char letter : text)
    hash = mixed(hash, static_cast<std::uint32_t>(static_cast<unsigned char>(letter)));
  return hash;
}

}  // namespace

Expected<std::unique_ptr<const Net>> Net::read(std::span<const std::byte> file) {
  auto net = std::make_unique<Net>();
  std::uint64_t checksum = 0;
  if (file.size() < magic.size() + sizeof checksum || std::memcmp(file.data(), magic.data(), magic.size()) != 0) {
    return failed("this is no net of this program");
  }
  std::memcpy(&checksum, file.data() + file.size() - sizeof checksum, sizeof checksum);
  const auto body = file.first(file.size() - sizeof checksum);
  const core::Digest digest = core::sha256(body);
  if (std::memcmp(digest.data(), &checksum, sizeof checksum) != 0) {
    return failed("the net is damaged: its checksum does not fit");
  }
  Reader reader(body.subspan(magic.size()));
  char game[32] = {};
  reader.take(game, sizeof game);
  net->game_ = std::string(game, std::find(game, game + sizeof game, '\0'));
  reader.take(&net->layout_, 1);
  net->seats_ = reader.number();
  net->inputs_ = reader.number();
  net->hidden_ = reader.number();
  net->second_ = reader.number();
  net->own_weight_ = reader.number();
  net->margin_scale_ = reader.number();
  net->promise_weight_ = reader.number();
  const int priors = reader.number();
  if (!reader.good() || net->seats_ < 1 || net->seats_ > core::max_seats || net->inputs_ < 1 ||
      net->inputs_ > most_inputs || net->hidden_ < 4 || net->hidden_ > most_hidden || net->second_ < 1 ||
      net->second_ > most_second || (priors != 0 && priors != 1 << prior_bits)) {
    return failed("the net has a shape that this program does not know");
  }
  reader.fill(net->range_, net->inputs_);
  reader.fill(net->rotated_, net->seats_ * net->inputs_);
  reader.fill(net->unknown_, net->inputs_);
  reader.fill(net->first_, net->inputs_ * net->hidden_);
  reader.fill(net->first_bias_, net->hidden_);
  reader.fill(net->second_weights_, net->second_ * net->hidden_);
  reader.fill(net->second_bias_, net->second_);
  reader.fill(net->out_weights_, 2 * net->second_);
  reader.fill(net->out_bias_, 2);
  reader.fill(net->chances_, most_logit + 1);
  reader.fill(net->prior_, priors);
  const bool inside = std::all_of(net->rotated_.begin(), net->rotated_.end(),
                                  [&](std::uint16_t place) { return place < net->inputs_; });
  if (!reader.good() || !reader.ended() || !inside) {
    return failed("the net is cut off, or says more than it should");
  }
  return net;
}

float Net::chance_of(int logit) const {
  const auto chance = [&](int size) {
    return static_cast<float>(chances_[static_cast<std::size_t>(std::min(size, most_logit))]) * 0x1p-16F;
  };
  return logit < 0 ? 1.0F - chance(-logit) : chance(logit);
}

int Net::logit_of(float chance) const {
  const bool less = chance < 0.5F;
  const auto wanted = static_cast<int>((less ? 1.0F - chance : chance) * 65536.0F);
  const auto place =
      static_cast<int>(std::lower_bound(chances_.begin(), chances_.end(), wanted) - chances_.begin());
  return less ? -std::min(place, most_logit) : std::min(place, most_logit);
}

bool Net::judge(std::span<const float> tensor, int seat, float own, Judged& out) const {
  static thread_local Sparse seen;
  seen.count = 0;
  for (std::size_t i = 0; i < tensor.size() && i < range_.size(); ++i) {
    const float whole = tensor[i] * range_[i];
    if (tensor[i] != 0.0F)
      seen.add(rotated(seat)[i], static_cast<std::int64_t>(whole < 0 ? whole - 0.5F : whole + 0.5F));
  }
  return judge(seen, own, out);
}

bool Net::knows(const Sparse& seen) const {
  return std::none_of(seen.places, seen.places + seen.count,
                      [&](std::uint16_t place) { return unknown_[place] != 0; });
}

bool Net::judge(const Sparse& seen, float own, Judged& out) const {
  if (!knows(seen)) return false;
  alignas(64) std::int32_t sums[most_hidden];
  alignas(64) std::int16_t active[most_hidden];
  std::copy(first_bias_.begin(), first_bias_.end(), sums);
  add_rows(first_.data(), seen.places, seen.values, seen.count, hidden_, sums);
  for (int k = 0; k < hidden_ - 2; ++k) active[k] = activation(sums[k]);
  active[hidden_ - 2] = active[hidden_ - 1] = 0;
  std::int16_t deep[most_second];
  for (int k = 0; k < second_; ++k)
    deep[k] = activation(second_bias_[static_cast<std::size_t>(k)] +
                         dot(second_weights_.data() + static_cast<std::size_t>(k * hidden_), active, hidden_));
  int logit[2];
  for (int k = 0; k < 2; ++k) {
    const std::int32_t sum = out_bias_[static_cast<std::size_t>(k)] +
                             dot(out_weights_.data() + static_cast<std::size_t>(k * second_), deep, second_);
    logit[k] = (sum + 4 * sums[hidden_ - 2 + k]) / full;
  }
  logit[0] += own_weight_ * logit_of(own) / one;
  out = {chance_of(logit[0]), chance_of(logit[1])};
  return true;
}

int choice_features(const Game& game, const void* content, const void* state, core::Seat seat, core::Choice choice,
                    std::uint16_t out[most_choice_features]) {
  constexpr std::uint32_t last = (1U << prior_bits) - 1;
  int count = 0;
  const auto add = [&](std::uint32_t hash) {
    out[count++] = static_cast<std::uint16_t>((hash ^ (hash >> 16)) & last);
  };
  const auto verb = static_cast<std::uint32_t>(choice.verb());
  add(mixed(mixed(1, game.decision(state).kind), verb));
  const core::Operands& operands = game.operands[static_cast<std::size_t>(choice.verb())];
  std::uint32_t all = mixed(2, verb);
  for (int i = 0; i < 4; ++i) {
    const int kind = operands.kind[i], value = choice.operand(i);
    if (kind < 0 || (operands.optional[i] && value == 0)) continue;
    const core::KindInfo& info = game.kinds[static_cast<std::size_t>(kind)];
    std::uint32_t named = mixed(mixed(3, verb), static_cast<std::uint32_t>(i));
    if (info.is_number() || info.is_seat()) {
      const int said = info.is_seat() ? (value - core::index(seat) + 8) & 7 : std::min(value, 31);
      named = mixed(named, static_cast<std::uint32_t>(said));
    } else {
      const core::Record record = game.record(content, state, core::Viewer::of(seat), kind, value);
      named = mixed(mixed(named, record.table), static_cast<std::uint32_t>(record.row + 1));
      named = mixed(named, static_cast<std::uint32_t>(record.number + 1));
    }
    add(named);
    all = mixed(all, named);
    if (const core::Place place = game.place(content, state, core::Viewer::of(seat), kind, value)) {
      const int whose = place.seat < 0 ? 9 : (place.seat - core::index(seat) + 8) & 7;
      add(mixed(mixed(mixed(mixed(4, verb), static_cast<std::uint32_t>(i)), static_cast<std::uint32_t>(place.row)),
                static_cast<std::uint32_t>(whose)));
    }
  }
  add(all);
  return count;
}

}  // namespace rw::players
