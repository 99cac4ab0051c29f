import { sql } from 'kysely';
import { type AlarmChange, clearAlarms, lockBeforeChanges, lowerAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import { confirmReported } from '#core/commands/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { runPrepared, type Tx } from '#platform/server/postgres/database.ts';
import { isTrouble, type PanelAlarmKind, rankOf, severityOf } from '../../common/alarms.ts';
import { partiesOf, watchedPanels } from '../assignments/watchers.ts';
import type { Evaluation, Subject } from './evaluation.ts';
import type { PanelModel } from './panel-model.ts';

/** Brings groups, zones and panels to what was evaluated, in the same number of statements for any number of panels. */
async function storeModels(tx: Tx, evaluated: readonly Evaluation[]): Promise<void> {
  const panels = evaluated.map(({ panel, testedAt, heardAt }) => ({
    id: panel.id,
    mains: panel.mains,
    path: panel.path,
    heardAt: heardAt || null,
    testedAt,
  }));
  await runPrepared(
    tx,
    'defcon-store-panels',
    sql`UPDATE defcon_panel p SET mains = n.mains, path = n.path, last_event_at = greatest(p.last_event_at, to_timestamp(n."heardAt" / 1000)),
               last_test_at = greatest(p.last_test_at, to_timestamp(n."testedAt" / 1000))
          FROM jsonb_to_recordset(${JSON.stringify(panels)}::jsonb) AS n (id integer, mains boolean, path text, "heardAt" float8, "testedAt" float8) WHERE p.id = n.id`,
  );
  const groups = evaluated.flatMap(({ panel }) =>
    [...panel.groups.values()].map(({ id: _, name: __, ...group }) => ({
      ...group,
      panelId: panel.id,
      companyId: panel.companyId,
    })),
  );
  const storedGroups = await runPrepared(
    tx,
    'defcon-store-groups',
    sql<{ id: number; panelId: number; number: number; name: string | null }>`
    INSERT INTO defcon_group AS g (company_id, panel_id, number, state, state_at, state_by, armed_at)
    SELECT "companyId", "panelId", number, state, CASE WHEN "stateAt" > 0 THEN to_timestamp("stateAt" / 1000) END, "stateBy", to_timestamp("armedAt" / 1000)
      FROM jsonb_to_recordset(${JSON.stringify(groups)}::jsonb)
           AS n ("companyId" integer, "panelId" integer, number smallint, state text, "stateAt" float8, "stateBy" smallint, "armedAt" float8)
     ORDER BY "panelId", number
        ON CONFLICT (panel_id, number) DO UPDATE SET state = excluded.state, state_at = excluded.state_at, state_by = excluded.state_by, armed_at = excluded.armed_at
    RETURNING g.id, g.panel_id, g.number, g.name`,
  );
  const zones = evaluated.flatMap(({ panel }) =>
    [...panel.zones.values()].map(({ id: _, name: __, confirmUnit: ___, reaction: ____, ...zone }) => ({
      ...zone,
      panelId: panel.id,
      companyId: panel.companyId,
    })),
  );
  const storedZones = await runPrepared(
    tx,
    'defcon-store-zones',
    sql<{ id: number; panelId: number; number: number; name: string | null }>`
    INSERT INTO defcon_zone AS z (company_id, panel_id, number, groups, open, tamper, fault, missing, bypassed, battery, changed_at)
    SELECT "companyId", "panelId", number, groups, open, tamper, fault, missing, bypassed, battery, CASE WHEN "changedAt" > 0 THEN to_timestamp("changedAt" / 1000) END
      FROM jsonb_to_recordset(${JSON.stringify(zones)}::jsonb)
           AS n ("companyId" integer, "panelId" integer, number smallint, groups integer[], open boolean, tamper boolean, fault boolean, missing boolean, bypassed boolean,
                 battery smallint, "changedAt" float8)
     ORDER BY "panelId", number
        ON CONFLICT (panel_id, number) DO UPDATE
       SET open = excluded.open, tamper = excluded.tamper, fault = excluded.fault, missing = excluded.missing, bypassed = excluded.bypassed, battery = excluded.battery,
           changed_at = excluded.changed_at
     WHERE z.changed_at IS DISTINCT FROM excluded.changed_at OR z.bypassed <> excluded.bypassed
    RETURNING z.id, z.panel_id, z.number, z.name`,
  );
  const panelOf = new Map(evaluated.map(({ panel }) => [panel.id, panel]));
  // Those that the panel has reported first have no other id yet.
  for (const { panelId, number, id } of storedGroups)
    Object.assign(panelOf.get(panelId)?.groups.get(number) ?? {}, { id });
  for (const { panelId, number, id } of storedZones)
    Object.assign(panelOf.get(panelId)?.zones.get(number) ?? {}, { id });
}

/** What an alarm of a panel is about. */
export function aboutOf(panel: PanelModel, subject: Subject) {
  const about = (type: string, id: number) => ({ companyId: panel.companyId, app: 'defcon', subject: { type, id } });
  if (subject === null) return about('panel', panel.id);
  if ('group' in subject) return about('panel-group', panel.groups.get(subject.group)?.id ?? 0);
  return about('panel-zone', panel.zones.get(subject.zone)?.id ?? 0);
}

const keyOf = (about: ReturnType<typeof aboutOf>['subject'], kind: string) => `${about.type} ${about.id} ${kind}`;

/** The name of what an alarm is about: that of the panel with the group or zone. */
function nameOf(panel: PanelModel, subject: Subject): string {
  if (subject === null) return panel.name;
  const part = 'group' in subject ? panel.groups.get(subject.group) : panel.zones.get(subject.zone);
  // The only group of a panel needs no name of its own.
  if ('group' in subject && panel.groups.size < 2) return panel.name;
  return part ? `${panel.name} · ${part.name ?? part.number}` : panel.name;
}

/** Raises, confirms, lowers and clears the alarms, and links the lines of the log with them. */
export async function storeEvaluations(context: Emitting, evaluated: readonly Evaluation[]): Promise<void> {
  const { tx } = context;
  await storeModels(tx, evaluated);
  const watched = await watchedPanels(
    context,
    evaluated.flatMap(({ panel, raised }) => (raised.some(({ kind }) => !isTrouble(kind)) ? [panel] : [])),
  );
  const raising = evaluated.flatMap((one) =>
    one.raised.map(({ kind, subject, rank, at, line }) => ({
      ...aboutOf(one.panel, subject),
      kind,
      rank,
      severity: severityOf(rank),
      at,
      name: nameOf(one.panel, subject),
      structureId: one.panel.structureId,
      devices: [one.panel.id],
      ...(isTrouble(kind) ? {} : partiesOf(watched.get(one.panel.id), incidentOf(one, subject, line))),
    })),
  );
  const lowering = evaluated.flatMap(({ panel, cancelled }) =>
    cancelled.map(({ incident: { group, kind }, at }) => {
      const rank = Math.min(rankOf(kind) + 1, 4);
      const about = aboutOf(panel, group === null ? null : { group });
      return { ...about, kind, rank, severity: severityOf(rank), at, reason: 'cancelled' };
    }),
  );
  const clearing = evaluated.flatMap(({ panel, cleared }) =>
    cleared.map(({ kind, subject, at }) => ({ ...aboutOf(panel, subject), kind, at })),
  );
  await lockBeforeChanges(context, [raising, lowering, clearing]);
  const changes = await raiseAlarms(context, raising);
  const idOf = new Map(
    changes.flatMap(({ id, subject, kind }) => (subject ? [[keyOf(subject, kind), id] as const] : [])),
  );
  await storeIncidents(tx, evaluated, changes, idOf);
  await storeLines(tx, evaluated, idOf);
  await lowerAlarms(context, lowering);
  await clearAlarms(context, clearing);
  await confirmReported(context, evaluated.flatMap(reportOf));
}

/** What the further companies of an alarm see of it. */
function incidentOf({ panel, lines }: Evaluation, subject: Subject, line: number) {
  const zone = panel.zones.get(lines[line]?.signal.zone ?? 0);
  return {
    panel: panel.name,
    subject: nameOf(panel, subject),
    zone: zone ? { id: zone.id, name: zone.name ?? String(zone.number) } : null,
  };
}

const toObject = (numbers: readonly number[]) => Object.fromEntries(numbers.map((number) => [String(number), true]));

/** Commands wait for what their panel reports of groups and zones, not for its answer. */
function reportOf({ panel, reported }: Evaluation) {
  const values = Object.fromEntries(
    Object.entries(reported).flatMap(([name, numbers]) => (numbers.length > 0 ? [[name, toObject(numbers)]] : [])),
  );
  return Object.keys(values).length > 0 ? [{ deviceId: panel.id, values }] : [];
}

async function storeIncidents(
  tx: Tx,
  evaluated: readonly Evaluation[],
  changes: readonly AlarmChange[],
  idOf: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = new Set(changes.flatMap(({ id, class: name }) => (name === 'intrusion' ? [id] : [])));
  const incidents = evaluated.flatMap(({ panel, raised, confirmed, cancelled }) =>
    raised.flatMap(({ kind, subject, at }) => {
      const alarmId = idOf.get(keyOf(aboutOf(panel, subject).subject, kind));
      if (alarmId === undefined || !ids.has(alarmId)) return [];
      const group = subject !== null && 'group' in subject ? subject.group : null;
      const how = confirmed.findLast((one) => one.kind === kind && one.group === group)?.how ?? 'none';
      const off = cancelled.find(({ incident }) => incident.kind === kind && incident.group === group);
      return [
        {
          alarmId,
          companyId: panel.companyId,
          panelId: panel.id,
          group,
          kind,
          at,
          how,
          off: off?.at ?? null,
          by: off?.by ?? null,
        },
      ];
    }),
  );
  const later = evaluated.flatMap(({ cancelled }) =>
    cancelled.flatMap(({ incident, at, by }) => (incident.alarmId ? [{ alarmId: incident.alarmId, at, by }] : [])),
  );
  const unique = [...new Map(incidents.map((one) => [one.alarmId, one])).values()];
  if (unique.length > 0)
    await runPrepared(
      tx,
      'defcon-store-incidents',
      sql`INSERT INTO defcon_incident AS i (alarm_id, company_id, panel_id, group_no, kind, first_at, confirmed, cancelled_at, cancelled_by)
          SELECT "alarmId", "companyId", "panelId", "group", kind, to_timestamp(at / 1000), how, to_timestamp("off" / 1000), "by"
            FROM jsonb_to_recordset(${JSON.stringify(unique)}::jsonb)
                 AS n ("alarmId" integer, "companyId" integer, "panelId" integer, "group" smallint, kind text, at float8, how text, "off" float8, "by" smallint)
              ON CONFLICT (alarm_id) DO UPDATE SET first_at = least(i.first_at, excluded.first_at),
                 confirmed = CASE WHEN excluded.confirmed = 'none' OR i.confirmed = 'verified' THEN i.confirmed ELSE excluded.confirmed END`,
    );
  if (later.length > 0)
    await runPrepared(
      tx,
      'defcon-cancel-incidents',
      sql`UPDATE defcon_incident i SET cancelled_at = to_timestamp(n.at / 1000), cancelled_by = n."by"
            FROM jsonb_to_recordset(${JSON.stringify(later)}::jsonb) AS n ("alarmId" integer, at float8, "by" smallint)
           WHERE i.alarm_id = n."alarmId" AND i.cancelled_at IS NULL`,
    );
}

/** Adds what was heard to the logs. */
async function storeLines(tx: Tx, evaluated: readonly Evaluation[], idOf: ReadonlyMap<string, number>): Promise<void> {
  const lines = evaluated.flatMap(({ panel, lines: heard, raised, synced }) => [
    ...heard.map(({ signal, group, hit, entry, alarmId }, n) => {
      const cause = raised.find(({ line }) => line === n);
      const made = cause && idOf.get(keyOf(aboutOf(panel, cause.subject).subject, cause.kind as PanelAlarmKind));
      const { at, receivedAt, late, source, code, qualifier, zone, user, text } = signal;
      const fields = { at, receivedAt, late, source, code, qualifier, zone, user, text, group, hit };
      return {
        ...fields,
        panelId: panel.id,
        companyId: panel.companyId,
        data: entry ? { entry } : {},
        alarmId: made ?? alarmId,
      };
    }),
    ...synced.map(({ at, receivedAt, changes }) => ({
      ...{ at, receivedAt, late: false, code: 'sync', qualifier: 'status', hit: false, panelId: panel.id },
      ...{ companyId: panel.companyId, source: 'mqtt', data: changes },
    })),
  ]);
  await runPrepared(
    tx,
    'defcon-store-lines',
    sql`INSERT INTO defcon_event (company_id, panel_id, at, received_at, late, source, code, qualifier, group_no, zone_no, user_slot, text, data, is_hit, alarm_id)
        SELECT "companyId", "panelId", to_timestamp(at / 1000), to_timestamp("receivedAt" / 1000), late, source, code, qualifier, "group", zone, "user", text, data, hit, "alarmId"
          FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
               AS n ("companyId" integer, "panelId" integer, at float8, "receivedAt" float8, late boolean, source text, code text, qualifier text, "group" smallint, zone smallint,
                     "user" smallint, text text, data jsonb, hit boolean, "alarmId" integer)
         ORDER BY at`,
  );
}
