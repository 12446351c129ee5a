// "Why not?": what stands in the way of a choice, or of doing anything with some things.
#include <algorithm>
#include <map>
#include <optional>

#include "engine/things.h"
#include "server/wording.h"

namespace rw::server {
namespace {

constexpr int most_tries = 4096;

// A list has room for every choice of every game, too much for the stack.
ChoiceList& list_of_this_thread() {
  static thread_local ChoiceList list;
  return list;
}

// Every way of using some things in one order. Whatever else a verb needs is tried, as far as the seat knows it.
class Attempts {
 public:
  Attempts(const Wording& wording, const Position& p, Seat seat) : wording_(wording), p_(p), seat_(seat) {
    wording.edition().choices(p, legal_);
  }

  // A legal choice if there is one, or else the one with the nearest refusal. None if no verb uses these things.
  std::optional<Choice> nearest(const std::vector<Wording::Thing>& things) {
    const auto verbs = static_cast<int>(wording_.edition().game().verbs.size());
    for (int verb = 1; verb < verbs && !found_; ++verb) {
      std::vector<std::vector<int>> values(wording_.operands(verb).size());
      lay_out(verb, things, 0, 0, -1, values);
    }
    return found_ ? found_ : best_;
  }

 private:
  struct Refused {
    Refusal refusal;
    Choice choice;
    int times = 0;
  };

  // Gives the things from `next` on to the operands from `at` on.
  void lay_out(int verb, const std::vector<Wording::Thing>& things, std::size_t at, std::size_t next, int first,
               std::vector<std::vector<int>>& values) {
    const auto& operands = wording_.operands(verb);
    if (found_ || operands.size() - at < things.size() - next) return;
    if (at == operands.size()) return judge_all(verb, things.front(), first, values);
    if (next < things.size()) {
      values[at] = meant(operands[at].kind, things[next]);
      if (!values[at].empty())
        lay_out(verb, things, at + 1, next + 1, first < 0 ? static_cast<int>(at) : first, values);
    }
    values[at] = open(verb, operands[at]);
    lay_out(verb, things, at + 1, next, first, values);
  }

  // Among the refusals of one verb, the most frequent one counts.
  void judge_all(int verb, const Wording::Thing& thing, int first, const std::vector<std::vector<int>>& values) {
    std::vector<Refused> refusals;
    std::vector<std::size_t> at(values.size());
    for (bool more = std::none_of(values.begin(), values.end(), [](const auto& v) { return v.empty(); });
         more && tries_ < most_tries; ++tries_) {
      int operands[4] = {};
      for (std::size_t i = 0; i < values.size(); ++i)
        operands[wording_.operands(verb)[i].role - 'a'] = values[i][at[i]];
      const Choice choice = Choice::make(verb, operands[0], operands[1], operands[2], operands[3]);
      const Refusal refusal = wording_.edition().judge(p_, seat_, choice);
      if (!refusal.refused()) {
        found_ = choice;
        return;
      }
      const auto same = std::find_if(refusals.begin(), refusals.end(), [&](const Refused& r) {
        return r.refusal.clause == refusal.clause && r.refusal.fact == refusal.fact;
      });
      if (same == refusals.end())
        refusals.push_back({refusal, choice, 1});
      else
        ++same->times;
      std::size_t digit = 0;
      while (digit < at.size() && ++at[digit] == values[digit].size()) at[digit++] = 0;
      more = digit < at.size();
    }
    if (refusals.empty()) return;
    const Refused& most = *std::max_element(refusals.begin(), refusals.end(),
                                            [](const Refused& a, const Refused& b) { return a.times < b.times; });
    const int distance = distance_of(verb, thing, first, most.refusal);
    if (best_ && distance >= least_) return;
    least_ = distance;
    best_ = most.choice;
  }

  // A refusal is near if the seat could do it with other things, if a rule forbids it, or if it uses the seat's
  // own things or affects those of others.
  int distance_of(int verb, const Wording::Thing& thing, int first, const Refusal& refusal) const {
    const bool offered = std::any_of(legal_.begin(), legal_.end(), [&](Choice c) { return c.verb() == verb; });
    const std::string own = "players." + wording_.edition().thing(p_, viewer(), "seat", core::index(seat_)).id;
    const bool of_another = thing.path.starts_with("players.") && !thing.path.starts_with(own + ".");
    const int order = first > 0 ? 1 : of_another ? 2 : 0;
    return (offered ? 0 : 8) + (refusal.clause == 0 ? 4 : 0) + order;
  }

  Viewer viewer() const { return Viewer::of(seat_); }

  // The values of a kind with what they are for this seat. What it does not know has neither id nor place.
  const std::vector<Edition::Thing>& known(const std::string& kind) {
    const auto [at, fresh] = known_.try_emplace(kind);
    if (!fresh) return at->second;
    const Edition& edition = wording_.edition();
    const int number = wording_.kind_number(kind);
    if (number < 0) return at->second;
    // The kind may name several things in one value: then one of them alone.
    if (const std::string_view of = edition.game().kinds[static_cast<std::size_t>(number)].of; !of.empty()) {
      std::vector<int> wholes;
      for (Edition::Thing part : known(std::string(of))) {
        wholes.clear();
        edition.game().whole(edition.content(), p_.data(), number, {&part.value, 1}, wholes);
        for (const int whole : wholes) {
          part.value = whole;
          at->second.push_back(part);
        }
      }
      return at->second;
    }
    std::vector<Edition::Thing> all;
    for (const int value : values_of(edition, p_, kind)) all.push_back(edition.thing(p_, viewer(), kind, value));
    const auto is_known = [](const Edition::Thing& thing) { return !thing.id.empty() || !thing.place.empty(); };
    const bool any = std::any_of(all.begin(), all.end(), is_known);
    for (Edition::Thing& thing : all)
      if (!any || is_known(thing)) at->second.push_back(std::move(thing));
    return at->second;
  }

  static bool is(const Edition::Thing& known, const Wording::Thing& thing) {
    if (!thing.path.empty()) return known.place == thing.path;
    return thing.value < 0 ? known.id == thing.id : known.value == thing.value;
  }

  std::vector<int> meant(const std::string& kind, const Wording::Thing& thing) {
    std::vector<int> values;
    if (!thing.path.empty() || thing.kind == kind)
      for (const Edition::Thing& each : known(kind))
        if (is(each, thing)) values.push_back(each.value);
    return values;
  }

  std::vector<int> open(int verb, const Wording::Operand& operand) {
    const int role = operand.role - 'a';
    if (wording_.edition().game().operands[static_cast<std::size_t>(verb)].optional[role]) return {0};
    if (operand.kind == "number") return {1};
    std::vector<int> values;
    for (const Edition::Thing& each : known(operand.kind)) values.push_back(each.value);
    return values;
  }

  const Wording& wording_;
  const Position& p_;
  Seat seat_;
  ChoiceList& legal_ = list_of_this_thread();
  std::map<std::string, std::vector<Edition::Thing>> known_;
  std::optional<Choice> found_, best_;
  int least_ = 0, tries_ = 0;
};

}  // namespace

Wording::Verdict Wording::why(const Position& p, Seat seat, Choice choice, std::string_view language) const {
  const Refusal refusal = edition_->judge(p, seat, choice);
  if (!refusal.refused()) return {true, edition_->choice_text(p, choice, language), {}};
  return {false, edition_->refusal_text(p, refusal, language), edition_->clause_id(refusal.clause)};
}

// The earlier things may have been meant for something else; then only the last one counts.
Wording::Verdict Wording::why(const Position& p, Seat seat, const std::vector<Thing>& things,
                              std::string_view language) const {
  std::optional<Choice> nearest = Attempts(*this, p, seat).nearest(things);
  if (!nearest && things.size() > 1) nearest = Attempts(*this, p, seat).nearest({things.back()});
  return nearest ? why(p, seat, *nearest, language) : Verdict{};
}

}  // namespace rw::server
