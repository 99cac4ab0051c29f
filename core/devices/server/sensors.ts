import type { AppManifest } from '#platform/common/define-app.ts';
import type { SensorType } from '../common/manifest.ts';
import { exampleValue, type PublishTarget } from '../common/models/publish-examples.ts';
import { commonSensors } from '../common/models/quantities.ts';

/** The sensor types of all slices. */
export type SensorRegistry = {
  byId: ReadonlyMap<number, SensorType>;
  /** The sensor of the app with this key, else the shared quantity. */
  named(app: string, key: string): SensorType | undefined;
  /** Sensors that every device can report in addition to those of its model. */
  common: readonly SensorType[];
};

const registries = new WeakMap<readonly AppManifest[], SensorRegistry>();

const shared = 'devices';

/** Throws if two sensor types have the same id, under which readings are stored, or two of an app the same key. */
export function sensorRegistry(apps: readonly AppManifest[]): SensorRegistry {
  const cached = registries.get(apps);
  if (cached) return cached;
  const byId = new Map<number, SensorType>();
  const byKey = new Map<string, SensorType>();
  for (const app of apps)
    for (const sensor of app.sensorTypes ?? []) {
      const key = `${app.id} ${sensor.key}`;
      if (byId.has(sensor.id) || byKey.has(key))
        throw new Error(`sensor type ${sensor.id} (${sensor.key}) is declared twice`);
      byId.set(sensor.id, sensor);
      byKey.set(key, sensor);
    }
  const registry: SensorRegistry = {
    byId,
    named: (app, key) => byKey.get(`${app} ${key}`) ?? byKey.get(`${shared} ${key}`),
    common: [...commonSensors].flatMap((key) => byKey.get(`${shared} ${key}`) ?? []),
  };
  registries.set(apps, registry);
  return registry;
}

/** A stored number or text converted to the kind of the sensor. */
export function valueOf(
  sensor: SensorType | undefined,
  value: number | null,
  word: string | null,
): number | boolean | string | null {
  if (sensor?.kind === 'text') return word;
  if (value === null) return null;
  return sensor?.kind === 'boolean' ? value !== 0 : value;
}

/** A plausible value of each sensor of a hardware model of the app. */
export function exampleValues(apps: readonly AppManifest[], app: string, hardwareId: number): PublishTarget['values'] {
  const model = apps.find(({ id }) => id === app)?.hardware?.find(({ id }) => id === hardwareId);
  return Object.fromEntries(
    (model?.sensors ?? []).flatMap((key) => {
      const sensor = sensorRegistry(apps).named(app, key);
      return sensor ? [[key, exampleValue(sensor)]] : [];
    }),
  );
}
