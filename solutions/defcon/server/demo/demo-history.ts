import { sql } from 'kysely';
import { addHandledAlarms, type HandledAlarm, type HandledStep } from '#core/alarms/server/api.ts';
import { dayMs, hourMs, minuteMs } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { severityOf } from '../../common/alarms.ts';
import type { AddedPanel } from './demo-panels.ts';
import { lastCase, type PastCase, pastCases } from './past-cases.ts';

/** Who has handled the incidents of the demo. `operators` take them in turn. */
export type DemoDesk = {
  monitor: { companyId: number; operators: readonly number[] };
  hq: { companyId: number; localityId: number; officerId: number };
};

/** With a shorter history the demo stays small. */
export const historyDays = 90;
const incidentCount = 60;
/** Seconds until somebody takes an incident: most are quick, a few are not. */
const taking = [9, 14, 21, 12, 35, 18, 26, 11, 58, 16, 24, 13, 41, 19, 95, 22, 15];

type Happened = {
  case: PastCase;
  panel: AddedPanel;
  group: number;
  from: number;
  takenAt: number;
  closedAt: number;
  steps: HandledAlarm['steps'];
};

/** Three months in which the panels were armed each night, and about sixty incidents that people have closed. */
export async function addDemoHistory(tx: Tx, kit: Kit, panels: readonly AddedPanel[], desk: DemoDesk): Promise<void> {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const incidents = Array.from({ length: incidentCount }, (_, n) => {
    const found = pastCases[n % pastCases.length] as PastCase;
    const daysAgo = Math.max(2, Math.round(historyDays - (n * (historyDays - 1)) / incidentCount));
    const from = today - daysAgo * dayMs + found.hour * hourMs + ((n * 17) % 50) * minuteMs;
    return happened(n, { found, from }, panels, desk);
  });
  incidents.push(happened(incidentCount, { found: lastCase, from: Date.now() - 72 * minuteMs }, panels, desk));
  const groups = await groupIds(tx, panels);
  const ids = await addHandledAlarms(
    { tx, kit },
    'defcon',
    incidents.map((one) => alarmOf(one, groups, desk)),
  );
  await addLines(tx, [
    ...incidents.flatMap((one, n) => linesOf(one, ids[n] ?? 0)),
    ...armings(panels, today, historyDays),
  ]);
  await addIncidents(
    tx,
    incidents.map((one, n) => ({ ...one, id: ids[n] ?? 0 })),
    desk,
  );
}

/** What happened as the n-th, the oldest first. */
function happened(
  n: number,
  { found, from }: { found: PastCase; from: number },
  panels: readonly AddedPanel[],
  desk: DemoDesk,
): Happened {
  const panel = panels.find(({ name }) => name === found.panel) as AddedPanel;
  const zone = panel.zones.find(([number]) => number === found.zone);
  const takenAt = from + (taking[n % taking.length] ?? 20) * 1000;
  const { monitor, hq } = desk;
  const actorId = monitor.operators[n % monitor.operators.length] ?? 0;
  const by = (at: number, action: string, more: Partial<HandledStep> = {}): HandledStep => ({
    ...{ at: new Date(at).toISOString(), actorId, byCompany: monitor.companyId, action, ...more },
  });
  const { said } = found;
  const saidAt = takenAt + (80 + ((n * 37) % 120)) * 1000;
  const first = [
    by(takenAt, 'acknowledged'),
    by(saidAt, 'commented', { text: said.text, data: said.mark ? { mark: said.mark } : {} }),
  ] as const;
  const ended = 'cause' in found ? { cause: found.cause } : { outcome: found.outcome };
  const action = 'cause' in found ? 'rejected' : 'terminated';
  if (!found.police) {
    const closedAt = saidAt + (120 + ((n * 53) % 900)) * 1000;
    const steps: Happened['steps'] = [...first, by(closedAt, action, { text: said.text, data: ended })];
    return { case: found, panel, group: zone?.[2] ?? 1, from, takenAt, closedAt, steps };
  }
  const officer = { actorId: hq.officerId, byCompany: hq.companyId };
  const [called, accepted, sent, there, closedAt] = policeTimes(saidAt, n);
  const moved = { from: 'monitor', to: 'hq', reason: 'police-called' };
  const steps: Happened['steps'] = [
    ...first,
    by(called, 'desk-moved', { data: moved }),
    by(called, 'police-called', { data: { verified: 'phone', ...policeNames } }),
    by(accepted, 'acknowledged', officer),
    by(sent, 'commented', { ...officer, text: policeSaid.dispatched, data: { mark: 'dispatched' } }),
    by(there, 'commented', { ...officer, text: policeSaid.onScene, data: { mark: 'on-scene' } }),
    by(closedAt, action, { ...officer, text: policeSaid.closed, data: ended }),
  ];
  return { case: found, panel, group: zone?.[2] ?? 1, from, takenAt, closedAt, steps };
}

const policeNames = { policeEn: 'Rimal Police Headquarters', policeAr: 'القيادة العامة لشرطة الرمال' };
const policeSaid = {
  dispatched: 'أُرسلت الدورية 14.',
  onScene: 'الدورية في الموقع.',
  closed: 'عاينت الدورية الموقع وسجلت محضرًا.',
};

/** When the police was called, has accepted, sent a patrol, was there and has closed. */
const policeTimes = (from: number, n: number): [number, number, number, number, number] => {
  const slower = 1 + (n % 3) / 4;
  const [called, accepted, sent, there, closed] = [60, 105, 180, 780, 2700].map((seconds) =>
    Math.round(from + seconds * 1000 * slower),
  );
  return [called ?? from, accepted ?? from, sent ?? from, there ?? from, closed ?? from];
};

const groupKey = (panelId: number, number: number): string => `${panelId} ${number}`;

/** The ids of the groups of the panels by `groupKey`. */
async function groupIds(tx: Tx, panels: readonly AddedPanel[]): Promise<Map<string, number>> {
  const groups = await tx
    .selectFrom('defconGroup')
    .select(['id', 'panelId', 'number'])
    .where('panelId', '=', anyOf(panels.map(({ id }) => id)))
    .execute();
  return new Map(groups.map(({ id, panelId, number }) => [groupKey(panelId, number), id]));
}

function alarmOf(one: Happened, groups: ReadonlyMap<string, number>, { monitor, hq }: DemoDesk): HandledAlarm {
  const { panel, group, steps, from } = one;
  const { kind, rank, police, cancelledAfter } = one.case;
  const id = groups.get(groupKey(panel.id, group));
  if (id === undefined) throw new Error(`the panel ${panel.name} has no group ${group}`);
  const name = panel.groups.length < 2 ? panel.name : `${panel.name} · ${panel.groups[group - 1]}`;
  const view = { subject: name, structure: panel.site, devices: [panel.name] };
  const ofMonitor = { companyId: monitor.companyId, role: 'monitor', view };
  const lowered = cancelledAfter === undefined ? rank : Math.min(rank + 1, 4);
  return {
    ...{ companyId: panel.companyId, subject: { type: 'panel-group', id }, name, kind, rank: lowered },
    ...{ structureId: panel.structureId, deviceId: panel.id, severity: severityOf(lowered) },
    ...{ from: new Date(from).toISOString(), hits: 1, clearedAt: new Date(from + restoredMs).toISOString(), steps },
    closed: 'cause' in one.case ? 'rejected' : 'terminated',
    outcome: 'cause' in one.case ? { cause: one.case.cause } : { outcome: one.case.outcome },
    parties: police ? [ofMonitor, { companyId: hq.companyId, role: 'hq', view }] : [ofMonitor],
    desk: police ? hq.companyId : monitor.companyId,
  };
}

const restoredMs = 40_000;

/** A line of the log of a panel. */
type Line = {
  companyId: number;
  panelId: number;
  at: number;
  source: 'mqtt' | 'sia';
  code: string;
  qualifier: 'new' | 'restore' | 'status';
  group: number | null;
  zone: number | null;
  user: number | null;
  hit: boolean;
  alarmId: number | null;
};

const lineOf = ({ companyId, id, sia }: AddedPanel, at: number, code: string, more: Partial<Line> = {}): Line => ({
  ...{ companyId, panelId: id, at, source: sia ? 'sia' : 'mqtt', code, qualifier: 'new' },
  ...{ group: 1, zone: null, user: null, hit: false, alarmId: null, ...more },
});

function linesOf(
  { panel, group, from, case: { code, zone, user, cancelledAfter } }: Happened,
  alarmId: number,
): Line[] {
  const of = { group, zone, alarmId };
  const hit = lineOf(panel, from, code, { ...of, user: user ?? null, hit: true });
  const restored = zone === null ? [] : [lineOf(panel, from + restoredMs, `${code.charAt(0)}R`, of)];
  const off =
    cancelledAfter === undefined
      ? []
      : [lineOf(panel, from + cancelledAfter * 1000, 'OP', { group, user: panel.users[0]?.[0] ?? 1 })];
  return [hit, ...restored, ...off];
}

/** Each panel is armed in the evening and disarmed in the morning, not at the same minute each day. */
function armings(panels: readonly AddedPanel[], today: number, days: number): Line[] {
  return panels.flatMap((panel, at) =>
    Array.from({ length: days }, (_, n) => {
      const day = today - (days - n) * dayMs;
      const minutes = ((n * 13 + at * 7) % 40) * minuteMs;
      const user = panel.users[n % panel.users.length];
      const slot = user && !user[2] ? user[0] : 1;
      return [
        lineOf(panel, day + 4 * hourMs + minutes, 'OP', { user: slot }),
        lineOf(panel, day + (16 + (at % 3)) * hourMs + minutes, 'CL', { user: slot }),
      ];
    }).flat(),
  );
}

const addLines = (tx: Tx, lines: readonly Line[]) =>
  sql`INSERT INTO defcon_event (company_id, panel_id, at, received_at, source, code, qualifier, group_no, zone_no, user_slot, is_hit, alarm_id)
      SELECT "companyId", "panelId", to_timestamp(at / 1000), to_timestamp(at / 1000), source, code, qualifier, "group", zone, "user", hit, "alarmId"
        FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
             AS n ("companyId" integer, "panelId" integer, at float8, source text, code text, qualifier text, "group" smallint, zone smallint, "user" smallint, hit boolean, "alarmId" integer)
       ORDER BY at`.execute(tx);

const isoOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

async function addIncidents(tx: Tx, all: readonly (Happened & { id: number })[], { hq }: DemoDesk): Promise<void> {
  const rows = all.map(({ id: alarmId, panel, group, from, closedAt, steps, case: past }) => {
    const off = past.cancelledAfter;
    const [called, , accepted, sent, there] = past.police ? steps.slice(2).map(({ at }) => at) : [];
    return {
      ...{ alarmId, companyId: panel.companyId, panelId: panel.id, groupNo: group, kind: past.kind },
      ...{ firstAt: new Date(from).toISOString(), closedAt: new Date(closedAt).toISOString() },
      cancelledAt: isoOf(off === undefined ? undefined : from + off * 1000),
      cancelledBy: off === undefined ? null : (panel.users[0]?.[0] ?? 1),
      policeStep: past.police ? ('closed' as const) : ('none' as const),
      ...{ verifiedBy: past.police ? ('phone' as const) : null, hqId: past.police ? hq.localityId : null },
      ...{ requestedAt: called ?? null, acceptedAt: accepted ?? null, dispatchedAt: sent ?? null },
      onSceneAt: there ?? null,
    };
  });
  await tx.insertInto('defconIncident').values(rows).execute();
}

/** The ids of the incidents of the history that the police had. */
export const policeIncidents = (tx: Tx): Promise<{ alarmId: number }[]> =>
  tx.selectFrom('defconIncident').select('alarmId').where('policeStep', '=', 'closed').orderBy('alarmId').execute();
