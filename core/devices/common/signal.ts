import type { Connectivity } from './connection.ts';

/** The sensor of the received signal strength, in dBm. */
export const signalSensor = 'rssi';

/**
 * From this strength in dBm a signal is strong or fair; below it is weak. Devices that are connected all the time use
 * Wi-Fi or a mobile network; the others use radio of low power, which is received far below these.
 */
const limits = { session: { strong: -67, fair: -80 }, lowPower: { strong: -100, fair: -115 } } as const;

/** How strong a signal of a device is, in a word. */
export function signalWord(dbm: number, connectivity: Connectivity): 'strong' | 'fair' | 'weak' {
  const { strong, fair } = connectivity === 'session' ? limits.session : limits.lowPower;
  if (dbm >= strong) return 'strong';
  return dbm >= fair ? 'fair' : 'weak';
}
