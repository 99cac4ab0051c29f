import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sos } from '../../common/fix-quality.ts';

declare module '#platform/server/signals.ts' {
  interface Signals {
    /** The positions of these devices were deleted; workers forget what they hold of them in memory. */
    'tracks.reset': { ids: readonly number[] };
  }
}

/**
 * Deletes the positions of people: all that devices have stored, except those of a call for help. As the role that sees
 * all rows.
 */
export async function erasePlaces(
  { tx, kit, afterCommit }: { tx: Tx; kit: Kit; afterCommit(work: () => void): void },
  devices: readonly number[],
): Promise<void> {
  if (devices.length === 0) return;
  const ofDevices = sql`device_id = ANY (${devices}::integer[])`;
  await sql`DELETE FROM device_position WHERE ${ofDevices} AND flags & ${sos} = 0`.execute(tx);
  for (const table of [
    'device_place',
    'device_fence',
    'fence_event',
    'fence_visit',
    'track_segment',
    'track_quarter',
    'track_progress',
    'track_due',
  ])
    await sql`DELETE FROM ${sql.table(table)} WHERE ${ofDevices}`.execute(tx);
  afterCommit(() => kit.signals.send('tracks.reset', { ids: devices }));
}
