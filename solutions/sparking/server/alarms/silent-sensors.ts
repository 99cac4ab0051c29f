import { sql } from 'kysely';
import { endAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { queueTallies } from '../counters/due-tallies.ts';
import { type WatchedGroup, watchedGroups, watching } from './dark-groups.ts';
import { aboutGroup } from './subjects.ts';

/** More than this share of a group's sensors that fall silent within an hour have one cause, such as a gateway. */
const darkShare = 0.3;
/** One sensor is not a group. */
const leastSensors = 2;

const darkens = ({ isDark, sensors, fresh }: WatchedGroup): boolean =>
  !isDark && fresh.length >= leastSensors && fresh.length > darkShare * sensors;

const atOnce = 500;

/**
 * Sensors of bays fall silent. If these are many of a group within an hour, the group gets one alarm, which stands for
 * theirs: those that were raised before end, and no further ones are raised. Until that hour is over a sensor has no alarm of
 * its own, so that nobody is notified of the first ones one by one; its bay is unknown at once.
 */
export async function foldSilent(context: Emitting, { devices, folded }: DomainEvents['offline.raising']) {
  const { tx } = context;
  const { rows: silent } = await sql<{ id: number; groups: number[] }>`
    WITH silent AS (
      SELECT w.device_id AS id, array_agg(w.group_id) AS groups FROM ${watching} w
       WHERE w.device_id = ANY (${devices.map(({ id }) => id)}::integer[]) GROUP BY w.device_id),
    noted AS (
      INSERT INTO sparking_silent_sensor (id, company_id)
      SELECT s.id, n.company_id FROM silent s
        JOIN unnest(${devices.map(({ id }) => id)}::integer[], ${devices.map(({ companyId }) => companyId)}::integer[]) AS n (id, company_id) ON n.id = s.id
       ORDER BY s.id ON CONFLICT (id) DO UPDATE SET silent_at = now(), folded = false, alone_at = NULL)
    SELECT id, groups FROM silent`.execute(tx);
  const groups = await watchedGroups(tx, [...new Set(silent.flatMap(({ groups: of }) => of))]);
  const turning = groups.filter(darkens);
  const dark = new Set([...turning, ...groups.filter(({ isDark }) => isDark)].map(({ id }) => id));
  const now = silent.flatMap(({ id, groups: of }) => (of.some((group) => dark.has(group)) ? id : []));
  const before = new Set(turning.flatMap(({ fresh }) => fresh)).difference(new Set(now));
  for (const id of now) folded.add(id);
  await waitForOthers(tx, silent, groups, folded);
  if (now.length === 0) return;
  await sql`UPDATE sparking_silent_sensor s SET folded = true, alone_at = NULL WHERE s.id = ANY (${[...now, ...before]}::integer[])`.execute(
    tx,
  );
  await endAlarms(
    context,
    [...before].map((deviceId) => ({ deviceId, kind: 'offline' })),
    'folded',
  );
  await sql`
    INSERT INTO sparking_dark_group (id, company_id)
    SELECT g.id, g.company_id FROM sparking_group g WHERE g.id = ANY (${turning.map(({ id }) => id)}::integer[])`.execute(
    tx,
  );
  await raiseAlarms(
    context,
    turning.map((group) => ({
      ...aboutGroup(group),
      ...{ kind: 'group-dark', severity: 'poor' as const, name: group.name, structureId: group.locationId },
      devices: group.fresh,
    })),
  );
}

/** Lets the alarms of silent sensors wait that are not the only ones of their groups. */
async function waitForOthers(
  tx: Tx,
  silent: readonly { id: number; groups: number[] }[],
  groups: readonly WatchedGroup[],
  folded: Set<number>,
): Promise<void> {
  const shared = new Set(groups.flatMap(({ id, sensors }) => (sensors >= leastSensors ? id : [])));
  const waiting = silent.flatMap(({ id, groups: of }) =>
    !folded.has(id) && of.some((group) => shared.has(group)) ? id : [],
  );
  if (waiting.length === 0) return;
  for (const id of waiting) folded.add(id);
  await sql`UPDATE sparking_silent_sensor s SET alone_at = s.silent_at + interval '1 hour' WHERE s.id = ANY (${waiting}::integer[])`.execute(
    tx,
  );
}

/** Raises the alarms of sensors that are still silent after an hour in which few others of their groups fell silent. */
export const dueAlone = dueBatch<{ id: number }>(
  'silent sensors of bays',
  { table: 'sparking_silent_sensor', at: 'alone_at' },
  atOnce,
  async (context, taken) => {
    const ids = taken.map(({ id }) => id);
    await sql`UPDATE sparking_silent_sensor SET alone_at = NULL WHERE id = ANY (${ids}::integer[])`.execute(context.tx);
    await raiseAlarms(
      context,
      ids.map((deviceId) => ({ deviceId, kind: 'offline', severity: 'poor' as const })),
    );
  },
);

/** Sensors report again, or are no longer waited for: their groups may be bright again. */
export async function forgetSilent({ tx }: Pick<Emitting, 'tx'>, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ companyId: number; locationId: number }>`
    WITH heard AS (DELETE FROM sparking_silent_sensor WHERE id = ANY (${ids}::integer[]) RETURNING id, company_id)
    SELECT DISTINCT h.company_id, w.location_id FROM heard h JOIN ${watching} w ON w.device_id = h.id`.execute(tx);
  if (rows.length > 0) await queueTallies(tx, rows);
}

/** Sensors that are moved while they are silent may leave the group whose alarm stands for theirs. */
export async function followSilent({ tx }: Emitting, { moves }: DomainEvents['devices.moved']): Promise<void> {
  const { rows } = await sql<{ companyId: number; locationId: number }>`
    SELECT DISTINCT k.company_id, g.location_id
      FROM sparking_silent_sensor s JOIN sparking_dark_group k ON k.company_id = s.company_id JOIN sparking_group g ON g.id = k.id
     WHERE s.id = ANY (${moves.map(({ id }) => id)}::integer[]) AND s.folded`.execute(tx);
  if (rows.length > 0) await queueTallies(tx, rows);
}
