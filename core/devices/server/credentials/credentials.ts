import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { BatchLane, noFailures } from '#platform/server/http/batch-lane.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { deviceSecretHash } from './device-secret.ts';

const maxNameLength = 200;

type Row = { id: number; name: string; secretHash: Buffer };
type Lookup = { name: string; credentials: readonly Row[] };

const lanes = new WeakMap<Kit, BatchLane<Lookup>>();

// Concurrent sign-ins are looked up in one batch, so that any number of failures uses one connection of the pool.
function laneOf(kit: Kit): BatchLane<Lookup> {
  let lane = lanes.get(kit);
  if (!lane) {
    lane = new BatchLane<Lookup>(
      async (lookups) => {
        const names = [...new Set(lookups.map(({ name }) => name))];
        const credential = await inSystem(kit.telemetry.db, (tx) =>
          sql<Row>`SELECT c.device_id AS id, c.name, c.secret_hash FROM device_credential c JOIN device d ON d.id = c.device_id
            WHERE c.name = ANY (${names}::text[]) AND NOT d.suspended AND d.state <> 'removed'`.execute(tx),
        );
        const byName = Map.groupBy(credential.rows, ({ name }) => name);
        for (const lookup of lookups) lookup.credentials = byName.get(lookup.name) ?? [];
        return noFailures;
      },
      { maxBatch: 500, lingerMs: 0 },
    );
    lanes.set(kit, lane);
  }
  return lane;
}

/** The devices of these that may no longer be signed in with their secret: suspended, removed, or given another one. */
export async function signedOutDevices(
  kit: Kit,
  signedIn: readonly { id: number; secretHash: Buffer }[],
): Promise<number[]> {
  const { rows } = await inSystem(kit.telemetry.db, (tx) =>
    sql<{ id: number }>`
      SELECT DISTINCT s.id FROM unnest(${signedIn.map(({ id }) => id)}::integer[], ${signedIn.map(({ secretHash }) => secretHash)}::bytea[]) AS s(id, secret_hash)
        LEFT JOIN device d ON d.id = s.id AND NOT d.suspended AND d.state <> 'removed'
        LEFT JOIN device_credential c ON c.device_id = s.id AND c.secret_hash = s.secret_hash
       WHERE d.id IS NULL OR c.device_id IS NULL`.execute(tx),
  );
  return rows.map(({ id }) => id);
}

/**
 * The id of the device with this name and secret, or null. Several companies may have entered the same serial number, so the
 * secret decides which of their devices it is.
 */
export async function deviceWithSecret(kit: Kit, name: string, secret: string): Promise<number | null> {
  // A name that PostgreSQL refuses would fail the whole batch.
  if (name.length > maxNameLength || name.includes('\0') || !name.isWellFormed()) return null;
  const lookup: Lookup = { name, credentials: [] };
  await laneOf(kit).append(lookup);
  const hash = deviceSecretHash(secret);
  return lookup.credentials.find((row) => timingSafeEqual(hash, row.secretHash))?.id ?? null;
}
