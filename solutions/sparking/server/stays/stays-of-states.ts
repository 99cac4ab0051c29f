import { sql } from 'kysely';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { followDisagreement } from '../alarms/disagreement.ts';
import { clearForStays } from '../alarms/over-alarms.ts';
import { clearUnused } from '../alarms/unused-bays.ts';
import { raiseWavering } from '../alarms/wavering.ts';
import { queueTallies } from '../counters/due-tallies.ts';
import { chargingSensor, occupiedSensor, slotSources } from '../locations/slot-sources.ts';
import { storeSlotStates } from '../locations/slot-states.ts';
import { tellEndedStays } from '../webhooks/slot-events.ts';
import type { BayState } from './derive-stays.ts';
import { lockSlots, recordStays, type Touched } from './record-stays.ts';
import { settleMs } from './times.ts';

type Changes = DomainEvents['states.changed']['changes'];

/** The bays that the changed sensors watch, since when they are others, and their states since then if those are known. */
async function touchedBy({ tx }: Emitting, changes: Changes): Promise<Touched[]> {
  const { rows } = await sql<{ id: number; nth: number }>`
    SELECT o.space_id AS id, n.nth::integer - 1 AS nth
      FROM unnest(${changes.map(({ deviceId }) => deviceId)}::integer[], ${changes.map(({ channel }) => channel)}::text[]) WITH ORDINALITY AS n (device_id, channel, nth)
      JOIN ${slotSources} o ON o.device_id = n.device_id AND o.channel = n.channel`.execute(tx);
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, found]) => {
    const ofBay = found.flatMap(({ nth }) => changes[nth] ?? []);
    const occupied = ofBay.filter(({ sensorId }) => sensorId === occupiedSensor);
    return {
      id,
      from: Math.min(...ofBay.map(({ changedFrom }) => changedFrom)),
      states: occupied.length === 1 ? occupied[0]?.states : null,
    };
  });
}

/** Whether a state arrives late: what has become of the bay since then may follow. */
const isLate = (states: readonly BayState[]): boolean => (states.at(-1)?.from ?? 0) < Date.now() - settleMs;

/** Brings bays, their stays and the alarms of both up to date with the states of their sensors, set by set. */
export async function followStates(context: Emitting, { changes }: DomainEvents['states.changed']): Promise<void> {
  const ours = changes.filter(({ sensorId }) => sensorId === occupiedSensor || sensorId === chargingSensor);
  if (ours.length === 0) return;
  const touched = await touchedBy(context, ours);
  if (touched.length === 0) return;
  await lockSlots(
    context,
    touched.map(({ id }) => id),
  );
  const wavering = await storeSlotStates(context, ours);
  await clearUnused(
    context,
    touched.map(({ id }) => id),
  );
  const recorded = await recordStays(context, touched);
  await tellEndedStays(context, recorded);
  await clearForStays(context, recorded);
  await raiseWavering(context, recorded, wavering);
  await followDisagreement(context, recorded.derived);
  await queueTallies(
    context.tx,
    recorded.derived.map(({ slot, states }) => ({ ...slot, delayMs: isLate(states) ? settleMs : 0 })),
  );
}
