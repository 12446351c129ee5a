// What can be tested of a card's text, in every game and language: it is whole, it agrees with itself, it leaves
// no number out, it is of one language, and it does not say of two programs the same if they differ.
#include <map>
#include <regex>
#include <set>

#include "engine/ability/render.h"
#include "engine/ability/walk.h"
#include "lab/card_faces.h"
#include "tests/table.h"

namespace rw::test {
namespace {

using ability::Program;
using ability::Type;
using core::Node;

constexpr std::string_view languages[] = {"en", "fr"};

// Every compiled ability of the bundle.
void each_program(Node node, const auto& visit) {
  if (node.kind() == Node::Kind::code) return visit(node.code());
  if (node.kind() != Node::Kind::list && node.kind() != Node::Kind::map) return;
  for (int i = 0; i < node.size(); ++i) each_program(node[i], visit);
}

// The numbers that a player has to know: those of effects, conditions and amounts. One is often said by a word.
std::set<int> numbers_of(const ability::Vocabulary& vocabulary, Program p) {
  std::set<int> out;
  const auto add = [&](int n) {
    if (n > 1 || n < -1) out.insert(n < 0 ? -n : n);
  };
  const ability::Ability& a = p.ability();
  for (const int start : {a.condition, a.cost, a.effects}) {
    if (start == 0) continue;
    ability::walk(vocabulary, p, start, [&](int at) {
      if (p.opcode(at) == ability::op_number) add(p.word(at + 1));
      const ability::Word* word = ability::find_word(vocabulary, p.opcode(at));
      int place = at + 1;
      for (int i = 0; word != nullptr && p.opcode(at) != ability::op_choose_one && i < word->parameter_count();
           ++i) {
        if (word->parameters[i].type == Type::number) add(p.word(place));
        place += word->parameters[i].type < Type::amount ? 1 : p.length(place);
      }
    });
  }
  return out;
}

struct Rule {
  std::string_view language;  // empty: every language
  const char* wrong;          // a regular expression
  const char* why;
};
const Rule rules[] = {
    {"", R"([{}|_])", "a placeholder is left"},
    {"", R"(  )", "two spaces"},
    {"", R"( [.,])", "a space before a full stop or a comma"},
    {"", R"([.,;:][.,;:])", "two signs in a row"},
    {"", R"(\( | \)|\(\))", "a hollow bracket"},
    {"", R"(\b(?!vous)([a-zA-Z]{2,}) \1\b)", "a word twice"},
    {"en", R"(\b[Aa] [aeioAEIO])", "a before a vowel"},
    {"en", R"(\b[Aa]n [bcdfgjklmnpqrstvwxyzBCDFGJKLMNPQRSTVWXYZ])", "an before a consonant"},
    {"en", R"((^|[^-+0-9])\b1 (cards|robots|units|points|spaces|characters|dice|icons|copies)\b)", "1 and many"},
    {"en", R"(\b([2-9]|[1-9][0-9]+) (card|robot|unit|point|space|character|die|copy|icon(?! color))\b)",
     "many and one"},
    {"en",
     R"((^|[:.,] )([Yy]our|[Tt]he|[Tt]hose) (\w+ )?(characters|enemies|cards|players|maneuvers) (has|gets|is|takes)\b)",
     "number"},
    {"en", R"(\b(each|one|that|this|a|an) (cards|characters|enemies|maneuvers|players|robots)\b)", "number"},
    {"en", R"(\b(those|these|all) (card|character|enemy|maneuver|player|robot)\b)", "number"},
    {"en", R"(\byou may (a|an|the|one|each|that|you|your)\b)", "what one may do is no order"},
    {"en", R"(\bof of\b|\bthe the\b|\bits? it\b)", "doubled"},
    {"en", R"(\b(le|la|les|une|des|vous|carte|cartes|piochez|pour|chaque)\b)", "French in an English text"},
    {"fr", R"(\b(the|your|card|cards|draw|each|when|you|damage|with|from)\b)", "English in a French text"},
    {"fr", R"(\b(de|à) les? (?!(combattre|remettre|payer))|\b[sS]i ils? |\bque (il|elle|un)|\bde (un|une) )",
     "no elision"},
    {"fr", R"((^|[^-+0-9])\b1 (cartes|robots|points|cases|dégâts|Dégâts|unités)[ .,])", "1 and many"},
    {"fr", R"(\b([2-9]|[1-9][0-9]+) (carte|robot|point|case|dégât|Dégât|unité)[ .,])", "many and one"},
    {"fr", R"(\b(un|ce|cet|le|du|au|tout) (carte|Action|Arme|Armure|manœuvre|case|zone|icône|main|défausse)\b)",
     "gender"},
    {"fr", R"(\b(une|cette|la|toute) (personnage|ennemi|joueur|robot|équipement|équipier|Dinosaure)\b)", "gender"},
    {"fr", R"(\b(vos|les|des|ces|tous les) (carte|personnage|ennemi|joueur|robot|manœuvre|Dinosaure)\b)",
     "number"},
    {"fr", R"(\b(chaque|chacun|un|une|ce|cet|cette) (cartes|personnages|ennemis|joueurs|robots|manœuvres)\b)",
     "number"},
    {"fr",
     R"((^|[:.,] )([Vv]os|[Ll]es|[Cc]es) (autres )?(personnages|ennemis|cartes|joueurs) (a|gagne|est|subit|doit|peut)\b)",
     "number"},
    {"", R"(\) \()", "two brackets that could be one"},
    {"", R"(([A-Z][^.:]{9,})\. \1\.)", "a sentence twice"},
    {"en", R"(there is (an? [^,.]{6,}),[^.]*\b\1)", "what there is, described twice"},
    {"fr", R"(il y a (une? [^,.]{6,}),[^.]*\b\1)", "what there is, described twice"},
    {"en", R"(\b[Ii]f [^,.:;]*, if\b)", "a condition inside a condition"},
    {"fr", R"(\b[Ss]i [^,.:;]*, si\b)", "a condition inside a condition"},
    {"en", R"(\bif you like\b)", "what one may do is said by may"},
    {"en", R"(\bis an? (card|enemy) with)", "it has, not it is something with"},
    {"fr", R"(\best une? (carte|ennemi) (ayant|sans))", "elle a, non elle est quelque chose qui a"},
    {"en", R"(on top of the deck|\bto hand\b)", "whose deck, whose hand?"},
    {"fr", R"(sur la pioche|personnages? à vous)", "whose deck, whose character?"},
    {"en", R"(\beach [2-9])", "every, of several"},
    {"fr", R"(\bchaque (des|de)\b)", "chacune des"},
    {"fr", R"(\bgagne -)", "nobody gains less than nothing"},
    {"fr", R"(\bque (il|elle)[,. ])", "no elision"},
    {"en", R"(chooses one: that player)", "who chooses is who does it"},
    {"en", R"([Ii]f this character [^,]* and the (defender|attacker|enemy)[^,]*, it (has|gets)\b)",
     "it could be either"},
    {"fr", R"([Ss]i ce personnage [^,]* et que (le défenseur|l'attaquant|l'ennemi)[^,]*, il (a|reçoit)\b)",
     "il could be either"},
    {"en", R"(\b1 or (more|fewer) \w+s\b)", "1 and many"},
    {"fr", R"(\bau (plus|moins) 1 \w+s\b)", "1 and many"},
    {"fr", R"(\bvous pouvez \w+ez\b)", "an imperative after « vous pouvez »"},
    {"", R"(\+\d+ \S+\. \+\d)", "two bonuses in two sentences"},
    {"en", R"(no cards? in (your|the opponent's) hand)", "a hand is empty"},
    {"fr", R"(pas de carte dans (votre main|la main adverse))", "une main est vide"},
    {"en", R"((one|another) of your characters [^:]*: If that character is|an enemy [^:]*: If that enemy is)",
     "the moment says which of them"},
    {"fr", R"(de vos personnages [^:]*: si ce personnage-là est|un ennemi [^:]*: si cet ennemi est)",
     "the moment says which of them"},
    {"en", R"(: (?!This turn)[^.:]*\band if\b[^.:]* this turn\.)", "how long: for both, or for the second?"},
    {"fr", R"(: (?!ce tour-ci)[^.:]*\bet s(i|'il)\b[^.:]* ce tour-ci\.)",
     "how long: for both, or for the second?"},
    {"en", R"(\bonly \d+ of it\b|\bis a card of cost\b|\bnumber (at least )?\d+)", "stilted"},
    {"fr", R"(\d+ seulement|est une carte de coût|sont au nombre de)", "stilted"},
    {"en", R"(\b\d+ less once\b|\bcount 2 times\b|\bif that \w+ is in the KO area)", "stilted"},
    {"fr", R"(de moins une fois|\bcomptent 2 fois|si cet? \w+ est dans la zone KO|chaque carte parmi ces)",
     "stilted"},
    {"en", R"(\byou may [^.;]*, then (?!you\b|each\b))", "what one may do, and what then follows: and then"},
    {"en",
     R"(\b(player|them|opponent|rival)\b[^.:;]* (gain|lose|draw|discard|Repair)s\b[^.:;]*, then (gain|lose|draw|discard))",
     "who is meant: then you draw"},
    {"fr",
     R"(\b(joueur|eux|opposant|rival)\b[^.:;]* (gagne|perd|pioche|défausse|Répare) [^.:;]*, puis (gagnez|perdez|piochez))",
     "who is meant: puis vous piochez"},
    {"en", R"(\bfrom hand\b)", "whose hand?"},
    {"fr", R"(\bde la main(?! (adverse|du|de)\b))", "whose hand?"},
    {"fr", R"(\b\w+[ce]ever\b)", "no infinitive"},
    {"en", R"(\b[Ii]f this is (your rushing card), \1\b|\b[Ii]f (your \w+ Dinosaur)\b[^,]*, \2\b)", "it"},
    {"fr", R"(\best (votre carte de ruée), \1\b|\b[Ss]i (votre Dinosaure \w+)\b[^,]*, \2\b)", "il, elle"},
    {"en", R"(one of (your \w+) other than that\b)", "another of them"},
    {"fr", R"(une? de vos \w+ autres? que cet?t?e?\b)", "un autre"},
    {"en", R"(\bPlayers who \w+ here, (when|at) )", "whoever reads it is meant: if you stand here"},
    {"fr", R"(\bJoueurs présents ici, (quand|au) )", "whoever reads it is meant: if you stand here"},
    {"en", R"(\b(costs|has|gets) [-+]\d[^.;:]*, then (gain|lose|draw|discard|destroy|Repair)\b)",
     "what is told and what is ordered stand apart"},
    {"fr", R"(\b(coûte|a|reçoit) [-+]\d[^.;:]*, puis \w+ez\b)", "what is told and what is ordered stand apart"},
    {"en", R"(\bone of them\b[^.]*\. Otherwise)", "if there is none"},
    {"fr", R"(\bl'une? d'e(ux|lles)\b[^.]*\. Sinon)", "s'il n'y en a pas"},
    {"en", R"(hand \((the opponent|the rival|that player) chooses\))", "who chooses from a hand does it"},
    {"fr", R"(main (adverse|du rival) \(au choix)", "who chooses from a hand does it"},
    {"en", R"(: This (battle|turn), [^.]*\bthis \1\.)", "how long is said once"},
    {"fr", R"(: (dans cette bataille|ce tour-ci), [^.]*\1\.)", "how long is said once"},
    {"fr", R"(\bau choix\W{1,4}:)", "two colons in a row"},
    {"fr", R"(\b[Qq]uand [^:.,]*[a-zé]r(ait|aient)\b)", "no conditional after « quand »"},
    {"en", R"(\bthere (is|are)( no)? [^,.;]* you (flipped|played|have played)\b)", "you have played"},
    {"fr", R"(\bil (y a|n'y a pas) [^,.;]* que vous avez (joué|retourné))", "vous avez joué"},
    {"en", R"(\b(Dinosaur|zone) of (yours|an opponent)\b)", "your Dinosaur, an opponent's Dinosaur"},
    {"en", R"(\b(there is|you have) an? (\w+ )*(player|enemy|character|card)\b[^.]*\bone of them\b)",
     "one of several"},
    {"fr", R"(\b(il y a|vous avez) une? (\w+ )*(joueur|ennemi|personnage|carte)\b[^.]*\bl'une? d'e)",
     "l'un de plusieurs"},
    {"en", R"(\byou buy costs [^.]*this turn)", "what is bought this turn costs less"},
    {"fr", R"(\bvous achetez coûte [^.]*ce tour-ci)", "ce qui s'achète ce tour-ci coûte moins"},
    {"en", R"(\bof yours has\b|\bown-faction\b|\bother than an? \w+ character)", "stilted"},
    {"fr", R"(\b(rival|joueur) de (niveau|coût|sprint)\b)", "whose level? beside what has it"},
    {"fr", R"(\bautres? qu'un|\b\d de Déplacement|contre tout )", "stilted"},
    {"fr", R"(\b(équipement|manœuvre|équipier)\b[^.]*\(au choix (du rival|de ce joueur)\))",
     "who chooses of his own does it"},
};

// The texts by which a rule may be broken: names may hold anything, so they are taken out.
std::string without_names(std::string text, const std::set<std::string, std::greater<>>& names) {
  for (const std::string& name : names)
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at))
      text.replace(at, name.size(), "N");
  return text;
}

class Texts : public EveryGame {
 protected:
  std::string text_of(std::span<const std::int32_t> code, std::string_view language) const {
    return ability::render(edition->bundle().root(), *game().vocabulary, code, language);
  }
  std::set<std::string, std::greater<>> names(std::string_view language) const {
    std::set<std::string, std::greater<>> out;
    collect_names(edition->bundle().root(), language, out);
    return out;
  }

 private:
  static void collect_names(Node node, std::string_view language, std::set<std::string, std::greater<>>& out) {
    if (node.kind() == Node::Kind::map && node["name"].kind() == Node::Kind::map) {
      const std::string name(node["name"][language].text());
      if (name.find(' ') != std::string::npos) out.insert(name);
    }
    if (node.kind() == Node::Kind::list || node.kind() == Node::Kind::map)
      for (int i = 0; i < node.size(); ++i) collect_names(node[i], language, out);
  }
};

TEST_P(Texts, KeepTheRulesOfTheirLanguage) {
  std::vector<std::regex> wrong;
  for (const Rule& rule : rules) wrong.emplace_back(rule.wrong);
  for (const std::string_view language : languages) {
    const auto known = names(language);
    std::set<std::string> seen;
    for (const lab::CardFace& face : lab::card_faces(*edition, std::string(language)))
      for (const std::string& text : face.texts) {
        if (!seen.insert(text).second) continue;
        const std::string bare = without_names(text, known);
        for (std::size_t i = 0; i < std::size(rules); ++i) {
          if (!rules[i].language.empty() && rules[i].language != language) continue;
          EXPECT_FALSE(std::regex_search(bare, wrong[i])) << face.id << ": " << rules[i].why << ": " << text;
        }
        EXPECT_TRUE(text.ends_with('.') || text.ends_with('!')) << face.id << ": " << text;
      }
  }
}

// "Twice" says 2 as well.
bool says(const std::string& text, int number) {
  if (number == 2 && std::regex_search(text, std::regex(R"(\b(twice|double)\b)"))) return true;
  return std::regex_search(text, std::regex("(^|[^0-9])" + std::to_string(number) + "($|[^0-9])"));
}

TEST_P(Texts, SayEveryNumber) {
  for (const std::string_view language : languages)
    each_program(edition->bundle().root(), [&](std::span<const std::int32_t> code) {
      const std::string text = text_of(code, language);
      for (const int number : numbers_of(*game().vocabulary, {code}))
        EXPECT_TRUE(says(text, number)) << number << " is missing in: " << text;
    });
}

// Programs that read alike are alike. Where one picks things by a word of the rules and another by its own choice
// of registers, the words differ only in numbers that no player sees, so opcodes and visible numbers are compared.
TEST_P(Texts, OfDifferentProgramsDiffer) {
  std::map<std::string, std::multiset<int>> words_by_text;
  each_program(edition->bundle().root(), [&](std::span<const std::int32_t> code) {
    const Program p{code};
    std::multiset<int> words;
    for (const int start : {p.ability().condition, p.ability().cost, p.ability().effects})
      if (start != 0)
        ability::walk(*game().vocabulary, p, start, [&](int at) {
          const int op = p.opcode(at);
          if (op >= ability::first_game_word) words.insert(op);
        });
    const std::string text = text_of(code, "en");
    const auto [found, fresh] = words_by_text.emplace(text, words);
    EXPECT_TRUE(fresh || found->second == words) << text;
  });
}

INSTANTIATE_TEST_SUITE_P(Games, Texts, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
