import { sql } from 'kysely';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';

/** When bait has been somewhere for the days that the policy of a site allows; null without a limit. */
const dueAt = (since: string, structure: string) =>
  sql`${sql.ref(since)} + (SELECT p.baiting_days FROM rodent_policy p WHERE p.id = ${sql.ref(structure)}) * interval '1 day'`;

/**
 * Brings up to date since when toxic bait has been at a trap, from what visits recorded in any order: since the first that was
 * put there after the last was taken away.
 */
export async function followBait(
  context: Emitting,
  { deviceId, companyId, structureId }: { deviceId: number; companyId: number; structureId: number },
): Promise<void> {
  const { rows } = await sql<{ deviceId: number }>`
    WITH bait AS (
           SELECT min(m.at) AS since FROM rodent_material m
            WHERE m.device_id = ${deviceId} AND m.toxic AND m.amount > 0
              AND m.at > coalesce((SELECT max(o.at) FROM rodent_material o WHERE o.device_id = ${deviceId} AND o.toxic AND o.amount = 0), '-infinity')),
         gone AS (DELETE FROM rodent_baiting b USING bait WHERE b.device_id = ${deviceId} AND bait.since IS NULL RETURNING b.device_id),
         kept AS (
           INSERT INTO rodent_baiting AS b (device_id, company_id, structure_id, since, due_at)
           SELECT ${deviceId}, ${companyId}, ${structureId}, n.since, ${dueAt('n.since', 'n.structure_id')}
             FROM (SELECT bait.since, ${structureId}::integer AS structure_id FROM bait) n WHERE n.since IS NOT NULL
           ON CONFLICT (device_id) DO UPDATE SET since = EXCLUDED.since, structure_id = EXCLUDED.structure_id, due_at = EXCLUDED.due_at
            WHERE b.since <> EXCLUDED.since OR b.structure_id <> EXCLUDED.structure_id)
    SELECT device_id FROM gone`.execute(context.tx);
  await clearAlarms(
    context,
    rows.map((gone) => ({ ...gone, kind: 'permanent-baiting' })),
  );
}

/** After the policy of a site has changed: another limit applies to the bait that is there. */
export async function limitBait({ tx }: Pick<Emitting, 'tx'>, structureId: number): Promise<void> {
  await sql`
    UPDATE rodent_baiting b SET due_at = ${dueAt('b.since', 'b.structure_id')} WHERE b.structure_id = ${structureId}`.execute(
    tx,
  );
}

/** An alarm of each trap where toxic bait has been for longer than its site allows. */
export const dueBaiting = dueBatch<{ id: number; since: string }>(
  'rodent.baiting',
  { table: 'rodent_baiting', key: 'device_id', at: 'due_at' },
  200,
  async (context, traps) => {
    await raiseAlarms(
      context,
      traps.map(({ id: deviceId, since }) => ({
        deviceId,
        kind: 'permanent-baiting',
        severity: 'poor' as const,
        data: { since },
      })),
    );
    await sql`UPDATE rodent_baiting SET due_at = NULL WHERE device_id = ANY (${traps.map(({ id }) => id)}::integer[])`.execute(
      context.tx,
    );
  },
);
