// Addresses as limits and bans see them.
#include "server/address.h"

#include <gtest/gtest.h>

namespace rw::server {
namespace {

TEST(Addresses, AreWrittenInOneWay) {
  EXPECT_EQ(address_in("10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(address_in(" 10.0.0.1\t"), "10.0.0.1");
  EXPECT_EQ(address_in("10.0.0.1:4711"), "10.0.0.1") << "some proxies say the port";
  EXPECT_EQ(address_in("::ffff:10.0.0.1"), "10.0.0.1") << "a door for IPv4 and IPv6 sees it so";
  EXPECT_EQ(address_in("2001:DB8:0:0::0001"), "2001:db8::1");
  EXPECT_EQ(address_in("[2001:db8::1]:4711"), "2001:db8::1");
  EXPECT_EQ(address_in("fe80::1%eth0"), "fe80::1");
  for (const char* text : {"", " ", "unknown", "10.0.0", "10.0.0.1.2", "2001:db8::g", "[", "example.org:80"})
    EXPECT_EQ(address_in(text), "") << text;
}

TEST(Addresses, OfOneNetworkCountAsOne) {
  EXPECT_EQ(network_of("10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(network_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(network_of("2001:db8:1:2:ffff::1"), network_of("2001:db8:1:2::1"));
  EXPECT_NE(network_of("2001:db8:1:3::1"), network_of("2001:db8:1:2::1"));
  EXPECT_EQ(network_of("2001:db8:1:2::/64"), "2001:db8:1:2::/64") << "a network is its own";
}

}  // namespace
}  // namespace rw::server
