import { sensorRegistry } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';

type PersonModels = ReadonlyMap<number, { sosSensor: number }>;
const known = new WeakMap<readonly AppManifest[], PersonModels>();

/** The models whose devices people wear, by id, with the sensor that calls for help. */
export function personModels(apps: readonly AppManifest[]): PersonModels {
  let models = known.get(apps);
  if (!models) {
    models = new Map(
      apps.flatMap(({ id: app, hardware = [] }) =>
        hardware.flatMap(({ id, positions }) => {
          if (!positions?.person) return [];
          const sensor = sensorRegistry(apps).named(app, positions.person.sos);
          if (!sensor) throw new Error(`hardware ${id} names the unknown sensor ${positions.person.sos}`);
          return [[id, { sosSensor: sensor.id }] as const];
        }),
      ),
    );
    known.set(apps, models);
  }
  return models;
}
