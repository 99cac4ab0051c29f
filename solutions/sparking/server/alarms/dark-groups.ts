import { sql } from 'kysely';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { slotSources } from '../locations/slot-sources.ts';
import { aboutGroup } from './subjects.ts';

/** Below this share of silent ones each is a case of its own again. */
const lightShare = 0.15;

export type WatchedGroup = {
  id: number;
  companyId: number;
  locationId: number;
  name: string;
  isDark: boolean;
  sensors: number;
  silent: number;
  /** The sensors that have fallen silent within the last hour. */
  fresh: readonly number[];
};

/** SQL of the groups of bays and what watches them. group_id, location_id, device_id */
export const watching = sql`(
  SELECT DISTINCT t.group_id, t.location_id, o.device_id FROM sparking_slot t JOIN ${slotSources} o ON o.space_id = t.id WHERE t.retired_at IS NULL)`;

/** Locks groups, in an order that all transactions share, and reads how many of their sensors are silent. */
export async function watchedGroups(tx: Tx, ids: readonly number[]): Promise<WatchedGroup[]> {
  if (ids.length === 0) return [];
  await sql`SELECT FROM sparking_group g WHERE g.id = ANY (${ids}::integer[]) ORDER BY g.id FOR NO KEY UPDATE`.execute(
    tx,
  );
  const { rows } = await sql<WatchedGroup>`
    SELECT g.id, g.company_id, g.location_id, g.name, EXISTS (SELECT FROM sparking_dark_group k WHERE k.id = g.id) AS is_dark,
           count(w.device_id)::integer AS sensors, count(s.id)::integer AS silent,
           coalesce(array_agg(s.id ORDER BY s.id) FILTER (WHERE s.silent_at > now() - interval '1 hour'), '{}') AS fresh
      FROM sparking_group g LEFT JOIN ${watching} w ON w.group_id = g.id LEFT JOIN sparking_silent_sensor s ON s.id = w.device_id
     WHERE g.id = ANY (${ids}::integer[]) GROUP BY g.id ORDER BY g.id`.execute(tx);
  return rows;
}

/**
 * Ends the alarms about groups of these locations of which most sensors report again, or that have none any more.
 * Sensors that stay silent get their own alarm then.
 */
export async function brightenGroups(context: Emitting, locations: readonly number[]): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<{ dark: number[]; hasFolded: boolean }>`
    SELECT ARRAY(SELECT k.id FROM sparking_dark_group k JOIN sparking_group g ON g.id = k.id WHERE g.location_id = ANY (${locations}::integer[])) AS dark,
           EXISTS (SELECT FROM sparking_silent_sensor s WHERE s.folded AND s.company_id IN (SELECT l.company_id FROM sparking_location l WHERE l.id = ANY (${locations}::integer[]))) AS has_folded`.execute(
    tx,
  );
  const [found] = rows;
  if (!found || (found.dark.length === 0 && !found.hasFolded)) return;
  const groups = await watchedGroups(tx, found.dark);
  const bright = groups.filter(({ sensors, silent }) => silent === 0 || silent < lightShare * sensors);
  if (bright.length > 0) {
    await sql`DELETE FROM sparking_dark_group WHERE id = ANY (${bright.map(({ id }) => id)}::integer[])`.execute(tx);
    await clearAlarms(
      context,
      bright.map((group) => ({ ...aboutGroup(group), kind: 'group-dark' })),
    );
  }
  await unfold(context, locations);
}

/** Raises the alarms of silent sensors that no alarm about a group stands for any more. */
async function unfold(context: Emitting, locations: readonly number[]): Promise<void> {
  const { tx } = context;
  // Locked, so that one that reports at this moment is not among them.
  const { rows } = await sql<{ id: number }>`
    WITH alone AS MATERIALIZED (
      SELECT s.id FROM sparking_silent_sensor s
       WHERE s.folded AND s.company_id IN (SELECT l.company_id FROM sparking_location l WHERE l.id = ANY (${locations}::integer[]))
         AND NOT EXISTS (SELECT FROM ${watching} w JOIN sparking_dark_group k ON k.id = w.group_id WHERE w.device_id = s.id)
       ORDER BY s.id FOR UPDATE)
    UPDATE sparking_silent_sensor s SET folded = false FROM alone WHERE s.id = alone.id RETURNING s.id`.execute(tx);
  await raiseAlarms(
    context,
    rows.map(({ id: deviceId }) => ({ deviceId, kind: 'offline', severity: 'poor' as const })),
  );
}
