import { registry } from '#platform/common/registry/registry.ts';
import type { ConnectorKindSpec } from './manifest.ts';

/** The kinds of senders that the core reads. */
export const coreKinds = {
  chirpstack: { ways: ['http', 'mqtt'] },
  tts: { ways: ['http'] },
  traccar: {
    ways: ['http'],
    usualNames: {
      batteryLevel: 'battery',
      rssi: 'rssi',
      ignition: 'ignition',
      door: 'door',
      motion: 'motion',
      charge: 'charging',
      power: 'externalVoltage',
    },
  },
  osmand: { usualNames: { batt: 'battery', sos: 'sos', motion: 'motion' }, inAddress: true },
  http: { ways: ['http'] },
} as const satisfies Readonly<Record<string, ConnectorKindSpec>>;
export type CoreKind = keyof typeof coreKinds;

/** The kinds of senders that slices declare. */
export const connectorKinds = registry<ConnectorKindSpec>('kind of connectors', (app) => app.connectorKinds);
