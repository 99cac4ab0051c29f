import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Alarm } from '../common/alarm.ts';
import { type AlarmChange, publishChanges } from './raise.ts';

type AlarmContext = Pick<Context, 'tx' | 'kit' | 'afterCommit'>;
type Subject = Alarm['subject'];
export type RaisedAlarm = Pick<Alarm, 'companyId' | 'app' | 'class' | 'kind' | 'severity'> & {
  /** The subject; its type is declared under `alarmSubjects` of the manifest. Alarms of devices are raised by rules. */
  subject: Subject;
  structureId: number | null;
  at?: Date;
};

const changeColumns = sql`id, company_id, app, class, structure_id, device_id, kind, severity, (extract(epoch FROM last_at) * 1000)::bigint AS at`;

function assertDeclared({ kit }: AlarmContext, { app, class: name, kind, subject }: RaisedAlarm): void {
  const manifest = kit.apps.find(({ id }) => id === app);
  if (manifest?.alarms?.[kind]?.class !== name || !manifest.alarmClasses?.[name])
    throw new Error(`${app} declares no alarm "${kind}" of the class "${name}"`);
  if (!manifest.alarmSubjects?.[subject.type]) throw new Error(`${app} declares no alarm subject "${subject.type}"`);
}

/**
 * Raises an alarm about a subject of an app within the caller's transaction, or increases the count and time of the open
 * alarm of the same subject and kind. Notifications are sent as for any alarm. Returns the id of the alarm.
 */
export async function raiseAlarm(context: AlarmContext, alarm: RaisedAlarm): Promise<number> {
  assertDeclared(context, alarm);
  const { tx, kit, afterCommit } = context;
  const { companyId, app, class: name, kind, severity, subject, structureId, at = new Date() } = alarm;
  const raised = await sql<AlarmChange>`
    INSERT INTO alarm AS a (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, structure_id, first_at, last_at, search)
    VALUES (${companyId}, ${app}, ${name}, ${kind}, ${severity}, ${subject.type}, ${subject.id}, ${subject.name}, ${structureId}, ${at}, ${at}, rasid_fold(${subject.name}) || ' ' || ${kind})
    ON CONFLICT (company_id, app, subject_type, subject_id, kind) WHERE device_id IS NULL AND disposition IN ('open', 'escalated') DO UPDATE
      SET count = a.count + 1, last_at = greatest(a.last_at, excluded.last_at), severity = greatest(a.severity, excluded.severity), condition = 'active', cleared_at = NULL
    RETURNING ${changeColumns}, (xmax = 0) AS raised`.execute(tx);
  const change = raised.rows[0] as AlarmChange;
  if (change.raised) await appendSystemEvent(tx, change, 'raised');
  afterCommit(() => publishChanges(kit, [change], 'raised'));
  return change.id;
}

/** Marks the condition of an open alarm as cleared. The alarm stays open for a person. */
export async function clearAlarm(
  { tx, kit, afterCommit }: AlarmContext,
  {
    companyId,
    app,
    kind,
    subject,
  }: Pick<RaisedAlarm, 'companyId' | 'app' | 'kind'> & { subject: Pick<Subject, 'type' | 'id'> },
): Promise<void> {
  const cleared = await sql<AlarmChange>`
    UPDATE alarm SET condition = 'cleared', cleared_at = now()
     WHERE company_id = ${companyId} AND app = ${app} AND kind = ${kind} AND subject_type = ${subject.type} AND subject_id = ${subject.id} AND device_id IS NULL
       AND condition = 'active' AND disposition IN ('open', 'escalated')
    RETURNING ${changeColumns}, false AS raised`.execute(tx);
  for (const change of cleared.rows) await appendSystemEvent(tx, change, 'cleared');
  afterCommit(() => publishChanges(kit, cleared.rows, 'cleared'));
}

async function appendSystemEvent(tx: Tx, { id, companyId, at }: AlarmChange, action: string): Promise<void> {
  await tx
    .insertInto('alarmEvent')
    .values({
      alarmId: id,
      companyId,
      at: new Date(at).toISOString(),
      actorId: null,
      action,
      text: null,
      data: JSON.stringify({}),
    })
    .execute();
}
