// Starting, loading, playing on, taking back and recording one game.
#include "cli/play_session.h"

#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <tuple>

#include "cli/log_lines.h"
#include "cli/terminal.h"
#include "engine/core/hash.h"
#include "engine/frames.h"

namespace rw::cli {

namespace {

// Strong enough to be fun, and quick enough that nobody has to wait.
constexpr const char* usual_opponent = "search:1000";
constexpr const char* hint_player = "search:4000";
// No honest game comes near this size.
constexpr std::uintmax_t largest_file = 64U << 20U;

Expected<std::string> read_file(const std::string& file) {
  std::error_code fault;
  const auto size = std::filesystem::file_size(file, fault);
  if (fault) {
    return failed(fault.message()).at(file);
  }
  if (size > largest_file) {
    return failed("too large for a game").at(file);
  }
  std::ifstream in(file, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (!in.bad() && bytes.size() == size) return bytes;
  return failed("cannot be read").at(file);
}

// Writes all or nothing: if it is stopped halfway, the old file stays as it was.
Expected<> write_file(const std::string& file, std::string_view bytes) {
  const std::string fresh = file + ".new";
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  std::error_code fault;
  if (out) std::filesystem::rename(fresh, file, fault);
  if (out && !fault) return {};
  std::filesystem::remove(fresh, fault);
  return failed("cannot be written").at(file);
}

bool read_seed(const std::string& text, core::Seed& seed) {
  if (text.empty()) return getrandom(seed.data(), sizeof seed, 0) == static_cast<ssize_t>(sizeof seed);
  if (core::parse_seed(text, seed)) return true;
  const core::Digest digest = core::sha256(std::as_bytes(std::span(text)));
  return core::parse_seed(core::hex(digest), seed);
}

Expected<> read_options(const std::vector<std::string>& given, Setup& setup) {
  for (const std::string& option : given) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0) {
      return failed("option '" + option + "' must have the form name=value");
    }
    setup.options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  return {};
}

// Where a game is recorded when nobody said where; empty if there is no such place.
std::string usual_record(std::string_view game) {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  if (state == nullptr && home == nullptr) return "";
  std::filesystem::path folder =
      state != nullptr ? std::filesystem::path(state) : std::filesystem::path(home) / ".local/state";
  folder /= "rulewright";
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) return "";
  const std::time_t now = std::time(nullptr);
  std::tm when{};
  localtime_r(&now, &when);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "-%Y%m%d-%H%M%S", &when);
  return folder / (std::string(game) + stamp + ".rwreplay");
}

}  // namespace

// ---- starting --------------------------------------------------------------------------------------

Expected<> Session::start(const PlayOptions& options) {
  if (auto done = options.load.empty() ? begin(options) : load(options.load); !done) return done.failure();
  if (!options.load.empty() && (options.seats != 0 || !options.seed.empty() || !options.options.empty())) {
    return failed("--seats, --seed and --option are settled in the game that --load goes on with");
  }
  if (!options.players.empty() || sitters_.empty())
    if (auto done = seat_players(options.players); !done) return done.failure();
  return open_record(options.record);
}

Expected<> Session::begin(const PlayOptions& options) {
  Setup setup;
  setup.seats = options.seats != 0
                    ? options.seats
                    : std::max(edition_->game().min_seats, static_cast<int>(options.players.size()));
  core::Seed seed{};
  if (auto done = read_options(options.options, setup); !done) return done.failure();
  if (!read_seed(options.seed, seed)) {
    return failed("the system gives no random numbers for a seed; give one with --seed");
  }
  set_up_.clear();
  Expected<Position> position = edition_->begin(setup, seed, &set_up_);
  if (!position) return position.failure();
  replay_ = start_replay(*edition_, setup, seed);
  player_seed_ = core::derive(seed, 1);
  positions_ = {*std::move(position)};
  return {};
}

Expected<> Session::seat_players(const std::vector<std::string>& names) {
  if (static_cast<int>(names.size()) > seats()) {
    return failed("--players names " + std::to_string(names.size()) + ", the table has room for " +
                  std::to_string(seats()));
  }
  std::vector<Sitter> sitters;
  for (int i = 0; i < seats(); ++i) {
    Sitter sitter;
    const auto place = static_cast<std::size_t>(i);
    sitter.name = place < names.size() ? names[place] : i == 0 ? "human" : usual_opponent;
    if (sitter.name != "human") {
      Expected<players::Spec> spec = players::parse(sitter.name);
      if (!spec) {
        Failure failure = std::move(spec).failure();
        failure.reason += " (or human)";
        return failure;
      }
      if (auto done = players::make_player(*spec, edition_->game()).into(sitter.player); !done)
        return done.failure();
      sitter.stream = players::stream_of(player_seed_, core::seat(i));
    }
    sitters.push_back(std::move(sitter));
  }
  sitters_ = std::move(sitters);
  replay_.players.clear();
  for (int i = 0; i < seats(); ++i) replay_.players.emplace_back(i + 1, sitter_name(core::seat(i)));
  return {};
}

// ---- files -----------------------------------------------------------------------------------------

Expected<> Session::load(const std::string& file) {
  const Expected<std::string> bytes = read_file(file);
  if (!bytes) return bytes.failure();
  const auto raw = std::as_bytes(std::span(*bytes));
  Expected<> loaded = looks_like_save(raw) ? load_position(raw) : load_replay(*bytes);
  if (!loaded) return std::move(loaded).failure().at(file);
  return {};
}

Expected<> Session::load_position(std::span<const std::byte> bytes) {
  Expected<Position> position = read_save(*edition_, bytes);
  if (!position) return position.failure();
  replay_ = {};
  read_only_ = false;
  getrandom(player_seed_.data(), sizeof player_seed_, 0);
  positions_ = {*std::move(position)};
  choosers_.clear();
  set_up_.clear();
  notice_ = "A saved position tells nothing about how the game began, so no replay is recorded.";
  if (static_cast<int>(sitters_.size()) != seats()) return seat_players({});
  return {};
}

Expected<> Session::load_replay(std::string_view text) {
  Expected<Replay> read = read_replay(text);
  if (!read) return read.failure();
  Replay& replay = *read;
  if (replay.game != edition_->game().id) {
    return failed("it is a game of " + replay.game + ", not of " + std::string(edition_->game().id));
  }
  std::vector<Position> positions;
  std::vector<Chooser> choosers;
  core::Log set_up;
  Replay fresh = start_replay(*edition_, replay.setup, replay.seed);
  const Following following = follow(*edition_, replay, [&](const ReplayedChoice& step) {
    if (step.number > 0) {
      choosers.push_back({step.seat, Given::by_player, step.choice});
      record(fresh, *edition_, step.before, step.seat, step.choice);
    }
    if (step.number == 0) set_up = step.log;
    positions.push_back(step.after);
    return true;
  });
  const std::string stop = "it cannot be followed beyond choice " + std::to_string(following.divergence.choice) +
                           ": " + following.divergence.reason;
  if (positions.empty() || (following.diverged && !following.read_only)) {
    return failed((following.other_version.empty() ? "" : following.other_version + "; ") + stop);
  }
  notice_ = following.other_version;
  if (following.diverged) notice_ += "; " + stop;
  for (const std::string& note : note_lines(following, 1)) notice_ += (notice_.empty() ? "" : "; ") + note;
  read_only_ = following.read_only;
  std::vector<std::string> names;
  for (const auto& player : replay.players) names.push_back(player.second);
  // From here on it is a game of this program's content and words.
  replay_ = read_only_ ? Replay{} : std::move(fresh);
  player_seed_ = core::derive(replay.seed, 1);
  positions_ = std::move(positions);
  choosers_ = std::move(choosers);
  set_up_ = std::move(set_up);
  return seat_players(names);
}

Expected<> Session::save(const std::string& file) const {
  if (read_only_) {
    return failed("A game played by other rules is not saved again; its file stays as it is.");
  }
  if (has_beginning() && !file.ends_with(".rwsave")) return write_file(file, write_replay(replay_));
  const std::vector<std::byte> bytes = write_save(*edition_, now());
  return write_file(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Expected<> Session::open_record(const std::string& file) {
  if (!has_beginning()) {
    if (file.empty()) return {};
    return failed(read_only_ ? "--record: " + notice_
                             : "--record needs a game from its beginning, and a saved position has none");
  }
  record_file_ = file;
  if (file.empty() && isatty(STDIN_FILENO) != 0) record_file_ = usual_record(edition_->game().id);
  if (record_file_.empty()) return {};
  Expected<> written = write_record();
  if (written || !file.empty()) return written;
  record_file_.clear();  // nobody asked for it: play without
  return {};
}

// The whole file each time: it is small, and it is then always complete, checksum included.
Expected<> Session::write_record() const {
  return record_file_.empty() ? Expected<>() : write_file(record_file_, write_replay(replay_));
}

// ---- playing ---------------------------------------------------------------------------------------

int Session::humans() const {
  int count = 0;
  for (const Sitter& sitter : sitters_) count += sitter.player == nullptr ? 1 : 0;
  return count;
}

std::string Session::sitter_name(Seat seat) const {
  return sitters_[static_cast<std::size_t>(core::index(seat))].name;
}

void Session::choose(Choice choice, Given given) {
  const Seat chooser = edition_->chooser(now(), choice);
  Position next = now();
  core::Log told;  // whoever listens keeps the last sound position if there is no room for more
  if (has_beginning()) record(replay_, *edition_, now(), choice);
  edition_->apply(next, choice, &told);
  choosers_.push_back({chooser, given, choice});
  positions_.push_back(std::move(next));
  for (int i = 0; i < seats() && edition_->over(now()); ++i)
    if (const auto& player = sitters_[static_cast<std::size_t>(i)].player; player != nullptr)
      player->ended(*edition_, now(), core::seat(i));
  if (has_beginning()) close(replay_, *edition_, now());
  if (auto written = write_record(); !written) {
    notice_ = "The replay is no longer written: " + written.error();
    record_file_.clear();
  }
}

Choice Session::ask_player() {
  Sitter& sitter = sitters_[static_cast<std::size_t>(core::index(decision().asked))];
  const Choice choice = players::ask(*sitter.player, *edition_, now(), sitter.stream);
  if (const std::string fault = sitter.player->fault(); !fault.empty())
    notice_ = sitter.name + " forfeits: " + fault;
  return choice;
}

Expected<Choice> Session::ask_hint() {
  const Expected<players::Spec> spec = players::parse(hint_player);
  if (!spec) return spec.failure();
  const auto player = players::make_player(*spec, edition_->game());
  if (!player) return player.failure();
  core::Random stream = players::stream_of(core::derive(player_seed_, choosers_.size()), decision().asked);
  return players::ask(**player, *edition_, now(), stream);
}

void Session::hand_to_computer(Seat seat) {
  std::vector<std::string> names;
  for (int i = 0; i < seats(); ++i)
    names.push_back(core::seat(i) == seat ? usual_opponent : sitter_name(core::seat(i)));
  std::ignore = seat_players(names);
}

int Session::last_choice_of(Seat seat) const {
  for (int i = choices_made() - 1; i >= 0; --i) {
    const Chooser& chooser = choosers_[static_cast<std::size_t>(i)];
    if (chooser.seat == seat && chooser.given == Given::by_player) return i;
  }
  return -1;
}

bool Session::harmless_to_take_back(int choice) const {
  return edition_->harmless_to_undo(positions_[static_cast<std::size_t>(choice)], now());
}

void Session::take_back(int choice) {
  const auto kept = static_cast<std::size_t>(choice);
  positions_.resize(kept + 1);
  choosers_.resize(kept);
  if (!has_beginning()) return;
  replay_.choices.resize(kept);
  close(replay_, *edition_, now());
  std::ignore = write_record();
}

// What a choice brought about is told from it, made once more.
std::vector<LogLine> Session::log(Viewer viewer, std::string_view language, int from) const {
  LogLines lines(*edition_, viewer, language);
  const auto add = [&](const Position& then, const core::Event& event) { lines.add(then, event); };
  if (from < 0) each_told(*edition_, set_up_.events, positions_[0], add);
  core::Log told;
  told.keeps_positions = true;
  for (auto i = static_cast<std::size_t>(std::max(0, from)); i < choosers_.size(); ++i) {
    Position after = positions_[i];
    told.clear();
    edition_->apply(after, choosers_[i].choice, &told);
    each_told(*edition_, told.events, after, add);
  }
  return lines.take();
}

}  // namespace rw::cli
