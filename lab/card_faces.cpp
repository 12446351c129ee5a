// Card faces of every game, from the records of the content.
#include "lab/card_faces.h"

#include <algorithm>
#include <span>

#include "engine/ability/render.h"
#include "engine/core/text.h"

namespace rw::lab {

namespace {

using core::Node;

std::string named(Node record, const std::string& language) {
  const Node name = record["name"];
  if (name.kind() == Node::Kind::text) return std::string(name.text());
  return std::string(name[language].text(name["en"].text()));
}

void render_into(const Edition& edition, Node abilities, const std::string& language, const std::string& before,
                 std::vector<std::string>& texts) {
  for (int i = 0; i < abilities.size(); ++i)
    texts.push_back(before + ability::render(edition.bundle().root(), *edition.game().vocabulary,
                                             abilities[i].code(), language));
}

// An upgrade card names an upgrade and a zone, and may have the symbol (RSK-CRD-02); a leader has a
// power for each mode.
std::vector<CardFace> risk_cybertron_faces(const Edition& edition, const std::string& language) {
  std::vector<CardFace> faces;
  const Node root = edition.bundle().root();
  const bool french = language == "fr";
  const auto zone_name = [&](Node zone) {
    return named(root["zones"][static_cast<int>(zone.integer(-1))], language);
  };
  for (int i = 0; i < root["cards"].size(); ++i) {
    const Node card = root["cards"][i];
    const Node upgrade = root["upgrades"][static_cast<int>(card["upgrade"].integer(-1))];
    CardFace face{std::string(card["id"].text()), named(upgrade, language), {}, {}};
    face.figures.emplace_back("zone", zone_name(card["zone"]));
    if (card["transform"].flag()) face.figures.emplace_back(french ? "symbole" : "symbol", french ? "oui" : "yes");
    render_into(edition, upgrade["abilities"], language, "", face.texts);
    faces.push_back(std::move(face));
  }
  for (int i = 0; i < root["leaders"].size(); ++i) {
    const Node leader = root["leaders"][i];
    CardFace face{std::string(leader["id"].text()), named(leader, language), {}, {}};
    face.figures.emplace_back(french ? "camp" : "faction", leader["faction"].text());
    face.figures.emplace_back(french ? "couleur" : "colour", leader["colour"].text());
    face.figures.emplace_back(french ? "départ" : "start", zone_name(leader["start_zone"]));
    render_into(edition, leader["robot"], language, french ? "Mode robot. " : "Robot mode. ", face.texts);
    render_into(edition, leader["vehicle"], language, french ? "Mode véhicule. " : "Vehicle mode. ", face.texts);
    faces.push_back(std::move(face));
  }
  return faces;
}

// "Pack Lunge (AE): 20 damage, cannot be evaded. On a hit: ..." of an attack, a Power or an Assist Power.
std::string move_text(const Edition& edition, Node move, const std::string& language) {
  const bool french = language == "fr";
  const std::string cost(move["cost"].text());
  std::string text = named(move, language) + " (" + (cost.empty() ? (french ? "gratuit" : "free") : cost) +
                     (french ? ") :" : "):");
  const Node attack = move["attack"] ? move["attack"] : move;
  std::string figures;
  const auto figure = [&](const std::string& part) { figures += (figures.empty() ? " " : ", ") + part; };
  if (const auto atk = attack["atk"].integer(); atk != 0) figure((french ? "ATQ " : "ATK ") + std::to_string(atk));
  if (const auto more = attack["atk_bonus"].integer(); more != 0)
    figure((french ? "ATQ +" : "ATK +") + std::to_string(more));
  if (attack["damage"]) figure(std::to_string(attack["damage"].integer()) + (french ? " dégâts" : " damage"));
  if (attack["no_evade"].flag()) figure(french ? "sans esquive possible" : "cannot be evaded");
  if (attack["no_defend"].flag()) figure(french ? "sans défense possible" : "cannot be defended");
  if (attack["any_dinosaur"].flag()) figure(french ? "sur tout Dinosaure adverse" : "at any opposing Dinosaur");
  if (!figures.empty()) text += figures + ".";
  std::vector<std::string> abilities;
  render_into(edition, move["abilities"], language, " ", abilities);
  for (const std::string& ability : abilities) text += ability;
  return text;
}

// Strategies have a price and a text; Techs have Powers; a Dinosaur has figures, attacks and perhaps an
// Assist Power (DNB-AST-01).
std::vector<CardFace> dino_battles_faces(const Edition& edition, const std::string& language) {
  std::vector<CardFace> faces;
  const Node root = edition.bundle().root();
  const bool french = language == "fr";
  const auto each = [&](std::string_view table, const std::string& kind, auto&& fill) {
    for (int i = 0; i < root[table].size(); ++i) {
      const Node card = root[table][i];
      CardFace face{std::string(card["id"].text()), named(card, language), {}, {}};
      face.figures.emplace_back(french ? "genre" : "kind", kind);
      if (card["cost"]) face.figures.emplace_back(french ? "prix" : "price", card["cost"].text());
      render_into(edition, card["abilities"], language, "", face.texts);
      fill(card, face);
      faces.push_back(std::move(face));
    }
  };
  const auto nothing_more = [](Node, CardFace&) {};
  each("strategies", french ? "Stratégie" : "Strategy", nothing_more);
  each("techs", "Tech", [&](Node card, CardFace& face) {
    for (int k = 0; k < card["powers"].size(); ++k)
      face.texts.push_back(move_text(edition, card["powers"][k], language));
  });
  each("dinosaurs", french ? "Dinosaure" : "Dinosaur", [&](Node card, CardFace& face) {
    constexpr std::string_view figures[][3] = {
        {"hp", "HP", "PV"}, {"atk", "ATK", "ATQ"}, {"eva", "EVA", "ESQ"}, {"def", "DEF", "DÉF"}};
    for (const auto& figure : figures)
      face.figures.emplace_back(figure[french ? 2 : 1], std::to_string(card[figure[0]].integer()));
    const std::string_view retreat = card["retreat"].text();
    face.figures.emplace_back(french ? "repli" : "retreat",
                              retreat.empty() ? (french ? "gratuit" : "free") : retreat);
    for (int k = 0; k < card["attacks"].size(); ++k)
      face.texts.push_back(move_text(edition, card["attacks"][k], language));
    if (card["assist"]) face.texts.push_back(move_text(edition, card["assist"], language));
  });
  each("combat", french ? "carte de combat" : "Combat Card", nothing_more);
  each("status", french ? "carte de statut" : "Status Card", nothing_more);
  return faces;
}

// Maneuvers have cost and sprint, events a burst and perhaps a color; dragons, gear and crew what the mag pit
// asks for (DRB-MAG-04, DRB-CRW-02).
std::vector<CardFace> dragon_booster_faces(const Edition& edition, const std::string& language) {
  std::vector<CardFace> faces;
  const Node root = edition.bundle().root();
  const bool french = language == "fr";
  const auto record = [&](std::string_view table, Node place) {
    return named(root[table][static_cast<int>(place.integer(-1))], language);
  };
  const auto stat = [&](std::string_view word) {
    return std::string(root["locale"][french ? "fr" : "en"]["terms"][word].text(word));
  };
  constexpr std::string_view tables[][3] = {{"maneuvers", "maneuver", "manœuvre"},
                                            {"events", "event", "événement"},
                                            {"dragons", "dragon", "dragon"},
                                            {"gear", "gear", "équipement"},
                                            {"crew", "crew", "équipier"}};
  for (const auto& table : tables)
    for (int i = 0; i < root[table[0]].size(); ++i) {
      const Node card = root[table[0]][i];
      CardFace face{std::string(card["id"].text()), named(card, language), {}, {}};
      const auto figure = [&](std::string_view en, std::string_view fr, const std::string& value) {
        face.figures.emplace_back(french ? fr : en, value);
      };
      face.figures.emplace_back(french ? "genre" : "kind", table[french ? 2 : 1]);
      if (card["cost"]) figure("cost", "coût", std::to_string(card["cost"].integer()));
      if (card["sprint"]) figure("sprint", "sprint", std::to_string(card["sprint"].integer()));
      if (card["burst"])
        figure("burst", "jaillissement",
               stat(card["burst"]["stat"].text()) + " " + std::to_string(card["burst"]["value"].integer()));
      if (card["color"]) figure("color", "couleur", record("colors", card["color"]));
      for (int k = 0; k < card["stats"].size(); ++k)
        face.figures.emplace_back(stat(card["stats"].key(k)), std::to_string(card["stats"][k].integer()));
      if (card["level"]) figure("level", "niveau", std::to_string(card["level"].integer()));
      if (card["team"]) figure("team", "équipe", record("teams", card["team"]));
      std::string boxes, corners;
      for (int k = 0; k < card["color_boxes"].size(); ++k)
        boxes += (boxes.empty() ? "" : ", ") + record("colors", card["color_boxes"][k]);
      for (const int k : {0, 2})  // the upper zap caps and the lower ones show one symbol each
        if (card["corners"] && (k == 0 || card["corners"][k].text() != card["corners"][0].text()))
          corners += (corners.empty() ? "" : " / ") + stat(card["corners"][k].text());
      if (!boxes.empty()) figure("boxes", "cases", boxes);
      if (!corners.empty()) figure("symbol", "symbole", corners);
      const std::string_view rarity = card["rarity"].text();
      figure("rarity", "rareté",
             std::string(!french || rarity == "rare" ? rarity
                         : rarity == "common"        ? "commune"
                                                     : "peu commune"));
      render_into(edition, card["abilities"], language, "", face.texts);
      faces.push_back(std::move(face));
    }
  return faces;
}

// ---- any other game: what its records hold -----------------------------------------------------------------

struct Word {
  std::string_view word, en, fr;
};
constexpr Word figure_names[] = {
    {"type", "type", "type"},          {"kind", "kind", "genre"},
    {"set", "set", "extension"},       {"rarity", "rarity", "rareté"},
    {"faction", "faction", "camp"},    {"stars", "stars", "étoiles"},
    {"health", "health", "vie"},       {"attack", "attack", "attaque"},
    {"defense", "defense", "défense"}, {"combines_into", "combines into", "se combine en"},
    {"cost", "cost", "coût"},          {"copies", "copies", "exemplaires"},
    {"level", "level", "niveau"},      {"power", "power", "puissance"},
    {"range", "range", "portée"},      {"move", "move", "mouvement"},
    {"flight", "flight", "vol"},       {"counts_as", "counts as", "compte comme"}};
constexpr Word figure_values[] = {{"upgrade", "upgrade", "amélioration"},
                                  {"action", "action", "action"},
                                  {"weapon", "weapon", "arme"},
                                  {"armor", "armor", "armure"},
                                  {"utility", "utility", "utilitaire"},
                                  {"two_mode", "two modes", "deux modes"},
                                  {"single_mode", "one mode", "un seul mode"},
                                  {"triple_changer", "three modes", "trois modes"},
                                  {"combiner", "Combiner", "Combiné"},
                                  {"common", "common", "commune"},
                                  {"uncommon", "uncommon", "peu commune"},
                                  {"rare", "rare", "rare"},
                                  {"super_rare", "super rare", "super rare"},
                                  {"combined", "combined", "combinée"},
                                  {"autobot", "Autobot", "Autobot"},
                                  {"decepticon", "Decepticon", "Decepticon"},
                                  {"standard", "standard", "standard"},
                                  {"special", "special", "spécial"},
                                  {"wrath", "Wrath", "Fureur"},
                                  {"team", "Team mode", "Mode équipe"},
                                  {"reward", "Reward", "Récompense"},
                                  {"bot", "Bot mode", "Mode robot"},
                                  {"alt", "Alt mode", "Mode alternatif"},
                                  {"alt1", "First alt mode", "Premier mode alternatif"},
                                  {"alt2", "Second alt mode", "Second mode alternatif"}};

std::string_view word_in(std::span<const Word> words, std::string_view word, bool french) {
  for (const Word& known : words)
    if (known.word == word) return french ? known.fr : known.en;
  return {};
}

// A figure that tells a player something; numbers of the print run and of other records do not, and a reference is
// told by the name of what it points at.
void add_figure(const Edition& edition, std::string_view key, Node value, const std::string& language,
                CardFace& face) {
  const Node root = edition.bundle().root();
  const bool french = language == "fr";
  const std::string_view name = word_in(figure_names, key, french);
  if (name.empty()) return;
  if (value.kind() == Node::Kind::text) {
    const std::string_view known = word_in(figure_values, value.text(), french);
    if (key != "set") face.figures.emplace_back(name, known.empty() ? value.text() : known);
  } else if (value.kind() == Node::Kind::integer) {
    std::string text = std::to_string(value.integer());
    if (key == "set") text = named(root["sets"][static_cast<int>(value.integer())], language);
    if (key == "combines_into") text = named(root["characters"][static_cast<int>(value.integer())], language);
    if (key == "flight") text = french ? "oui" : "yes";
    if (!text.empty()) face.figures.emplace_back(name, text);
  }
}

bool is_program(Node node) {
  return node.kind() == Node::Kind::list && node.size() > 0 && node[0].kind() == Node::Kind::code;
}

bool has_program(Node node) {
  if (is_program(node)) return true;
  if (node.kind() != Node::Kind::list && node.kind() != Node::Kind::map) return false;
  for (int i = 0; i < node.size(); ++i)
    if (has_program(node[i])) return true;
  return false;
}

std::string spaced(std::string_view word) {
  std::string text(word);
  std::replace(text.begin(), text.end(), '_', ' ');
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

// What stands before the texts of a part of a card: its name, its mode, or the word it is filed under.
std::string heading(Node part, std::string_view key, const std::string& language) {
  if (part.kind() == Node::Kind::map && part["name"]) return named(part, language) + ". ";
  const std::string_view mode = part.kind() == Node::Kind::map ? part["mode"].text() : std::string_view{};
  const std::string_view word = mode.empty() ? key : mode;
  if (word == "abilities") return {};
  const std::string_view known = word_in(figure_values, word, language == "fr");
  return (known.empty() ? spaced(word) : std::string(known)) + ". ";
}

void collect(const Edition& edition, Node part, const std::string& language, const std::string& before,
             CardFace& face) {
  for (int k = 0; k < part.size(); ++k) {
    const Node inner = part[k];
    const std::string_view key = part.key(k);
    if (is_program(inner)) {
      render_into(edition, inner, language, key == "abilities" ? before : heading(inner, key, language),
                  face.texts);
    } else if (inner.kind() == Node::Kind::map && key != "name") {
      collect(edition, inner, language, heading(inner, key, language), face);
    } else if (inner.kind() == Node::Kind::list) {
      for (int i = 0; i < inner.size(); ++i)
        if (inner[i].kind() == Node::Kind::map)
          collect(edition, inner[i], language, heading(inner[i], key, language), face);
    }
  }
}

std::vector<CardFace> faces_of_records(const Edition& edition, const std::string& language) {
  std::vector<CardFace> faces;
  const Node root = edition.bundle().root();
  for (int t = 0; t < root.size(); ++t) {
    if (root[t].kind() != Node::Kind::list || !has_program(root[t])) continue;
    for (int i = 0; i < root[t].size(); ++i) {
      const Node card = root[t][i];
      if (card.kind() != Node::Kind::map || card["id"].text().empty()) continue;
      CardFace face{std::string(card["id"].text()), named(card, language), {}, {}};
      for (int k = 0; k < card.size(); ++k) add_figure(edition, card.key(k), card[k], language, face);
      collect(edition, card, language, "", face);
      faces.push_back(std::move(face));
    }
  }
  return faces;
}

}  // namespace

std::vector<CardFace> card_faces(const Edition& edition, const std::string& language) {
  if (edition.game().id == "risk_cybertron") return risk_cybertron_faces(edition, language);
  if (edition.game().id == "dino_battles") return dino_battles_faces(edition, language);
  if (edition.game().id == "dragon_booster") return dragon_booster_faces(edition, language);
  return faces_of_records(edition, language);
}

std::vector<CardFace> find_cards(const Edition& edition, const std::string& language, const std::string& part) {
  std::vector<CardFace> faces = card_faces(edition, language), found;
  const std::vector<CardFace> english = card_faces(edition, "en");  // a name is known in both languages
  const std::string wanted = core::folded(part);
  const bool exact =
      std::any_of(faces.begin(), faces.end(), [&](const CardFace& face) { return face.id == wanted; });
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const bool named = core::folded(faces[i].name + "\n" + english[i].name).find(wanted) != std::string::npos;
    if (exact ? faces[i].id == wanted : named) found.push_back(std::move(faces[i]));
  }
  return found;
}

}  // namespace rw::lab
