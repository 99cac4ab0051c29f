import type { DeviceDetail } from '#core/devices/common/device.ts';

/** How long a sensor that is disturbed takes to report at most. */
export const patienceMs = 30_000;

/** Why a report does not show, the most likely reason first. */
export type Missing = 'suspended' | 'no-subscription' | 'calibrating' | 'never-heard' | 'silent';

type Heard = Pick<DeviceDetail, 'lastSeenAt' | 'suspended' | 'token' | 'values'>;
const valueOf = ({ values }: Heard, sensor: string) => values.find((one) => one.sensor === sensor)?.value ?? null;

/** Whether the sensor was heard after it was paired; `heardAt`: when it was last heard before. Both by the server. */
export const isHeard = ({ lastSeenAt }: Heard, heardAt: string | null): boolean =>
  lastSeenAt !== null && (heardAt === null || Date.parse(lastSeenAt) > Date.parse(heardAt));

/** What it says of its bay; null if it does not know, or its readings are not shown. */
export function reportedState(device: Heard): 'free' | 'occupied' | null {
  const occupied = valueOf(device, 'occupied');
  return typeof occupied === 'boolean' ? (occupied ? 'occupied' : 'free') : null;
}

/** What is missing for a report, as far as it can be known now. */
export function missingOf(device: Heard, { heardAt, late }: { heardAt: string | null; late: boolean }): Missing[] {
  const missing: Missing[] = [];
  if (device.suspended) missing.push('suspended');
  if (device.token !== 'active') missing.push('no-subscription');
  if (isHeard(device, heardAt)) {
    if (valueOf(device, 'calibrating') === true) missing.push('calibrating');
  } else if (late) missing.push(device.lastSeenAt === null ? 'never-heard' : 'silent');
  return missing;
}
