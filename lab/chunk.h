// Chunks of a campaign as bytes, for checkpoints and for other processes.
#pragma once

#include "lab/archive.h"
#include "lab/campaign.h"

namespace rw::lab {

template <class Archive>
void fold(Archive& archive, GameRecord& record) {
  fold(archive, record.played), fold(archive, record.broken);
  fold(archive, record.winners), fold(archive, record.forfeits), fold(archive, record.clause),
      fold(archive, record.decisions), fold(archive, record.lead_changes);
  for (std::int32_t& score : record.score) fold(archive, score);
  for (std::uint8_t& place : record.places) fold(archive, place);
  fold(archive, record.least_chance), fold(archive, record.unreached), fold(archive, record.misjudged);
}

template <class Archive>
void fold(Archive& archive, Chunk& chunk) {
  fold(archive, chunk.number), fold(archive, chunk.records), fold(archive, chunk.tallies);
}

}  // namespace rw::lab
