// One request on its way through the site: who asks, what, and where the answer goes.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "server/site.h"

namespace rw::server {

inline const Failure cannot_read{503, "storage", "it could not be read; try again soon"};

struct TableSite::Call {
  Request request;
  std::shared_ptr<Visitor> who = std::make_shared<Visitor>();  // the answer may need it when the call is gone
  Visitor& visitor = *who;
  std::vector<std::string> parts;  // what stands for the {} of the route
  Reply reply;

  void fail(const Failure& failure) const {
    reply(answer(failure.status, error_json(failure.code, failure.text)));
  }
  void refuse(const std::string& text) const { fail({400, "bad_request", text}); }

  // The body as an object with only these fields. Otherwise refuses the request and returns null.
  nlohmann::json object(std::initializer_list<std::string_view> fields) const;
  // All of these fields, each a text.
  bool body(std::initializer_list<std::pair<std::string_view, std::string*>> fields) const;
};

std::string ratings_json(const std::vector<Ranked>&);

}  // namespace rw::server
