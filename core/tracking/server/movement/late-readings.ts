import type { TelemetryBatch } from '#core/telemetry/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { movementModels } from './movement-models.ts';

const none: ReadonlyMap<number, number> = new Map();

/**
 * The time of the first new reading of the ignition or the odometer of each device. It may come after positions that it
 * explains, since devices report values also without a position.
 */
export function movementReadings(apps: readonly AppManifest[], batch: TelemetryBatch): ReadonlyMap<number, number> {
  const models = movementModels(apps);
  if (models.size === 0) return none;
  const first = new Map<number, number>();
  for (const { d, s, t } of batch.messages) {
    const sensors = models.get(batch.device(d)?.hardwareId ?? 0);
    if (!sensors) continue;
    for (const [at, sensor] of s.entries())
      if (sensor === sensors.ignition || sensor === sensors.odometer?.id)
        first.set(d, Math.min(first.get(d) ?? Number.POSITIVE_INFINITY, t[at] ?? Number.POSITIVE_INFINITY));
  }
  return first;
}
