import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Alarm } from '../common/alarm.ts';
import { type AlarmChange, announce } from './raise.ts';

type Raising = Pick<Context, 'tx' | 'kit' | 'afterCommit'>;
type Subject = Alarm['subject'];
export type RaisedAlarm = Pick<Alarm, 'companyId' | 'app' | 'class' | 'kind' | 'severity'> & {
  /** What it is about; its type stands under `alarmSubjects` of the app's manifest. Devices raise alarms by rules. */
  subject: Subject;
  structureId: number | null;
  at?: Date;
};

const changeColumns = sql`id, company_id, app, class, structure_id, device_id, kind, severity, (extract(epoch FROM last_at) * 1000)::bigint AS at`;

function assertDeclared({ kit }: Raising, { app, class: name, kind, subject }: RaisedAlarm): void {
  const manifest = kit.apps.find(({ id }) => id === app);
  if (manifest?.alarms?.[kind]?.class !== name || !manifest.alarmClasses?.[name])
    throw new Error(`${app} declares no alarm "${kind}" of the class "${name}"`);
  if (!manifest.alarmSubjects?.[subject.type]) throw new Error(`${app} declares no alarm subject "${subject.type}"`);
}

/**
 * Raises an alarm about a thing of an app within the caller's transaction, or raises the count and time of the one that
 * is open already: there is one for each subject and kind. Notification groups are told as of any alarm. Answers its id.
 */
export async function raiseAlarm(context: Raising, alarm: RaisedAlarm): Promise<number> {
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
  afterCommit(() => announce(kit, [change], 'raised'));
  return change.id;
}

/** The condition of an alarm about a thing of an app is over: the open alarm of this kind waits for a person. */
export async function clearAlarm(
  { tx, kit, afterCommit }: Raising,
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
  afterCommit(() => announce(kit, cleared.rows, 'cleared'));
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
