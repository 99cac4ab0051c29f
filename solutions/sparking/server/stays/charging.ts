import { stateIntervals } from '#core/states/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Charging } from '../alarms/stay-looks.ts';
import { chargingSensor } from '../locations/slot-sources.ts';
import { type BayState, mergedStates } from './derive-stays.ts';
import type { SlotFacts, Source } from './slot-facts.ts';

type Intervals = Awaited<ReturnType<typeof stateIntervals>>;

/** The states that a sensor of what watches bays was in since a time, by bay. Runs as the role that sees all rows. */
export async function statesOfSlots(
  tx: Tx,
  slots: readonly Pick<SlotFacts, 'id' | 'sources'>[],
  { sensorId, from }: { sensorId: number; from: number },
): Promise<Map<number, BayState[][]>> {
  const devices = [...new Set(slots.flatMap(({ sources }) => sources.map(({ deviceId }) => deviceId)))];
  const found = await stateIntervals(tx, { devices, sensorId, from, to: Number.POSITIVE_INFINITY });
  return new Map(slots.map(({ id, sources }) => [id, sources.map((source) => statesOf(found, source))]));
}

const statesOf = (found: Intervals, { deviceId, channel }: Source): BayState[] =>
  (found.get(deviceId) ?? []).filter((one) => one.channel === channel);

/** Whether bays may have a charge point. */
export const mayCharge = ({ use, rules }: Pick<SlotFacts, 'use' | 'rules'>): boolean =>
  use === 'ev' || rules.some((rule) => rule.use === 'ev');

/** When vehicles charged in bays that are for that, by bay. */
export async function chargingIn(tx: Tx, slots: readonly SlotFacts[], from: number): Promise<Map<number, BayState[]>> {
  const chargers = slots.filter(mayCharge);
  if (chargers.length === 0) return new Map();
  const found = await statesOfSlots(tx, chargers, { sensorId: chargingSensor, from });
  return new Map(
    [...found].map(([id, sources]) => [id, mergedStates(sources).filter(({ value }) => (value ?? 0) > 0)]),
  );
}

type Span = { from: number; to: number | null };

/** What is known of charging in a stay. */
export function chargingOf(all: readonly BayState[], { from, to }: Span): Charging & { seconds: number } {
  const until = to ?? Date.now();
  const within = all.filter((one) => one.from < until && (one.to === null || one.to > from));
  const last = within.at(-1);
  const ms = within.reduce((sum, one) => sum + Math.min(one.to ?? until, until) - Math.max(one.from, from), 0);
  return {
    ever: within.length > 0,
    now: last !== undefined && last.to === null,
    until: last?.to ?? null,
    seconds: Math.round(ms / 1000),
  };
}
