// Programs into sentences.
#include "engine/ability/render.h"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "engine/ability/typography.h"

namespace rw::ability {
namespace {

constexpr int many = 2;          // any number that is not one
constexpr int max_nesting = 64;  // deeper than any program that the content compiler writes

// What a template learns about a parameter.
struct Argument {
  std::int64_t value = 0;  // 0 if it is not given
  std::string_view word;   // the word it is
  std::string text;
};
// The text is worked out only if `form` is not `unseen`.
using Arguments = std::function<Argument(std::string_view name, std::string_view form)>;
constexpr std::string_view unseen = "?";

class Renderer {
 public:
  Renderer(const core::Node& root, const Vocabulary& vocabulary, std::span<const std::int32_t> code,
           std::string_view language)
      : root_(root), vocabulary_(vocabulary), code_(code), language_(language), texts_(root["locale"][language]) {}

  std::string sentence();
  std::string option(int at, int number);
  std::string block(int at, bool sentences = false);
  std::string set(const std::string& text) const;  // in type, as the language wants it

 private:
  // The program, read so that a damaged one leads nowhere
  std::int32_t word(int at) const { return is_inside(at) ? code_[static_cast<std::size_t>(at)] : 0; }
  int opcode(int at) const { return word(at) & 0xFFFF; }
  int length(int at) const { return std::clamp((word(at) >> 16) & 0x7FFF, 1, std::max(1, size() - at)); }
  int size() const { return static_cast<int>(code_.size()); }
  bool is_inside(int at) const { return at >= 0 && at < size(); }
  std::vector<int> children(int at, int from) const;
  std::array<int, max_parameters> places(const Word& word, int at) const;

  bool has_blocks(int at) const;

  // Phrases
  std::string statement(int at);
  std::string condition(int at);
  std::string joined_conditions(int at);
  std::string amount_of(int word, int at, std::string_view form);
  std::string amount(int at, std::string_view form);
  std::string per(int at, std::string_view form);
  std::string one_of(int at);
  std::string items(int at, std::string_view form);
  std::string phrase(int at, std::string_view group);
  std::string options(int at);

  // Arguments of templates
  Argument argument(const Word& word, int at, std::string_view name, std::string_view form);
  Argument plain(const Parameter& parameter, std::int32_t value, std::string_view form);
  Argument node(int at, const Parameter& parameter, int place, std::string_view form);
  std::int64_t amount_value(int at) const;

  // Words of the language
  std::string_view text(std::string_view group, std::string_view name) const { return texts_[group][name].text(); }
  std::string named(std::string_view group, std::string_view name) const;
  std::string term(const Parameter& parameter, std::int32_t value) const;
  std::string record(std::string_view table, std::int32_t place) const;
  std::string thing(std::int32_t number) const;
  void remember_names(const Word& word, int at);
  bool singular(std::int64_t value) const;
  std::string fill(std::string_view pattern, const Arguments& arguments) const;
  std::string join(std::string_view key,
                   std::initializer_list<std::pair<std::string_view, std::string>> parts) const;
  std::string finished(std::string text) const;

  core::Node root_;
  const Vocabulary& vocabulary_;
  std::span<const std::int32_t> code_;
  std::string_view language_;
  core::Node texts_;
  std::array<std::string, register_count> things_;  // how each named thing is spoken of
  std::string* behind_ = nullptr;  // what is said at the end of the present effect: "for each zone"
  int nesting_ = 0;
};

std::string spaced(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

int find_parameter(const Word& word, std::string_view name) {
  for (int i = 0; i < word.parameter_count(); ++i)
    if (word.parameters[i].name == name) return i;
  return -1;
}

// ---- templates ---------------------------------------------------------------------------------

bool Renderer::singular(std::int64_t value) const {
  return value == 1 || value == -1 || (value == 0 && language_ == "fr");
}

std::string Renderer::fill(std::string_view pattern, const Arguments& arguments) const {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t end = pattern[i] == '{' ? placeholder_end(pattern, i) : std::string_view::npos;
    if (end == std::string_view::npos) {
      out += pattern[i];
      continue;
    }
    const Placeholder p = read_placeholder(pattern.substr(i + 1, end - i - 1));
    i = end;
    switch (p.kind) {
      case Placeholder::Kind::value: out += arguments(p.name, {}).text; break;
      case Placeholder::Kind::form: {
        const std::string text = arguments(p.name, p.argument).text;
        out += p.argument == form_capital ? capital(text) : text;
        break;
      }
      case Placeholder::Kind::number:
        out += fill(singular(arguments(p.name, unseen).value) ? p.argument : p.text, arguments);
        break;
      case Placeholder::Kind::given:
        if (arguments(p.name, unseen).value != 0) out += fill(p.text, arguments);
        break;
      case Placeholder::Kind::equal: {
        const Argument a = arguments(p.name, unseen);
        if (a.word == p.argument || std::to_string(a.value) == p.argument) out += fill(p.text, arguments);
        break;
      }
      case Placeholder::Kind::broken: break;
    }
  }
  return out;
}

std::string Renderer::join(std::string_view key,
                           std::initializer_list<std::pair<std::string_view, std::string>> parts) const {
  return fill(text("grammar", key), [&](std::string_view name, std::string_view) {
    for (const auto& [part, words] : parts)
      if (part == name) return Argument{words.empty() ? 0 : 1, {}, words};
    return Argument{};
  });
}

std::string Renderer::set(const std::string& text) const { return language_ == "fr" ? french(text) : text; }

std::string Renderer::finished(std::string text) const {
  if (!text.ends_with('.') && !text.ends_with('!') && !text.ends_with('?')) text += '.';
  return capital(set(text));
}

// ---- words -------------------------------------------------------------------------------------

std::string Renderer::named(std::string_view group, std::string_view name) const {
  const std::string_view found = text(group, name);
  return found.empty() ? spaced(name) : std::string(found);
}

std::string Renderer::term(const Parameter& parameter, std::int32_t value) const {
  const auto words = words_of(parameter, vocabulary_);
  if (value < 0 || value >= static_cast<std::int32_t>(words.size())) return {};
  const std::string_view name = words[static_cast<std::size_t>(value)];
  if (words.data() == vocabulary_.players.data()) return named("players", name);
  if (words.data() == vocabulary_.moments.data()) return named("moments", name);
  if (words.data() == vocabulary_.durations.data()) return named("durations", name);
  return named("terms", name);
}

std::string Renderer::record(std::string_view table, std::int32_t place) const {
  const core::Node found = root_[table][place];
  const core::Node name = found["name"];
  return std::string(name.kind() == core::Node::Kind::map ? name[language_].text()
                                                          : name.text(found["id"].text()));
}

std::string Renderer::thing(std::int32_t number) const {
  if (number < 0 || number >= register_count) return {};
  return things_[static_cast<std::size_t>(number)];
}

// How the things that `word` names will be spoken of.
void Renderer::remember_names(const Word& word, int at) {
  const int as = find_parameter(word, giving_parameter);
  if (as < 0 || word.parameters[as].type != Type::name) return;
  const auto where = places(word, at);
  const std::int32_t number = this->word(where[static_cast<std::size_t>(as)]);
  if (number < 0 || number >= register_count) return;
  const int op = opcode(at);
  const Word* giver = op == op_choose || op == op_for_each ? find_word(vocabulary_, opcode(where[0])) : &word;
  const bool several = op == op_choose && opcode(where[1]) != op_nothing && amount_value(where[1]) > 1;
  std::string_view found;
  if (giver != nullptr && several) found = text("many_things", giver->name);
  if (giver != nullptr && found.empty()) found = text("things", giver->name);
  if (found.empty())
    found = text("grammar", op == op_set || op == op_repeat ? "that_number"
                            : op == op_each_player          ? "that_player"
                                                            : "it");
  things_[static_cast<std::size_t>(number)] = found;
}

// ---- arguments ---------------------------------------------------------------------------------

std::vector<int> Renderer::children(int at, int from) const {
  std::vector<int> out;
  const int end = at + length(at);
  for (int child = from; child < end && opcode(child) != op_end; child += length(child)) out.push_back(child);
  return out;
}

std::array<int, max_parameters> Renderer::places(const Word& word, int at) const {
  std::array<int, max_parameters> out{};
  int place = at + 1;
  for (int i = 0; i < word.parameter_count(); ++i) {
    out[static_cast<std::size_t>(i)] = place;
    place += word.parameters[i].type >= Type::amount ? length(place) : 1;
  }
  return out;
}

Argument Renderer::argument(const Word& word, int at, std::string_view name, std::string_view form) {
  const int which = find_parameter(word, name);
  if (which < 0) return {};
  const Parameter& parameter = word.parameters[which];
  const int place = places(word, at)[static_cast<std::size_t>(which)];
  if (parameter.type < Type::amount) return plain(parameter, this->word(place), form);
  return node(at, parameter, place, form);
}

Argument Renderer::plain(const Parameter& parameter, std::int32_t value, std::string_view form) {
  const std::string number = (form == form_signed && value > 0 ? "+" : "") + std::to_string(value);
  switch (parameter.type) {
    case Type::word: {
      const auto words = words_of(parameter, vocabulary_);
      const bool known = value >= 0 && value < static_cast<std::int32_t>(words.size());
      return {value, known ? words[static_cast<std::size_t>(value)] : std::string_view{}, term(parameter, value)};
    }
    case Type::record: return {std::int64_t{value} + 1, {}, record(parameter.table, value)};
    case Type::name: return {std::int64_t{value} + 1, {}, thing(value)};
    case Type::flag: return {value, value != 0 ? "true" : "false", {}};
    default: return {value, {}, number};
  }
}

Argument Renderer::node(int at, const Parameter& parameter, int place, std::string_view form) {
  const bool seen = form != unseen;
  if (parameter.type == Type::effects && opcode(at) == op_choose_one)
    return {1, {}, seen ? options(at) : std::string{}};
  if (opcode(place) == op_nothing) return {};
  switch (parameter.type) {
    case Type::amount: return {amount_value(place), {}, seen ? amount_of(at, place, form) : std::string{}};
    case Type::condition: return {1, {}, seen ? condition(place) : std::string{}};
    case Type::items: return {1, {}, seen ? items(place, form) : std::string{}};
    default: return {children(place, place + 1).empty() ? 0 : 1, {}, seen ? block(place) : std::string{}};
  }
}

// A number for choosing between one and many; what is only known in play counts as many.
std::int64_t Renderer::amount_value(int at) const {
  if (opcode(at) == op_number) return word(at + 1);
  if (opcode(at) != op_per) return many;
  const int each = at + 1 + length(at + 1);
  return opcode(each) == op_nothing ? 1 : amount_value(each);
}

// ---- phrases -----------------------------------------------------------------------------------

std::string Renderer::phrase(int at, std::string_view group) {
  const Word* word = find_word(vocabulary_, opcode(at));
  if (word == nullptr || nesting_ >= max_nesting) return {};
  ++nesting_;
  remember_names(*word, at);
  std::string out = fill(text(group, word->name), [&](std::string_view name, std::string_view form) {
    return argument(*word, at, name, form);
  });
  --nesting_;
  return out;
}

std::string Renderer::statement(int at) {
  std::string* outer = behind_;
  std::string behind;
  behind_ = &behind;
  std::string out = phrase(at, "words");
  behind_ = outer;
  return out + behind;
}

bool Renderer::has_blocks(int at) const {
  const Word* word = find_word(vocabulary_, opcode(at));
  return word != nullptr &&
         std::any_of(std::begin(word->parameters), std::end(word->parameters),
                     [](const Parameter& p) { return !p.name.empty() && p.type == Type::effects; });
}

// Simple effects make one sentence. Effects that hold others are set apart: "; then", or a sentence each.
std::string Renderer::block(int at, bool sentences) {
  if (!is_inside(at)) return {};
  const auto statements = children(at, at + 1);
  const bool apart =
      std::any_of(statements.begin(), statements.end(), [&](int child) { return has_blocks(child); });
  std::string out;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const bool last = i + 1 == statements.size();
    std::string next = statement(statements[i]);
    if (i == 0)
      out = std::move(next);
    else if (apart && sentences)
      out += ". " + capital(std::move(next));
    else
      out += std::string(text("grammar", apart ? "next" : last ? "then" : "comma")) + next;
  }
  return out;
}

std::string Renderer::condition(int at) {
  if (!is_inside(at)) return {};
  std::string* outer = behind_;
  behind_ = nullptr;
  std::string out;
  const int op = opcode(at);
  if (op == op_all || op == op_any) {
    out = joined_conditions(at);
  } else if (op == op_not) {
    const Word* denied = find_word(vocabulary_, opcode(at + 1));
    const bool own_text = denied != nullptr && !text("not", denied->name).empty();
    out = own_text ? phrase(at + 1, "not") : join("not", {{"if", condition(at + 1)}});
  } else {
    out = phrase(at, "words");
  }
  behind_ = outer;
  return out;
}

std::string Renderer::joined_conditions(int at) {
  if (++nesting_ > max_nesting) return {};
  const auto parts = children(at, at + 1);
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += text("grammar", i + 1 < parts.size() ? "comma" : opcode(at) == op_all ? "and" : "or");
    const int op = opcode(parts[i]);
    const bool group = (op == op_all || op == op_any) && op != opcode(at) && parts.size() > 1;
    out += group ? "(" + condition(parts[i]) + ")" : condition(parts[i]);
  }
  --nesting_;
  return out;
}

// How many may be chosen is said before what happens to them, not behind it.
std::string Renderer::amount_of(int word, int at, std::string_view form) {
  std::string* outer = behind_;
  if (opcode(word) == op_choose) behind_ = nullptr;
  std::string out = amount(at, form);
  behind_ = outer;
  return out;
}

std::string Renderer::amount(int at, std::string_view form) {
  const int op = opcode(at);
  if (op == op_number) return (form == form_signed && word(at + 1) > 0 ? "+" : "") + std::to_string(word(at + 1));
  if (op == op_per) return per(at, form);
  if (form != form_one) return phrase(at, "words");
  return one_of(op == op_count ? at + 1 : at);
}

// The noun for one of what is counted.
std::string Renderer::one_of(int at) {
  const Word* counted = find_word(vocabulary_, opcode(at));
  if (counted != nullptr && !text("each", counted->name).empty()) return phrase(at, "each");
  return join("one_of", {{"of", phrase(at, "words")}});
}

// A set in the form that a template wants. What has no noun for one of it is a single thing.
std::string Renderer::items(int at, std::string_view form) {
  if (form == form_one) return one_of(at);
  const Word* word = find_word(vocabulary_, opcode(at));
  const bool counted = word != nullptr && !text("each", word->name).empty();
  if (counted && (form == form_a || form == form_every)) return join(form, {{"of", one_of(at)}});
  return phrase(at, "words");
}

// "2", and at the end of the effect "for each zone you control".
std::string Renderer::per(int at, std::string_view form) {
  const int each = at + 1 + length(at + 1);
  const std::string_view shown = form == form_signed ? form : std::string_view{};
  std::string number = opcode(each) == op_nothing ? (shown.empty() ? "1" : "+1") : amount(each, shown);
  std::string* outer = behind_;
  behind_ = nullptr;
  const std::string rest = phrase(at, "words");
  behind_ = outer;
  if (behind_ == nullptr) return number + rest;
  if (behind_->find(rest) == std::string::npos) *behind_ += rest;
  return number;
}

std::string Renderer::options(int at) {
  std::string out;
  const int end = at + length(at);
  for (int label = at + 2; label + 1 < end; label += 1 + length(label + 1)) {
    if (!out.empty()) out += text("grammar", "or_option");
    out += block(label + 1);
  }
  return out;
}

// The whole ability is read first: an option may speak of things that were named before it.
std::string Renderer::option(int at, int number) {
  sentence();
  const int end = at + length(at);
  int place = at + 2;
  for (; number > 0 && place + 1 < end; --number) place += 1 + length(place + 1);
  if (!is_inside(place) || place + 1 >= end) return {};
  const std::string_view label = root_["labels"][word(place)][language_].text();
  return capital(set(label.empty() ? block(place + 1) : std::string(label)));
}

std::string Renderer::sentence() {
  if (size() < ability_header) return {};
  const Ability& ability = Program{code_}.ability();
  const bool bare = ability.until == 0 && ability.cost == 0 && ability.condition == 0 && ability.flags == 0;
  std::string body = block(ability.effects, bare);
  if (ability.until > 0 && ability.until < static_cast<std::int32_t>(vocabulary_.durations.size()))
    body = join("until",
                {{"do", body},
                 {"until", named("durations", vocabulary_.durations[static_cast<std::size_t>(ability.until)])}});
  if (ability.cost != 0) body = join("pay", {{"pay", block(ability.cost)}, {"do", body}});
  if ((ability.flags & flag_may) != 0) body = join("may", {{"do", body}});
  if (ability.condition != 0) body = join("if", {{"if", condition(ability.condition)}, {"do", body}});
  if ((ability.flags & flag_once_per_turn) != 0) body = join("once_per_turn", {{"do", body}});
  if ((ability.flags & flag_once_per_game) != 0) body = join("once_per_game", {{"do", body}});

  constexpr std::string_view kinds[] = {"activated", "always", "triggered", "replacement"};
  if (ability.kind < 0 || ability.kind >= 4) return {};
  std::string moment, role;
  if (ability.moment >= 0 && ability.moment < static_cast<std::int32_t>(vocabulary_.moments.size()))
    moment = named("moments", vocabulary_.moments[static_cast<std::size_t>(ability.moment)]);
  if (ability.role > 0 && ability.role < static_cast<std::int32_t>(vocabulary_.roles.size()))
    role = named("roles", vocabulary_.roles[static_cast<std::size_t>(ability.role)]);
  return finished(join(kinds[ability.kind], {{"moment", moment}, {"role", role}, {"text", body}}));
}

}  // namespace

std::string render(const core::Node& root, const Vocabulary& vocabulary, std::span<const std::int32_t> code,
                   std::string_view language) {
  return Renderer(root, vocabulary, code, language).sentence();
}

std::string render_block(const core::Node& root, const Vocabulary& vocabulary, std::span<const std::int32_t> code,
                         int block, std::string_view language) {
  Renderer renderer(root, vocabulary, code, language);
  return renderer.set(renderer.block(block));
}

std::string render_option(const core::Node& root, const Vocabulary& vocabulary, std::span<const std::int32_t> code,
                          int choose_one, int option, std::string_view language) {
  return Renderer(root, vocabulary, code, language).option(choose_one, option);
}

}  // namespace rw::ability
