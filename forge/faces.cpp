// Reading content/faces, checking it against the games, and writing its bundle.
#include "forge/faces.h"

#include <algorithm>
#include <map>
#include <set>

#include "faces/faces.h"
#include "forge/motif.h"
#include "forge/tree.h"

namespace rw::forge {
namespace {

using Entries = std::vector<std::pair<std::string, core::BundleWriter::Place>>;
using Places = std::vector<core::BundleWriter::Place>;

constexpr std::string_view color_slots[] = {"main", "accent", "ground", "skin", "hair"};
constexpr std::string_view pose_slots[] = {"pose", "aura_pose"};

bool one_of(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class FacesCompiler {
 public:
  FacesCompiler(const std::filesystem::path& folder, std::span<const core::Bundle* const> games)
      : folder_(folder), games_(games) {}

  Result compile() {
    read_motifs();
    const Tree shared = read("shared.yaml");
    std::vector<std::pair<std::string, Tree>> rules;
    for (const core::Bundle* game : games_) {
      std::string id(game->root()["game"]["id"].text());
      rules.emplace_back(id, read(id + ".yaml"));
    }
    note_names(shared);
    check_includes();
    check_rules(shared, "rules");
    for (const auto& [id, tree] : rules) check_game(tree);
    if (!problems_.none()) return {{}, problems_.in_reading_order()};
    std::vector<std::byte> bundle = write(shared, rules);
    check_faces(bundle, rules);
    if (!problems_.none()) return {{}, problems_.in_reading_order()};
    return {std::move(bundle), {}};
  }

 private:
  struct Motif {
    Place place;
    std::vector<MotifPiece> pieces;
  };

  Tree read(const std::filesystem::path& name) {
    const auto path = folder_ / name;
    const int file = problems_.add_file(path.generic_string());
    const auto text = read_file(path, file, problems_);
    auto tree = text ? read_yaml(*text, file, problems_) : std::nullopt;
    if (tree && !tree->is(Tree::Kind::map)) {
      problems_.add({file, 1, 1}, {}, "must be a map at the top, not " + described(*tree));
      tree = std::nullopt;
    }
    return tree ? std::move(*tree) : Tree{};
  }

  void read_motifs() {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "motifs", error))
      if (entry.path().extension() == ".yaml") files.push_back("motifs" / entry.path().filename());
    std::sort(files.begin(), files.end());
    for (const auto& name : files) {
      const Tree tree = read(name);
      for (std::size_t i = 0; i < tree.items.size(); ++i) {
        const std::string& motif = tree.keys[i];
        if (!tree.items[i].is(Tree::Kind::text))
          problems_.add(tree.key_places[i], motif, "a motif is a text, one shape per line");
        else if (motifs_.contains(motif))
          problems_.add(tree.key_places[i], motif, "there is another motif of that name");
        else
          motifs_[motif] = {tree.key_places[i],
                            read_motif(tree.items[i].text, tree.key_places[i], motif, problems_)};
      }
    }
  }

  void note_names(const Tree& shared) {
    const Tree* colors = shared.find("colors");
    const Tree* poses = shared.find("poses");
    for (std::size_t i = 0; colors != nullptr && i < colors->keys.size(); ++i) {
      const std::string& text = colors->items[i].text;
      if (text.size() != 7 || text[0] != '#' || text.find_first_not_of("0123456789abcdef", 1) != std::string::npos)
        problems_.add(colors->items[i].place, below("colors", colors->keys[i]), "a color is written '#1a2b3c'");
      colors_.insert(colors->keys[i]);
    }
    for (std::size_t i = 0; poses != nullptr && i < poses->keys.size(); ++i) {
      constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzXY()0123456789.- ";
      if (poses->items[i].text.find_first_not_of(allowed) != std::string::npos)
        problems_.add(poses->items[i].place, below("poses", poses->keys[i]), "a pose is an SVG transform");
      poses_.insert(poses->keys[i]);
    }
  }

  // Every motif that another one uses is there, and none is inside itself.
  void check_includes() {
    for (const auto& [name, motif] : motifs_) {
      std::set<std::string> above;
      check_include(name, motif, above);
    }
  }

  void check_include(const std::string& name, const Motif& motif, std::set<std::string>& above) {
    above.insert(name);
    for (const MotifPiece& piece : motif.pieces) {
      if (piece.motif.empty()) continue;
      const auto found = motifs_.find(piece.motif);
      if (found == motifs_.end())
        problems_.add(motif.place, name, no_such("motif", piece.motif));
      else if (above.contains(piece.motif))
        problems_.add(motif.place, name, "is inside itself by way of '" + piece.motif + "'");
      else
        check_include(piece.motif, found->second, above);
    }
    above.erase(name);
  }

  std::string no_such(std::string_view what, const std::string& name) const {
    std::vector<std::string_view> known;
    if (what == "motif")
      for (const auto& [motif, value] : motifs_) known.push_back(motif);
    else
      known.assign((what == "color" ? colors_ : poses_).begin(), (what == "color" ? colors_ : poses_).end());
    return "there is no " + std::string(what) + " '" + name + "'" + did_you_mean(name, known);
  }

  void check_value(const std::string& slot, const Tree& value, const std::string& path) {
    if (value.is(Tree::Kind::list)) {
      for (std::size_t i = 0; i < value.items.size(); ++i) check_value(slot, value.items[i], below(path, i));
      return;
    }
    const std::string& name = value.text;
    if (slot == "pips" || name == "none") return;
    const bool color = one_of(color_slots, slot), pose = one_of(pose_slots, slot);
    const bool known = color ? colors_.contains(name) : pose ? poses_.contains(name) : motifs_.contains(name);
    if (!known) problems_.add(value.place, path, no_such(color ? "color" : pose ? "pose" : "motif", name));
  }

  void check_rules(const Tree& tree, const std::string& part) {
    const Tree* rules = tree.find(part);
    for (std::size_t i = 0; rules != nullptr && i < rules->items.size(); ++i) {
      const Tree& rule = rules->items[i];
      const std::string path = below(part, i);
      const Tree* when = rule.find("when");
      if (when == nullptr || when->text.find('=') == std::string::npos)
        problems_.add(rule.place, path, "a rule says when it fits: 'when: in=events word=fire|flam*'");
      for (std::size_t k = 0; k < rule.keys.size(); ++k)
        if (rule.keys[k] != "when") check_value(rule.keys[k], rule.items[k], below(path, rule.keys[k]));
    }
  }

  void check_game(const Tree& tree) {
    check_rules(tree, "rules");
    check_rules(tree, "otherwise");
  }

  core::BundleWriter::Place write_motifs() {
    Entries motifs;
    for (const auto& [name, motif] : motifs_) {
      Places pieces;
      for (const MotifPiece& piece : motif.pieces) {
        Entries parts;
        const auto part = [&](std::string_view key, const std::string& text) {
          if (!text.empty()) parts.emplace_back(key, writer_.text(text));
        };
        part("draw", piece.draw), part("halo", piece.halo);
        part("motif", piece.motif), part("slot", piece.slot), part("at", piece.at);
        pieces.push_back(writer_.map(parts));
      }
      motifs.emplace_back(name, writer_.list(pieces));
    }
    return writer_.map(motifs);
  }

  std::vector<std::byte> write(const Tree& shared, const std::vector<std::pair<std::string, Tree>>& rules) {
    Entries root, games;
    for (std::size_t i = 0; i < shared.keys.size(); ++i)
      root.emplace_back(shared.keys[i], write_tree(shared.items[i], writer_));
    for (const auto& [id, tree] : rules) games.emplace_back(id, write_tree(tree, writer_));
    root.emplace_back("motifs", write_motifs());
    root.emplace_back("games", writer_.map(games));
    return writer_.write(writer_.map(root));
  }

  void check_faces(const std::vector<std::byte>& bytes, const std::vector<std::pair<std::string, Tree>>& rules) {
    const auto read = core::Bundle::read(bytes);
    if (!read) return;
    const auto& bundle = *read;
    for (std::size_t i = 0; i < games_.size(); ++i) {
      const core::Node game = games_[i]->root();
      const Place place = rules[i].second.place;
      std::map<std::string, std::string> seen;
      const std::vector<faces::Key> keys = faces::keys(bundle->root(), game);
      if (keys.empty()) problems_.add(place, rules[i].first, "no table of this game has faces");
      for (const faces::Key& key : keys) check_face(bundle->root(), game, key, place, seen);
    }
  }

  void check_face(core::Node faces, core::Node game, const faces::Key& key, Place place,
                  std::map<std::string, std::string>& seen) {
    const std::string name = key.table + "." + key.id + (key.mode.empty() ? "" : " (" + key.mode + ")");
    const faces::Slots slots = faces::slots(faces, game, key);
    for (const std::string_view needed : {"motif", "scene", "ground", "main"})
      if (faces::slot(slots, needed).empty())
        problems_.add(place, name, "has no face: no rule gives it a " + std::string(needed));
    const auto [other, fresh] = seen.emplace(faces::picture(faces, slots, faces::Theme::light), name);
    if (!fresh) problems_.add(place, name, "looks like " + other->second);
  }

  std::filesystem::path folder_;
  std::span<const core::Bundle* const> games_;
  Problems problems_;
  std::map<std::string, Motif, std::less<>> motifs_;
  std::set<std::string, std::less<>> colors_, poses_;
  core::BundleWriter writer_;
};

}  // namespace

Result compile_faces(const std::filesystem::path& folder, std::span<const core::Bundle* const> games) {
  return FacesCompiler(folder, games).compile();
}

}  // namespace rw::forge
