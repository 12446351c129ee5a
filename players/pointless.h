// Choices that nobody need think about, found by the positions that they lead to and by nothing else:
// - of several that lead to the same position all but the first;
// - one that leads to where another one leads too, and pays more for it;
// - one that only pays: the same question again with less, and nothing new to choose, now or one choice later;
// - one that takes back what was done: it leads to where the seat stood before, or to that with less.
// All positions are looked at as the seat sees them, in several deals that it may imagine, and where chance or a
// hidden card has a say, nothing is pointless. Whoever is asked whether to go through with something may always
// refuse.
#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "players/evaluator.h"
#include "players/standing.h"

namespace rw::players {

// What is under way in a position beyond what a description tells: steps to come and effects that last.
template <class State>
bool same_under_way(const State& a, const State& b) {
  const auto same = [](const auto& x, const auto& y) { return std::memcmp(&x, &y, sizeof x) == 0; };
  bool alike = same(a.agenda, b.agenda);
  if constexpr (requires { a.lasting; }) alike = alike && same(a.lasting, b.lasting);
  if constexpr (requires { a.pending; }) alike = alike && same(a.pending, b.pending);
  if constexpr (requires { a.triggers; }) alike = alike && same(a.triggers, b.triggers);
  if constexpr (requires { a.laters; }) alike = alike && same(a.laters, b.laters);
  if constexpr (requires { a.effects; }) alike = alike && same(a.effects, b.effects);
  if constexpr (requires { a.stack; }) alike = alike && same(a.stack, b.stack);
  return alike;
}

// Games that describe their positions and say what is under way; the small ones of tests need not.
template <class Evaluator>
concept CanBePointless = requires(StateOf<Evaluator>& s, const ContentOf<Evaluator>& content, StandingVisitor& v) {
  Evaluator::Rules::describe(content, s, v);
  s.agenda;
};

template <class Evaluator>
class Pointless {
  using State = StateOf<Evaluator>;
  using Content = ContentOf<Evaluator>;

 public:
  static constexpr int few = 64;  // longer lists are not looked through
  static constexpr int deals = 4;

  // Leaves the choices worth thinking about, at least one.
  void drop(const Content& content, const State& seen, Seat seat, const Stood& stood, ChoiceList& list,
            core::Random& random) {
    if (list.size() > few || list.size() < 2) return;
    if (content_ != &content || seat_ != seat || seats_ != seen.seats) kinds_.clear();
    content_ = &content;
    seat_ = seat;
    seats_ = seen.seats;
    count_ = list.size();
    std::copy_n(list.items, count_, choices_);
    place(here_, seen);
    place_stood(stood);
    find_those_no_better();
    if (left_ == count_) return;
    for (int i = 1; i < deals; ++i) {
      State deal = seen;
      imagine<Evaluator>(*content_, deal, seat_, random);
      place(here_, deal);
      look_again();
    }
    int kept = 0;
    for (int i = 0; i < count_; ++i)
      if (than_[i] == none) list.items[kept++] = choices_[i];
    list.count = kept;
  }

 private:
  struct Place {
    State state;
    Standing standing;
    float hope = 0;  // of the seat, by the game's own evaluation
    bool over = false;
    bool asked = false;  // is it this seat?
  };
  // What a choice is compared with: one of the list, the position as it is, or one where the seat stood.
  static constexpr int none = -1, what_is = few, first_stood = few + 1;

  void place(Place& at, const State& s) {
    at.state = s;
    describe(at);
  }
  void place(Place& at, const State& s, Choice choice) {
    at.state = s;
    carry_out<Evaluator>(*content_, at.state, choice);
    describe(at);
  }
  void describe(Place& at) {
    at.over = Evaluator::Rules::over(at.state);
    at.asked = !at.over && at.state.decision.asked == seat_;
    if (at.over) return;
    if (kinds_.empty()) {
      StandingVisitor visitor(core::Viewer::of(seat_), nullptr, &kinds_);
      Evaluator::Rules::describe(*content_, at.state, visitor);
    }
    at.standing.values.resize(kinds_.size());
    StandingVisitor visitor(core::Viewer::of(seat_), &at.standing, nullptr);
    Evaluator::Rules::describe(*content_, at.state, visitor);
    float hopes[core::max_seats];
    own_evaluation<Evaluator>(*content_, at.state, {}, hopes);
    at.hope = hopes[core::index(seat_)];
  }
  void place_stood(const Stood& stood) {
    const std::span<const std::byte> positions = stood.positions();
    stood_.resize(positions.size() / sizeof(State));
    for (std::size_t i = 0; i < stood_.size(); ++i) {
      std::memcpy(static_cast<void*>(&stood_[i].state), positions.data() + i * sizeof(State), sizeof(State));
      describe(stood_[i]);
    }
  }

  void find_those_no_better() {
    left_ = count_;
    for (int i = 0; i < count_; ++i) {
      place(after_[i], here_.state, choices_[i]);
      than_[i] = none;
    }
    const auto look = [&](int i, int than) {
      if (left_ == 1 || i == than || than_[i] != none || (than < few && than_[than] != none)) return;
      if (!is_no_better(i, than)) return;
      than_[i] = than;
      --left_;
    };
    for (int i = 0; i < count_; ++i)
      for (int k = 0; k < count_; ++k) look(i, k);
    for (int i = 0; i < count_; ++i) look(i, what_is);
    for (int k = 0; k < static_cast<int>(stood_.size()); ++k)
      for (int i = 0; i < count_; ++i) look(i, first_stood + k);
  }
  // The same in a position that was dealt anew. If it looks otherwise there, a hidden card made the difference.
  void look_again() {
    for (int i = 0; i < count_; ++i) {
      if (than_[i] == none) continue;
      const bool same = leads_to_the_same(i) && (than_[i] >= few || leads_to_the_same(than_[i]));
      if (!same || !is_no_better(i, than_[i])) than_[i] = none;
    }
  }
  bool leads_to_the_same(int i) {
    before_ = after_[i].standing;
    place(after_[i], here_.state, choices_[i]);
    return !after_[i].over && before_.values == after_[i].standing.values;
  }

  // Does the choice lead to the same as `than`, where that is enough, or to the same with more paid for it?
  bool is_no_better(int i, int than) {
    const Place& other = after_[i];
    if (than < few) return !drew_chance(after_[than]) && is_no_better(i, than, after_[than]);
    if (than == what_is) return is_no_better(i, than, here_);
    return other.state.decision.kind == here_.state.decision.kind &&
           is_no_better(i, than, stood_[static_cast<std::size_t>(than - first_stood)]);
  }
  bool is_no_better(int i, int than, const Place& one) {
    const Place& other = after_[i];
    if (!is_same_question(one, other) || drew_chance(other)) return false;
    const Change change = change_between(one.standing, other.standing, kinds_);
    if (change == Change::other || !same_under_way(one.state, other.state)) return false;
    // If two come to the same, the one that says less stays.
    if (change == Change::none && than < few && says_less(choices_[i], choices_[than], i < than)) return false;
    // What another seat could choose then is not for this one to see.
    if (!other.asked) return change == Change::none;
    return !(other.hope > one.hope) && opens_nothing(one, other);
  }
  static bool is_same_question(const Place& one, const Place& other) {
    const core::Decision &a = one.state.decision, &b = other.state.decision;
    return !one.over && !other.over && a.asked == b.asked && a.kind == b.kind;
  }
  bool drew_chance(const Place& place) const { return place.state.random.drawn != here_.state.random.drawn; }
  static bool says_less(Choice a, Choice b, bool otherwise) {
    const auto operands = [](Choice c) { return (c.a() != 0) + (c.b() != 0) + (c.c() != 0) + (c.d() != 0); };
    return operands(a) != operands(b) ? operands(a) < operands(b) : otherwise;
  }

  // Whatever can be chosen at `other` can be chosen at `one` as well, and that leads again to the same or to less.
  bool opens_nothing(const Place& one, const Place& other) {
    if (!offers_all(one.state, other.state)) return false;
    static thread_local ChoiceList next;
    list(other.state, next);
    for (int i = 0; i < next.size() && i < few; ++i) {
      place(then_, one.state, next[i]);
      State same_luck = other.state;
      same_luck.random = one.state.random;
      place(then_other_, same_luck, next[i]);
      if (then_.over && then_other_.over) continue;
      if (!is_same_question(then_, then_other_)) return false;
      if (!then_.asked) continue;
      if (change_between(then_.standing, then_other_.standing, kinds_) == Change::other) return false;
      if (!offers_all(then_.state, then_other_.state)) return false;
    }
    return true;
  }

  void list(const State& s, ChoiceList& out) const {
    out.clear();
    core::list_choices<typename Evaluator::Rules>(*content_, s, out);
  }
  bool offers_all(const State& more, const State& fewer) const {
    static thread_local ChoiceList offered, wanted;
    list(more, offered);
    list(fewer, wanted);
    return std::all_of(wanted.begin(), wanted.end(), [&](Choice choice) { return offered.contains(choice); });
  }

  const Content* content_ = nullptr;
  Seat seat_ = core::no_seat;
  int seats_ = 0;
  std::vector<PlaceKind> kinds_;  // of these
  Choice choices_[few];
  int count_ = 0, left_ = 0;
  int than_[few];
  Place here_, then_, then_other_;
  Standing before_;
  Place after_[few];
  std::vector<Place> stood_;
};

}  // namespace rw::players
