import { sql } from 'kysely';
import { placesAt } from '#core/devices/server/api.ts';
import { runPrepared, type Tx } from '#platform/server/postgres/database.ts';
import type { Touched } from './hit-rows.ts';

/** Lets one transaction after another work on what traps have reported. */
export const lockTraps = (tx: Tx, ids: readonly number[]): Promise<unknown> =>
  runPrepared(
    tx,
    'rodent-lock-traps',
    sql`SELECT pg_advisory_xact_lock(hashtext('hits of a trap'), n.id) FROM (SELECT DISTINCT unnest(${ids}::integer[]) AS id ORDER BY 1) n`,
  );

/**
 * Lets one transaction after another decide what is a mass activation of the structures where traps are, and where they were
 * when they sprang: hits of two that know nothing of each other could make one.
 */
export async function lockStructures(tx: Tx, touched: readonly Touched[]): Promise<void> {
  const now = Date.now();
  const places = await placesAt(
    tx,
    touched.flatMap(({ deviceId: id, from }) => [from, now].map((at) => ({ id, at: Math.round(at) }))),
  );
  const ids = [...new Set(places.flatMap(({ structureId }) => structureId ?? []))];
  await runPrepared(
    tx,
    'rodent-lock-structures',
    sql`SELECT pg_advisory_xact_lock(hashtext('mass activation of a structure'), n.id) FROM (SELECT unnest(${ids}::integer[]) AS id ORDER BY 1) n`,
  );
}
