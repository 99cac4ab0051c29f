import type { ConnectorKind } from '../../common/connector.ts';
import type { Inbound, Receiver, Sent } from '../inbound.ts';
import { chirpstack } from './chirpstack.ts';
import { http } from './http.ts';
import { osmand } from './osmand.ts';
import { traccar } from './traccar.ts';
import { tts } from './tts.ts';

/** Reads the messages of a body. Throws `Unreadable` if it cannot be read as a whole. */
export const readers: Record<ConnectorKind, (sent: Sent, connector: Pick<Receiver, 'pointers'>) => Inbound[]> = {
  chirpstack,
  tts,
  traccar,
  osmand,
  http,
};

/**
 * Without a rule of the connector, a key is the sensor of the same name where the value is null. Senders with names of
 * their own use only these: the `distance` of Traccar is metres of a journey, not a sensor.
 */
export const usualNames: Record<ConnectorKind, Readonly<Record<string, string>> | null> = {
  chirpstack: null,
  tts: null,
  traccar: {
    batteryLevel: 'battery',
    rssi: 'rssi',
    ignition: 'ignition',
    door: 'door',
    motion: 'motion',
    charge: 'charging',
    power: 'externalVoltage',
  },
  osmand: { batt: 'battery', sos: 'sos', motion: 'motion' },
  http: null,
};
