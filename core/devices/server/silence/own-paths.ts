import { sql } from 'kysely';
import type { Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { deviceChanged } from '../device-changes.ts';
import { lockedClocks, resetSilence } from './supervision.ts';

/** `seconds`: how long the path may be silent, 10 seconds to 38 days. */
export type OwnPath = { deviceId: number; line: string; seconds: number };
export type OwnPathState = { deviceId: number; line: string; state: 'alive' | 'lost'; lastAt: string | null };

/**
 * Watches exactly these paths of devices, instead of those of their models, and returns how they are. The first of a device
 * counts for its messages that name none of them. A path whose time becomes shorter gets it in full from now on; one that
 * was lost and may be silent for longer is alive again if that has not passed. Resolves with all of them.
 */
export async function watchPaths(
  context: Emitting,
  devices: readonly { id: number; companyId: number }[],
  paths: readonly OwnPath[],
): Promise<OwnPathState[]> {
  const { tx, kit, actor, afterCommit } = context;
  const ids = devices.map(({ id }) => id);
  const lines = sql`unnest(${paths.map(({ deviceId }) => deviceId)}::integer[], ${paths.map(({ line }) => line)}::text[],
                           ${paths.map(({ seconds }) => seconds)}::integer[]) WITH ORDINALITY AS n(device_id, line, seconds, place)`;
  const states = await bypassRls(tx, actor.scope, async () => {
    // In the order in which messages lock them: the clocks of devices, then those of paths.
    await lockedClocks(ids).execute(tx);
    await sql`SELECT FROM device_path WHERE device_id = ANY (${ids}::integer[]) ORDER BY device_id, line FOR UPDATE`.execute(
      tx,
    );
    await sql`DELETE FROM device_path p WHERE device_id = ANY (${ids}::integer[])
                AND NOT EXISTS (SELECT FROM ${lines} WHERE n.device_id = p.device_id AND n.line = p.line)`.execute(tx);
    const { rows } = await sql<OwnPathState>`
      INSERT INTO device_path AS p (device_id, line, place, supervision_seconds, silent_until)
      SELECT device_id, line, place, seconds, now() + seconds * interval '1 second' FROM ${lines} ORDER BY device_id, line
      ON CONFLICT (device_id, line) DO UPDATE
         SET place = excluded.place, supervision_seconds = excluded.supervision_seconds,
             (state, silent_until) = (
               SELECT CASE WHEN p.state = 'lost' AND longer.until > now() THEN 'alive' ELSE p.state END,
                      CASE WHEN p.state = 'lost' AND longer.until > now() THEN longer.until
                           WHEN p.state = 'lost' THEN p.silent_until
                           WHEN p.silent_until IS NULL THEN excluded.silent_until
                           WHEN excluded.supervision_seconds < p.supervision_seconds THEN least(p.silent_until, excluded.silent_until)
                           WHEN excluded.supervision_seconds > p.supervision_seconds THEN greatest(p.silent_until, longer.until)
                           ELSE p.silent_until END
                 FROM (SELECT coalesce(p.counted_from, p.last_at) + excluded.supervision_seconds * interval '1 second' AS until) longer)
      RETURNING device_id, line, state, last_at`.execute(tx);
    await resetSilence(tx, kit, ids);
    return rows;
  });
  afterCommit(() => {
    for (const device of devices) deviceChanged(kit, device);
  });
  return states;
}
