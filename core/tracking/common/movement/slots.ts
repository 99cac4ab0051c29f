import { type Cuts, partsOf, quarterOf, slotOf } from './slot-times.ts';

export type MovementSums = {
  metres: number;
  gapMetres: number;
  drivingS: number;
  idleS: number;
  stoppedS: number;
  nodataS: number;
  starts: number;
  /** km/h; 0 if it did not move. */
  maxSpeed: number;
};
/** What a device did in a quarter of an hour, or a part of one that belongs to one subject. `at`: when it begins, in ms. */
export type Slot = MovementSums & { at: number };
export type Doing = 'drivingS' | 'idleS' | 'stoppedS' | 'nodataS';

export const noSums: MovementSums = {
  metres: 0,
  gapMetres: 0,
  drivingS: 0,
  idleS: 0,
  stoppedS: 0,
  nodataS: 0,
  starts: 0,
  maxSpeed: 0,
};

/** The sums of figures, of which the speed is the highest. */
export function addSums<Sums extends MovementSums>(a: Sums, b: MovementSums): Sums {
  const sum = { ...a, maxSpeed: Math.max(a.maxSpeed, b.maxSpeed) };
  for (const key of ['metres', 'gapMetres', 'drivingS', 'idleS', 'stoppedS', 'nodataS', 'starts'] as const)
    sum[key] = a[key] + b[key];
  return sum;
}

/** Adds up figures by slots. */
export class Slots {
  private readonly slots: Map<number, Slot>;
  private readonly cuts: Cuts;

  constructor(cuts: Cuts, kept: readonly Slot[] = []) {
    this.cuts = cuts;
    this.slots = new Map(kept.map((slot) => [slot.at, { ...slot }]));
  }

  /** The slot that a time is in. */
  of(time: number): Slot {
    const at = slotOf(time, this.cuts);
    let slot = this.slots.get(at);
    if (!slot) this.slots.set(at, (slot = { at, ...noSums }));
    return slot;
  }

  /** Adds the time between two whole seconds. */
  spend(doing: Doing, from: number, to: number): void {
    for (const part of partsOf(from, to, this.cuts)) this.of(part.from)[doing] += (part.to - part.from) / 1000;
  }

  /** The slots from the quarter of a time on, in the order of time. */
  since(time: number): Slot[] {
    const from = quarterOf(time);
    return [...this.slots.values()].filter(({ at }) => at >= from).sort((a, b) => a.at - b.at);
  }
}
