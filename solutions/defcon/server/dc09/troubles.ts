import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import type { SiaPanel, SiaTrouble } from './receiver.ts';

export type ReportedTrouble = { kind: SiaTrouble; address: string; at: number };
/** Runs within the transaction that records a trouble, such as to raise an alarm. */
export type TroubleListener = (tx: Tx, panel: SiaPanel, trouble: ReportedTrouble) => Promise<void>;

/** Records what is wrong with a panel's messages: since when, how often, and from where the last one came. */
export const recordTrouble = (
  kit: Pick<Kit, 'telemetry'>,
  panel: SiaPanel,
  trouble: ReportedTrouble,
  onTrouble: TroubleListener,
): Promise<void> =>
  inSystem(kit.telemetry.db, async (tx) => {
    const { kind, address, at } = trouble;
    await sql`
      INSERT INTO defcon_sia_trouble AS t (device_id, company_id, kind, first_at, last_at, count, address)
      VALUES (${panel.deviceId}, ${panel.companyId}, ${kind}, to_timestamp(${at}::float8 / 1000), to_timestamp(${at}::float8 / 1000), 1, ${address})
      ON CONFLICT (device_id, kind) DO UPDATE
        SET last_at = excluded.last_at, count = least(t.count, 1000000000) + 1, address = excluded.address, company_id = excluded.company_id`.execute(
      tx,
    );
    await onTrouble(tx, panel, trouble);
  });
