import { sql } from 'kysely';
import { addPartiesOf, storedAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { ofTroubles } from '../../common/alarms.ts';
import { monitorsOf, watchedPanels } from './watchers.ts';

/** What alarms of a panel `n.panel_id` are about. */
export const subjects = sql`(
  SELECT 'panel' AS type, n.panel_id AS id UNION ALL SELECT 'panel-group', g.id FROM defcon_group g WHERE g.panel_id = n.panel_id
   UNION ALL SELECT 'panel-zone', z.id FROM defcon_zone z WHERE z.panel_id = n.panel_id UNION ALL SELECT 'panel-path', w.id FROM defcon_path w WHERE w.panel_id = n.panel_id)`;

type Trouble = { alarmId: number; subject: string; panelId: number; panel: string; structureId: number | null };

/**
 * Shows the security companies whose assignments have begun what is wrong with their panels already. The incidents that are
 * open stay with those who have them.
 */
export async function showTroubles(context: Emitting, begun: readonly { panelId: number }[]): Promise<void> {
  const { tx, actor } = context;
  if (begun.length === 0) return;
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Trouble>`
      SELECT a.id AS alarm_id, coalesce(a.subject_name, d.name) AS subject, d.id AS panel_id, d.name AS panel, d.structure_id
        FROM unnest(${begun.map(({ panelId }) => panelId)}::integer[]) AS n (panel_id)
        JOIN ${sql.raw(deviceFacts)} d ON d.id = n.panel_id CROSS JOIN LATERAL ${subjects} s
        JOIN ${sql.raw(storedAlarms)} a ON a.company_id = d.company_id AND a.app = 'defcon' AND a.class = ${ofTroubles} AND a.subject_type = s.type AND a.subject_id = s.id AND a.closed_at IS NULL
       ORDER BY a.id`.execute(tx),
  );
  const watched = await watchedPanels(
    context,
    rows.map(({ panelId, structureId }) => ({ id: panelId, structureId })),
  );
  await addPartiesOf(
    context,
    rows.flatMap(({ alarmId, panelId, panel, subject }) =>
      (monitorsOf(watched.get(panelId), panel, subject).parties ?? []).map((party) => ({ alarmId, party })),
    ),
  );
}
