import type { Emitting } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { commitQueue } from '#platform/server/postgres/commit-queue.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Alarm } from '../../common/alarm.ts';

/** A request, a job or a batch of telemetry, within whose transaction alarms are raised and cleared. */
export type AlarmContext = Pick<Emitting, 'tx' | 'kit' | 'afterCommit'>;

/** The context of a batch; call `run` after its commit. */
export const inBatch = (kit: Kit, tx: Tx): AlarmContext & { run(): void } => ({ tx, kit, ...commitQueue(kit) });

/** A change of an alarm, for live events. `at` is the time of the last hit or of clearing, in milliseconds since 1970. */
export type AlarmChange = {
  id: number;
  companyId: number;
  app: string;
  class: string;
  structureId: number | null;
  /** Null for other subjects. */
  deviceId: number | null;
  /** Further devices at which it is shown. */
  devices: readonly number[];
  kind: string;
  severity: Alarm['severity'];
  at: number;
  raised: boolean;
  /** Whether the rule acts: the alarm is new, worse than before, or has come back. */
  acts?: boolean;
};

/** The columns of a change that are those of the alarm. */
export const changeColumns = 'id, company_id, app, class, structure_id, device_id, kind, severity';

/** SQL for the further devices at which an alarm is shown, of a table with `id` and `device_id`. An alarm about a device has none. */
export const shownAt = (alarm: 'alarm' | 'done' | 'raised'): string =>
  `CASE WHEN ${alarm}.device_id IS NULL THEN ARRAY(SELECT x.device_id FROM alarm_device x WHERE x.alarm_id = ${alarm}.id) ELSE '{}'::integer[] END`;

export type ChangeRow = {
  id: number;
  company_id: number;
  app: string;
  class: string;
  structure_id: number | null;
  device_id: number | null;
  devices: number[];
  kind: string;
  severity: Alarm['severity'];
  at: number;
  raised?: boolean;
  acts?: boolean;
};

export const toChange = (row: ChangeRow): AlarmChange => ({
  id: row.id,
  companyId: row.company_id,
  app: row.app,
  class: row.class,
  structureId: row.structure_id,
  deviceId: row.device_id,
  devices: row.devices,
  kind: row.kind,
  severity: row.severity,
  at: row.at,
  raised: row.raised ?? false,
  acts: row.acts ?? false,
});

type ChangeType = 'raised' | 'changed' | 'cleared' | 'closed';

/** Publishes changes to open pages and other workers, after the commit. `by` is the page that caused them. */
export function publishChanges(
  { kit, afterCommit }: Pick<AlarmContext, 'kit' | 'afterCommit'>,
  changes: readonly AlarmChange[],
  type: ChangeType,
  by?: string,
): void {
  if (changes.length === 0) return;
  afterCommit(() => {
    for (const change of changes) {
      const { companyId, raised, acts, ...data } = change;
      kit.live.publish({ topic: 'alarms', type: type === 'raised' && !raised ? 'changed' : type, companyId, data, by });
    }
  });
}
