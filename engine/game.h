// The edge of the engine: one table of functions per game over opaque position bytes. The program,
// the laboratory, the server and the bindings know games only through this page. Inside a game
// everything is concrete and statically typed; type erasure happens here, once.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/ability/language.h"
#include "engine/ability/where.h"
#include "engine/core/bundle.h"
#include "engine/core/chance.h"
#include "engine/core/choice.h"
#include "engine/core/describe.h"
#include "engine/core/event.h"
#include "engine/core/expected.h"
#include "engine/core/gathering.h"
#include "engine/core/ids.h"
#include "engine/core/lexicon.h"
#include "engine/core/random.h"
#include "engine/deck.h"

namespace rw::core {
class SnapshotVisitor;
}

namespace rw {

using core::Choice;
using core::ChoiceList;
using core::Decision;
using core::Refusal;
using core::Seat;
using core::Viewer;

// What a table agrees on before the game: how many seats, and the game's own options by name.
struct Setup {
  int seats = 2;
  std::vector<std::pair<std::string, std::string>> options;

  std::string_view option(std::string_view name) const;  // empty if not given
};

// How a game ended. Ranks count from 1; team-mates share a rank.
struct Outcome {
  int seats = 0;
  core::SeatMask winners = 0;
  std::int32_t score[core::max_seats] = {};
  std::int32_t rank[core::max_seats] = {};
  core::ClauseNumber clause = 0;  // the rule that ended it
};

// A position of some game: bytes that only its game reads. Copying is a memcpy.
class Position {
 public:
  Position() = default;
  explicit Position(std::size_t bytes) : words_((bytes + 7) / 8), bytes_(bytes) {}
  void* data() { return words_.data(); }
  const void* data() const { return words_.data(); }
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(words_)).first(bytes_); }
  bool empty() const { return bytes_ == 0; }
  bool operator==(const Position& other) const { return words_ == other.words_; }

  // The capacity that this game has exceeded; null as long as it can be played. Such a game is over and nobody has
  // won it. Listing choices can find it out too, so it is noted in a position that is only looked at.
  const core::Capacity* broken() const { return std::atomic_ref(broken_).load(std::memory_order_relaxed); }
  void break_off(const core::Capacity* why) const {
    std::atomic_ref(broken_).store(why, std::memory_order_relaxed);
  }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t bytes_ = 0;
  mutable const core::Capacity* broken_ = nullptr;
};

// What a setting came to: the value as a view shows it, and whether it wrote many fields at once.
struct SetField {
  core::Field meant;
  bool broad = false;
};

// The function table of one game. `content` is what `load` made of a bundle.
struct Game {
  std::string_view id;
  int rules_version = 0;
  int min_seats = 0, max_seats = 0;
  core::ClauseNumber seats_clause = 0;  // the rule that says how many may play
  std::size_t state_bytes = 0;
  const ability::Vocabulary* vocabulary = nullptr;
  std::span<const std::string_view> clauses;  // by clause number; [0] is none
  std::span<const std::string_view> verbs;  // by verb; texts: locale choices.<verb>
  std::span<const std::string_view> notations;  // by verb: its pattern, see core/text.h
  std::span<const std::string_view> questions;  // by decision kind; texts: locale questions.<name>
  std::span<const std::string_view> events;  // by event kind; texts: locale events.<name>
  std::span<const std::string_view> facts;  // by fact; texts: locale facts.<name>

  // The lexicon: what operands name, where things lie, what a table can agree on (core/lexicon.h).
  std::span<const core::KindInfo> kinds;
  std::span<const core::OptionInfo> options;
  std::span<const std::string_view> places;  // paths of the description, by Place::row
  std::span<const core::Operands> operands;  // by verb
  int (*row)(const void* content, const void* state, int kind, int value) = nullptr;
  core::Record (*record)(const void* content, const void* state, Viewer, int kind, int value) = nullptr;
  void (*parts)(const void* content, const void* state, int kind, int value, std::vector<int>& out) = nullptr;
  void (*whole)(const void* content, const void* state, int kind, std::span<const int> parts,
                std::vector<int>& out) = nullptr;
  core::Form (*form)(const void* content, const void* state, int kind, int value) = nullptr;
  core::Meant (*is)(const void* content, const void* state, int kind, int value) = nullptr;
  std::string (*text)(const void* content, const void* state, int kind, int value,
                      std::string_view language) = nullptr;
  core::Place (*place)(const void* content, const void* state, Viewer, int kind, int value) = nullptr;
  void (*values)(const void* content, const void* state, int kind, std::vector<int>& out) = nullptr;
  bool (*also)(const void* content, const void* state, int kind, int value, std::string_view text) = nullptr;
  std::string_view (*seat_name)(const void* content, const void* state, int seat) = nullptr;
  std::string (*holder_name)(const void* content, const void* state, int holder) = nullptr;
  std::span<const std::string_view> (*option_ids)(const void* content, int option) = nullptr;

  Expected<std::shared_ptr<const void>> (*load)(core::Node root);
  Expected<> (*begin)(const void* content, const Setup&, const core::Seed&, void* state, core::Log*,
                      core::Chance*);
  Decision (*decision)(const void* state);
  core::Asking (*asking)(const void* state);  // of the open question
  void (*choices)(const void* content, const void* state, ChoiceList&);
  Refusal (*judge)(const void* content, const void* state, Seat, Choice);
  void (*apply)(const void* content, void* state, Choice, core::Log*, core::Chance*);
  bool (*over)(const void* state);
  core::SeatMask (*side)(const void* state, Seat);  // the seats that win or lose together with this one
  bool (*has_left)(const void* state, Seat);  // conceded, or out of the game in another way
  Outcome (*outcome)(const void* content, const void* state);
  int (*seats)(const void* state);
  const core::Random& (*random)(const void* state);
  // Describing
  core::Field (*fields)(const void* content, const void* state, Viewer);
  void (*snapshot)(const void* content, const void* state, core::SnapshotVisitor&);  // for all viewers at once
  std::size_t (*tensor)(const void* content, const void* state, Viewer, std::span<float>);
  Expected<> (*set)(const void* content, void* state, const core::Setting&, SetField*);
  std::vector<core::Settable> (*settable)(const void* content, const void* state);
  // A position that was written field by field: completes it or says why it is impossible; then runs it on to its
  // first decision.
  Expected<> (*settle)(const void* content, void* state, core::Log*, core::Chance*);
  void (*go_on)(const void* content, void* state, core::Log*, core::Chance*);
  Expected<> (*check)(const void* content, const void* state);
  // Knowledge
  void (*redeal)(const void* content, void* state, Seat viewer, core::Random&);
  void (*rekey)(void* state, const core::Seed&);
  bool (*learned)(const void* before, const void* after);  // did any seat come to know a card?
  // A choosing of things as a set of picks; null in a game without any.
  bool (*gathering)(const void* content, const void* state, core::Gathering&) = nullptr;
  // Decks; null in a game whose players bring none. Everything that is wrong is told at once.
  std::vector<DeckFinding> (*check_deck)(const void* content, const DeckList&,
                                         std::string_view language) = nullptr;

  // Where texts act (ability/where.h); for tests, which take the texts of cards away.
  std::span<const ability::WhereRow> where;
  std::span<const std::string_view> spots, card_kinds;  // names for it
  void (*lying)(const void* content, const void* state, std::vector<ability::Lying>& out) = nullptr;
  // The content in which this record has no texts; all numbers stay as they are.
  std::shared_ptr<const void> (*silenced)(const void* content, int record) = nullptr;
  std::string (*record_name)(const void* content, int record) = nullptr;

  Expected<> takes_seats(int players) const;
};

// All games of this build, by id; the list is made by the build from the folders (cmake/games.cmake).
std::span<const Game* const> games();
const Game* find_game(std::string_view id);

// What a text may mean at a position. Several legal readings are several choices, each once.
struct Readings {
  std::vector<Choice> legal;
  std::optional<Choice> other;  // the first reading that is not legal, to be judged
};

// A clause of rules.md as the bundle holds it.
struct ClauseText {
  std::string_view id, section, text, sources;
  bool definition = false;
  std::vector<std::string_view> by;  // a ruling: the clauses it rests on
  struct Translation {
    std::string_view language, section, text;
  };
  std::vector<Translation> translations;

  // As rules.<language>.md says it; in English where it does not.
  Translation in(std::string_view language) const {
    for (const Translation& other : translations)
      if (other.language == language) return other;
    return {"en", section, text};
  }
};

// A game together with its content: everything that a table needs.
class Edition {
 public:
  // Fails if the bundle is damaged or does not fit the game.
  static Expected<std::shared_ptr<const Edition>> load(std::span<const std::byte> bundle);

  const Game& game() const { return *game_; }
  const core::Bundle& bundle() const { return *bundle_; }
  const void* content() const { return content_.get(); }
  std::string version() const { return bundle_->hash().hex(); }

  // Play
  Expected<Position> begin(const Setup&, const core::Seed&, core::Log* = nullptr, core::Chance* = nullptr) const;
  Decision decision(const Position& p) const {
    return p.broken() == nullptr ? game_->decision(p.data()) : Decision{};
  }
  void choices(const Position& p, ChoiceList& list) const;
  // The open question as a set of picks; false if it is another kind of question.
  bool gathering(const Position& p, core::Gathering& out) const {
    return game_->gathering != nullptr && game_->gathering(content(), p.data(), out);
  }
  core::Asking asking(const Position& p) const { return game_->asking(p.data()); }
  // What the rules say to `c`, from the seat that is asked or from any other one.
  Refusal judge(const Position& p, Choice c) const { return judge(p, chooser(p, c), c); }
  Refusal judge(const Position& p, Seat seat, Choice c) const {
    return p.broken() == nullptr ? game_->judge(content(), p.data(), seat, c) : Refusal{0, core::broken_off, 0, 0};
  }
  // A choice for which there is no room breaks the game off, in the position in which it was made. A log that
  // keeps positions has one of each event that has words (engine/frames.h).
  void apply(Position& p, Choice c, core::Log* log = nullptr, core::Chance* chance = nullptr) const;
  // Whose choice it is: of the seat that is asked, or of the one that concedes, is out of time or offers a draw.
  Seat chooser(const Position& p, Choice c) const {
    return core::is_table_choice(c) ? core::seat(c.a()) : decision(p).asked;
  }
  core::SeatMask side(const Position& p, Seat seat) const { return game_->side(p.data(), seat); }
  bool has_left(const Position& p, Seat seat) const { return game_->has_left(p.data(), seat); }
  bool over(const Position& p) const { return p.broken() != nullptr || game_->over(p.data()); }
  Outcome outcome(const Position& p) const;
  int seats(const Position& p) const { return game_->seats(p.data()); }

  // Views
  core::Field fields(const Position& p, Viewer v) const { return game_->fields(content(), p.data(), v); }
  std::string json(const Position& p, Viewer v) const;
  std::vector<float> tensor(const Position& p, Viewer v) const;
  std::uint64_t hash(const Position& p) const;
  Expected<> set(Position& p, const core::Setting& s) const { return game_->set(content(), p.data(), s, nullptr); }
  // After settings: brings a position begun with the option `position=custom` into play, or says why
  // it is impossible. Runs on to the first decision.
  Expected<> settle(Position& p, core::Log* log = nullptr, core::Chance* chance = nullptr) const;
  // Its two halves: the position as it was written, and from there to the first decision.
  Expected<> complete(Position& p) const;
  void go_on(Position& p, core::Log* log = nullptr, core::Chance* chance = nullptr) const;
  Expected<> check(const Position& p) const { return game_->check(content(), p.data()); }

  // Knowledge
  // The position as `viewer` may imagine it: what the viewer cannot know is dealt anew, chance included.
  Position redealt(const Position& p, Seat viewer, const core::Seed& seed) const;
  // Taking back the way from `before` to `after`: does anybody learn something, or is chance re-rolled?
  bool harmless_to_undo(const Position& before, const Position& after) const;

  // Words
  // The name of a value of a kind, and all values that a name may mean.
  std::string name(const Position& p, std::string_view kind, int value, std::string_view language) const;
  std::vector<int> find(const Position& p, std::string_view kind, std::string_view text) const;
  // What a value is, for programs: the id of its record, word or seat, and the path of where it lies as `viewer`
  // sees it. Either is empty where there is none.
  struct Thing {
    std::string_view kind;
    int value = 0;
    std::string_view table;
    std::string id, place;
  };
  Thing thing(const Position& p, Viewer, std::string_view kind, int value) const;
  // A value may stand for several; and an operand of a choice may lie where another one says.
  std::vector<Thing> things(const Position& p, Viewer, std::string_view kind, int value) const;
  std::vector<Thing> things(const Position& p, Viewer, Choice, int operand) const;
  std::string option_text(std::string_view option, std::string_view language) const;
  // How a choice is written; `read` takes the names of either language.
  std::string notation(const Position& p, Choice c, std::string_view language = "en") const;
  // What `text` may mean as a choice of `seat`: a notation, or else the label of a legal choice in any language.
  Readings readings(const Position& p, Seat seat, std::string_view text) const;
  // The message about a text that means several choices; it names them in full.
  std::string ambiguity_text(const Position& p, std::string_view text, std::span<const Choice> meant) const;
  // The one choice of `seat`, or of the seat that is asked, that `text` means. Several legal ones are an error; if
  // none is legal it is the first reading, to be judged.
  Expected<Choice> read(const Position& p, Seat seat, std::string_view text) const;
  Expected<Choice> read(const Position& p, std::string_view text) const {
    return read(p, decision(p).asked, text);
  }

  // Names of verbs and events, those of every table included.
  std::string_view verb_name(Choice c) const;
  std::string_view event_name(const core::Event& e) const;
  const core::EventKinds& worded_events() const { return worded_; }  // the others only cite a rule
  std::string choice_text(const Position& p, Choice c, std::string_view language) const;
  std::string question_text(const Position& p, std::string_view language) const;
  std::string event_text(const Position& p, const core::Event& e, Viewer, std::string_view language) const;
  std::string refusal_text(const Position& p, const Refusal& r, std::string_view language) const;
  // Why a game is broken off: "... it needs more than 64 lasting effects ...". Empty if it is not.
  std::string broken_text(const Position& p, std::string_view language) const {
    return p.broken() == nullptr ? std::string() : overflow_text(*p.broken(), language);
  }
  std::string seat_name(const Position& p, Seat seat, std::string_view language = "en") const;
  bool find_seat(const Position& p, std::string_view text, Seat& seat) const;
  std::string_view clause_id(core::ClauseNumber n) const;
  const ClauseText* clause(std::string_view id) const;
  std::span<const ClauseText> clauses() const { return clauses_; }

 private:
  std::vector<Choice> labelled(const Position& p, std::string_view text) const;
  std::string_view locale(std::string_view language, std::string_view group, std::string_view name) const;
  int kind_number(std::string_view name) const;
  std::string name(const Position& p, int kind, int value, std::string_view language) const;
  bool means(const Position& p, int kind, int value, std::string_view text) const;
  core::Record record_of(const Position& p, Viewer, int kind, int value) const;
  std::string id_of(const Position& p, const core::Record& record) const;
  void find_whole(const Position& p, int kind, std::string_view text, std::string_view between,
                  std::vector<int>& found) const;
  bool read_at_table(std::string_view text, core::TableVerb& verb) const;
  std::string overflow_text(const core::Capacity&, std::string_view language) const;
  const Game* game_ = nullptr;
  std::unique_ptr<core::Bundle> bundle_;
  std::shared_ptr<const void> content_;
  std::vector<ClauseText> clauses_;
  core::EventKinds worded_;
};

}  // namespace rw
