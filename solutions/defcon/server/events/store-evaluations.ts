import { sql } from 'kysely';
import { type AlarmChange, clearAlarms, lockBeforeChanges, lowerAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import { confirmReported } from '#core/commands/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { runPrepared, type Tx } from '#platform/server/postgres/database.ts';
import { isTrouble, ofIncidents, type PanelAlarmKind, rankOf, severityOf } from '../../common/alarms.ts';
import { monitorsOf, partiesOf, watchedPanels } from '../assignments/watchers.ts';
import { startClocks } from '../incidents/clocks.ts';
import { logPanelLife } from '../incidents/panel-life.ts';
import { duressContacts } from '../premises/duress-contacts.ts';
import type { Evaluation, Subject } from './evaluation.ts';
import type { PanelModel } from './panel-model.ts';
import { storeModels } from './store-models.ts';

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
    evaluated.flatMap(({ panel, raised }) => (raised.length > 0 ? [panel] : [])),
  );
  const mayKnow = await duressContacts(
    context,
    evaluated.filter(({ raised }) => raised.some(({ kind }) => kind === 'duress')).map(({ panel }) => panel),
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
      ...(kind === 'duress' ? { onlyFor: mayKnow(one.panel) } : {}),
      ...(isTrouble(kind)
        ? monitorsOf(watched.get(one.panel.id), one.panel.name, nameOf(one.panel, subject))
        : partiesOf(watched.get(one.panel.id), incidentOf(one, subject, line))),
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
  await startClocks(
    context,
    changes.flatMap(({ id, raised, class: of }) => (raised && of === ofIncidents ? id : [])),
  );
  await storeLines(tx, evaluated, idOf);
  await logPanelLife(tx, evaluated, changes);
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
function reportOf({ panel, reported, path }: Evaluation) {
  const values = {
    ...Object.fromEntries(
      Object.entries(reported).flatMap(([name, numbers]) => (numbers.length > 0 ? [[name, toObject(numbers)]] : [])),
    ),
    ...(path === null ? {} : { path }),
  };
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
      const { at, receivedAt, late, source, code, qualifier, zone, user, text, key, links } = signal;
      const fields = { at, receivedAt, late, source, code, qualifier, zone, user, text, key, links, group, hit };
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
    sql`INSERT INTO defcon_event (company_id, panel_id, at, received_at, late, source, code, qualifier, group_no, zone_no, user_slot, text, data, is_hit, alarm_id, event_key, links)
        SELECT "companyId", "panelId", to_timestamp(at / 1000), to_timestamp("receivedAt" / 1000), late, source, code, qualifier, "group", zone, "user", text, data, hit, "alarmId", key, coalesce(links, '{}')
          FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
               AS n ("companyId" integer, "panelId" integer, at float8, "receivedAt" float8, late boolean, source text, code text, qualifier text, "group" smallint, zone smallint,
                     "user" smallint, text text, data jsonb, hit boolean, "alarmId" integer, key text, links text[])
         ORDER BY at`,
  );
}
