import { sql } from 'kysely';
import { type Emitting, emit } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { DevicePath } from '../../common/path.ts';
import { isWatched } from './outages.ts';

/** A path of a device. */
export type PathOfDevice = { deviceId: number; companyId: number; line: string };

/** `supervisionSeconds`: how long the path may be silent from now on, 10 seconds to 32 days. */
export type SeenPath = { deviceId: number; line: string; supervisionSeconds: number };

/** How old the record of a path may become while its device reports: a hundredth of its time, at most three seconds. */
const slack = sql`least(n.seconds * 0.01, 3) * interval '1 second'`;

/**
 * Records that devices have reported on paths, within the transaction of their messages, and emits `path.restored` for
 * those that were lost. Names have 1 to 40 characters. Runs as the role that sees all rows.
 */
export async function seenOnPath(context: Emitting, seen: readonly SeenPath[]): Promise<void> {
  if (seen.length === 0) return;
  const { tx } = context;
  const unique = [...new Map(seen.map((one) => [`${one.deviceId} ${one.line}`, one])).values()];
  const columns = sql`unnest(${unique.map(({ deviceId }) => deviceId)}::integer[], ${unique.map(({ line }) => line)}::text[],
                             ${unique.map(({ supervisionSeconds }) => supervisionSeconds)}::integer[]) AS n(device_id, line, seconds)`;
  // What was recorded a moment ago needs no further write: nobody finds such a path silent meanwhile.
  const isOld = sql`NOT EXISTS (
    SELECT FROM device_path f WHERE f.device_id = n.device_id AND f.line = n.line AND f.place IS NOT NULL AND f.state = 'alive' AND f.silent_until IS NOT NULL
       AND f.supervision_seconds = n.seconds AND f.last_at > now() - ${slack})`;
  // Locked in this order, as everywhere, so that two transactions cannot deadlock. Also those that are alive: one that is
  // being found silent at this moment has to be restored as well.
  const { rows: known } = await sql<PathOfDevice & { isLost: boolean }>`
    SELECT p.device_id, d.company_id, p.line, p.state = 'lost' AS is_lost
      FROM device_path p JOIN ${columns} USING (device_id, line) JOIN device d ON d.id = p.device_id WHERE ${isOld}
     ORDER BY p.device_id, p.line FOR UPDATE OF p`.execute(tx);
  await sql`
    INSERT INTO device_path AS p (device_id, line, last_at, supervision_seconds, silent_until)
    SELECT device_id, line, now(), seconds, now() + seconds * interval '1 second' + ${slack} FROM ${columns} WHERE ${isOld} ORDER BY device_id, line
    ON CONFLICT (device_id, line) DO UPDATE SET state = 'alive', last_at = excluded.last_at, supervision_seconds = excluded.supervision_seconds,
      silent_until = excluded.silent_until, counted_from = NULL`.execute(tx);
  await announce(
    context,
    'restored',
    known.flatMap(({ isLost, ...path }) => (isLost ? path : [])),
  );
}

/** Paths that have been silent for too long are lost, each once until the device reports on it again. */
export const duePaths = dueBatch<{ id: number }>(
  'devices.paths',
  { table: 'device_path', at: 'silent_until', where: sql`state = 'alive' AND ${isWatched}` },
  500,
  async (context, silent) => {
    // Nobody waits for devices that are suspended or not installed.
    const { rows } = await sql<PathOfDevice & { expected: boolean }>`
      UPDATE device_path p SET silent_until = NULL, state = CASE WHEN d.state = 'installed' AND NOT d.suspended THEN 'lost' ELSE p.state END
        FROM device d WHERE d.id = p.device_id AND p.id = ANY (${silent.map(({ id }) => id)}::bigint[])
      RETURNING p.device_id, d.company_id, p.line, p.state = 'lost' AS expected`.execute(context.tx);
    await announce(
      context,
      'lost',
      rows.flatMap(({ expected, ...path }) => (expected ? path : [])),
    );
  },
);

/** Logs that paths are lost or restored, and notifies other slices and open pages. */
async function announce(context: Emitting, what: 'lost' | 'restored', paths: readonly PathOfDevice[]): Promise<void> {
  if (paths.length === 0) return;
  const { tx, kit, afterCommit } = context;
  await sql`INSERT INTO device_log (device_id, company_id, kind, data)
    SELECT device_id, company_id, ${`path-${what}`}, jsonb_build_object('path', line)
      FROM unnest(${paths.map(({ deviceId }) => deviceId)}::integer[], ${paths.map(({ companyId }) => companyId)}::integer[],
                  ${paths.map(({ line }) => line)}::text[]) AS n(device_id, company_id, line)`.execute(tx);
  await emit(context, `path.${what}`, { paths });
  afterCommit(() => {
    for (const { deviceId, companyId } of paths)
      kit.live.publish({ topic: 'devices', type: 'changed', companyId, data: { id: deviceId } });
  });
}

/** The paths of its model on which a device has reported, by name. An app shows those that it watches by itself. */
export async function pathsOf(tx: Tx, deviceId: number): Promise<DevicePath[]> {
  return tx
    .selectFrom('devicePath')
    .select(['line', 'state', 'lastAt', 'supervisionSeconds'])
    .where('deviceId', '=', deviceId)
    .where('place', 'is', null)
    .orderBy('line')
    .execute();
}
