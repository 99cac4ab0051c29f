import { sql } from 'kysely';
import { runningContracts } from '#core/accounts/server/api.ts';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { rankOf, severityOf } from '../../common/alarms.ts';
import { type Ended, endAssignments } from '../assignments/end-assignments.ts';
import { tellOfContract } from './contract-notices.ts';

/** So many days before the end of a contract both sides are notified, once each. */
const warningDays = [14, 7, 1];
const kind = 'contract-ending';

type Ending = {
  id: number;
  companyId: number;
  monitorId: number;
  endsAt: string;
  days: number;
  panels: number;
  customer: string;
  monitor: string;
};

const about = ({ id, companyId }: Pick<Ending, 'id' | 'companyId'>) => ({
  ...{ companyId, app: 'defcon', kind },
  subject: { type: 'watch-contract', id },
});

/** The less time is left, the more urgent it is. */
const rankIn = (days: number) => rankOf(kind) - warningDays.indexOf(days);

/**
 * Notifies both sides of contracts that end soon and under which panels are watched, and shows it as an alarm until the
 * contract is prolonged or has ended.
 */
export async function warnOfContractEnds(kit: Kit): Promise<void> {
  await emittingAsSystem(kit, kit.db, async (context) => {
    const { tx } = context;
    const over = await sql<{ id: number; companyId: number }>`
      DELETE FROM defcon_contract_end t WHERE NOT EXISTS (SELECT FROM ${sql.raw(runningContracts)} c WHERE c.id = t.id AND c.contract_to = t.ends_at)
      RETURNING t.id, t.company_id`.execute(tx);
    await clearAlarms(context, over.rows.map(about));
    const { rows } = await sql<Ending>`
      WITH due AS (
             SELECT c.id, c.client_id, c.provider_id, c.contract_to, d.days, n.panels
               FROM ${sql.raw(runningContracts)} c
              CROSS JOIN LATERAL (SELECT min(r.days) AS days FROM unnest(${warningDays}::integer[]) r (days) WHERE c.contract_to <= now() + r.days * interval '1 day') d
              CROSS JOIN LATERAL (SELECT count(*)::integer AS panels FROM defcon_assignment w WHERE w.reads AND w.company_id = c.provider_id AND w.owner_id = c.client_id) n
              WHERE d.days IS NOT NULL AND n.panels > 0),
           told AS (
             INSERT INTO defcon_contract_end AS t (id, company_id, monitor_id, ends_at, told_days)
             SELECT id, client_id, provider_id, contract_to, days FROM due ORDER BY id
             ON CONFLICT (id) DO UPDATE SET ends_at = excluded.ends_at, told_days = excluded.told_days
              WHERE t.ends_at <> excluded.ends_at OR t.told_days > excluded.told_days RETURNING t.id)
      SELECT due.id, client_id AS company_id, provider_id AS monitor_id, contract_to AS ends_at, days, panels,
             company_called(client_id) AS customer, company_called(provider_id) AS monitor FROM due JOIN told USING (id) ORDER BY id`.execute(
      tx,
    );
    await raiseAlarms(
      context,
      rows.map((ending) => ({
        ...{ ...about(ending), name: ending.monitor, structureId: null, data: { days: ending.days } },
        ...{ rank: rankIn(ending.days), severity: severityOf(rankIn(ending.days)) },
        parties: [{ companyId: ending.monitorId, role: 'monitor', view: { subject: ending.customer } }],
      })),
    );
    for (const ending of rows) await tellOfContract(context, ending);
  });
}

/** With the contract of a security company and its client its assignments end, and both sides are notified. */
export async function endWithContract(
  context: Emitting,
  { providerId, clientId }: DomainEvents['contract.ended'],
): Promise<void> {
  const { tx, actor } = context;
  const ended = await endAssignments(
    context,
    sql`t.role = 'monitoring' AND t.company_id = ${providerId} AND t.owner_id = ${clientId} AND t.state = 'accepted'`,
    'contract-ended',
  );
  await bypassRls(tx, actor.scope, async () => {
    const { rows } = await sql<{ id: number; companyId: number }>`
      DELETE FROM defcon_contract_end WHERE company_id = ${clientId} AND monitor_id = ${providerId} RETURNING id, company_id`.execute(
      tx,
    );
    await clearAlarms(context, rows.map(about));
    const panels = ended.filter(({ wasInForce }: Ended) => wasInForce).length;
    if (panels > 0)
      await tellOfContract(context, {
        ...{ companyId: clientId, monitorId: providerId, days: null, panels },
        endsAt: new Date().toISOString(),
      });
  });
}
