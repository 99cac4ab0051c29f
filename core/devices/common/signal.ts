import type { Connectivity } from './connection.ts';

/** The sensor of the received signal strength, in dBm. */
export const signalSensor = 'rssi';

/**
 * The lowest strength in dBm of a strong and of a fair signal; anything weaker is weak. Devices that are connected all
 * the time use Wi-Fi or a mobile network; the others use radio of low power, which is received far below these.
 */
const limits = { session: { strong: -67, fair: -80 }, lowPower: { strong: -100, fair: -115 } } as const;

type SignalWord = `${keyof typeof limits}.${'strong' | 'fair' | 'weak'}`;

/** How strong a signal of a device is for the network that it uses, as the key of a text. */
export function signalWord(dbm: number, connectivity: Connectivity): SignalWord {
  const network = connectivity === 'session' ? 'session' : 'lowPower';
  const { strong, fair } = limits[network];
  if (dbm >= strong) return `${network}.strong`;
  return dbm >= fair ? `${network}.fair` : `${network}.weak`;
}
