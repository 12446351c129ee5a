// Addresses of the network as limits and bans see them.
#pragma once

#include <string>
#include <string_view>

namespace rw::server {

// The address in the one way that we write it, even if a port stands behind it. An IPv4 address inside an IPv6 one
// is written as IPv4, since a door that is open to both sees it like that. Empty if it is no address.
std::string address_in(std::string_view text);
// Whom an address belongs to, as far as limits and bans go. Nobody has a single IPv6 address: everybody has a
// network of 2^64 of them, which counts as one.
std::string network_of(const std::string& address);

}  // namespace rw::server
