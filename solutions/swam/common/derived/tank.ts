export const tankShapes = ['upright', 'lying', 'box'] as const;
/** The height in m, the volume of the full tank in m³. */
export type TankForm = { shape: (typeof tankShapes)[number]; height: number; volume: number };

/** The share of the volume that is filled at a level in m, from 0 to 1. */
export function filledShare({ shape, height }: Pick<TankForm, 'shape' | 'height'>, level: number): number {
  const share = Math.min(1, Math.max(0, level / height));
  if (shape !== 'lying') return share;
  // The circular segment of a horizontal cylinder; its diameter is the height.
  const angle = 2 * Math.acos(1 - 2 * share);
  return (angle - Math.sin(angle)) / (2 * Math.PI);
}

/** The volume in m³ at a level in m. */
export const volumeAt = (form: TankForm, level: number): number => filledShare(form, level) * form.volume;

/** A slower change of the volume in an hour, as a share of the tank, counts as none. */
const leastShare = 0.002;

export type TankOutlook = { state: 'filling' | 'emptying'; hours: number } | { state: 'steady'; hours: null };

/** When the tank will be full or empty at the mean net rate in m³/h. */
export function tankOutlook({ volume: whole }: Pick<TankForm, 'volume'>, volume: number, rate: number): TankOutlook {
  if (Math.abs(rate) < leastShare * whole) return { state: 'steady', hours: null };
  return rate > 0 ? { state: 'filling', hours: (whole - volume) / rate } : { state: 'emptying', hours: volume / -rate };
}

export type TimedValue = { at: number; value: number };

const hourMs = 3_600_000;

/** The mean net change in an hour between the first and the last value; null for less than half an hour. */
export function netRate(values: readonly TimedValue[]): number | null {
  const [first, last] = [values[0], values.at(-1)];
  if (!first || !last || last.at - first.at < hourMs / 2) return null;
  return ((last.value - first.value) / (last.at - first.at)) * hourMs;
}

const [refillShare, refillMs] = [5, 2 * hourMs];
export type Refill = { from: number; to: number; before: number; after: number };

/** The refills: rises by at least 5 % within two hours. Adjacent rises are one. Values are percent of the tank, in order of time. */
export function refillsIn(values: readonly TimedValue[]): Refill[] {
  const refills: Refill[] = [];
  let first = 0;
  for (const [n, { at, value }] of values.entries()) {
    while ((values[first]?.at ?? at) < at - refillMs) first++;
    const low = values
      .slice(first, n)
      .reduce<TimedValue | null>((best, one) => (best && best.value < one.value ? best : one), null);
    if (!low || value - low.value < refillShare) continue;
    const last = refills.at(-1);
    if (last && low.at <= last.to) {
      if (value > last.after) Object.assign(last, { to: at, after: value });
    } else refills.push({ from: low.at, to: at, before: low.value, after: value });
  }
  return refills;
}
