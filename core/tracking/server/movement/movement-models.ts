import { sensorRegistry } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';

/** The sensors that report on the vehicle of a device; null for those that its model lacks. */
export type MovementSensors = {
  ignition: number | null;
  odometer: { id: number; metresOfUnit: number } | null;
};
type MovementModels = ReadonlyMap<number, MovementSensors>;
const known = new WeakMap<readonly AppManifest[], MovementModels>();

const metresOfUnit: Readonly<Record<string, number>> = { m: 1, km: 1000 };

/** The models whose devices report the ignition or the odometer, by id. Throws if one names an unsuitable sensor. */
export function movementModels(apps: readonly AppManifest[]): MovementModels {
  let models = known.get(apps);
  if (models) return models;
  models = new Map(
    apps.flatMap(({ id: app, hardware = [] }) =>
      hardware.flatMap(({ id, movement, sensors }) => {
        if (!movement) return [];
        const named = (key: string) => {
          const sensor = sensorRegistry(apps).named(app, key);
          if (!sensor || !sensors.includes(key)) throw new Error(`hardware ${id} does not have the sensor ${key}`);
          return sensor;
        };
        const ignition = movement.ignition === undefined ? null : named(movement.ignition);
        const odometer = movement.odometer === undefined ? null : named(movement.odometer);
        if (ignition && ignition.kind !== 'boolean') throw new Error(`the ignition of hardware ${id} is not on or off`);
        const unit = odometer && metresOfUnit[odometer.unit];
        if (unit === undefined) throw new Error(`the odometer of hardware ${id} is neither in km nor in m`);
        return [
          [
            id,
            {
              ignition: ignition?.id ?? null,
              odometer: odometer && unit ? { id: odometer.id, metresOfUnit: unit } : null,
            },
          ] as const,
        ];
      }),
    ),
  );
  known.set(apps, models);
  return models;
}
