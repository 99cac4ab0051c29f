import { sql } from 'kysely';
import type { PartyView } from '#core/alarms/common/party.ts';
import { addParties, moveDesk, storedAlarms, storedParties } from '#core/alarms/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';

type Incident = { id: number; isDesk: boolean; view: PartyView };

/** The open incidents of this app that a station takes part in. Runs as the role that sees all rows. */
export async function openIncidents(tx: Tx, companyId: number): Promise<Incident[]> {
  const { rows } = await sql<Incident>`
    SELECT a.id, a.desk_company_id = p.company_id AS is_desk, p.view
      FROM ${sql.raw(storedParties)} p JOIN ${sql.raw(storedAlarms)} a ON a.id = p.alarm_id
     WHERE p.company_id = ${companyId} AND p.until_at IS NULL AND a.app = 'defcon' AND a.closed_at IS NULL ORDER BY a.id`.execute(
    tx,
  );
  return rows;
}

/** Gives the incidents to another station, which must act where the one before had to. That one reads on. */
export async function handOver(
  context: Pick<Context, 'tx' | 'actor' | 'kit' | 'afterCommit'>,
  incidents: readonly Incident[],
  to: number,
): Promise<void> {
  for (const { id, isDesk, view } of incidents) {
    await addParties(context, id, [{ companyId: to, role: 'local', view }]);
    if (isDesk) await moveDesk(context, id, { to, reason: 'station-closed' });
  }
}
