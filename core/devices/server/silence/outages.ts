import { type RawBuilder, sql } from 'kysely';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { repeat } from '#platform/server/repeat.ts';

const everyMs = 2000;
/** Without a process of a role for this long, devices could not report. Shorter pauses are covered by their next report. */
const outageSeconds = 6;
/** A role that has not run for this long is no longer part of the installation. */
const retiredAfterDays = 1;
/** Only a process that has run for this long decides that: after an outage of days the others may start later. */
const decidesAfterMs = 3_600_000;

/** SQL for whether messages of devices arrive now. Nobody is silent while they do not. */
export const isWatched = sql`NOT EXISTS (SELECT FROM intake_role WHERE seen_at < now() - ${sql.lit(outageSeconds)} * interval '1 second')`;

/**
 * Records that this process takes messages of devices. If nobody of its roles has for a while, the clocks of devices and
 * paths begin again in the same transaction, before anybody is found silent.
 *
 * A clock begins again once after each message: in the first outage, the device gets its whole time from the end of the
 * outage on. In further outages before its next message, the clock stands still instead. So a device that was silent
 * because of the platform is not lost before its own time has passed, while one that is dead is lost after at most twice
 * its time of operation of the platform, however often that restarts.
 *
 * Resolves with the roles that do not run, without which nobody is found silent. `retires`: roles that have not run for a
 * day are forgotten.
 */
export async function recordIntake(
  kit: Pick<Kit, 'db' | 'roles'>,
  { retires = false }: { retires?: boolean } = {},
): Promise<string[]> {
  const roles = [...kit.roles];
  return inSystem(kit.db, async (tx) => {
    await sql`INSERT INTO intake_role (role, seen_at) SELECT role, now() FROM unnest(${roles}::text[]) AS n(role) ON CONFLICT DO NOTHING`.execute(
      tx,
    );
    // Of several processes that start after an outage, the others wait here, and then find it ended.
    const { rows } = await sql<{ seenAt: string }>`
      SELECT seen_at::text FROM intake_role WHERE role = ANY (${roles}::text[]) AND seen_at < clock_timestamp() - ${outageSeconds} * interval '1 second'
       ORDER BY role FOR UPDATE`.execute(tx);
    const [first] = rows.map(({ seenAt }) => seenAt).sort();
    if (first !== undefined) await beginAgain(tx, first);
    await sql`UPDATE intake_role SET seen_at = clock_timestamp() WHERE role = ANY (${roles}::text[]) AND seen_at < clock_timestamp() - interval '1 second'`.execute(
      tx,
    );
    const missing = await sql<{ role: string }>`
      WITH retired AS (DELETE FROM intake_role WHERE ${retires} AND seen_at < now() - ${retiredAfterDays} * interval '1 day' RETURNING role)
      SELECT role FROM intake_role WHERE seen_at < now() - ${outageSeconds} * interval '1 second' AND role NOT IN (SELECT role FROM retired) ORDER BY role`.execute(
      tx,
    );
    return missing.rows.map(({ role }) => role);
  });
}

/** SQL for the clock of a row `s` after an outage that began at `since`; `whole` is how long it may be silent. */
const clockAfter = (since: string, whole: RawBuilder<unknown>) => sql`
  silent_until = CASE WHEN s.counted_from IS NULL THEN clock_timestamp() + ${whole} ELSE s.silent_until + (clock_timestamp() - ${since}::timestamptz) END,
  counted_from = CASE WHEN s.counted_from IS NULL THEN clock_timestamp() ELSE s.counted_from + (clock_timestamp() - ${since}::timestamptz) END`;

/** Lets the clocks that ran when an outage began go on from now. Those that had ended before are left to be found silent. */
async function beginAgain(tx: Tx, since: string): Promise<void> {
  await sql`
    WITH running AS (SELECT device_id AS id FROM device_state WHERE online AND silent_until > ${since}::timestamptz ORDER BY device_id FOR UPDATE)
    UPDATE device_state s SET ${clockAfter(since, sql`(s.silent_until - s.last_message_at)`)} FROM running WHERE s.device_id = running.id`.execute(
    tx,
  );
  await sql`
    WITH running AS (SELECT id FROM device_path WHERE state = 'alive' AND silent_until > ${since}::timestamptz ORDER BY device_id, line FOR UPDATE)
    UPDATE device_path s SET ${clockAfter(since, sql`s.supervision_seconds * interval '1 second'`)} FROM running WHERE s.id = running.id`.execute(
    tx,
  );
}

/**
 * Records every two seconds that this process takes messages, as long as it can store them. Roles that do not run are a
 * warning of `/ready`.
 */
export function watchIntake(kit: Kit): Stop {
  const began = performance.now();
  let missing: readonly string[] = [];
  const unwatch = kit.readiness.watch(
    () =>
      missing.length > 0
        ? `No process runs the role ${missing.join(' or ')}: no device is reported as offline meanwhile.`
        : null,
    'warning',
  );
  const stop = repeat(kit, everyMs, 'recording that messages of devices arrive failed', async () => {
    if ((await kit.readiness.ready()) !== null) return;
    missing = await recordIntake(kit, { retires: performance.now() - began > decidesAfterMs });
  });
  return async () => {
    unwatch();
    await stop();
  };
}
