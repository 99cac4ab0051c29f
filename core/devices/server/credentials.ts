import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { BatchLane, noFailures } from '#platform/server/batch-lane.ts';
import { inSystem } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { secretHash } from './device-handlers.ts';

const noHash = Buffer.alloc(32);
const maxNameLength = 200;

type Row = { id: number; name: string; secretHash: Buffer };
type Lookup = { name: string; credential?: Row | undefined };

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
        const byName = new Map(credential.rows.map((row) => [row.name, row]));
        for (const lookup of lookups) lookup.credential = byName.get(lookup.name);
        return noFailures;
      },
      { maxBatch: 500, lingerMs: 0 },
    );
    lanes.set(kit, lane);
  }
  return lane;
}

/** The id of the device with this name and secret, or null. An unknown name takes as long as a wrong secret. */
export async function deviceWithSecret(kit: Kit, name: string, secret: string): Promise<number | null> {
  // A name that PostgreSQL refuses would fail the whole batch.
  if (name.length > maxNameLength || name.includes('\0') || !name.isWellFormed()) return null;
  const lookup: Lookup = { name };
  await laneOf(kit).append(lookup);
  const row = lookup.credential;
  return timingSafeEqual(secretHash(secret), row?.secretHash ?? noHash) && row ? row.id : null;
}
