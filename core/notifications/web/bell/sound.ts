import { inOneTab, pause } from './one-tab.ts';

/** The shortest time between two rings, also in a storm of alarms. */
const quietMs = 10_000;
const tones = [880, 660] as const;
const toneSeconds = 0.18;
const volume = 0.2;

let context: AudioContext | undefined;

/** Two falling tones. Browsers allow sound only in a tab in which the person has acted; other tabs leave it to that one. */
export async function ring(): Promise<void> {
  if (!navigator.userActivation?.hasBeenActive) return;
  await inOneTab('alarm-sound', async () => {
    context ??= new AudioContext();
    await context.resume();
    for (const [position, frequency] of tones.entries()) {
      const [tone, gain] = [context.createOscillator(), context.createGain()];
      const start = context.currentTime + position * toneSeconds;
      tone.frequency.value = frequency;
      gain.gain.setValueAtTime(volume, start);
      gain.gain.exponentialRampToValueAtTime(0.001, start + toneSeconds);
      tone.connect(gain).connect(context.destination);
      tone.start(start);
      tone.stop(start + toneSeconds);
    }
    await pause(quietMs);
  });
}
