// The sounds of the table, made on the spot: no files. Nothing is told by sound alone.
import type { Look } from "../table/looks";
import { settings } from "./settings.svelte";

let voice: AudioContext | null = null;
let noise: AudioBuffer | null = null;

// Loudness of the table, 0 if it is muted.
function loudness(): number {
  return settings.now.muted ? 0 : settings.now.volume;
}

function open_voice(): AudioContext | null {
  if (typeof AudioContext === "undefined") return null;
  voice ??= new AudioContext();
  if (voice.state === "suspended") voice.resume().catch(() => undefined);
  return voice.state === "running" ? voice : null; // browsers are silent until the player has clicked
}

// A tone that slides from one pitch to another and dies away.
function tone(
  at: AudioContext,
  from: number,
  to: number,
  length: number,
  strength: number,
  after = 0,
  shape: OscillatorType = "sine",
) {
  const begin = at.currentTime + after;
  const source = at.createOscillator();
  const gain = at.createGain();
  source.type = shape;
  source.frequency.setValueAtTime(from, begin);
  source.frequency.exponentialRampToValueAtTime(to, begin + length);
  gain.gain.setValueAtTime(Math.max(0.0001, strength * loudness()), begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.connect(gain).connect(at.destination);
  source.start(begin);
  source.stop(begin + length + 0.02);
}

// A breath of noise around a pitch: paper, dice, a blow.
function rustle(at: AudioContext, pitch: number, length: number, strength: number, after = 0) {
  if (!noise) {
    noise = at.createBuffer(1, at.sampleRate / 2, at.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; ++i) samples[i] = Math.random() * 2 - 1;
  }
  const begin = at.currentTime + after;
  const source = at.createBufferSource();
  const filter = at.createBiquadFilter();
  const gain = at.createGain();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.setValueAtTime(Math.max(0.0001, strength * loudness()), begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.connect(filter).connect(gain).connect(at.destination);
  source.start(begin);
  source.stop(begin + length);
}

const sounds: Record<Exclude<Look, "quiet">, (at: AudioContext) => void> = {
  turn: (at) => {
    tone(at, 392, 392, 0.25, 0.25, 0, "triangle");
    tone(at, 523, 523, 0.35, 0.25, 0.12, "triangle");
  },
  card: (at) => rustle(at, 3200, 0.09, 0.35),
  play: (at) => {
    rustle(at, 2200, 0.12, 0.4);
    tone(at, 440, 660, 0.18, 0.2, 0.05);
  },
  attack: (at) => tone(at, 180, 420, 0.22, 0.3, 0, "sawtooth"),
  flip: (at) => {
    rustle(at, 4200, 0.05, 0.35);
    rustle(at, 2600, 0.06, 0.3, 0.07);
  },
  dice: (at) => {
    for (let i = 0; i < 5; ++i) rustle(at, 1400 + i * 240, 0.04, 0.5, i * 0.055);
  },
  hit: (at) => {
    tone(at, 150, 55, 0.22, 0.6);
    rustle(at, 500, 0.1, 0.4);
  },
  out: (at) => {
    tone(at, 220, 60, 0.5, 0.5, 0, "triangle");
    rustle(at, 300, 0.3, 0.4);
  },
  gain: (at) => tone(at, 660, 990, 0.16, 0.22),
  buy: (at) => {
    tone(at, 988, 988, 0.1, 0.22, 0, "square");
    tone(at, 1318, 1318, 0.2, 0.2, 0.08, "square");
  },
  end: (at) => {
    for (const [i, pitch] of [392, 494, 587, 784].entries()) tone(at, pitch, pitch, 0.5, 0.25, i * 0.14, "triangle");
  },
};

export function sound(look: Look) {
  if (look === "quiet" || loudness() === 0) return;
  const at = open_voice();
  if (at) sounds[look](at);
}
