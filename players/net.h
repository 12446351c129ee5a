// A small net that was trained on games (learn/README.md): what a seat sees in, its chance to win and its margin
// out, and a score for each choice from what its words name. All arithmetic is in whole numbers, so it gives the
// same bits on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/choice.h"
#include "engine/core/expected.h"
#include "engine/core/ids.h"
#include "players/sparse.h"

namespace rw {
struct Game;
}

namespace rw::players {

class Net {
 public:
  static constexpr int most_inputs = 16384, most_hidden = 128, most_second = 32;
  static constexpr int one = 256;  // a logit of 1

  // Fails if the file is damaged or of another format.
  static Expected<std::unique_ptr<const Net>> read(std::span<const std::byte> file);

  std::string_view game() const { return game_; }
  int seats() const { return seats_; }
  int inputs() const { return inputs_; }
  std::uint64_t layout() const { return layout_; }
  int margin_scale() const { return margin_scale_; }
  bool has_prior() const { return !prior_.empty(); }

  struct Judged {
    float chance, margin;  // both from 0 to 1
  };
  // `seen` is what the seat sees, `own` the chance that the game's own evaluation gives it. False where the
  // position is of a kind that no game of the training had.
  bool judge(const Sparse& seen, float own, Judged& out) const;
  bool knows(const Sparse& seen) const;
  // The same from a tensor.
  bool judge(std::span<const float> tensor, int seat, float own, Judged& out) const;
  // By place of the tensor: the place of the same thing seen by the first seat.
  std::span<const std::uint16_t> rotated(int seat) const {
    return std::span(rotated_).subspan(static_cast<std::size_t>(seat * inputs_),
                                       static_cast<std::size_t>(inputs_));
  }

  // What is added to the logit of the choice's promise; features as `choice_features` lists them.
  int score(std::span<const std::uint16_t> features) const {
    int sum = 0;
    for (const std::uint16_t feature : features) sum += prior_[feature];
    return sum;
  }
  int promise_weight() const { return promise_weight_; }
  float chance_of(int logit) const;  // logit in units of 1 / `one`
  int logit_of(float chance) const;

 private:
  std::string game_;
  int seats_ = 0, inputs_ = 0, hidden_ = 0, second_ = 0, own_weight_ = 0, margin_scale_ = 0, promise_weight_ = 0;
  std::uint64_t layout_ = 0;
  std::vector<float> range_;            // by input: what a tensor's value is a share of
  std::vector<std::uint16_t> rotated_;  // by seat and input: the place of the same thing seen by the first seat
  std::vector<std::uint8_t> unknown_;   // by input: an input that no game of the training had
  std::vector<std::int16_t> first_;  // by input, then by hidden unit; the last two go straight to the outputs
  std::vector<std::int32_t> first_bias_;
  std::vector<std::int16_t> second_weights_, out_weights_;
  std::vector<std::int32_t> second_bias_, out_bias_;
  std::vector<std::uint16_t> chances_;  // of logits from 0 to 8, in 65536ths
  std::vector<std::int16_t> prior_;
};

// What a choice says, as numbers: the question and verb, what each operand names, where it lies and whose it is.
inline constexpr int prior_bits = 14;
inline constexpr int most_choice_features = 16;
int choice_features(const Game& game, const void* content, const void* state, core::Seat seat, core::Choice choice,
                    std::uint16_t out[most_choice_features]);

// The net that the program was built with for this game and so many seats; null if there is none.
const Net* shipped_net(std::string_view game, int seats);

}  // namespace rw::players
