// Checking templates: that their braces close and what stands between them means something.
#include <algorithm>

#include "engine/ability/render.h"
#include "engine/core/text.h"
#include "forge/locale.h"

namespace rw::forge {
namespace {

using ability::Parameter;
using ability::Placeholder;
using ability::Type;
using ability::Word;

using Faults = std::vector<std::string>;

// Calls fn(inside) for each placeholder on this level.
template <class Fn>
void walk(std::string_view pattern, Faults& faults, Fn&& fn) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '}') faults.emplace_back("has a } without its {");
    if (pattern[i] != '{') continue;
    const std::size_t end = ability::placeholder_end(pattern, i);
    if (end == std::string_view::npos) {
      faults.emplace_back("has a { without its }");
      return;
    }
    fn(pattern.substr(i + 1, end - i - 1));
    i = end;
  }
}

std::string quoted(std::string_view inside) { return "'{" + std::string(inside) + "}'"; }

class TemplateChecker {
 public:
  TemplateChecker(const Word* word, std::span<const std::string_view> parts, const ability::Vocabulary& vocabulary)
      : word_(word), parts_(parts), vocabulary_(vocabulary) {}

  void check(std::string_view pattern, Faults& faults) const {
    walk(pattern, faults, [&](std::string_view inside) {
      const Placeholder p = ability::read_placeholder(inside);
      std::string fault = fault_of(p, inside);
      if (!fault.empty()) faults.push_back(std::move(fault));
      if (p.kind == Placeholder::Kind::number) check(p.argument, faults);
      if (p.kind == Placeholder::Kind::given || p.kind == Placeholder::Kind::equal ||
          p.kind == Placeholder::Kind::number)
        check(p.text, faults);
    });
  }

 private:
  std::string fault_of(const Placeholder& p, std::string_view inside) const {
    if (p.kind == Placeholder::Kind::broken) return quoted(inside) + " is not a placeholder";
    const Parameter* parameter = find(p.name);
    if (parameter == nullptr && !is_part(p.name)) {
      const auto known = names();
      return quoted(inside) + ": there is no '" + std::string(p.name) + "' here" +
             (known.empty() ? "" : ", only " + listed(known)) + did_you_mean(p.name, known);
    }
    switch (p.kind) {
      case Placeholder::Kind::equal:
        return parameter != nullptr ? fault_of_word(*parameter, p.argument, inside) : std::string{};
      case Placeholder::Kind::form: return fault_of_form(parameter, p.argument, inside);
      case Placeholder::Kind::value:
        if (parameter != nullptr && parameter->type == Type::flag)
          return quoted(inside) + ": yes or no has no text; write {" + std::string(p.name) + "?text}";
        return {};
      default: return {};
    }
  }

  std::string fault_of_word(const Parameter& parameter, std::string_view value, std::string_view inside) const {
    const bool number = !value.empty() && value.find_first_not_of("-0123456789") == std::string_view::npos;
    if (number || (parameter.type == Type::flag && (value == "true" || value == "false"))) return {};
    if (parameter.type >= Type::name) {
      const auto is_word = [&](const Word& word) { return word.name == value; };
      const auto core = ability::core_words();
      const bool known = value == ability::number_word ||
                         std::any_of(vocabulary_.words.begin(), vocabulary_.words.end(), is_word) ||
                         std::any_of(core.begin(), core.end(), is_word);
      return known ? std::string{} : quoted(inside) + ": there is no word '" + std::string(value) + "'";
    }
    const auto words = words_of(parameter, vocabulary_);
    const std::vector<std::string_view> known(words.begin(), words.end());
    if (std::find(known.begin(), known.end(), value) != known.end()) return {};
    return quoted(inside) + ": '" + std::string(parameter.name) + "' is never '" + std::string(value) + "'" +
           (known.empty() ? "" : "; it is one of " + listed(known));
  }

  std::string fault_of_form(const Parameter* parameter, std::string_view form, std::string_view inside) const {
    if (form == ability::form_capital) return {};
    const bool compared = !parts_.empty() && word_ != nullptr;  // an amount that another one is compared with
    if (parameter == nullptr && compared && form == ability::form_many) return {};
    if (parameter == nullptr) return quoted(inside) + ": the form is capital";
    const Type type = parameter->type;
    if (form == ability::form_signed && (type == Type::number || type == Type::amount)) return {};
    if ((form == ability::form_a || form == ability::form_any || form == ability::form_kind) &&
        type == Type::items)
      return {};
    if ((form == ability::form_short || form == ability::form_long) && (type == Type::items || type == Type::name))
      return {};
    if (form == ability::form_noted && type == Type::amount) return {};
    if ((form == ability::form_one || form == ability::form_many || form == ability::form_every) &&
        (type == Type::items || type == Type::amount))
      return {};
    return quoted(inside) + ": '" + std::string(form) + "' is no form of '" + std::string(parameter->name) + "'";
  }

  const Parameter* find(std::string_view name) const {
    for (int i = 0; word_ != nullptr && i < word_->parameter_count(); ++i)
      if (word_->parameters[i].name == name) return &word_->parameters[i];
    return nullptr;
  }
  bool is_part(std::string_view name) const {
    const bool set = word_ != nullptr && word_->category == ability::Category::items;
    if (set && (name == ability::form_part || name == ability::narrowed_part || name == ability::borne_part))
      return true;
    const bool holds = word_ != nullptr && word_->category == ability::Category::modifier;
    if (holds && name == ability::how_long_part) return true;
    const bool done = word_ != nullptr && word_->category == ability::Category::effect;
    if (done && (name == ability::more_part || name == ability::parts_part)) return true;
    return !name.empty() && std::find(parts_.begin(), parts_.end(), name) != parts_.end();
  }
  std::vector<std::string_view> names() const {
    std::vector<std::string_view> known;
    for (int i = 0; word_ != nullptr && i < word_->parameter_count(); ++i)
      known.push_back(word_->parameters[i].name);
    for (const std::string_view part : parts_)
      if (!part.empty()) known.push_back(part);
    return known;
  }

  const Word* word_;
  std::span<const std::string_view> parts_;
  const ability::Vocabulary& vocabulary_;
};

void collect_shown(std::string_view pattern, const Word& word, std::vector<const Parameter*>& out) {
  Faults elsewhere_told;
  walk(pattern, elsewhere_told, [&](std::string_view inside) {
    const Placeholder p = ability::read_placeholder(inside);
    if (p.kind == Placeholder::Kind::given || p.kind == Placeholder::Kind::equal) collect_shown(p.text, word, out);
    if (p.kind == Placeholder::Kind::value || p.kind == Placeholder::Kind::form)
      for (int i = 0; i < word.parameter_count(); ++i)
        if (word.parameters[i].name == p.name && word.parameters[i].type == Type::word)
          out.push_back(&word.parameters[i]);
  });
}

// The templates of core/text.h.
class PatternChecker {
 public:
  PatternChecker(std::string_view language, std::span<const core::KindInfo> kinds)
      : language_(language), kinds_(kinds) {}

  void check(std::string_view pattern, Faults& faults) const {
    walk(pattern, faults, [&](std::string_view inside) {
      const std::string_view rest = inside.size() < 2 ? std::string_view{} : inside.substr(2);
      const char sign = inside.size() < 2 || inside[0] < 'a' || inside[0] > 'd' ? '\0' : inside[1];
      const std::size_t mark = rest.find('?');
      if (const core::Asked asked = core::asked_for(inside); asked.kind == "actor") {
        check_asked(asked, inside, faults);
      } else if (sign == '?') {
        check(rest, faults);
      } else if (sign == '=' && mark != std::string_view::npos && mark > 0 &&
                 rest.substr(0, mark).find_first_not_of("0123456789") == std::string_view::npos) {
        check(rest.substr(mark + 1), faults);
      } else if (rest.find_first_of("{}") == std::string_view::npos && sign == ':' && !rest.empty()) {
        check_kind(core::asked_for(rest), inside, faults);
      } else if (rest.find_first_of("{}") != std::string_view::npos || sign != '|' || bars(rest) != 1) {
        faults.push_back(quoted(inside) + " is not a placeholder: they are {a:kind}, {a:kind:form}, " +
                         "{a:kind|masculine|feminine}, {actor}, {a|one|many}, {a?text}, {a=0?text}");
      }
    });
  }

 private:
  static std::ptrdiff_t bars(std::string_view texts) { return std::count(texts.begin(), texts.end(), '|'); }

  void check_kind(const core::Asked& asked, std::string_view inside, Faults& faults) const {
    std::vector<std::string_view> known = {"number", "signed", "hidden"};
    for (const core::KindInfo& kind : kinds_) known.push_back(kind.name);
    if (!kinds_.empty() && std::find(known.begin(), known.end(), asked.kind) == known.end())
      faults.push_back(quoted(inside) + ": the game has no kind '" + std::string(asked.kind) + "'" +
                       did_you_mean(asked.kind, known));
    check_asked(asked, inside, faults);
  }

  void check_asked(const core::Asked& asked, std::string_view inside, Faults& faults) const {
    const auto forms = core::forms_of(language_);
    if (asked.sign == ':' && std::find(forms.begin(), forms.end(), asked.rest) == forms.end())
      faults.push_back(quoted(inside) + ": '" + std::string(asked.rest) + "' is no form of a name; they are " +
                       listed({forms.begin(), forms.end()}));
    if (asked.sign == '|' && bars(asked.rest) != 1 && bars(asked.rest) != 3)
      faults.push_back(quoted(inside) + ": two texts agree with a name (masculine, feminine), or four (and many)");
  }

  std::string_view language_;
  std::span<const core::KindInfo> kinds_;
};

}  // namespace

std::vector<std::string> faults_of_pattern(std::string_view pattern, std::string_view language,
                                           std::span<const core::KindInfo> kinds) {
  Faults faults;
  PatternChecker(language, kinds).check(pattern, faults);
  return faults;
}

std::vector<std::string> faults_of_template(std::string_view pattern, const Word* word,
                                            std::span<const std::string_view> parts,
                                            const ability::Vocabulary& vocabulary) {
  Faults faults;
  TemplateChecker(word, parts, vocabulary).check(pattern, faults);
  return faults;
}

std::vector<const Parameter*> shown_words(std::string_view pattern, const Word& word) {
  std::vector<const Parameter*> out;
  collect_shown(pattern, word, out);
  return out;
}

}  // namespace rw::forge
