import { type Emitting, emit, systemActor } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { commitQueue } from '#platform/server/postgres/commit-queue.ts';
import { bypassRls, queryText, type Tx } from '#platform/server/postgres/database.ts';
import type { Alarm } from '../../common/alarm.ts';
import { declaredKindOf } from '../../common/rule-kind.ts';
import type { AlarmFacts } from '../events.ts';

/** A request, a job or a batch of telemetry, within whose transaction alarms are raised and cleared. */
export type AlarmContext = Pick<Emitting, 'tx' | 'kit' | 'actor' | 'afterCommit'>;

/** The context of a batch; call `run` after its commit. */
export const inBatch = (kit: Kit, tx: Tx): AlarmContext & { run(): void } => ({
  tx,
  kit,
  actor: systemActor,
  ...commitQueue(kit),
});

/** A change of an alarm, for live and domain events. `at` is the time of the last hit or of clearing, in milliseconds since 1970. */
export type AlarmChange = {
  id: number;
  companyId: number;
  app: string;
  class: string;
  structureId: number | null;
  /** The app's thing that it is about; null if it is about a device alone. */
  subject: { type: string; id: number } | null;
  /** Null for other subjects. */
  deviceId: number | null;
  /** Further devices at which it is shown. */
  devices: readonly number[];
  /** The further companies of an alarm that has some, each with its site. */
  parties: readonly PartySite[];
  kind: string;
  severity: Alarm['severity'];
  /** The person who may see it if they only see what was escalated to them. */
  escalatedTo: number | null;
  /** The people of the owner who may see it, and whether administrators do; null: all who may read it. */
  onlyFor: OnlyFor | null;
  at: number;
  raised: boolean;
  /** Whether the rule acts: the alarm is new, worse than before, or has come back. */
  acts?: boolean;
};

export type OnlyFor = { people: readonly number[]; administrators: boolean };
export type PartySite = { companyId: number; structureId: number | null };

/** The columns of a change that are those of the alarm. */
export const changeColumns = `id, company_id, app, class, structure_id, device_id, subject_type, subject_id, kind, severity, escalated_to,
   CASE WHEN only_for IS NOT NULL AND closed_at IS NULL THEN
     jsonb_build_object('people', to_jsonb(only_for), 'administrators', only_for = '{}' AND desk_company_id IS NULL) END AS only_for`;

/** SQL for the further devices at which an alarm is shown, of a table with `id` and `device_id`. An alarm about a device has none. */
export const shownAt = (alarm: 'alarm' | 'done' | 'raised'): string =>
  `CASE WHEN ${alarm}.device_id IS NULL THEN ARRAY(SELECT x.device_id FROM alarm_device x WHERE x.alarm_id = ${alarm}.id) ELSE '{}'::integer[] END`;

/** SQL for the further companies of an alarm, of a table with `id` and `shared`; null if it has none. */
export const partySites = (alarm: 'alarm' | 'done' | 'raised'): string =>
  `CASE WHEN ${alarm}.shared THEN alarm_party_sites(${alarm}.id) END`;

export type ChangeRow = {
  id: number;
  company_id: number;
  app: string;
  class: string;
  structure_id: number | null;
  device_id: number | null;
  subject_type: string | null;
  subject_id: number | null;
  devices: number[];
  parties: PartySite[] | null;
  kind: string;
  severity: Alarm['severity'];
  escalated_to: number | null;
  only_for: OnlyFor | null;
  at: number;
  raised?: boolean;
  acts?: boolean;
};

/** The subject of a stored alarm. */
export const storedSubject = (type: string | null, id: number | null): AlarmChange['subject'] =>
  type === null || id === null ? null : { type, id };

export const toChange = (row: ChangeRow): AlarmChange => ({
  id: row.id,
  companyId: row.company_id,
  app: row.app,
  class: row.class,
  structureId: row.structure_id,
  subject: storedSubject(row.subject_type, row.subject_id),
  deviceId: row.device_id,
  devices: row.devices,
  parties: row.parties ?? [],
  kind: row.kind,
  severity: row.severity,
  escalatedTo: row.escalated_to,
  onlyFor: row.only_for,
  at: row.at,
  raised: row.raised ?? false,
  acts: row.acts ?? false,
});

export type ChangeType = 'raised' | 'changed' | 'cleared' | 'closed';

declare module '#platform/server/signals.ts' {
  interface Signals {
    /** Alarms of devices have changed, which workers hold in memory. */
    'alarms.changed': { changes: readonly { deviceId: number; kind: string; type: ChangeType }[] };
  }
}

type Publishing = Pick<AlarmContext, 'kit' | 'afterCommit'>;

/** Publishes changes to the further companies of alarms: each with its own site, and without the devices of the owner. */
export function publishToParties(
  { kit, afterCommit }: Publishing,
  changes: readonly AlarmChange[],
  type: ChangeType,
  by?: string,
): void {
  if (!changes.some(({ parties }) => parties.length > 0)) return;
  afterCommit(() => {
    for (const { companyId: _, subject, raised, acts, parties, ...change } of changes)
      for (const { companyId, structureId } of parties) {
        const data = {
          ...change,
          structureId,
          deviceId: null,
          devices: [],
          escalatedTo: null,
          onlyFor: null,
          kind: declaredKindOf(change),
        };
        kit.live.publish({ topic: 'alarms', type: typeOf(type, raised), companyId, data, by });
      }
  });
}

/** A hit of an alarm that was open before is a change. */
const typeOf = (type: ChangeType, raised: boolean): ChangeType => (type === 'raised' && !raised ? 'changed' : type);

/** Publishes changes to open pages and other workers, after the commit. `by` is the page that caused them. */
export function publishChanges(
  context: Publishing,
  changes: readonly AlarmChange[],
  type: ChangeType,
  by?: string,
): void {
  const { kit, afterCommit } = context;
  if (changes.length === 0) return;
  afterCommit(() => {
    for (const change of changes) {
      const { companyId, subject, raised, acts, parties, ...data } = change;
      kit.live.publish({ topic: 'alarms', type: typeOf(type, raised), companyId, data, by });
    }
    const ofDevices = changes.flatMap(({ deviceId, kind, raised }) =>
      deviceId === null ? [] : { deviceId, kind, type: typeOf(type, raised) },
    );
    if (ofDevices.length > 0) kit.signals.send('alarms.changed', { changes: ofDevices });
  });
  publishToParties(context, changes, type, by);
}

/** Notifies open pages, after the commit, that an app has more to show of these alarms. */
export const touchAlarms = async (context: AlarmContext, ids: readonly number[]): Promise<void> =>
  publishChanges(context, await changesOf(context, ids), 'changed');

/** Tells the listeners of all slices that alarms were raised or closed. */
export async function emitAlarms(
  context: AlarmContext,
  name: 'alarm.raised' | 'alarm.closed',
  changes: readonly AlarmChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const alarms = changes.map(
    ({ id, companyId, app, class: of, kind, severity, subject, structureId, deviceId }): AlarmFacts => ({
      id,
      companyId,
      app,
      class: of,
      kind,
      severity,
      subject,
      structureId,
      deviceId,
    }),
  );
  await emit(context, name, { alarms });
}

/** Alarms as changes, whatever the caller may see of them, for live events. */
export async function changesOf({ tx, actor }: AlarmContext, ids: readonly number[]): Promise<AlarmChange[]> {
  if (ids.length === 0) return [];
  const found = await bypassRls(tx, actor.scope, () =>
    queryText<ChangeRow>(tx, {
      name: 'alarm-changes',
      text: `SELECT ${changeColumns}, ${shownAt('alarm')} AS devices, ${partySites('alarm')} AS parties, (extract(epoch FROM last_at) * 1000)::bigint AS at
               FROM alarm WHERE id = ANY ($1::integer[]) ORDER BY id`,
      values: [ids],
    }),
  );
  return found.rows.map(toChange);
}
