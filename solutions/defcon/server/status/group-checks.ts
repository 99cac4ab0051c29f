import { sql } from 'kysely';
import { clearAlarms, endAlarms, raiseAlarms, storedAlarms } from '#core/alarms/server/api.ts';
import { activeDevices, deviceFacts } from '#core/devices/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import { msSql } from '#platform/server/postgres/values.ts';
import { rankOf, severityOf } from '../../common/alarms.ts';
import { monitorsOf, partiesOf, watchedPanels } from '../assignments/watchers.ts';
import { logBySystem } from '../events/panel-log.ts';
import { startClocks } from '../incidents/clocks.ts';
import { type CheckedGroup, checkGroup, type GroupFinding } from './group-findings.ts';
import { tellLateToArm } from './late-notices.ts';

type Row = Omit<CheckedGroup, 'hours'> & {
  /** Null: it is not expected to be armed any more. */
  hours: CheckedGroup['hours'] | null;
  id: number;
  number: number;
  panelId: number;
  companyId: number;
  structureId: number | null;
  panel: string;
  name: string;
  /** Its panel is in service, with a subscription. */
  rings: boolean;
  open: { kind: GroupFinding; isActive: boolean }[];
};
export type LateGroup = Pick<Row, 'companyId' | 'panelId' | 'structureId' | 'name'>;

/** Aligns the alarms of groups with the hours in which they are expected to be disarmed. */
export const dueGroupChecks = dueBatch<{ id: number }>(
  'defcon.group-checks',
  { table: 'defcon_group_check', key: 'group_id', at: 'due_at' },
  500,
  async (context, due) => {
    const now = Date.now();
    const ids = due.map(({ id }) => id);
    const groups = await checkedGroups(context, ids);
    const checked = groups.map((group) => ({
      group,
      ...(group.hours ? checkGroup({ ...group, hours: group.hours }, now) : { finding: null, next: null }),
    }));
    await settle(
      context,
      checked.map(({ group, finding }) => ({ group, finding: group.rings ? finding : null })),
    );
    const nextOf = new Map(checked.map(({ group, next }) => [group.id, next]));
    const at = (id: number) => {
      const next = nextOf.get(id);
      return typeof next === 'number' ? new Date(next).toISOString() : null;
    };
    await sql`
      UPDATE defcon_group_check c SET due_at = n.at FROM unnest(${ids}::integer[], ${ids.map(at)}::timestamptz[]) AS n (id, at) WHERE c.group_id = n.id`.execute(
      context.tx,
    );
  },
);

async function checkedGroups({ tx }: Emitting, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT g.id, g.number, g.panel_id, g.company_id, d.structure_id, d.name AS panel, g.state, g.grace_minutes, w.hours,
           coalesce(${sql.raw(msSql('g.state_at'))}, 0) AS state_at, p.service = 'active' AND p.id IN ${sql.raw(activeDevices)} AS rings,
           CASE WHEN (SELECT count(*) FROM defcon_group o WHERE o.panel_id = g.panel_id) > 1 THEN d.name || ' · ' || coalesce(g.name, g.number::text) ELSE d.name END AS name,
           coalesce((SELECT jsonb_agg(jsonb_build_object('kind', a.kind, 'isActive', a.condition = 'active')) FROM ${sql.raw(storedAlarms)} a WHERE a.app = 'defcon' AND a.subject_type = 'panel-group' AND a.subject_id = g.id AND a.closed_at IS NULL
                       AND a.kind IN ('late-to-arm', 'open-outside-schedule')), '[]') AS open
      FROM defcon_group g JOIN defcon_panel p ON p.id = g.panel_id JOIN ${sql.raw(deviceFacts)} d ON d.id = p.id LEFT JOIN ${sql.raw(weekSchedules)} w ON w.id = g.schedule_id
     WHERE g.id = ANY (${ids}::integer[]) ORDER BY g.id`.execute(tx);
  return rows;
}

const about = ({ companyId, id }: Row, kind: GroupFinding) => ({
  ...{ companyId, app: 'defcon', kind },
  subject: { type: 'panel-group', id },
});

async function settle(
  context: Emitting,
  checked: readonly { group: Row; finding: GroupFinding | null }[],
): Promise<void> {
  const over = checked.flatMap(({ group, finding }) =>
    group.open.filter(({ kind }) => kind !== finding).map(({ kind }) => about(group, kind)),
  );
  // Armed late is armed: nobody has to close it. Who has opened at night is asked by a person.
  await endAlarms(
    context,
    over.filter(({ kind }) => kind === 'late-to-arm'),
    'armed-late',
  );
  await clearAlarms(
    context,
    over.filter(({ kind }) => kind === 'open-outside-schedule'),
  );
  const raising = checked.flatMap(({ group, finding }) =>
    finding !== null && !group.open.some(({ kind, isActive }) => isActive && kind === finding)
      ? [{ group, finding }]
      : [],
  );
  if (raising.length === 0) return;
  const watched = await watchedPanels(
    context,
    raising.map(({ group: { panelId, structureId } }) => ({ id: panelId, structureId })),
  );
  const changes = await raiseAlarms(
    context,
    raising.map(({ group, finding }) => {
      const { name, panel, structureId, panelId } = group;
      const of = watched.get(panelId);
      return {
        ...{ ...about(group, finding), name, structureId, devices: [panelId] },
        severity: severityOf(rankOf(finding)),
        // The customer arms: the security company sees it. That somebody has opened is for its desk.
        ...(finding === 'late-to-arm'
          ? monitorsOf(of, panel, name)
          : partiesOf(of, { panel, subject: name, zone: null })),
      };
    }),
  );
  await storeIncidents(context, changes);
  await startClocks(
    context,
    changes.flatMap(({ id, raised }) => (raised ? id : [])),
  );
  for (const [kind, found] of Map.groupBy(raising, ({ finding }) => finding))
    await logBySystem(
      context,
      kind,
      found.map(({ group }) => ({
        panel: { id: group.panelId, companyId: group.companyId },
        data: { group: group.number },
      })),
    );
  await tellLateToArm(
    context,
    raising.flatMap(({ group, finding }) => (finding === 'late-to-arm' ? [group] : [])),
  );
}

async function storeIncidents({ tx }: Emitting, changes: Awaited<ReturnType<typeof raiseAlarms>>): Promise<void> {
  const raised = changes.flatMap(({ id, kind, subject }) => (subject ? [{ id, kind, group: subject.id }] : []));
  await sql`
    INSERT INTO defcon_incident (alarm_id, company_id, panel_id, group_no, kind, first_at)
    SELECT n.id, g.company_id, g.panel_id, g.number, n.kind, now()
      FROM jsonb_to_recordset(${JSON.stringify(raised)}::jsonb) AS n (id integer, kind text, "group" integer) JOIN defcon_group g ON g.id = n."group"
        ON CONFLICT (alarm_id) DO NOTHING`.execute(tx);
}

/** The hours of a schedule have changed: the groups that follow it are looked at. */
export async function checkScheduled({ tx }: Emitting, { id }: DomainEvents['schedule.changed']): Promise<void> {
  await sql`
    UPDATE defcon_group_check c SET due_at = now() FROM defcon_group g WHERE g.id = c.group_id AND g.schedule_id = ${id}`.execute(
    tx,
  );
}
