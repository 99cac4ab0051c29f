/** How the trackers of a load move. */
export type Tracks = {
  /** Positions of a message. */
  positions: number;
  /** Metres between two positions. */
  step: number;
  /** They turn back after this many steps; 0 for never. */
  turnAfter: number;
};

const metresOfDegree = 111_195;
/** A grid of starting points, a kilometre apart. */
export const trackStart = (index: number) => ({
  lat: 20 + (index % 100) * 0.01,
  lng: 50 + Math.floor(index / 100) * 0.01,
});

/** The path from the starting point after a number of steps: straight on, or back and forth across it. */
function stepsFrom(step: number, turnAfter: number): number {
  if (turnAfter === 0) return step;
  const phase = step % (2 * turnAfter);
  return (phase <= turnAfter ? phase : 2 * turnAfter - phase) - turnAfter / 2;
}

/** The body of message `n` of a tracker: positions a second apart from a start, or one that is measured now. */
export function trackEntries(
  { positions, step, turnAfter }: Tracks,
  index: number,
  n: number,
  time: { startAt: number } | { now: number },
): string {
  const { lat, lng } = trackStart(index);
  const entries = Array.from({ length: positions }, (_, i) => {
    const number = n * positions + i;
    const ts = 'now' in time ? time.now : time.startAt + number * 1000;
    const north = lat + (stepsFrom(number, turnAfter) * step) / metresOfDegree;
    return `{"ts":${ts},"position":{"lat":${north.toFixed(6)},"lng":${lng},"accuracy":3,"speed":${step},"heading":0}}`;
  });
  return positions === 1 ? (entries[0] as string) : `[${entries.join()}]`;
}
