// The site maps requests to what they mean: REST, sockets, page, health, metrics. It belongs to the first loop and
// reads requests there; whatever touches a table runs in the table's loop.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "server/catalogue.h"
#include "server/hall.h"
#include "server/http.h"
#include "server/people.h"
#include "server/reviews.h"
#include "server/what_ifs.h"

namespace rw::server {

struct SiteSettings {
  std::string page_folder;  // the built page
  std::string origin;  // "https://play.example.org"; empty: whatever Host says
  std::vector<std::string> hosts;  // names of this machine, in small letters
  bool secure = false;  // everybody comes by https
  bool inside_door = false;  // there is one, and /metrics is there
  int what_if_threads = 1;  // in which changed content is tried
  double costly_per_second =
      2;  // tables, accounts, logins, replays from one address; fifteen times as many at once
};

class TableSite final : public Site {
 public:
  TableSite(Hall&, People&, Storage&, Bots&, Loop&, Metrics&, const SiteSettings&);

  void serve(const Request&, std::function<void(Response)>) override;
  void open(const Request&, std::function<void(std::variant<Response, Accept>)>) override;
  void stopping() { stopping_ = true; }

 private:
  using Reply = std::function<void(Response)>;
  struct Call;  // one request on its way: who asks, what, and where the answer goes
  using Handler = void (TableSite::*)(const std::shared_ptr<Call>&);
  struct Route {
    std::string_view method, pattern;  // "/api/tables/{}/join"
    Handler handler;
    bool costly = false;
    bool shows_name = false;  // at a table
  };
  static const Route routes[];

  Response finished(Response, const Visitor*) const;
  bool own_origin(const Request&) const;
  bool own_host(const Request&) const;
  bool may_see_figures(const Request&) const;
  Failure shut_out(const Request&) const;
  void hear_order(const std::string& what, const std::string& subject = {});
  void shut_out(const std::vector<Ban>&);
  void become(const std::shared_ptr<Call>&, int status, const Visitor&);
  bool may_spend(const std::string& network);
  Response figures_page() const;
  Response face(const Request&) const;
  static Response face_of(const Edition&, std::string_view id, const Request&);
  // A slow document: made in a worker thread when somebody first asks for it.
  void make_once(const std::shared_ptr<Call>&, std::function<std::string()> make);
  void with_patch(const std::shared_ptr<Call>&, const std::string& patch,
                  std::function<void(const std::shared_ptr<const OwnEdition>&)>);
  void with_own(const std::shared_ptr<Call>&, std::function<Response(const OwnEdition&)>);
  static std::string line_of(const Call&);
  void with_table(const std::shared_ptr<Call>&, std::function<void(const std::shared_ptr<OpenTable>&)>);
  void created(const std::shared_ptr<Call>&, const Failure&, const std::shared_ptr<OpenTable>&) const;
  // Takes a seat with the player's rating. `otherwise` is called with the reason if that fails.
  void sit_down(const std::shared_ptr<Call>&, const std::shared_ptr<OpenTable>&, int seat,
                OpenTable::Options brings, Done otherwise);
  void open_pair(const std::shared_ptr<Call>&, const std::string& game, bool rated);
  void say_who(const std::shared_ptr<Call>&, int status, const Visitor&);

  // Handlers
  void me(const std::shared_ptr<Call>&);
  void rename_me(const std::shared_ptr<Call>&);
  void sign_up(const std::shared_ptr<Call>&);
  void log_in(const std::shared_ptr<Call>&);
  void log_out(const std::shared_ptr<Call>&);
  void change_password(const std::shared_ptr<Call>&);
  void delete_me(const std::shared_ptr<Call>&);
  void message(const std::shared_ptr<Call>&);
  void games(const std::shared_ptr<Call>&);
  void game(const std::shared_ptr<Call>&);
  void game_rules(const std::shared_ptr<Call>&);
  void game_cards(const std::shared_ptr<Call>&);
  void game_content(const std::shared_ptr<Call>&);
  void game_words(const std::shared_ptr<Call>&);
  void game_faces(const std::shared_ptr<Call>&);
  void game_examples(const std::shared_ptr<Call>&);
  void check_deck(const std::shared_ptr<Call>&);
  void ratings(const std::shared_ptr<Call>&);
  void tables(const std::shared_ptr<Call>&);
  void new_table(const std::shared_ptr<Call>&);
  void table(const std::shared_ptr<Call>&);
  void join(const std::shared_ptr<Call>&);
  void leave(const std::shared_ptr<Call>&);
  void seats(const std::shared_ptr<Call>&);
  void replay(const std::shared_ptr<Call>&);
  void replay_file(const std::shared_ptr<Call>&);
  void take_over(const std::shared_ptr<Call>&);
  void import_replay(const std::shared_ptr<Call>&);
  void hint(const std::shared_ptr<Call>&);
  void start_review(const std::shared_ptr<Call>&);
  void review(const std::shared_ptr<Call>&);
  void pair(const std::shared_ptr<Call>&);
  void person(const std::shared_ptr<Call>&);
  void decks(const std::shared_ptr<Call>&);
  void keep_deck(const std::shared_ptr<Call>&);
  void drop_deck(const std::shared_ptr<Call>&);
  void workbench(const std::shared_ptr<Call>&);
  void check_patch(const std::shared_ptr<Call>&);
  void start_what_if(const std::shared_ptr<Call>&);
  void what_if(const std::shared_ptr<Call>&);
  void stop_what_if(const std::shared_ptr<Call>&);
  void table_cards(const std::shared_ptr<Call>&);
  void table_content(const std::shared_ptr<Call>&);
  void table_words(const std::shared_ptr<Call>&);
  void table_patch(const std::shared_ptr<Call>&);
  void table_face(const std::shared_ptr<Call>&);
  void open_as(const Request&, const Visitor&, std::function<void(std::variant<Response, Accept>)>);

  Hall& hall_;
  People& people_;
  Storage& storage_;
  Bots& bots_;
  Loop& loop_;
  Metrics& metrics_;
  SiteSettings settings_;
  Page page_;
  Reviews reviews_;
  WhatIfs what_ifs_;
  std::map<std::string, std::string, std::less<>>
      pairs_;  // by game and kind: the table that waits for an opponent
  Document games_;
  std::map<std::string, Document, std::less<>> static_;  // by path
  std::map<std::string, std::vector<std::shared_ptr<Call>>, std::less<>>
      asked_for_;  // by path: calls that wait for examples
  std::map<std::string, std::pair<Milliseconds, std::string>, std::less<>>
      lists_;  // by game: the public tables, for a second
  struct Allowance {
    double tokens = 0;
    Milliseconds filled = 0;  // of the steady clock
  };
  std::map<std::string, Allowance, std::less<>> allowances_;  // by address (network_of)
  std::set<std::string, std::less<>> banned_;  // addresses (network_of)
  DailyMessage message_;
  bool stopping_ = false;
};

}  // namespace rw::server
