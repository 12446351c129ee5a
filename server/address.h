// Addresses of the network as limits and bans see them.
#pragma once

#include <string>
#include <string_view>

namespace rw::server {

// The address in the one way that we write it, also if a port stands behind it. An address of IPv4 inside one of
// IPv6 is that of IPv4: a door that is open to both sees it so. Empty: this is no address.
std::string address_in(std::string_view text);
// Whom an address belongs to, as far as limits and bans go. Nobody has a single address of IPv6: everybody has a
// network of 2^64, so that counts as one.
std::string network_of(const std::string& address);

}  // namespace rw::server
