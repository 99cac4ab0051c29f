/** The history of a sensor that is kept per window; more points add nothing to an interpolated value. */
const pointsPerWindow = 500;

type Series = { ms: number; times: number[]; values: number[] };

/** The recent values of the sensors whose change rules watch, in memory. */
export class PastValues {
  private readonly series = new Map<number, Series>();

  constructor(changes: readonly { sensor: number; ms: number }[]) {
    for (const { sensor, ms } of changes)
      this.series.set(sensor, { ms: Math.max(ms, this.series.get(sensor)?.ms ?? 0), times: [], values: [] });
  }

  add(sensor: number, time: number, value: number | string): void {
    const series = this.series.get(sensor);
    if (!series || typeof value !== 'number') return;
    const { ms, times, values } = series;
    const last = times.at(-1);
    if (last !== undefined && time - last < ms / pointsPerWindow) return;
    times.push(time);
    values.push(value);
    // One point before the window stays, to interpolate its beginning.
    const outdated = times.findIndex((one) => one > time - ms) - 1;
    if (outdated > 0) for (const list of [times, values]) list.splice(0, outdated);
  }

  /**
   * The value at a time: interpolated between two points that are at most `withinMs` apart, or as far as they are stored, else
   * that of the older one, since nothing is known about what happened in a longer silence. Undefined outside of the history.
   */
  at(sensor: number, time: number, withinMs: number): number | undefined {
    const { ms = 0, times = [], values = [] } = this.series.get(sensor) ?? {};
    const next = times.findIndex((one) => one >= time);
    if (next < 0) return undefined;
    const [after, to] = [times[next] as number, values[next] as number];
    if (after === time) return to;
    if (next === 0) return undefined;
    const [before, from] = [times[next - 1] as number, values[next - 1] as number];
    // A point is left out if it comes shortly after another one, so that neighbours are up to twice as far apart.
    if (after - before > Math.max(withinMs, (2 * ms) / pointsPerWindow)) return from;
    return from + ((to - from) * (time - before)) / (after - before);
  }
}
