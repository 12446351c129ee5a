// `rulewright cards`: the cards of a game, with the rules text that their abilities render to.
#include "cli/cards.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/ability/render.h"
#include "engine/core/text.h"

namespace rw::cli {

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

// A record as it stands in the content: its plain values as figures, its abilities as text.
std::vector<CardFace> plain_faces(const Edition& edition, const std::string& language) {
  std::vector<CardFace> faces;
  const Node cards = edition.bundle().root()["cards"];
  for (int i = 0; i < cards.size(); ++i) {
    const Node card = cards[i];
    CardFace face{std::string(card["id"].text()), named(card, language), {}, {}};
    for (int k = 0; k < card.size(); ++k) {
      if (card.key(k) == "id" || card.key(k) == "name") continue;
      if (card[k].kind() == Node::Kind::integer)
        face.figures.emplace_back(card.key(k), std::to_string(card[k].integer()));
      if (card[k].kind() == Node::Kind::text) face.figures.emplace_back(card.key(k), card[k].text());
    }
    render_into(edition, card["abilities"], language, "", face.texts);
    faces.push_back(std::move(face));
  }
  return faces;
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

// A battle card has icons and bonuses; a character figures, traits and abilities for each mode.
std::vector<CardFace> transformers_tcg_faces(const Edition& edition, const std::string& language) {
  std::vector<CardFace> faces;
  const Node root = edition.bundle().root();
  const bool french = language == "fr";
  const auto joined = [](Node list) {
    std::string text;
    for (int i = 0; i < list.size(); ++i) text += (i == 0 ? "" : ", ") + std::string(list[i].text());
    return text;
  };
  for (int i = 0; i < root["battle_cards"].size(); ++i) {
    const Node card = root["battle_cards"][i];
    CardFace face{std::string(card["id"].text()), named(card, language), {}, {}};
    face.figures.emplace_back(french ? "genre" : "kind", card["kind"] ? card["kind"].text() : card["type"].text());
    face.figures.emplace_back(french ? "icônes" : "icons", joined(card["icons"]));
    for (const std::string_view figure : {"attack", "defense", "stars"})
      if (card[figure]) face.figures.emplace_back(figure, std::to_string(card[figure].integer()));
    render_into(edition, card["abilities"], language, "", face.texts);
    faces.push_back(std::move(face));
  }
  for (int i = 0; i < root["characters"].size(); ++i) {
    const Node card = root["characters"][i];
    CardFace face{std::string(card["id"].text()), named(card, language), {}, {}};
    face.figures.emplace_back("faction", card["faction"].text());
    face.figures.emplace_back(french ? "étoiles" : "stars", std::to_string(card["stars"].integer()));
    face.figures.emplace_back(french ? "santé" : "health", std::to_string(card["health"].integer()));
    for (int m = 0; m < card["modes"].size(); ++m) {
      const Node mode = card["modes"][m];
      const std::string head = std::string(mode["mode"].text());
      face.figures.emplace_back(head, std::to_string(mode["attack"].integer()) + "/" +
                                          std::to_string(mode["defense"].integer()) + " " +
                                          joined(mode["traits"]));
      render_into(edition, mode["abilities"], language, head + ": ", face.texts);
    }
    faces.push_back(std::move(face));
  }
  return faces;
}

nlohmann::ordered_json as_json(const CardFace& face) {
  nlohmann::ordered_json figures = nlohmann::ordered_json::object();
  for (const auto& [name, value] : face.figures) figures[name] = value;
  return {{"id", face.id}, {"name", face.name}, {"figures", figures}, {"texts", face.texts}};
}

}  // namespace

std::vector<CardFace> card_faces(const Edition& edition, const std::string& language) {
  if (edition.game().id == "risk_cybertron") return risk_cybertron_faces(edition, language);
  if (edition.game().id == "dino_battles") return dino_battles_faces(edition, language);
  if (edition.game().id == "transformers_tcg") return transformers_tcg_faces(edition, language);
  return plain_faces(edition, language);
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

std::string face_text(const Terminal& terminal, const CardFace& face) {
  std::string out = painted(terminal, strong, face.name) + "  " + painted(terminal, faint, face.id);
  for (const auto& [name, value] : face.figures) out += "  " + painted(terminal, faint, name) + " " + value;
  out += "\n";
  for (const std::string& text : face.texts)
    out += "  " + paragraph(text, std::min(terminal.width, 100), 2) + "\n";
  return out;
}

int cards(const CardsOptions& options) {
  const auto chosen = edition(options);
  if (chosen == nullptr) return 2;
  const auto faces = find_cards(*chosen, options.language, options.card);
  if (faces.empty() && !options.card.empty()) {
    std::vector<std::string> names;
    for (const CardFace& face : card_faces(*chosen, options.language)) names.push_back(face.name);
    const std::string near = nearest(options.card, names);
    return wrong_input("there is no card '" + options.card + "' in " + options.game +
                       (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  if (options.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const CardFace& face : faces) list.push_back(as_json(face));
    std::printf("%s\n", nlohmann::ordered_json{{"game", options.game}, {"cards", list}}.dump(2).c_str());
    return 0;
  }
  const Terminal terminal = Terminal::detect();
  for (const CardFace& face : faces) std::printf("%s", face_text(terminal, face).c_str());
  return 0;
}

}  // namespace rw::cli
