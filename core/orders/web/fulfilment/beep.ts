let context: AudioContext | undefined;

const tones = { good: { hertz: 1320, seconds: 0.08 }, problem: { hertz: 220, seconds: 0.35 } };

/** A short high tone, or a long low one that is noticed without looking at the screen. */
export function beep(tone: keyof typeof tones): void {
  context ??= new AudioContext();
  const { hertz, seconds } = tones[tone];
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  volume.gain.value = 0.2;
  oscillator.frequency.value = hertz;
  oscillator.connect(volume).connect(context.destination);
  oscillator.start();
  oscillator.stop(context.currentTime + seconds);
}
