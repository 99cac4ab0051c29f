import { deviceFacts } from '#core/devices/server/api.ts';
import { fittingSpans } from '#core/fittings/server/api.ts';
import { queryText } from '#platform/server/postgres/database.ts';
import { ruleFacts } from '../lists/rule-facts.ts';
import { joinParties } from '../parties/join-parties.ts';
import {
  type AlarmChange,
  type AlarmContext,
  type ChangeRow,
  changeColumns,
  emitAlarms,
  partySites,
  publishChanges,
  shownAt,
  toChange,
} from './alarm-changes.ts';
import { appsDeclaring, kindIn } from './alarm-classes.ts';
import { aboutKey, devicesOf, folded, type NewAlarm, type SubjectAlarm } from './alarm-input.ts';
import { escalateAtOnce } from './escalate-at-once.ts';

function assertDeclared({ kit }: AlarmContext, { app, kind, subject: { type } }: SubjectAlarm): void {
  if (!kindIn(kit, app, kind)) throw new Error(`${app} declares no alarm "${kind}"`);
  if (!kit.apps.find(({ id }) => id === app)?.alarmSubjects?.[type])
    throw new Error(`${app} declares no alarm subject "${type}"`);
}

const subjectOf = (alarm: NewAlarm): SubjectAlarm | null => ('deviceId' in alarm ? null : alarm);
const jsonOrNull = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);
const dataOf = ({ reason, data }: NewAlarm): string | null =>
  reason || data ? JSON.stringify({ ...(reason ? { reason } : {}), ...data }) : null;

/** What the apps declare about the kinds of these alarms. */
const declarations = ({ kit }: AlarmContext, alarms: readonly NewAlarm[]) =>
  [...new Set(alarms.map(({ kind }) => kind))].flatMap((kind) =>
    appsDeclaring(kit, kind).flatMap((app) => {
      const declared = kindIn(kit, app, kind);
      return declared ? [{ kind, app, class: declared.class, rank: declared.rank ?? null }] : [];
    }),
  );

/**
 * Raises alarms about devices and other subjects in one statement, or increases the count, time and severity of open
 * ones: a unique index allows one for each subject and kind. A rise of the severity is an event and is notified like a
 * new alarm. Only installed devices of apps that declare the kind have alarms: a device that is being uninstalled at this
 * moment is waited for, so that none stays open. Other subjects must be declared. An alarm of a device that is fitted to a
 * record of its app is about that record too, and stays so if the device is fitted to another one.
 */
export async function raiseAlarms(context: AlarmContext, alarms: readonly NewAlarm[]): Promise<AlarmChange[]> {
  if (alarms.length === 0) return [];
  for (const alarm of alarms) if (!('deviceId' in alarm)) assertDeclared(context, alarm);
  const now = Date.now();
  const hits = folded(alarms, now);
  const declared = declarations(context, hits);
  const shown = hits.flatMap((hit) =>
    devicesOf(hit).map((device) => ({ about: aboutKey(hit), kind: hit.kind, device })),
  );
  const column = <T>(of: (hit: NewAlarm) => T): T[] => hits.map(of);
  const result = await queryText<ChangeRow & { about: string }>(context.tx, {
    name: 'alarm-raise',
    text: raiseText(),
    values: [
      column(aboutKey),
      column(({ kind }) => kind),
      column((hit) => ('deviceId' in hit ? hit.deviceId : null)),
      column((hit) => subjectOf(hit)?.companyId ?? null),
      column((hit) => subjectOf(hit)?.app ?? null),
      column((hit) => subjectOf(hit)?.subject.type ?? null),
      column((hit) => subjectOf(hit)?.subject.id ?? null),
      column((hit) => subjectOf(hit)?.name ?? null),
      column((hit) => subjectOf(hit)?.structureId ?? null),
      column(({ severity }) => severity),
      column(({ rank }) => rank ?? null),
      column(({ ruleId }) => ruleId ?? null),
      column(({ hits: times }) => times ?? 1),
      column(({ at }) => at ?? now),
      column(({ sensor }) => sensor ?? null),
      column(({ value }) => value ?? null),
      column(({ limit }) => jsonOrNull(limit)),
      column(({ names }) => jsonOrNull(names)),
      column(dataOf),
      declared.map(({ kind }) => kind),
      declared.map(({ app }) => app),
      declared.map((one) => one.class),
      declared.map(({ rank }) => rank),
      shown.map(({ about }) => about),
      shown.map(({ kind }) => kind),
      shown.map(({ device }) => device),
      column(({ desk }) => desk ?? null),
      column(({ onlyFor }) => jsonOrNull(onlyFor)),
    ],
  });
  const changes = await joinParties(
    context,
    result.rows.map((row) => ({ ...toChange(row), about: row.about })),
    hits,
  );
  await escalateAtOnce(context, changes);
  publishChanges(context, changes, 'raised');
  await emitAlarms(
    context,
    'alarm.raised',
    changes.filter(({ raised }) => raised),
  );
  return changes;
}

const raiseText = (): string => `
  WITH hit AS (
         SELECT * FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::text[], $6::text[], $7::integer[], $8::text[], $9::integer[], $10::text[],
                              $11::smallint[], $12::integer[], $13::integer[], $14::bigint[], $15::text[], $16::double precision[], $17::jsonb[], $18::jsonb[], $19::jsonb[], $27::integer[], $28::jsonb[])
           AS n(about, kind, device_id, company_id, app, subject_type, subject_id, subject_name, structure_id, severity, rank, rule_id, hits, at, sensor, value, crossed, names, data, desk, only_for)),
       declared AS (SELECT * FROM unnest($20::text[], $21::text[], $22::text[], $23::smallint[]) AS c(kind, app, class, rank)),
       before AS MATERIALIZED (
         SELECT a.id, a.severity, a.condition FROM hit h JOIN alarm a ON a.about = h.about AND a.kind = h.kind AND a.disposition IN ('open', 'escalated')),
       installed AS MATERIALIZED (
         SELECT d.* FROM ${deviceFacts} d WHERE d.id = ANY ($3 || $26) AND d.state = 'installed' ORDER BY d.id FOR KEY SHARE OF d),
       raised AS (
         INSERT INTO alarm AS a (company_id, app, class, kind, severity, rank, device_id, solution_id, subject_type, subject_id, subject_name, structure_id, rule_id, count,
                                 first_at, last_at, sensor, value, crossed, names, desk_company_id, only_for, search)
         SELECT coalesce(d.company_id, h.company_id), c.app, c.class, h.kind, h.severity::alarm_severity, coalesce(h.rank, c.rank, 3), d.id, d.solution_id,
                coalesce(h.subject_type, f.subject_type), coalesce(h.subject_id, f.subject_id), coalesce(h.subject_name, nullif(f.subject_name, ''), CASE WHEN f.subject_id IS NOT NULL THEN d.name END), coalesce(d.structure_id, h.structure_id), r.id, h.hits,
                to_timestamp(h.at / 1000.0), to_timestamp(h.at / 1000.0), h.sensor, h.value, h.crossed, h.names, h.desk, CASE WHEN h.only_for IS NOT NULL THEN ARRAY(SELECT o.person::integer FROM jsonb_array_elements_text(h.only_for) AS o (person)) END,
                concat_ws(' ', d.search, rasid_fold(coalesce(h.subject_name, f.subject_name)), h.kind, rasid_fold(h.names ->> 'en'), rasid_fold(h.names ->> 'ar'))
           FROM hit h LEFT JOIN installed d ON d.id = h.device_id JOIN declared c ON c.kind = h.kind AND c.app = coalesce(d.app, h.app)
           LEFT JOIN ${ruleFacts()} r ON r.id = h.rule_id
           LEFT JOIN ${fittingSpans} f ON f.device_id = d.id AND f.app_id = d.app AND f.from_at <= to_timestamp(h.at / 1000.0) AND (f.to_at IS NULL OR f.to_at > to_timestamp(h.at / 1000.0))
          ORDER BY h.about, h.kind
         ON CONFLICT (about, kind) WHERE disposition IN ('open', 'escalated') DO UPDATE
           SET count = a.count + excluded.count, last_at = greatest(a.last_at, excluded.last_at), severity = greatest(a.severity, excluded.severity),
               rank = least(a.rank, excluded.rank), condition = 'active', cleared_at = NULL, sensor = excluded.sensor,
               value = CASE WHEN excluded.value IS NULL AND excluded.sensor = a.sensor THEN a.value ELSE excluded.value END, crossed = excluded.crossed, names = excluded.names,
               rule_id = excluded.rule_id,
               subject_name = CASE WHEN (a.subject_type, a.subject_id) = (excluded.subject_type, excluded.subject_id) THEN excluded.subject_name ELSE a.subject_name END,
               search = CASE WHEN (a.subject_type, a.subject_id) IS NOT DISTINCT FROM (excluded.subject_type, excluded.subject_id) THEN excluded.search ELSE a.search END
         RETURNING a.id, a.company_id, a.app, a.class, a.structure_id, a.device_id, a.subject_type, a.subject_id, a.about, a.kind, a.severity, a.first_at, a.last_at, a.sensor, a.value, a.crossed, a.shared, a.escalated_to, a.only_for, a.desk_company_id, a.closed_at, (xmax = 0) AS raised),
       shown AS (
         INSERT INTO alarm_device (alarm_id, device_id, company_id)
         SELECT r.id, d.id, r.company_id FROM unnest($24::text[], $25::text[], $26::integer[]) AS n(about, kind, device_id)
           JOIN raised r ON r.about = n.about AND r.kind = n.kind JOIN installed d ON d.id = n.device_id AND d.company_id = r.company_id
          ORDER BY 1, 2 ON CONFLICT DO NOTHING RETURNING alarm_id, device_id),
       logged AS (
         INSERT INTO alarm_event (alarm_id, company_id, at, action, data)
         SELECT r.id, r.company_id, CASE WHEN r.raised THEN r.first_at ELSE r.last_at END, CASE WHEN r.raised THEN 'raised' ELSE 'severity-raised' END,
                jsonb_strip_nulls(jsonb_build_object('sensor', r.sensor, 'value', r.value, 'limit', r.crossed, 'severity', r.severity)) || coalesce(h.data, '{}')
           FROM raised r JOIN hit h ON h.about = r.about AND h.kind = r.kind LEFT JOIN before b ON b.id = r.id WHERE r.raised OR r.severity > b.severity)
  SELECT ${changeColumns}, ${shownAt('raised')} || ARRAY(SELECT s.device_id FROM shown s WHERE s.alarm_id = raised.id) AS devices, ${partySites('raised')} AS parties, about, (extract(epoch FROM last_at) * 1000)::bigint AS at, raised,
         raised OR EXISTS (SELECT FROM before b WHERE b.id = raised.id AND (raised.severity > b.severity OR b.condition = 'cleared')) AS acts FROM raised`;
