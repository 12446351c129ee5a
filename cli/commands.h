// The subcommands of `rulewright`: their options as values, one function each. The command line
// is parsed elsewhere (command_line.h). Every function returns the exit status: 0 done, 1 the answer is
// no (a scenario failed, a replay diverges), 2 wrong input.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/game.h"
#include "server/serve.h"

namespace rw::cli {

struct Common {
  std::string game;
  std::string content;         // --content DIR: compile this folder instead of the built-in bundle
  std::string language = "en";
  bool json = false;
};

struct PlayOptions : Common {
  int seats = 0;                       // 0: as many as there are players named, or the fewest
  std::vector<std::string> players;    // per seat: human, random, greedy, search:N
  std::vector<std::string> options;    // name=value
  std::string seed;                    // 64 hex digits, or any text; empty: from the system
  std::string load;                    // a save or replay to go on from
  std::string record;                  // where the replay is written
};
struct DraftOptions : PlayOptions {
  std::string format = "booster_draft";
  int match = 1;                       // games; decks are rebuilt between them
};
// What is played and how often: shared by the commands of the laboratory.
struct ContestOptions : Common {
  std::uint64_t games = 0;             // 0: the command's own
  std::uint64_t seed = 1;
  int seats = 0;
  std::vector<std::string> options;    // name=value
  std::vector<std::string> vary;       // name=one|two|three: changes from deal to deal
  std::string from;                    // the position that games begin in; empty: with the set-up
  int threads = 0;                     // 0: all cores
  bool quiet = false;
  std::string checkpoint;              // what is done is kept here
  bool resume = false;                 // go on with it
};
struct SimulateOptions : ContestOptions {
  SimulateOptions() { games = 1000; }
  std::vector<std::string> players;
  std::string report;                  // a page with plots is written here
  bool watch = false;                  // count cards, traits and rules without a page
  int keep = 0;                        // replays of so many games of each kind that is worth a look
  std::string kept = "kept";           // the folder for them
};
struct MatchOptions : ContestOptions {
  std::string a, b;
  std::vector<std::string> blind;      // a, b
  std::vector<double> sprt;            // two bounds in Elo; empty: no test
  double alpha = 0.05, beta = 0.05;
  bool ladder = false;
  std::vector<std::string> rungs;
  std::string write;                   // the ladder's table goes into this file
  std::string report;                  // a page is written here
};
struct TournamentOptions : ContestOptions {
  std::vector<std::string> players;
  int swiss = 0;                       // rounds; 0: everybody meets everybody
  std::string report;                  // a page is written here
};
struct WhatIfOptions : ContestOptions {
  WhatIfOptions() { games = 10'000; }
  std::vector<std::string> players;
  std::vector<std::string> set;        // list.record.key=value
  std::string base;                    // content A; empty: the built-in content
  double until = 0;                    // points: stop when every seat's change is known to so many
  std::string report;                  // a page is written here
};
struct ReviewOptions : Common {
  std::string file;
  int effort = 1;                      // how many times the usual simulations and imagined deals
  std::string by;                      // who looks for something better; empty: the search
  int confirm = 0;                     // games played on from the costliest choices and from the better ones
  int threads = 0;
  bool quiet = false;
  std::string report;                  // a page is written here
};
struct CalibrateOptions : ContestOptions {
  CalibrateOptions() { games = 2000; }
  std::string player = "greedy";       // in every seat
  std::uint64_t least = 0;             // positions in every tenth that occurs, if it takes more games
  std::uint64_t most_games = 0;        // no more games than that; 0: 40 times as many
  std::uint64_t verdicts = 0;          // instead: so many verdicts of reviews are put to the test
  int confirm = 400;                   // games played on from both choices of each
  std::string fit;                     // find the figures anew, for this file (all games: this folder)
  std::string write;                   // the table goes into this file
};
struct ReplayOptions : Common {
  std::string file;
  std::string seat;                    // whose eyes; empty: omniscient
  int to = -1;                         // stop after this many choices
  bool states = false;                 // print the fields that changed after each choice
  bool positions = false;              // in JSON: the whole position after each choice, and who is asked what
};
struct VerifyOptions : Common {
  std::string file;
  std::string commitment;              // what was published when the game began, if known
};
struct ScenarioOptions : Common {
  std::vector<std::string> files;      // files or folders
};
struct JudgeOptions : Common {
  std::vector<std::string> files;      // files or folders
  std::string player = "search:1000";
  std::uint64_t seed = 1;
  int seeds = 1;                       // each position is put with so many
  std::string floor;                   // a file with the least share of good choices, in percent
};
struct ClausesOptions : Common {
  bool missing = false;
  std::string scenarios;               // folder; empty: tests/scenarios/GAME beside the program's source
};
struct CardsOptions : Common {
  std::string card;                    // empty: all
  std::string report;                  // write all of them there, to be read
  std::string svg;                     // a sheet with the pictures is written here
  std::string theme = "light";
  int size = 96;                       // of a picture on the sheet
};
struct OddsOptions : Common {
  std::vector<std::string> question;   // e.g. 3v2, --attack-d8 1 ...: the game's own words
};
struct DeckOptions : Common {
  std::string file;
  std::string format;                  // empty: what the list says, or the game's usual one
};
struct BenchOptions : Common {
  double seconds = 1.0;
  std::string compare;                 // a file of earlier runs
  double worst = 0;                    // exit status 1 if a time ratio is above; 0: never
  bool markdown = false;               // the table of docs/reports/speed.md
  std::string append, note;            // this run goes to the end of that file
};
struct BotOptions : Common {
  std::string connect;                 // the server's address
  std::string table;
  int seat = 0;                        // 0: the first that is open
  std::string account, password_file;
  bool sign_up = false;                // make the account
  bool quiet = false;
  std::string command;                 // the program and its arguments; may begin with time=500ms:
};
struct ServeCommand : Common {
  server::ServeOptions serve;
};

// Those in charge of a server.
struct AdminOptions : Common {
  std::string data = "rulewright-data", database;
  std::string action, subject;
  std::string reason, french;
  int days = 0;                        // 0: for good
  int most = 100;
};
struct BackupOptions : Common {
  std::string data = "rulewright-data", database, folder;
};
struct SiteOptions : Common {
  std::string folder;                  // new or empty
  std::string page;                    // the built page; empty: beside the program
};

int games(const Common&);
int play(const PlayOptions&);
int draft(const DraftOptions&);
int simulate(const SimulateOptions&);
int match(const MatchOptions&);
int tournament(const TournamentOptions&);
int what_if(const WhatIfOptions&);
int review(const ReviewOptions&);
int calibrate(const CalibrateOptions&);
int replay(const ReplayOptions&);
int verify(const VerifyOptions&);
int scenario(const ScenarioOptions&);
int judge(const JudgeOptions&);
int clauses(const ClausesOptions&);
int cards(const CardsOptions&);
int odds(const OddsOptions&);
int bench(const BenchOptions&);
int check_deck(const DeckOptions&);
int bot(const BotOptions&);
int serve(const ServeCommand&);
int admin(const AdminOptions&);
int site(const SiteOptions&);
int backup(const BackupOptions&);
int restore(const BackupOptions&);

// The edition that `common` asks for: built in, or compiled from --content. Null with a message
// printed (every problem of the content with its place).
std::shared_ptr<const Edition> edition(const Common& common);
// The same from a folder (empty: from the built-in sources), with changes ("list.record.key=value") made before it
// is checked.
std::shared_ptr<const Edition> changed_edition(const std::string& game, const std::string& folder,
                                               const std::vector<std::string>& changes);
// A folder of the source tree: here, or above the program. Empty if there is none.
std::string source_folder(const std::string& inside);

}  // namespace rw::cli
