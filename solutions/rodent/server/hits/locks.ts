import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import { runPrepared, type Tx } from '#platform/server/postgres/database.ts';

type Traps = readonly { deviceId: number }[];
const idsOf = (traps: Traps) => traps.map(({ deviceId }) => deviceId);

/** Lets one transaction after another work on what traps have reported. */
export const lockTraps = (tx: Tx, traps: Traps): Promise<unknown> =>
  runPrepared(
    tx,
    'rodent-lock-traps',
    sql`SELECT pg_advisory_xact_lock(hashtext('hits of a trap'), n.id) FROM (SELECT DISTINCT unnest(${idsOf(traps)}::integer[]) AS id ORDER BY 1) n`,
  );

/**
 * Lets one transaction after another decide what is a mass activation of the structures where traps are: hits of two that
 * know nothing of each other could make one.
 */
export const lockStructuresOf = (tx: Tx, traps: Traps): Promise<unknown> =>
  runPrepared(
    tx,
    'rodent-lock-structures-of',
    sql`SELECT ${structureLock} FROM (SELECT DISTINCT d.structure_id AS id FROM ${sql.raw(deviceFacts)} d WHERE d.id = ANY (${idsOf(traps)}::integer[]) AND d.structure_id IS NOT NULL ORDER BY 1) n`,
  );

/** The same of structures in which traps were once. */
export const lockStructures = (tx: Tx, ids: readonly number[]): Promise<unknown> =>
  runPrepared(
    tx,
    'rodent-lock-structures',
    sql`SELECT ${structureLock} FROM (SELECT DISTINCT unnest(${ids}::integer[]) AS id ORDER BY 1) n`,
  );

const structureLock = sql`pg_advisory_xact_lock(hashtext('mass activation of a structure'), n.id)`;
