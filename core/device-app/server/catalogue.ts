import { templateSettings } from '#core/devices/common/models/kept-settings.ts';
import { usualInterval } from '#core/devices/common/models/reporting.ts';
import { deviceCounts, sensorRegistry, solutionCounts, sumConnections } from '#core/devices/server/api.ts';
import { findStructures } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { catalogueRoutes } from '../common/catalogue.ts';

const asList = <Row>(data: Row[]) => ({ data, totalRecords: data.length });

/** Serves `catalogueRoutes(app.id)` from the manifest. */
export function catalogueHandlers(app: AppManifest): Handlers<ReturnType<typeof catalogueRoutes>> {
  const { solutions = [], hardware = [] } = app;
  const limits = (actor: Parameters<typeof resourcesWith>[0]) => resourcesWith(actor, app.id, 'device', 'read');
  return {
    async userSolutions({ tx, actor }) {
      const counts = await solutionCounts(tx, app.id, actor.scope, limits(actor.session));
      const keys = new Map(solutions.map(({ id, key }) => [id, key]));
      return asList(
        counts.flatMap(({ id, devices }) => (keys.has(id) ? { id, devices, key: keys.get(id) ?? '' } : [])),
      );
    },
    solutions: async () => asList(solutions.map(({ id, key, icon }) => ({ id, key, icon }))),
    hardware: async () =>
      asList(
        hardware.map(({ id, solution, name, sensors, interval, battery, connectivity, ...model }) => ({
          id,
          solutionId: solution,
          name,
          sensors: sensors.map((sensor) => ({ name: sensor })),
          channels: model.channels?.map((sensor) => ({ name: sensor })) ?? null,
          reportEverySeconds: usualInterval(model),
          reporting: model.reporting ?? null,
          connectivity: connectivity ?? 'session',
          interval: interval ?? null,
          settings: templateSettings(model),
          battery: battery ?? null,
        })),
      ),
    sensorTypes: async ({ kit }) => asList(measuredSensors(kit, app)),
    async structures({ tx, list, actor }) {
      const page = await findStructures(tx, actor.scope, list, limits(actor.session));
      const counts = Map.groupBy(
        await deviceCounts(
          tx,
          app.id,
          page.data.map(({ id }) => id),
        ),
        (count) => count.structureId,
      );
      const data = page.data.map(({ id, name }) => {
        const ofStructure = counts.get(id) ?? [];
        return {
          id,
          name,
          devices: ofStructure.reduce((sum, { devices }) => sum + devices, 0),
          ...sumConnections(ofStructure),
          solutions: ofStructure.map((count) => ({
            id: count.solutionId,
            devices: count.devices,
            ...sumConnections([count]),
          })),
        };
      });
      return { data, totalRecords: page.totalRecords };
    },
  };
}

/** The sensor types of an app's hardware models, with the solutions of those models. */
function measuredSensors(kit: Kit, { id: app, hardware = [] }: AppManifest) {
  const registry = sensorRegistry(kit.apps);
  const solutionsOf = new Map<string, Set<number>>();
  for (const { sensors, solution } of hardware)
    for (const key of sensors) solutionsOf.set(key, (solutionsOf.get(key) ?? new Set()).add(solution));
  return [...solutionsOf]
    .flatMap(([name, solutionIds]) => {
      const sensor = registry.named(app, name);
      return sensor
        ? [
            {
              id: sensor.id,
              name,
              unit: sensor.unit,
              kind: sensor.kind,
              solutionIds: [...solutionIds].sort((a, b) => a - b),
            },
          ]
        : [];
    })
    .sort((a, b) => a.id - b.id);
}
