// The one sound of the table: it is your move. Only where the player asked for it.
let voice: AudioContext | null = null;

export function ring() {
  try {
    voice ??= new AudioContext();
    const now = voice.currentTime;
    for (const [i, pitch] of [660, 880].entries()) {
      const tone = voice.createOscillator();
      const loudness = voice.createGain();
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.12, now + i * 0.12);
      loudness.gain.exponentialRampToValueAtTime(0.001, now + i * 0.12 + 0.25);
      tone.connect(loudness).connect(voice.destination);
      tone.start(now + i * 0.12);
      tone.stop(now + i * 0.12 + 0.26);
    }
  } catch {
    // no sound here; the title and the bar tell it too
  }
}
