import { sql } from 'kysely';
import type { Context } from '#platform/server/serve.ts';
import type { Alarm } from '../../common/alarm.ts';
import { escalateAtOnce } from './escalate-at-once.ts';
import { type AlarmChange, publishChanges } from './raise.ts';

type AlarmContext = Pick<Context, 'tx' | 'kit' | 'afterCommit'>;
type Subject = Alarm['subject'];
export type RaisedAlarm = Pick<Alarm, 'companyId' | 'app' | 'class' | 'kind' | 'severity'> & {
  /** The subject; its type is declared under `alarmSubjects` of the manifest. Alarms of devices are raised by rules. */
  subject: Subject;
  structureId: number | null;
  at?: Date;
  /** The reason: the locales of the app, or of this slice, have a text for it under `reasons`. */
  reason?: string;
};
type AlarmName = Pick<RaisedAlarm, 'companyId' | 'app' | 'kind'> & { subject: Pick<Subject, 'type' | 'id'> };

const changeColumns = sql.raw(
  'id, company_id, app, class, structure_id, device_id, kind, severity, (extract(epoch FROM last_at) * 1000)::bigint AS at',
);
const isOpen = sql.raw("device_id IS NULL AND disposition IN ('open', 'escalated')");

function assertDeclared({ kit }: AlarmContext, { app, class: name, kind, subject }: RaisedAlarm): void {
  const manifest = kit.apps.find(({ id }) => id === app);
  if (manifest?.alarms?.[kind]?.class !== name || !manifest.alarmClasses?.[name])
    throw new Error(`${app} declares no alarm "${kind}" of the class "${name}"`);
  if (!manifest.alarmSubjects?.[subject.type]) throw new Error(`${app} declares no alarm subject "${subject.type}"`);
}

/**
 * Raises an alarm about a subject of an app within the caller's transaction, or increases the count, time and severity of
 * the open alarm of the same subject and kind. Notifications are sent as for any alarm. Returns the id of the alarm.
 */
export async function raiseAlarm(context: AlarmContext, alarm: RaisedAlarm): Promise<number> {
  assertDeclared(context, alarm);
  const { tx, kit, afterCommit } = context;
  const { companyId, app, class: name, kind, severity, subject, structureId, at = new Date(), reason = null } = alarm;
  const raised = await sql<AlarmChange>`
    WITH before AS MATERIALIZED (
           SELECT severity FROM alarm WHERE company_id = ${companyId} AND app = ${app} AND subject_type = ${subject.type} AND subject_id = ${subject.id} AND kind = ${kind} AND ${isOpen}),
         raised AS (
           INSERT INTO alarm AS a (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, structure_id, first_at, last_at, search)
           VALUES (${companyId}, ${app}, ${name}, ${kind}, ${severity}, ${subject.type}, ${subject.id}, ${subject.name}, ${structureId}, ${at}, ${at}, rasid_fold(${subject.name}) || ' ' || ${kind})
           ON CONFLICT (company_id, app, subject_type, subject_id, kind) WHERE ${isOpen} DO UPDATE
             SET count = a.count + 1, last_at = greatest(a.last_at, excluded.last_at), severity = greatest(a.severity, excluded.severity), condition = 'active', cleared_at = NULL,
                 subject_name = excluded.subject_name, search = excluded.search
           RETURNING *, (xmax = 0) AS raised),
         logged AS (
           INSERT INTO alarm_event (alarm_id, company_id, at, action, data)
           SELECT r.id, r.company_id, r.last_at, CASE WHEN r.raised THEN 'raised' ELSE 'severity-raised' END,
                  jsonb_strip_nulls(jsonb_build_object('severity', r.severity, 'reason', ${reason}::text))
             FROM raised r WHERE r.raised OR r.severity > (SELECT b.severity FROM before b))
    SELECT ${changeColumns}, raised FROM raised`.execute(tx);
  const change = raised.rows[0] as AlarmChange;
  await escalateAtOnce(kit, tx, [change]);
  afterCommit(() => publishChanges(kit, [change], 'raised'));
  return change.id;
}

/** Marks the condition of an open alarm as cleared. Unless its class ends it then, it stays open for a person. */
export async function clearAlarm(
  { tx, kit, afterCommit }: AlarmContext,
  { companyId, app, kind, subject }: AlarmName,
): Promise<void> {
  const classes = kit.apps.find(({ id }) => id === app)?.alarmClasses ?? {};
  const ending = Object.keys(classes).filter((name) => classes[name]?.endsWhenCleared);
  const cleared = await sql<AlarmChange>`
    WITH done AS (
           UPDATE alarm SET condition = 'cleared', cleared_at = now(),
                  disposition = CASE WHEN class = ANY (${ending}::text[]) THEN 'terminated' ELSE disposition END,
                  closed_at = CASE WHEN class = ANY (${ending}::text[]) THEN now() ELSE closed_at END
            WHERE company_id = ${companyId} AND app = ${app} AND kind = ${kind} AND subject_type = ${subject.type} AND subject_id = ${subject.id}
              AND condition = 'active' AND ${isOpen}
           RETURNING *),
         logged AS (
           INSERT INTO alarm_event (alarm_id, company_id, action, data)
           SELECT id, company_id, 'cleared', '{}'::jsonb FROM done
           UNION ALL SELECT id, company_id, 'terminated', '{}' FROM done WHERE closed_at IS NOT NULL)
    SELECT ${changeColumns}, false AS raised FROM done`.execute(tx);
  afterCommit(() => publishChanges(kit, cleared.rows, 'cleared'));
}

/** Ends all open alarms about a subject that is no longer watched. The locales have a text for the reason under `reasons`. */
export async function endAlarms(
  { tx, kit, afterCommit }: AlarmContext,
  { companyId, app, subject, reason }: Omit<AlarmName, 'kind'> & { reason: string },
): Promise<void> {
  const ended = await sql<AlarmChange>`
    WITH done AS (
           UPDATE alarm SET disposition = 'terminated', closed_at = now()
            WHERE company_id = ${companyId} AND app = ${app} AND subject_type = ${subject.type} AND subject_id = ${subject.id} AND ${isOpen}
           RETURNING *),
         logged AS (
           INSERT INTO alarm_event (alarm_id, company_id, action, data)
           SELECT id, company_id, 'terminated', jsonb_build_object('reason', ${reason}::text) FROM done)
    SELECT ${changeColumns}, false AS raised FROM done`.execute(tx);
  afterCommit(() => publishChanges(kit, ended.rows, 'closed'));
}
