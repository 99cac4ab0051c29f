import { reportedAttributes } from '#core/devices/server/api.ts';
import { type StoredEvent, storedEvents } from '#core/telemetry/server/api.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import type { PastEvent, StoredState } from './device-values.ts';
import type { WatchedDevice } from './stored-state.ts';

/** More events of a device than any rule counts. */
const maxEvents = 500;

/**
 * Adds the data that rules need: the events that they may still count, without those of the batch, which are stored
 * already but evaluated one after the other, and reported attributes. No statement without such rules.
 */
export async function addEventsAndAttributes(
  tx: Tx,
  watched: ReadonlyMap<number, WatchedDevice>,
  states: ReadonlyMap<number, StoredState>,
  batch: readonly StoredEvent[],
): Promise<void> {
  const levels = (id: number) => watched.get(id)?.rules.flatMap(({ compiled }) => compiled) ?? [];
  const ids = [...watched.keys()];
  const counted = ids.flatMap((id) => {
    const ms = Math.max(0, ...levels(id).flatMap(({ events }) => events.map((event) => event.ms)));
    return ms > 0 ? [{ id, seconds: Math.ceil(ms / 1000) }] : [];
  });
  const described = ids.filter((id) => levels(id).some(({ attributes }) => attributes.length > 0));
  if (counted.length > 0) {
    const events = await readEvents(tx, counted, batch);
    for (const [id, past] of events) Object.assign(states.get(id) ?? {}, { events: past });
  }
  if (described.length === 0) return;
  const found = await queryText<{ device_id: number; attributes: Record<string, unknown> }>(tx, {
    name: 'alarm-attributes',
    text: `SELECT device_id, attributes FROM ${reportedAttributes} a WHERE device_id = ANY ($1::integer[])`,
    values: [described],
  });
  for (const { device_id: id, attributes } of found.rows) {
    const state = states.get(id);
    if (state) state.attributes = scalarsOf(attributes);
  }
}

/** The events of each device within this many seconds before its latest one. */
async function readEvents(
  tx: Tx,
  counted: readonly { id: number; seconds: number }[],
  batch: readonly StoredEvent[],
): Promise<Map<number, PastEvent[]>> {
  const ofBatch = new Set(batch.map(({ deviceId, key }) => `${deviceId} ${key}`));
  const found = await queryText<{
    device_id: number;
    key: string;
    kind: string;
    t: number;
    data: PastEvent['data'];
  }>(tx, {
    name: 'alarm-events',
    text: `SELECT n.d AS device_id, e.key, e.kind, round(extract(epoch FROM least(e.time, e.received_at)) * 1000)::float8 AS t, e.data
             FROM unnest($1::integer[], $2::integer[]) AS n(d, s),
                  LATERAL (SELECT key, kind, time, received_at, data FROM ${storedEvents} e
                            WHERE e.device_id = n.d AND e.time > now() - n.s * interval '1 second' ORDER BY e.time DESC LIMIT ${maxEvents}) e`,
    values: [counted.map(({ id }) => id), counted.map(({ seconds }) => seconds)],
  });
  const events = new Map<number, PastEvent[]>();
  for (const { device_id: id, key, kind, t: time, data } of found.rows)
    if (!ofBatch.has(`${id} ${key}`)) events.set(id, [...(events.get(id) ?? []), { kind, time, data }]);
  return events;
}

/** The attributes that rules can compare: booleans are 0 and 1. */
export const scalarsOf = (attributes: Readonly<Record<string, unknown>>): StoredState['attributes'] =>
  new Map(Object.entries(attributes).flatMap(scalarOf));

const scalarOf = ([key, value]: [string, unknown]): [string, number | string][] =>
  typeof value === 'boolean'
    ? [[key, Number(value)]]
    : typeof value === 'number' || typeof value === 'string'
      ? [[key, value]]
      : [];
