import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { type Due, dueColumns, dueJoins, type Made, unreadFrom } from '../segments/segment-rows.ts';

/** Few, so that segments of new positions do not wait for long. */
const devicesAtOnce = 5;

type Make = (due: readonly Due[]) => Promise<readonly Made[]>;

/** Continues the rebuilds of all companies by some devices, and ends those that are done. Returns false if none is left. */
export async function rebuildSome(tx: Tx, make: Make): Promise<boolean> {
  const { rows } = await sql<Due>`
    SELECT ${dueColumns} FROM (SELECT * FROM track_rebuild_device ORDER BY begun DESC, rebuild_id, device_id LIMIT ${devicesAtOnce}) due ${dueJoins}`.execute(
    tx,
  );
  if (rows.length > 0) await proceed(tx, rows, await make(rows));
  await sql`UPDATE track_rebuild r SET finished_at = now() WHERE finished_at IS NULL
    AND NOT EXISTS (SELECT FROM track_rebuild_device b WHERE b.rebuild_id = r.id)`.execute(tx);
  return rows.length > 0;
}

/** Devices with further positions go on; the others are done. */
async function proceed(tx: Tx, due: readonly Due[], made: readonly Made[]): Promise<void> {
  const unread = new Map(made.flatMap((one) => (one.unread ? [[one.device, unreadFrom(one)] as const] : [])));
  await sql`UPDATE track_rebuild_device b SET begun = true, due_from = to_timestamp(n.t / 1000)
    FROM unnest(${[...unread.keys()]}::integer[], ${[...unread.values()]}::float8[]) AS n(d, t) WHERE b.device_id = n.d`.execute(
    tx,
  );
  const done = due.flatMap(({ device }) => (unread.has(device) ? [] : device));
  await tx.deleteFrom('trackRebuildDevice').where('deviceId', '=', anyOf(done)).execute();
}
