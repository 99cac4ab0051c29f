import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import type { DeviceEvent } from '../common/event.ts';
import type { MeasuredPoints } from './measured-points.ts';

/** An event with its device and the time of its arrival in milliseconds since 1970. */
export type StoredEvent = DeviceEvent & { deviceId: number; receivedAt: number };

/** Stores the events of messages, and returns those that were not stored before, in the order of their time. */
export async function insertEvents(tx: Tx, messages: readonly MeasuredPoints[]): Promise<readonly StoredEvent[]> {
  const unique = new Map<string, StoredEvent>();
  for (const { d: deviceId, r: receivedAt, e = [] } of messages)
    for (const event of e) {
      const key = `${deviceId} ${event.key}`;
      if (!unique.has(key)) unique.set(key, { ...event, deviceId, receivedAt });
    }
  if (unique.size === 0) return [];
  const events = [...unique.values()];
  // Messages of a device are written one after the other, so nobody else stores the same event meanwhile.
  const inserted = await queryText<{ device_id: number; key: string }>(tx, {
    name: 'device-event-insert',
    text: `INSERT INTO device_event (device_id, time, key, kind, data, received_at)
           SELECT d, to_timestamp(t / 1000.0), k, n.kind, n.data, to_timestamp(r / 1000.0)
             FROM unnest($1::integer[], $2::bigint[], $3::text[], $4::text[], $5::jsonb[], $6::bigint[]) AS n(d, t, k, kind, data, r)
            WHERE NOT EXISTS (SELECT FROM device_event e WHERE e.device_id = n.d AND e.key = n.k)
           ON CONFLICT DO NOTHING RETURNING device_id, key`,
    values: [
      events.map(({ deviceId }) => deviceId),
      events.map(({ time }) => time),
      events.map(({ key }) => key),
      events.map(({ kind }) => kind),
      events.map(({ data }) => JSON.stringify(data)),
      events.map(({ receivedAt }) => receivedAt),
    ],
  });
  return inserted.rows
    .flatMap(({ device_id: id, key }) => unique.get(`${id} ${key}`) ?? [])
    .sort((a, b) => a.time - b.time);
}
