import { sql } from 'kysely';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { occupiedSensor, slotSources } from './slot-sources.ts';

type Changes = DomainEvents['states.changed']['changes'];
type Change = Pick<Changes[number], 'deviceId' | 'channel' | 'sensorId' | 'value' | 'since' | 'quality'>;

/**
 * Updates the states of bays with those of their sensors: one statement for all changes of a batch. Of several sources the
 * one with the lowest priority number decides, until it is unknown. Returns the bays whose state wavers.
 */
export async function storeSlotStates(
  { tx }: Pick<Emitting, 'tx'>,
  changes: readonly Change[],
): Promise<ReadonlySet<number>> {
  const ours = changes.filter(({ sensorId }) => sensorId === occupiedSensor);
  if (ours.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    WITH stored AS (
    INSERT INTO sparking_slot_state AS s (id, company_id, state, since, quality, device_id, channel, priority)
    SELECT DISTINCT ON (t.id) t.id, t.company_id, CASE n.value WHEN 0 THEN 'free' WHEN 1 THEN 'occupied' ELSE 'unknown' END,
           to_timestamp(n.since / 1000), n.quality, n.device_id, n.channel, o.priority
      FROM unnest(${ours.map(({ deviceId }) => deviceId)}::integer[], ${ours.map(({ channel }) => channel)}::text[],
                  ${ours.map(({ value }) => value)}::float8[], ${ours.map(({ since }) => since)}::float8[],
                  ${ours.map(({ quality }) => quality)}::text[]) AS n (device_id, channel, value, since, quality)
      JOIN ${slotSources} o ON o.device_id = n.device_id AND o.channel = n.channel
      JOIN sparking_slot t ON t.id = o.space_id AND t.retired_at IS NULL
     ORDER BY t.id, (n.value IS NULL), o.priority
    ON CONFLICT (id) DO UPDATE
      SET state = excluded.state, since = excluded.since, quality = excluded.quality, device_id = excluded.device_id,
          channel = excluded.channel, priority = excluded.priority
      WHERE s.state = 'unknown' OR s.device_id IS NULL OR (s.device_id = excluded.device_id AND s.channel = excluded.channel)
         OR (excluded.state <> 'unknown' AND excluded.priority <= s.priority)
      RETURNING s.id, s.flapping_until)
    SELECT id FROM stored WHERE flapping_until IS NOT NULL`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** The devices whose changes may concern a bay. */
export const watchesSlots = ({ changes }: DomainEvents['states.changed']): number[] => [
  ...new Set(changes.flatMap(({ sensorId, deviceId }) => (sensorId === occupiedSensor ? deviceId : []))),
];
