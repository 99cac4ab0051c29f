import type { Context } from '#platform/server/serve.ts';
import { escalateAtOnce } from './escalate-at-once.ts';
import { clearAlarms, type Hit, publishChanges, raiseAlarms } from './raise.ts';

export type DeviceAlarm = Pick<Hit, 'deviceId' | 'kind' | 'class' | 'severity' | 'at' | 'sensor' | 'value'>;

/** Raises alarms about devices within the caller's transaction, or increases the count of the open ones. */
export async function raiseDeviceAlarms(
  { tx, kit, afterCommit }: Pick<Context, 'tx' | 'kit' | 'afterCommit'>,
  alarms: readonly DeviceAlarm[],
): Promise<void> {
  const changes = await raiseAlarms(
    tx,
    alarms.map((alarm) => ({ ...alarm, ruleId: null, hits: 1, names: null, limit: null })),
  );
  await escalateAtOnce(kit, tx, changes);
  afterCommit(() => publishChanges(kit, changes, 'raised'));
}

/** Clears the open alarms of a kind that devices have, within the caller's transaction. Status alarms are terminated. */
export async function clearDeviceAlarms(
  { tx, kit, afterCommit }: Pick<Context, 'tx' | 'kit' | 'afterCommit'>,
  alarms: readonly Pick<Hit, 'deviceId' | 'kind'>[],
): Promise<void> {
  const at = Date.now();
  const changes = await clearAlarms(
    tx,
    alarms.map((alarm) => ({ ...alarm, at, reason: null })),
  );
  afterCommit(() => publishChanges(kit, changes, 'cleared'));
}
