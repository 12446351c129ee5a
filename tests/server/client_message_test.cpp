// What clients send is read strictly: everything of the protocol, nothing else.
#include "server/client_message.h"

#include <gtest/gtest.h>

namespace rw::server {
namespace {

bool reads(std::string_view text) {
  const Expected<ClientMessage> message = read_client_message(text);
  EXPECT_TRUE(message || !message.error().empty());
  return static_cast<bool>(message);
}

TEST(ClientMessages, EveryKindIsRead) {
  for (const char* text : {
           R"({"v":2,"type":"choose","decision":7,"choice":"42"})",
           R"({"v":2,"type":"choose","ref":12,"decision":7,"choice":"18446744073709551615","amount":3})",
           R"({"v":2,"type":"choose","decision":7,"notation":"pass"})",
           R"({"v":2,"type":"why","notation":"attack A -> B"})",
           R"({"v":2,"type":"why","things":[{"kind":"attack","value":3}]})",
           R"({"v":2,"type":"why","things":[{"path":"zones.iacon"},{"kind":"leader","id":"megatron"}]})",
           R"({"v":2,"type":"undo"})",
           R"({"v":2,"type":"draw"})",
           R"({"v":2,"type":"resign"})",
           R"({"v":2,"type":"answer","offer":"draw","yes":true})",
           R"({"v":2,"type":"answer","offer":"out_of_time","what":"wait"})",
           R"({"v":2,"type":"rematch"})",
           R"({"v":2,"type":"say","phrase":"hello"})",
           R"({"v":2,"type":"say","text":"hi"})",
           R"({"v":2,"type":"sync"})",
           R"({"v":2,"type":"language","lang":"fr"})",
           R"({"v":2,"type":"ping","ref":9007199254740991})",
       })
    EXPECT_TRUE(reads(text)) << text;
}

TEST(ClientMessages, EverythingElseIsRefused) {
  for (const char* text : {
           "",
           "null",
           "[]",
           "{",
           R"({"v":2})",
           R"({"type":"ping"})",
           R"({"v":1,"type":"ping"})",
           R"({"v":"2","type":"ping"})",
           R"({"v":2,"type":"steal"})",
           R"({"v":2,"type":7})",
           R"({"v":2,"type":"ping","more":1})",
           R"({"v":2,"type":"ping","ref":-1})",
           R"({"v":2,"type":"ping","ref":1.5})",
           R"({"v":2,"type":"ping","ref":18446744073709551615})",
           R"({"v":2,"type":"choose","choice":"42"})",
           R"({"v":2,"type":"choose","decision":7})",
           R"({"v":2,"type":"choose","decision":7,"choice":42})",
           R"({"v":2,"type":"choose","decision":7,"choice":""})",
           R"({"v":2,"type":"choose","decision":7,"choice":"4x"})",
           R"({"v":2,"type":"choose","decision":7,"choice":"18446744073709551616"})",
           R"({"v":2,"type":"choose","decision":-7,"choice":"1"})",
           R"({"v":2,"type":"choose","decision":7,"choice":"1","notation":"pass"})",
           R"({"v":2,"type":"choose","decision":7,"choice":"1","amount":70000})",
           R"({"v":2,"type":"why"})",
           R"({"v":2,"type":"why","things":[]})",
           R"({"v":2,"type":"why","things":[{"kind":"zone"}]})",
           R"({"v":2,"type":"why","things":[{"kind":"zone","value":-1}]})",
           R"({"v":2,"type":"why","things":[{"kind":"zone","value":1,"id":"iacon"}]})",
           R"({"v":2,"type":"why","things":[{"path":"zones.iacon","kind":"zone"}]})",
           R"({"v":2,"type":"why","things":[{"path":""}]})",
           R"({"v":2,"type":"why","things":["zones.iacon"]})",
           R"({"v":2,"type":"answer","offer":"draw"})",
           R"({"v":2,"type":"answer","offer":"draw","what":"wait"})",
           R"({"v":2,"type":"answer","offer":"out_of_time","yes":true})",
           R"({"v":2,"type":"answer","offer":"money","yes":true})",
           R"({"v":2,"type":"say","phrase":"insult"})",
           R"({"v":2,"type":"say","text":""})",
           R"({"v":2,"type":"language","lang":"de"})",
       })
    EXPECT_FALSE(reads(text)) << text;
  EXPECT_FALSE(reads(R"({"v":2,"type":"choose","decision":1,"notation":")" + std::string(5000, 'x') + "\"}"));
}

}  // namespace
}  // namespace rw::server
