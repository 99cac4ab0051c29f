import { severities } from '#core/alarms/common/alarm.ts';
import { alarmsBySite, type SiteAlarmCounts } from '#core/alarms/server/api.ts';
import { appsWithDevices, devicesBySite, type SiteDeviceCounts, sumConnections } from '#core/devices/server/api.ts';
import type { Context } from '#platform/server/serve.ts';
import type { SiteState } from '../common/overview.ts';

export type SiteContext = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>;
export type SiteStateSums = Omit<SiteState, 'id' | 'companyId' | 'name' | 'address'>;

/** The devices and open alarms that the caller may see in all apps: two statements for any number of structures. */
export async function readStates(
  context: SiteContext,
): Promise<{ devices: SiteDeviceCounts[]; alarms: SiteAlarmCounts[] }> {
  const { tx, actor } = context;
  const devices = await devicesBySite(tx, actor.scope, appsWithDevices(context));
  return { devices, alarms: await alarmsBySite(context) };
}

/** The sum of some devices and alarms. */
export function siteStateSums(devices: readonly SiteDeviceCounts[], alarms: readonly SiteAlarmCounts[]): SiteStateSums {
  const sum = (field: 'devices' | 'lowBattery') => devices.reduce((all, count) => all + count[field], 0);
  const open = { good: 0, ok: 0, poor: 0, problem: 0 };
  for (const { severity, n } of alarms) open[severity] += n;
  const worst = severities.findLast((severity) => open[severity] > 0) ?? 'good';
  const times = alarms.filter(({ severity }) => severity === worst).map(({ since }) => since);
  return {
    apps: [...new Set(devices.map(({ app }) => app))].sort(),
    devices: sum('devices'),
    ...sumConnections(devices),
    lowBattery: sum('lowBattery'),
    alarms: open,
    unacknowledged: alarms.reduce((all, { unacknowledged }) => all + unacknowledged, 0),
    worst,
    since: times.sort()[0] ?? null,
  };
}

/** The states by what devices and alarms have in common: their structure or their company. */
export function statesBy(
  { devices, alarms }: { devices: readonly SiteDeviceCounts[]; alarms: readonly SiteAlarmCounts[] },
  key: 'structureId' | 'companyId',
): Map<number, SiteStateSums> {
  const devicesOf = Map.groupBy(devices, (count) => count[key]);
  const alarmsOf = Map.groupBy(alarms, (count) => count[key]);
  const ids = new Set([...devicesOf.keys(), ...alarmsOf.keys()].filter((id) => id !== null));
  return new Map([...ids].map((id) => [id, siteStateSums(devicesOf.get(id) ?? [], alarmsOf.get(id) ?? [])]));
}

/** Orders states: the worst severity, more alarms of it, more offline devices first. */
export function compareStates(a: SiteStateSums, b: SiteStateSums): number {
  const rank = ({ worst, alarms, offline }: SiteStateSums) =>
    [severities.indexOf(worst), alarms[worst], offline] as const;
  const [first, second] = [rank(a), rank(b)];
  return second.map((value, n) => value - (first[n] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Whether something is wrong: an open alarm, or an offline device. */
export const isTroubled = ({ alarms, offline }: SiteStateSums): boolean =>
  offline > 0 || Object.values(alarms).some((count) => count > 0);
