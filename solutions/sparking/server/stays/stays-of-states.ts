import { sql } from 'kysely';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { clearForStays } from '../alarms/over-alarms.ts';
import { raiseWavering } from '../alarms/wavering.ts';
import { chargingSensor, occupiedSensor, slotSources } from '../locations/slot-sources.ts';
import { storeSlotStates } from '../locations/slot-states.ts';
import { lockSlots, recordStays, type Touched } from './record-stays.ts';

type Changes = DomainEvents['states.changed']['changes'];

/** The bays that the changed sensors watch, and since when they are others. */
async function touchedBy({ tx }: Emitting, changes: Changes): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    SELECT o.space_id AS id, min(n.since) AS "from"
      FROM unnest(${changes.map(({ deviceId }) => deviceId)}::integer[], ${changes.map(({ channel }) => channel)}::text[],
                  ${changes.map(({ changedFrom }) => changedFrom)}::float8[]) AS n (device_id, channel, since)
      JOIN ${slotSources} o ON o.device_id = n.device_id AND o.channel = n.channel GROUP BY o.space_id`.execute(tx);
  return rows;
}

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
  await storeSlotStates(context, { changes: ours });
  const recorded = await recordStays(context, touched);
  await clearForStays(context, recorded);
  await raiseWavering(context, recorded);
}
