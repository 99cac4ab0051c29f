import { sql } from 'kysely';
import { companyZoneSql } from '#core/accounts/server/api.ts';
import { setSubjectAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts, deviceValidity } from '#core/devices/server/api.ts';
import { dayIn } from '#platform/common/time/date-range.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import { msSql } from '#platform/server/postgres/values.ts';
import { severityOf } from '../../common/alarms.ts';
import { monitorsOf, watchedPanels } from '../assignments/watchers.ts';
import { type CheckedPanel, checkedKinds, findingsOf, nextCheck } from './panel-findings.ts';

type Row = Omit<CheckedPanel, 'permitDays'> & {
  id: number;
  companyId: number;
  name: string;
  structureId: number | null;
  permitExpiresOn: string | null;
  zone: string;
};

/** Aligns the alarms of panels about their test reports, permits and subscriptions with what is due. */
export const duePanelChecks = dueBatch<{ id: number }>(
  'defcon.panel-checks',
  { table: 'defcon_panel_check', key: 'panel_id', at: 'due_at' },
  500,
  async (context, due) => {
    const now = Date.now();
    const ids = due.map(({ id }) => id);
    const { rows } = await sql<Row>`
      SELECT p.id, p.company_id, d.name, d.structure_id, p.service = 'active' AS is_in_service, p.test_every_hours, p.permit_expires_on::text AS permit_expires_on,
             ${companyZoneSql('p.company_id')} AS zone, d.is_active, ${sql.raw(msSql('v.expiration_at'))} AS active_until,
             coalesce(${sql.raw(msSql('p.test_report_at'))}, (SELECT max(${sql.raw(msSql('e.at'))}) FROM defcon_event e WHERE e.panel_id = p.id AND e.code = 'in-service'), ${sql.raw(msSql('d.created_at'))}) AS tested_at
        FROM defcon_panel p JOIN ${sql.raw(deviceFacts)} d ON d.id = p.id JOIN ${sql.raw(deviceValidity)} v ON v.device_id = p.id
       WHERE p.id = ANY (${ids}::integer[]) ORDER BY p.id`.execute(context.tx);
    const panels = rows.map((row) => ({ ...row, permitDays: daysUntil(row.permitExpiresOn, row.zone) }));
    await settle(context, panels, now);
    // One that was taken from its company meanwhile is never looked at again.
    const next = new Map(panels.map((panel) => [panel.id, new Date(nextCheck(panel, now)).toISOString()]));
    await sql`
      UPDATE defcon_panel_check c SET due_at = n.at FROM unnest(${ids}::integer[], ${ids.map((id) => next.get(id) ?? null)}::timestamptz[]) AS n (id, at)
       WHERE c.panel_id = n.id`.execute(context.tx);
  },
);

/** Calendar days from today to a date, in a time zone. */
function daysUntil(date: string | null, zone: string): number | null {
  return date === null ? null : Math.round((Date.parse(date) - Date.parse(dayIn(zone))) / dayMs);
}

async function settle(context: Emitting, panels: readonly (Row & CheckedPanel)[], now: number): Promise<void> {
  const found = panels.map((panel) => ({ panel, ranks: findingsOf(panel, now) }));
  const watched = await watchedPanels(
    context,
    found.flatMap(({ panel, ranks }) => (ranks.size > 0 ? [panel] : [])),
  );
  for (const [companyId, ofCompany] of Map.groupBy(found, ({ panel }) => panel.companyId))
    for (const kind of checkedKinds)
      await setSubjectAlarms(
        context,
        { app: 'defcon', kind, companyId, type: 'panel' },
        ofCompany.map(({ panel }) => panel.id),
        ofCompany.flatMap(({ panel: { id, name, structureId }, ranks }) => {
          const rank = ranks.get(kind);
          if (rank === undefined) return [];
          const about = { id, name, structureId, devices: [id] };
          return [{ ...about, rank, severity: severityOf(rank), ...monitorsOf(watched.get(id), name, name) }];
        }),
      );
}

/** A subscription ends soon or has ended: its panel is looked at. */
export async function checkSubscribed(
  { tx }: Emitting,
  { subscriptions }: Pick<DomainEvents['subscription.ending'], 'subscriptions'>,
): Promise<void> {
  await sql`UPDATE defcon_panel_check SET due_at = now() WHERE panel_id = ANY (${subscriptions.map(({ deviceId }) => deviceId)}::integer[])`.execute(
    tx,
  );
}
