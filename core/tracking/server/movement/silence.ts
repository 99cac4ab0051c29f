import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { quarterMs, quarterOf, wholeSecond } from '../../common/movement/slot-times.ts';
import { Slots } from '../../common/movement/slots.ts';
import { inTurn } from '../segments/segment-lock.ts';
import { movementSubjects } from './fitted-subjects.ts';
import { insertQuarters } from './quarter-rows.ts';
import { cutsOf } from './subjects.ts';

const devicesAtOnce = 200;
/** A day, so that a transaction stays short after the product was off. */
const quartersAtOnce = 96;

/** Records the past quarters since the last positions of devices that are offline as without data. */
export async function recordSilence(kit: Kit): Promise<void> {
  for (let isDone = false; !isDone; ) isDone = !(await inTurn(kit, (tx) => recordSome(tx)));
}

/** Returns false if none is left. The positions of a device that is being made again are not its last ones. */
async function recordSome(tx: Tx): Promise<boolean> {
  const now = quarterOf(Date.now());
  const { rows } = await sql<{ device: number; since: number }>`
    WITH progress AS (
      SELECT p.device_id, coalesce(p.silent_until, to_timestamp((p.state #>> '{track,last,time}')::float8 / 1000)) AS since
        FROM track_progress p JOIN ${sql.raw(deviceFacts)} d ON d.id = p.device_id
       WHERE d.connection = 'offline' AND d.state = 'installed' AND p.state ? 'figures' AND p.state ->> 'isLate' IS DISTINCT FROM 'true')
    SELECT device_id AS device, round(extract(epoch FROM since) * 1000)::float8 AS since FROM progress
     WHERE since < to_timestamp(${now}::float8 / 1000) AND NOT EXISTS (SELECT FROM track_due t WHERE t.device_id = progress.device_id)
     ORDER BY device_id LIMIT ${devicesAtOnce}`.execute(tx);
  if (rows.length === 0) return false;
  const subjects = await movementSubjects(
    tx,
    rows.map(({ device, since }) => ({ device, from: quarterOf(since) })),
  );
  const silent = rows.map(({ device, since }) => {
    const spans = subjects.get(device) ?? [];
    const slots = new Slots(cutsOf(spans));
    const until = Math.min(now, quarterOf(since) + quartersAtOnce * quarterMs);
    slots.spend('nodataS', wholeSecond(since), until);
    return { device, until, spans, slots: slots.since(since) };
  });
  await insertQuarters(tx, silent, { addSilence: true });
  await sql`UPDATE track_progress p SET silent_until = to_timestamp(n.t / 1000)
    FROM unnest(${silent.map(({ device }) => device)}::integer[], ${silent.map(({ until }) => until)}::float8[]) AS n(d, t) WHERE p.device_id = n.d`.execute(
    tx,
  );
  return true;
}
