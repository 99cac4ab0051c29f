import { sql } from 'kysely';
import { type Emitting, emittingWithin } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import type { SiaTrouble } from '../../common/sia.ts';
import type { SiaPanel } from './receiver.ts';
import { clearTroubles } from './trouble-alarms.ts';

export type ReportedTrouble = { kind: SiaTrouble; address: string; at: number };
/** Runs within the transaction that records a trouble, such as to raise an alarm. */
export type TroubleListener = (context: Emitting, panel: SiaPanel, trouble: ReportedTrouble) => Promise<void>;

/** A trouble is over when it has not happened for so long. */
const quietHours = 24;
/** A stranger can cause it as often as he likes: it is reported again after this time only. */
const reportedAgainMs = 60_000;

/** Records what is wrong with a panel's messages: since when, how often, and from where the last one came. */
export async function recordTrouble(
  kit: Kit,
  panel: SiaPanel,
  trouble: ReportedTrouble,
  onTrouble: TroubleListener,
): Promise<void> {
  const run = await inSystem(kit.telemetry.db, async (tx) => {
    const { kind, address, at } = trouble;
    const time = sql`to_timestamp(${at}::float8 / 1000)`;
    const { rows } = await sql<{ lastAt: string | null }>`
      WITH before AS (SELECT last_at, clears_at FROM defcon_sia_trouble WHERE device_id = ${panel.deviceId} AND kind = ${kind})
      INSERT INTO defcon_sia_trouble AS t (device_id, company_id, kind, first_at, last_at, clears_at, count, address)
      VALUES (${panel.deviceId}, ${panel.companyId}, ${kind}, ${time}, ${time}, ${time} + ${quietHours} * interval '1 hour', 1, ${address})
      ON CONFLICT (device_id, kind) DO UPDATE
        SET first_at = CASE WHEN t.clears_at IS NULL THEN excluded.first_at ELSE t.first_at END, last_at = excluded.last_at, clears_at = excluded.clears_at,
            count = CASE WHEN t.clears_at IS NULL THEN 1 ELSE least(t.count, 1000000000) + 1 END, address = excluded.address, company_id = excluded.company_id
      RETURNING (SELECT b.last_at FROM before b WHERE b.clears_at IS NOT NULL) AS last_at`.execute(tx);
    const before = rows[0]?.lastAt;
    if (before && Math.abs(at - Date.parse(before)) < reportedAgainMs) return () => undefined;
    const emitting = emittingWithin(kit, tx);
    await onTrouble(emitting, panel, trouble);
    return emitting.run;
  });
  run();
}

/** Troubles that have not happened for a day are over, and so are their alarms. */
export const dueTroubles = dueBatch<{ id: number; deviceId: number; companyId: number; kind: SiaTrouble }>(
  'defcon.sia-troubles',
  { table: 'defcon_sia_trouble', at: 'clears_at' },
  500,
  async (context, over) => {
    await context.tx
      .updateTable('defconSiaTrouble')
      .set({ clearsAt: null })
      .where('id', '=', anyOf(over.map(({ id }) => id)))
      .execute();
    await clearTroubles(context, over);
  },
);
