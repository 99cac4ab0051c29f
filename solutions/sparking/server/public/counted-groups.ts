import { sql } from 'kysely';
import { lastSeenByDevice } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { isInPlace } from '../counters/count-passages.ts';
import { groupTallies, placesOf } from '../counters/group-tallies.ts';
import { closedUntil } from '../reservations/kept-bays.ts';
import { counterSilenceMs } from '../stays/times.ts';
import type { Count } from './public-counts.ts';

export type CountedGroups = Count & {
  /** When a counter was last heard. */
  heardAt: string | null;
};

type Group = { id: number; counters: number; heard: number; heardAt: string | null };

/**
 * The places of the groups that only counters count, and that the public may use now. A group whose counters are silent
 * is left out. A gate that another app watches is silent as well when nobody passes: such a group is known.
 */
export async function countedGroups(tx: Tx, locationId: number, at: number): Promise<CountedGroups> {
  const { rows } = await sql<Group>`
    SELECT g.id, count(c.device_id)::integer AS counters,
           (count(*) FILTER (WHERE h.last_message_at > to_timestamp(${at - counterSilenceMs}::float8 / 1000)))::integer AS heard,
           max(h.last_message_at) AS heard_at
      FROM sparking_group g JOIN sparking_location l ON l.id = g.location_id
      LEFT JOIN sparking_counter c ON c.group_id = g.id LEFT JOIN ${sql.raw(lastSeenByDevice)} h ON h.device_id = c.device_id AND ${isInPlace}
     WHERE g.location_id = ${locationId} AND g.for_public AND g.kind <> 'reserved' AND coalesce(g.count_mode, l.count_mode) = 'counters'
       AND ${closedUntil} IS NULL
     GROUP BY g.id`.execute(tx);
  const known = rows.filter(({ counters, heard }) => heard === counters);
  const tallies = await groupTallies(
    tx,
    'id',
    known.map(({ id }) => id),
  );
  const counts = { free: 0, total: 0 };
  for (const tally of tallies) {
    const { free, occupied } = placesOf(tally);
    counts.free += free;
    counts.total += free + occupied;
  }
  const heardAt = rows.flatMap((group) => group.heardAt ?? []).sort((a, b) => Date.parse(a) - Date.parse(b));
  return { ...counts, heardAt: heardAt.at(-1) ?? null };
}
