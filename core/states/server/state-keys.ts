import type { HardwareModel, StateSpec } from '#core/devices/common/manifest.ts';
import { missedReports, usualInterval } from '#core/devices/common/models/reporting.ts';
import { sensorRegistry } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { StateRules } from './state-machine.ts';

/** A sensor of a device, or of one of its channels; '' for the device itself. */
export type StateOf = { deviceId: number; sensorId: number; channel: string };

export const keyOf = ({ deviceId, sensorId, channel }: StateOf): string => `${deviceId} ${sensorId} ${channel}`;

/** A sensor of a model whose states are kept. */
export type KeptState = StateRules & {
  sensorId: number;
  /** The sensor that is on in messages that are only signs of life. */
  heartbeatId: number | null;
  /** The sensor that is on in messages which make the state unknown. */
  unsureId: number | null;
};

type Models = ReadonlyMap<number, readonly KeptState[]>;
const known = new WeakMap<readonly AppManifest[], Models>();

const rulesOf = (model: HardwareModel, { confirmSeconds = 0, unknownAfterSeconds }: StateSpec): StateRules => ({
  confirmMs: confirmSeconds * 1000,
  unknownAfterMs: (unknownAfterSeconds ?? missedReports * usualInterval(model)) * 1000,
});

/**
 * The sensors whose states are kept, by the id of the hardware model. Throws if a model names a sensor that it does not
 * have or that has texts as values.
 */
export function keptStates(apps: readonly AppManifest[]): Models {
  const cached = known.get(apps);
  if (cached) return cached;
  const { named } = sensorRegistry(apps);
  const models = new Map<number, KeptState[]>();
  for (const { id: app, hardware = [] } of apps)
    for (const model of hardware) {
      const idOf = (key: string) => {
        const sensor = [...model.sensors, ...(model.channels ?? [])].includes(key) ? named(app, key) : undefined;
        if (!sensor || sensor.kind === 'text') throw new Error(`model ${model.id} has no sensor "${key}" with states`);
        return sensor.id;
      };
      const kept = Object.entries(model.states ?? {}).map(([key, spec]) => ({
        sensorId: idOf(key),
        heartbeatId: spec.heartbeat === undefined ? null : idOf(spec.heartbeat),
        unsureId: spec.unsure === undefined ? null : idOf(spec.unsure),
        ...rulesOf(model, spec),
      }));
      if (kept.length > 0) models.set(model.id, kept);
    }
  known.set(apps, models);
  return models;
}
