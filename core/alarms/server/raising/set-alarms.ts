import { anyOf } from '#platform/server/postgres/values.ts';
import { isLessSevere } from '../../common/severity.ts';
import type { AlarmContext } from './alarm-changes.ts';
import { classOf } from './alarm-classes.ts';
import { type About, aboutKey, type DeviceAlarm, type NewAlarm, type SubjectAlarm } from './alarm-input.ts';
import { clearAlarms, lockBeforeChanges, lowerAlarms } from './clear.ts';
import { raiseAlarms } from './raise.ts';

type AlarmName = { app: string; kind: string };

/**
 * Aligns the alarms of a kind with what was found among the things that were examined: those with a finding get an alarm
 * of its severity, the others none. The call is idempotent and takes at most five statements.
 */
async function setAlarms(
  context: AlarmContext,
  { app, kind }: AlarmName,
  among: readonly About[],
  found: readonly NewAlarm[],
): Promise<void> {
  if (!classOf(context.kit, app, kind)) throw new Error(`${app} declares no alarm "${kind}"`);
  const rows = await context.tx
    .selectFrom('alarm')
    .select(['about', 'severity'])
    .where('about', '=', anyOf(among.map(aboutKey)))
    .where('kind', '=', kind)
    .where('condition', '=', 'active')
    .where('disposition', 'in', ['open', 'escalated'])
    .execute();
  const active = new Map(rows.map(({ about, severity }) => [about, severity]));
  const isLower = (alarm: NewAlarm) => {
    const before = active.get(aboutKey(alarm));
    return before !== undefined && isLessSevere(alarm.severity, before);
  };
  const wanted = new Set(found.map(aboutKey));
  const raised = found.filter((alarm) => active.get(aboutKey(alarm)) !== alarm.severity && !isLower(alarm));
  // What they say besides is of the finding, not of the change.
  const lowered = found.filter(isLower).map(({ rank: _, reason: __, ...alarm }) => alarm);
  const over = among.filter((about) => active.has(aboutKey(about)) && !wanted.has(aboutKey(about)));
  const cleared = over.map((about) => ({ ...about, kind }));
  await lockBeforeChanges(context, [raised, lowered, cleared]);
  await raiseAlarms(context, raised);
  await lowerAlarms(context, lowered);
  await clearAlarms(context, cleared);
}

type FoundAtDevice = Omit<DeviceAlarm, 'kind'>;

/** Aligns the alarms of a kind about devices with the findings of a job among those that it examined. */
export const setDeviceAlarms = (
  context: AlarmContext,
  name: AlarmName,
  devices: readonly number[],
  found: readonly FoundAtDevice[],
): Promise<void> =>
  setAlarms(
    context,
    name,
    devices.map((deviceId) => ({ deviceId })),
    found.map((alarm) => ({ ...alarm, kind: name.kind })),
  );

type Subjects = { companyId: number; type: string };
type FoundAtSubject = Omit<SubjectAlarm, 'kind' | 'companyId' | 'app' | 'subject'> & { id: number };

/** The same for subjects of a type. */
export function setSubjectAlarms(
  context: AlarmContext,
  { app, kind, companyId, type }: AlarmName & Subjects,
  subjects: readonly number[],
  found: readonly FoundAtSubject[],
): Promise<void> {
  const about = (id: number) => ({ companyId, app, subject: { type, id } });
  return setAlarms(
    context,
    { app, kind },
    subjects.map(about),
    found.map(({ id, ...alarm }) => ({ ...alarm, ...about(id), kind })),
  );
}
