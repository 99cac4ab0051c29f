import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { BatchLane, noFailures } from '#platform/server/batch-lane.ts';
import { inSystem } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { secretHash } from './device-handlers.ts';

const nothing = Buffer.alloc(32);
const maxNameLength = 200;

type Row = { id: number; name: string; secretHash: Buffer };
type Lookup = { name: string; found?: Row | undefined };

const lanes = new WeakMap<Kit, BatchLane<Lookup>>();

// Sign-ins that come at the same time are looked up together: however many fail, they hold one connection of the pool.
function laneOf(kit: Kit): BatchLane<Lookup> {
  let lane = lanes.get(kit);
  if (!lane) {
    lane = new BatchLane<Lookup>(
      async (lookups) => {
        const names = [...new Set(lookups.map(({ name }) => name))];
        const found = await inSystem(kit.telemetry.db, (tx) =>
          sql<Row>`SELECT c.device_id AS id, c.name, c.secret_hash FROM device_credential c JOIN device d ON d.id = c.device_id
            WHERE c.name = ANY (${names}::text[]) AND NOT d.blocked AND d.state <> 'removed'`.execute(tx),
        );
        const byName = new Map(found.rows.map((row) => [row.name, row]));
        for (const lookup of lookups) lookup.found = byName.get(lookup.name);
        return noFailures;
      },
      { maxBatch: 500, lingerMs: 0 },
    );
    lanes.set(kit, lane);
  }
  return lane;
}

/** The id of the device with this name and secret, or null; an unknown name takes as long as a wrong secret. */
export async function deviceWithSecret(kit: Kit, name: string, secret: string): Promise<number | null> {
  // One name that PostgreSQL refuses would fail the look-up of all others.
  if (name.length > maxNameLength || name.includes('\0') || !name.isWellFormed()) return null;
  const lookup: Lookup = { name };
  await laneOf(kit).append(lookup);
  const row = lookup.found;
  return timingSafeEqual(secretHash(secret), row?.secretHash ?? nothing) && row ? row.id : null;
}
