// Whatever a game says reads like a sentence, in English and French: names stand in the form that the sentence
// wants, articles melt and elide, figures agree. Log lines, questions, labels and refusals of random and greedy
// games.
#include "tests/sentences.h"

#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "engine/core/noun.h"
#include "engine/core/text.h"
#include "engine/frames.h"
#include "tests/expected.h"
#include "tests/tables.h"

namespace rw::test {
namespace {

constexpr std::string_view languages[] = {"en", "fr"};

// The test can fail: each of these is wrong, and each of those is right.
TEST(Sentences, FaultsAreFound) {
  struct Said {
    std::string_view language, text;
  };
  constexpr Said wrong[] = {
      {"fr", "Pioche de Le Conseil"},
      {"fr", "Tour de Anna"},
      {"fr", "Rouge attaque le Aire"},
      {"fr", "Le repli de le Gallimimus"},
      {"fr", "Rouge va à les Marais"},
      {"fr", "L'effet d'Megatron"},
      {"fr", "Rouge engage 1 unités"},
      {"fr", "Rouge engage 2 unité"},
      {"fr", "Rouge a 0 points"},
      {"fr", "Rouge prend la la Zone Rad"},
      {"fr", "L'effet de Héroïsme"},
      {"fr", "Rouge joue {a:card}"},
      {"en", "Red draws a Upgrade"},
      {"en", "Red draws an Card"},
      {"en", "Red attacks the The Arena"},
      {"en", "Red moves 1 units"},
      {"en", "Red moves 2 unit"},
      {"en", "Red has 0 point"},
      {"en", "Red plays  Zap"},
      {"en", "Red plays ?"},
      {"en", "Red plays {a|card|cards}"},
      {"en", "Red takes a the card"},
  };
  for (const Said& said : wrong) EXPECT_FALSE(faults_of_sentence(said.text, said.language).empty()) << said.text;
  constexpr Said right[] = {
      {"fr", "Tour d'Anna"},
      {"fr", "Rouge attaque l'Aire de lancement depuis les Marais acides"},
      {"fr", "Le sprint de A est de 11"},
      {"fr", "Voulez-vous le faire ? Il est temps de le jouer."},
      {"fr", "Rouge engage 0 unité, puis 1 unité, puis 2 unités"},
      {"fr", "L'effet de «\u00A0En route !\u00A0» prend fin"},
      {"fr", "L'effet d'Héroïsme, puis celui de Hound"},
      {"en", "A attacks an Autobot from the Launch Pad with 1 unit; a Unicron card and 2 units follow"},
  };
  for (const Said& said : right)
    EXPECT_EQ(faults_of_sentence(said.text, said.language), std::vector<std::string>{}) << said.text;
}

// What the page is held to as well.
TEST(Sentences, FormsOfNames) {
  std::ifstream file("tests/data/nouns.txt");
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> parts;
    for (std::size_t from = 0, to = 0; to != std::string::npos; from = to + 2) {
      to = line.find("; ", from);
      parts.push_back(line.substr(from, to - from));
    }
    ASSERT_EQ(parts.size(), 5u) << line;
    const core::Noun noun(parts[1], parts[2]);
    const std::string said = parts[3].find('|') == std::string::npos ? core::formed(noun, parts[3], parts[0])
                                                                     : std::string(core::agreeing(noun, parts[3]));
    EXPECT_EQ(said, parts[4]) << line;
    ++rows;
  }
  EXPECT_GT(rows, 40);
}

// ---- what games say --------------------------------------------------------------------------------

class SentencesOfEveryGame : public EveryGame {};

class Listener {
 public:
  explicit Listener(const Edition& edition) : edition_(edition) {}

  void question(const Position& p) {
    for (const std::string_view language : languages)
      hear("question", edition_.question_text(p, language), language);
  }

  void labels(const Position& p, const ChoiceList& list) {
    const int step = list.size() / 40 + 1;
    for (int i = 0; i < list.size(); i += step)
      for (const std::string_view language : languages)
        hear("label of " + std::string(edition_.verb_name(list[i])), edition_.choice_text(p, list[i], language),
             language);
  }

  // As its actor and as a spectator read it; and once of each kind with other figures.
  void line(const Position& p, const core::Event& event) {
    if (!edition_.worded_events().test(event.kind)) return;
    tell(p, event);
    if (!seen_.insert(event.kind).second) return;
    core::Event other = event;
    const std::vector<int> figures = figures_of(event);
    for (const int figure : {0, 1, 2, 3, 11})
      for (const int which : figures) {
        other.operands[which] = figure;
        tell(p, other);
      }
  }

  void refusal(const Position& p, const Refusal& refusal) {
    for (const std::string_view language : languages)
      hear("refusal", edition_.refusal_text(p, refusal, language), language);
  }

  // Every fact with every agreement of its figures.
  void facts(const Position& p) {
    for (std::size_t fact = 1; fact < edition_.game().facts.size(); ++fact)
      for (const int have : {0, 1, 2, 11})
        for (const int need : {0, 1, 2, 11}) refusal(p, {0, static_cast<std::uint8_t>(fact), have, need});
  }

  void report() const {
    for (const auto& [kind, fault] : faults_)
      ADD_FAILURE() << kind << " (" << fault.first << " times), first: " << fault.second;
    std::cout << edition_.game().id << ": " << said_ << " sentences, " << seen_.size() << " kinds of events\n";
  }
  std::size_t kinds_seen() const { return seen_.size(); }

 private:
  void tell(const Position& p, const core::Event& event) {
    const std::string name = "event " + std::string(edition_.event_name(event));
    for (const std::string_view language : languages) {
      hear(name, edition_.event_text(p, event, Viewer::spectator(), language), language);
      if (event.actor != core::no_seat)
        hear(name, edition_.event_text(p, event, Viewer::of(event.actor), language), language);
    }
  }

  void hear(const std::string& what, const std::string& text, std::string_view language) {
    ++said_;
    if (const auto [known, fresh] = heard_.emplace(text + std::string(language)); !fresh) return;
    for (const std::string& fault : faults_of_sentence(text, language)) {
      auto& [count, first] = faults_[what + " " + std::string(language) + ", " + fault];
      if (count++ == 0) first = text;
    }
  }

  // The operands that the texts of an event name as plain figures and as nothing else.
  std::vector<int> figures_of(const core::Event& event) const {
    std::vector<int> out;
    const core::Node locales = edition_.bundle().root()["locale"];
    for (int which = 0; which < 4; ++which) {
      bool figure = false, other = false;
      for (const std::string_view language : languages) {
        const std::string_view pattern = locales[language]["events"][edition_.event_name(event)].text();
        const std::string start = std::string("{") + static_cast<char>('a' + which) + ":";
        for (std::size_t at = pattern.find(start); at != std::string_view::npos;
             at = pattern.find(start, at + 1)) {
          const std::string_view kind =
              core::asked_for(pattern.substr(at + 3, pattern.find('}', at) - at - 3)).kind;
          (kind == "number" || kind == "signed" ? figure : other) = true;
        }
      }
      if (figure && !other) out.push_back(which);
    }
    return out;
  }

  const Edition& edition_;
  std::map<std::string, std::pair<int, std::string>> faults_;
  std::set<std::string> heard_;
  std::set<int> seen_;
  long said_ = 0;
};

TEST_P(SentencesOfEveryGame, ReadLikeSentences) {
  Listener listener(*edition);
  Frames frames(edition);
  Choice before{};
  const std::vector<rw::Setup> tables = some_of(tables_of(*edition), sanitized ? 2 : 10);
  for (std::size_t n = 0; n < tables.size(); ++n)
    for (const auto kind : {players::Spec::Kind::random, players::Spec::Kind::greedy}) {
      const std::uint64_t seed = 31 + n;
      core::Log log;
      Position start = good(edition->begin(tables[n], core::seed_from(seed), &log));
      for (const core::Event& event : log.events) listener.line(start, event);
      if (n == 0) listener.facts(start);
      play_by(*edition, start, {kind, 0, 1}, seed, 600,
              [&](const Position& p, const ChoiceList& list, Choice choice) {
                listener.question(p);
                listener.labels(p, list);
                if (const Refusal stale = edition->judge(p, before); stale.refused()) listener.refusal(p, stale);
                before = choice;
                core::Log told;
                told.keeps_positions = true;
                Position after = p;
                edition->apply(after, choice, &told);
                frames.tell(told.events, p, after);
                for (std::size_t i = 0; i < frames.size(); ++i)
                  if (frames[i].has_event) listener.line(frames[i].told_in, frames[i].event);
                return true;
              });
    }
  listener.report();
  EXPECT_GT(listener.kinds_seen(), 5u);
}

INSTANTIATE_TEST_SUITE_P(Games, SentencesOfEveryGame, testing::ValuesIn(games().begin(), games().end()),
                         game_name);

}  // namespace
}  // namespace rw::test
