// Card faces of every game, from the records of the content. What is printed on a card, and by which word, stands
// in the locale's group `faces`: `kind.TABLE` names the cards of a table, `KEY` a figure, `KEY.VALUE` what it may
// be; `KEY.one` is the word for a list of one, `KEY.none` what stands for an empty one.
#include "lab/card_faces.h"

#include <algorithm>

#include "engine/ability/render.h"
#include "engine/core/text.h"

namespace rw::lab {

namespace {

using core::Node;

// The fields that name a record of another table.
struct Reference {
  std::string_view key, table;
};
constexpr Reference references[] = {{"set", "sets"},
                                    {"color", "colors"},
                                    {"team", "teams"},
                                    {"color_boxes", "colors"},
                                    {"zone", "zones"},
                                    {"start_zone", "zones"},
                                    {"subtypes", "subtypes"},
                                    {"combines_into", "characters"},
                                    {"components", "characters"}};

class Faces {
 public:
  Faces(const Edition& edition, const std::string& language)
      : edition_(edition),
        root_(edition.bundle().root()),
        language_(language),
        words_(root_["locale"][language]["faces"]),
        terms_(root_["locale"][language]["terms"]) {}

  std::vector<CardFace> all() {
    for (int t = 0; t < root_.size(); ++t) {
      const std::string_view kind = words_["kind." + std::string(root_.key(t))].text();
      for (int i = 0; i < root_[t].size() && !kind.empty(); ++i) add(root_[t][i], std::string(kind));
    }
    return std::move(faces_);
  }

 private:
  std::string word(const std::string& key) const { return std::string(words_[key].text()); }

  std::string named(Node record) const {
    const Node name = record["name"];
    if (name.kind() == Node::Kind::text) return std::string(name.text());
    return std::string(name[language_].text(name["en"].text()));
  }

  // Where a card names an upgrade, name and text are the upgrade's; any other card has them itself.
  void add(Node card, const std::string& kind) {
    const Node upgrade = card["upgrade"];
    const Node text = upgrade ? root_["upgrades"][static_cast<int>(upgrade.integer(-1))] : card;
    CardFace face{std::string(card["id"].text()), std::string(text["id"].text()), named(text), {}, {}};
    face.figures.push_back({"kind", word("kind"), kind});
    add_figures(card, face);
    if (text.size() > 0) collect(text, "", face);
    if (face.texts.empty() && card["transform"]) face.texts.push_back(word("symbol_only"));
    faces_.push_back(std::move(face));
  }

  void add_figures(Node part, CardFace& face) const {
    for (int k = 0; k < part.size(); ++k) {
      const std::string key(part.key(k));
      if (part[k].kind() == Node::Kind::map && word(key + ".each").size() > 0) {  // a figure for each entry
        for (int i = 0; i < part[k].size(); ++i)
          face.figures.push_back(
              {std::string(part[k].key(i)), std::string(terms_[part[k].key(i)].text()), told(key, part[k][i])});
      } else if (std::string label = word(key); !label.empty()) {
        const std::string value = told(key, part[k]);
        if (part[k].kind() == Node::Kind::list) label = list_label(key, value);
        if (const bool of_kind = key == "kind" || label == "-";  // "battle card, Upgrade, Weapon"
            of_kind && !face.figures.empty() && face.figures.front().key == "kind")
          face.figures.front().value += ", " + value;
        else if (!value.empty())
          face.figures.push_back({key, label, value});
      }
    }
  }

  // "icons orange, blue", "icon orange", "no icons"
  std::string list_label(const std::string& key, const std::string& value) const {
    const std::string one = word(key + ".one"), none = word(key + ".none");
    if (!none.empty() && value == none) return none;
    return one.empty() || value.find(", ") != std::string::npos ? word(key) : one;
  }

  std::string told(const std::string& key, Node value) const {
    switch (value.kind()) {
      case Node::Kind::text: {
        const std::string own = word(key + "." + std::string(value.text()));
        return own.empty() ? std::string(terms_[value.text()].text(value.text())) : own;
      }
      case Node::Kind::integer: {
        for (const Reference& reference : references)
          if (reference.key == key) return named(root_[reference.table][static_cast<int>(value.integer())]);
        const std::string number = std::to_string(value.integer()), own = word(key + "." + number);
        return own.empty() ? number : own;
      }
      case Node::Kind::list: {
        const std::string_view between = key == "components" ? " + " : ", ";  // names of characters hold commas
        std::string out;
        for (int i = 0; i < value.size(); ++i)
          if (value[i].kind() != Node::Kind::map)
            if (const std::string item = told(key, value[i]); key != "corners" || !out.ends_with(item))
              out += std::string(out.empty() ? "" : between) + item;
        return out.empty() && value.size() == 0 ? word(key + ".none") : out;
      }
      case Node::Kind::map: {  // "power 1", "Weapon 2, Armor 2"; a text in two languages is told in one
        if (value["en"]) return std::string(value[language_].text());
        std::string out;
        for (int i = 0; i < value.size(); ++i) {
          const bool counted = value[i].kind() == Node::Kind::integer && terms_[value.key(i)];
          if (counted && !out.empty()) out += ",";
          if (counted) out += (out.empty() ? "" : " ") + std::string(terms_[value.key(i)].text());
          out += (out.empty() ? "" : " ") + told(std::string(value.key(i)), value[i]);
        }
        return out;
      }
      default: return {};
    }
  }

  void render_into(Node abilities, const std::string& before, std::vector<std::string>& texts) const {
    for (int i = 0; i < abilities.size(); ++i)
      texts.push_back(before +
                      ability::render(root_, *edition_.game().vocabulary, abilities[i].code(), language_));
  }

  static bool is_program(Node node) {
    return node.kind() == Node::Kind::list && node.size() > 0 && node[0].kind() == Node::Kind::code;
  }

  // The texts of a card, part by part: its own, then those of its modes, sides, attacks and Powers.
  void collect(Node part, const std::string& before, CardFace& face) const {
    for (int k = 0; k < part.size(); ++k) {
      const Node inner = part[k];
      const std::string key(part.key(k));
      if (is_program(inner)) {
        const std::string heading = word("part." + key);
        render_into(inner, heading.empty() ? before : heading + ". ", face.texts);
      } else if (inner.kind() == Node::Kind::list) {
        for (int i = 0; i < inner.size(); ++i)
          if (inner[i].kind() == Node::Kind::map) add_part(inner[i], face);
      } else if (inner.kind() == Node::Kind::map && inner["abilities"]) {
        add_part(inner, face);
      }
    }
  }

  // A mode has figures of its own; an attack, a Power or an Assist Power is one line with its cost.
  void add_part(Node part, CardFace& face) const {
    const std::string_view mode = part["mode"].text();
    if (mode.empty()) {
      if (part["cost"]) face.texts.push_back(move_text(part));
      return;
    }
    const std::string heading = word("mode." + std::string(mode));
    CardFace figures;
    add_figures(part, figures);
    std::string line;
    for (const auto& [key, name, value] : figures.figures)
      line += (line.empty() ? "" : ", ") + (name == value || name == "-" ? value : name + " " + value);
    face.figures.push_back({std::string(mode), heading, line});
    collect(part, heading + ". ", face);
  }

  // "Pack Lunge (AE): 20 damage, cannot be evaded. On a hit: ..."
  std::string move_text(Node move) const {
    const std::string cost(move["cost"].text());
    std::string text = named(move) + " (" + (cost.empty() ? word("free") : cost) + word("colon");
    const Node attack = move["attack"] ? move["attack"] : move;
    std::string figures;
    const auto figure = [&](const std::string& part) { figures += (figures.empty() ? " " : ", ") + part; };
    if (const auto atk = attack["atk"].integer(); atk != 0) figure(word("atk") + " " + std::to_string(atk));
    if (const auto more = attack["atk_bonus"].integer(); more != 0)
      figure(word("atk") + " +" + std::to_string(more));
    if (attack["damage"]) figure(std::to_string(attack["damage"].integer()) + " " + word("damage"));
    for (const char* flag : {"no_evade", "no_defend", "any_dinosaur"})
      if (attack[flag].flag()) figure(word(flag));
    if (!figures.empty()) text += figures + ".";
    std::vector<std::string> abilities;
    render_into(move["abilities"], " ", abilities);
    for (const std::string& ability : abilities) text += ability;
    return text;
  }

  const Edition& edition_;
  Node root_;
  const std::string& language_;
  Node words_, terms_;
  std::vector<CardFace> faces_;
};

}  // namespace

std::vector<CardFace> card_faces(const Edition& edition, const std::string& language) {
  return Faces(edition, language).all();
}

int card_count(const Edition& edition) {
  const Node root = edition.bundle().root(), words = root["locale"]["en"]["faces"];
  int count = 0;
  for (int t = 0; t < root.size(); ++t)
    if (words["kind." + std::string(root.key(t))]) count += root[t].size();
  return count;
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
