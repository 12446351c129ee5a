// Hashes over bytes: quick ones for positions, content and files, SHA-256 for the seed's commitment.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "engine/core/bundle.h"
#include "engine/core/random.h"

namespace rw::core {

std::uint64_t hash64(std::span<const std::byte> bytes);
ContentHash hash128(std::span<const std::byte> bytes);

using Digest = std::array<std::uint8_t, 32>;
Digest sha256(std::span<const std::byte> bytes);
std::string hex(std::span<const std::uint8_t> bytes);

// What is published when a game starts: the SHA-256 of the seed's 32 bytes, little endian.
std::string commitment(const Seed& seed);
std::string seed_text(const Seed& seed);
bool parse_seed(std::string_view text, Seed& seed);

}  // namespace rw::core
