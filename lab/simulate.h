// Many games between computer players. Game i is begun from sub-stream i of the seed and stored under
// its number, so what comes out does not depend on how many threads or processes play.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/game.h"
#include "lab/campaign.h"
#include "lab/statistics.h"
#include "players/player.h"

namespace rw::lab {

struct SimulationPlan {
  std::shared_ptr<const Edition> edition;
  Setup setup;
  Varied varied;
  std::vector<players::Spec> players;  // repeated if there are more seats
  std::uint64_t games = 0;
  std::uint64_t seed = 1;
  int threads = 1;
  bool watch = false;      // count cards, traits, rules and lead changes too
  std::string checkpoint;  // where to keep what is done; empty: nowhere
  bool resume = false;     // go on with what the checkpoint holds
  Position start;          // where all games begin; empty: with the set-up
  int keep = 0;            // replays of so many games of each kind (Kept::Kind); they are watched then
};

// A game that is worth a look, as its replay.
struct Kept {
  enum class Kind : std::uint8_t { shortest, longest, closest, most_surprising };
  Kind kind;
  std::uint64_t game = 0;
  GameRecord record;
  Replay replay;
};
std::string_view name_of(Kept::Kind kind);  // "most_surprising", as files and JSON have it

// Players change seats from game to game (moved_on), so that nobody gains from a seat. This is the player of
// `seat` in game `game`, by place in the plan's list.
std::size_t player_at(const SimulationPlan& plan, std::uint64_t game, int seat);

// The plan as a campaign: one game per deal.
Campaign campaign_of(const SimulationPlan& plan);

// A share of games won, with its 95 % interval.
struct WinRate {
  std::string name;
  double games = 0;
  double wins = 0;
  double fair = 0;  // what equal players would win, or what the players of these games win anyway
  Interval interval;
  bool clear = false;  // more than chance, also when all rows of its kind are looked at together

  double rate() const { return games > 0 ? wins / games : 0; }
};

// A trait with all its values: "leader" with one rate per leader.
struct TraitRates {
  std::string trait;
  std::vector<WinRate> rates;
  std::vector<WinRate> match_ups;  // "Optimus Prime against Megatron"
};

// An event with all the things it befell: "card_played" with one rate per card.
struct ThingRates {
  std::string event;
  std::string text;  // the event's own words: "… plays …"
  std::string list;  // the content's list the things stand in
  struct Row {
    WinRate rate;
    std::uint64_t times = 0;
    std::string id;
  };
  std::vector<Row> rows;  // most telling first
};

// One value of an option that changes from deal to deal: who won there, and how long it took.
struct Variation {
  std::string option, value;
  std::vector<WinRate> seats, places;
  Mean length;
};

struct ClauseUse {
  const ClauseText* clause = nullptr;
  ClauseCount count;
};

struct SimulationReport {
  std::vector<GameRecord> records;  // by game number; not played where Ctrl-C came first
  std::uint64_t games = 0;
  std::uint64_t broken = 0;         // broken off and not among them
  std::uint64_t forfeits = 0;       // among them, lost by a bot's failure
  std::uint64_t decisions = 0;
  std::uint64_t resumed = 0;        // of the games: how many the checkpoint held already
  double seconds = 0;               // the only figure that differs from run to run
  bool unequal = false;  // players differ, so that traits and things are compared with what they win anyway
  std::vector<WinRate> seats, players;
  std::vector<WinRate> places;  // in turn order; none where a game has no turns of its seats
  std::vector<Kept> kept;
  std::vector<Variation> variations;  // by option, in the order of their values
  Mean length;  // decisions of a game
  Spread lengths;
  std::vector<Mean> scores;  // by seat
  std::vector<std::pair<std::string, std::uint64_t>> endings;  // clause id, games; most frequent first
  // Only where somebody watched:
  Mean lead_changes;
  std::vector<TraitRates> traits;
  std::vector<ThingRates> things;
  std::vector<ClauseUse> clauses;  // in the order of rules.md; never at work: 0
};

// Fails if the plan cannot be played.
Expected<> simulate(const SimulationPlan& plan, SimulationReport& report, bool show_progress = false);

// What a tally says, in words and with intervals; also used where two contents are compared.
// `usual`: what each contestant wins on the whole, if they are not all the same player.
std::vector<TraitRates> trait_rates(const Edition& edition, const Tally& tally,
                                    const std::vector<double>& usual = {});
std::vector<ThingRates> thing_rates(const Edition& edition, const Things& things, const Tally& tally,
                                    const std::vector<double>& usual = {});
std::string thing_name(const Things& things, const std::string& id);
// What a list of the content holds, for readers: "battle card".
std::string list_name(const Edition& edition, const std::string& list);
// A trait by its path, "leader.faction", and what it is: by the words of the game.
std::string trait_name(const Edition& edition, const std::string& path);
std::string trait_value(const Edition& edition, const Things& things, const std::string& path,
                        const std::string& id);

}  // namespace rw::lab
