import { anyOf } from '#platform/server/postgres/values.ts';
import type { Context } from '#platform/server/serve.ts';
import { isLessSevere } from '../../common/severity.ts';
import { deviceAlarmClass } from './alarm-class.ts';
import { lowerAlarms, publishChanges } from './raise.ts';
import { clearDeviceAlarms, type DeviceAlarm, raiseDeviceAlarms } from './raise-device-alarms.ts';

type Found = Pick<DeviceAlarm, 'deviceId' | 'severity'> & Partial<Pick<DeviceAlarm, 'sensor' | 'value'>>;

/**
 * Aligns the alarms of a kind with the findings of a job among the devices that it examined: devices with a finding get
 * an alarm of its severity, the others none. The call is idempotent.
 */
export async function setDeviceAlarms(
  context: Pick<Context, 'tx' | 'kit' | 'afterCommit'>,
  { app, kind }: { app: string; kind: string },
  devices: readonly number[],
  found: readonly Found[],
): Promise<void> {
  const { tx, kit, afterCommit } = context;
  const name = deviceAlarmClass(kit, app, kind);
  if (!name) throw new Error(`${app} declares no alarm "${kind}"`);
  const rows = await tx
    .selectFrom('alarm')
    .select(['deviceId', 'severity', 'condition'])
    .where('deviceId', '=', anyOf(devices))
    .where('kind', '=', kind)
    .where('disposition', 'in', ['open', 'escalated'])
    .$narrowType<{ deviceId: number }>()
    .execute();
  const active = new Map(
    rows.flatMap(({ deviceId, severity, condition }) => (condition === 'active' ? [[deviceId, severity]] : [])),
  );
  const at = Date.now();
  const isLower = ({ deviceId, severity }: Found) => {
    const before = active.get(deviceId);
    return before !== undefined && isLessSevere(severity, before);
  };
  const wanted = new Set(found.map(({ deviceId }) => deviceId));
  await raiseDeviceAlarms(
    context,
    found
      .filter((one) => active.get(one.deviceId) !== one.severity && !isLower(one))
      .map((one) => ({ sensor: null, value: null, ...one, kind, class: name, at })),
  );
  const lowered = await lowerAlarms(
    tx,
    found.filter(isLower).map(({ deviceId, severity }) => ({ deviceId, kind, severity, at })),
  );
  afterCommit(() => publishChanges(kit, lowered, 'changed'));
  await clearDeviceAlarms(
    context,
    [...active.keys()].filter((deviceId) => !wanted.has(deviceId)).map((deviceId) => ({ deviceId, kind })),
  );
}
