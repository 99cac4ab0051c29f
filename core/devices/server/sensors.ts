import type { AppManifest, SensorType } from '#platform/common/define-app.ts';

/** Every sensor type of every slice, by id and by the key that payloads use. */
export type SensorRegistry = { byId: ReadonlyMap<number, SensorType>; byKey: ReadonlyMap<string, SensorType> };

const registries = new WeakMap<readonly AppManifest[], SensorRegistry>();

/** Throws when two slices declare the same id or key: readings are stored under the id for ever. */
export function sensorRegistry(apps: readonly AppManifest[]): SensorRegistry {
  const known = registries.get(apps);
  if (known) return known;
  const byId = new Map<number, SensorType>();
  const byKey = new Map<string, SensorType>();
  for (const sensor of apps.flatMap((app) => app.sensorTypes ?? [])) {
    if (byId.has(sensor.id) || byKey.has(sensor.key))
      throw new Error(`sensor type ${sensor.id} (${sensor.key}) is declared twice`);
    byId.set(sensor.id, sensor);
    byKey.set(sensor.key, sensor);
  }
  const registry = { byId, byKey };
  registries.set(apps, registry);
  return registry;
}

/** Ids of the sensors that every device may have besides those of its model. */
export const commonSensorIds = (apps: readonly AppManifest[]): number[] =>
  apps.find((app) => app.id === 'devices')?.sensorTypes?.map((sensor) => sensor.id) ?? [];

/** A stored number or word as the kind of the sensor says. */
export function valueOf(
  sensor: SensorType | undefined,
  value: number | null,
  word: string | null,
): number | boolean | string | null {
  if (sensor?.kind === 'text') return word;
  if (value === null) return null;
  return sensor?.kind === 'boolean' ? value !== 0 : value;
}
