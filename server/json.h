// Writing JSON by hand: messages are built far more often than anything else here.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/describe.h"

namespace rw::server {

// ,"name":"text"
inline void append_member(std::string& out, std::string_view name, std::string_view text) {
  out += ",\"";
  out += name;
  out += "\":";
  core::append_json(out, text);
}
inline void append_member_if(std::string& out, std::string_view name, std::string_view text) {
  if (!text.empty()) append_member(out, name, text);
}
inline void append_member(std::string& out, std::string_view name, std::int64_t number) {
  out += ",\"";
  out += name;
  out += "\":" + std::to_string(number);
}
inline void append_flag(std::string& out, std::string_view name, bool value) {
  out += ",\"";
  out += name;
  out += value ? "\":true" : "\":false";
}

}  // namespace rw::server
