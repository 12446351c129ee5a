// Addresses, read and written by the system.
#include "server/address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <iterator>

namespace rw::server {
namespace {

// What is left without brackets, the name of an interface, and a port.
std::string without_port(std::string_view text) {
  if (text.starts_with('[')) return std::string(text.substr(1, text.find(']') - 1));
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos && text.find(':', colon + 1) == std::string_view::npos)
    text = text.substr(0, colon);
  return std::string(text.substr(0, text.find('%')));
}

std::string written(int family, const void* bytes) {
  char text[INET6_ADDRSTRLEN] = {};
  return inet_ntop(family, bytes, text, sizeof text) == nullptr ? "" : text;
}

}  // namespace

std::string address_in(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  const std::string plain = without_port(text.substr(first, text.find_last_not_of(" \t") + 1 - first));
  in_addr four{};
  if (inet_pton(AF_INET, plain.c_str(), &four) == 1) return written(AF_INET, &four);
  in6_addr six{};
  if (inet_pton(AF_INET6, plain.c_str(), &six) != 1) return {};
  if (IN6_IS_ADDR_V4MAPPED(&six)) return written(AF_INET, six.s6_addr + 12);
  return written(AF_INET6, &six);
}

std::string network_of(const std::string& address) {
  in6_addr six{};
  if (inet_pton(AF_INET6, address.c_str(), &six) != 1) return address;
  std::fill(six.s6_addr + 8, std::end(six.s6_addr), std::uint8_t{0});
  return written(AF_INET6, &six) + "/64";
}

}  // namespace rw::server
