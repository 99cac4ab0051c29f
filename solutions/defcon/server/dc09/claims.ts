import { sql } from 'kysely';
import { BatchLane, noFailures } from '#platform/server/http/batch-lane.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { sqlAgo } from '#platform/server/postgres/values.ts';

/** A message that is the same as an earlier one is known within this time, and while so few came in between. */
const knownHours = 24;
const knownMessages = 5000;

/** A message of a panel. `at`, in ms since 1970, becomes the time at which it first came. */
type Claim = { deviceId: number; companyId: number; key: string; at: number; address: string; isKnown: boolean };

/**
 * Gives every message the time at which it first came, before its events are stored: the keys of the events are made of it, so
 * a message that is sent again, also after a crash in between, is stored once. A day later the same message is a new one.
 */
export class Claims {
  private readonly lane: BatchLane<Claim>;

  constructor(kit: Pick<Kit, 'telemetry'>) {
    const work = async (claims: Claim[]) => {
      await inSystem(kit.telemetry.db, (tx) => claim(tx, claims));
      return noFailures;
    };
    this.lane = new BatchLane(work, { maxBatch: 1000, lingerMs: 1 });
  }

  async claim(message: Omit<Claim, 'isKnown'>): Promise<{ at: number; isKnown: boolean }> {
    const made = { ...message, isKnown: false };
    await this.lane.append(made);
    return made;
  }
}

const nameOf = ({ deviceId, key }: Pick<Claim, 'deviceId' | 'key'>) => `${deviceId} ${key}`;

async function claim(tx: Tx, claims: readonly Claim[]): Promise<void> {
  const first = new Map<string, Claim>();
  for (const one of claims) if (!first.has(nameOf(one))) first.set(nameOf(one), one);
  const rows = [...first.values()].map(({ deviceId, companyId, key, at, address }) => ({
    device_id: deviceId,
    company_id: companyId,
    key,
    at: new Date(at).toISOString(),
    address,
  }));
  const { rows: stored } = await sql<{ deviceId: number; key: string; at: string }>`
    WITH new AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n (device_id integer, company_id integer, key text, at timestamptz, address text)),
    counted AS (
      INSERT INTO defcon_sia_state AS s (device_id, company_id, taken, last_at, address)
      SELECT device_id, max(company_id), count(*), max(at), max(address) FROM new GROUP BY device_id ORDER BY device_id
      ON CONFLICT (device_id) DO UPDATE
        SET taken = s.taken + excluded.taken, last_at = greatest(s.last_at, excluded.last_at), address = excluded.address, company_id = excluded.company_id
      RETURNING device_id, taken)
    INSERT INTO defcon_sia_message AS m (device_id, company_id, key, at, number)
    SELECT n.device_id, n.company_id, n.key, n.at, c.taken FROM new n JOIN counted c USING (device_id) ORDER BY n.device_id, n.key
    ON CONFLICT (device_id, key) DO UPDATE
      SET (at, number) = (
        SELECT CASE WHEN k.known THEN m.at ELSE excluded.at END, CASE WHEN k.known THEN m.number ELSE excluded.number END
          FROM (SELECT m.at > excluded.at - ${knownHours} * interval '1 hour' AND excluded.number - m.number < ${knownMessages} AS known) k)
    RETURNING device_id, key, at`.execute(tx);
  const atByName = new Map(stored.map((one) => [nameOf(one), Date.parse(one.at)]));
  for (const one of claims) {
    const at = atByName.get(nameOf(one)) ?? one.at;
    one.isKnown = at !== one.at || first.get(nameOf(one)) !== one;
    one.at = at;
  }
}

/** Forgets the messages that can no longer be known. */
export const forgetMessages = (kit: Pick<Kit, 'db'>): Promise<unknown> =>
  inSystem(kit.db, (tx) =>
    tx
      .deleteFrom('defconSiaMessage')
      .where('at', '<', sqlAgo(knownHours + 1, 'hour'))
      .execute(),
  );
