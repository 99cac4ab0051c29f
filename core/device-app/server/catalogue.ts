import { templateSettings } from '#core/devices/common/models/kept-settings.ts';
import { usualInterval } from '#core/devices/common/models/reporting.ts';
import { deviceCounts, sensorRegistry, solutionCounts, sumConnections } from '#core/devices/server/api.ts';
import { findStructures } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { catalogueRoutes } from '../common/catalogue.ts';

const asList = <Row>(data: Row[]) => ({ data, totalRecords: data.length });

/** Serves `catalogueRoutes(app.id)` from the manifest. */
export function catalogueHandlers(app: AppManifest): Handlers<ReturnType<typeof catalogueRoutes>> {
  const { solutions = [] } = app;
  const limits = (actor: Parameters<typeof resourcesWith>[0]) => resourcesWith(actor, app.id, 'device', 'read');
  return {
    userSolutions: async (context) => asList(await seenSolutions(context, app)),
    solutions: async () => asList(solutions.map(({ id, key, icon }) => ({ id, key, icon }))),
    hardware: async () => asList(modelsOf(app)),
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

/** The solutions with devices that the caller can see, the lowest id first. */
export async function seenSolutions(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  { id: app, solutions = [] }: AppManifest,
) {
  const counts = await solutionCounts(tx, app, actor.scope, resourcesWith(actor.session, app, 'device', 'read'));
  const keys = new Map(solutions.map(({ id, key }) => [id, key]));
  return counts.flatMap(({ id, devices }) => (keys.has(id) ? { id, devices, key: keys.get(id) ?? '' } : []));
}

/** The hardware models of an app. */
export const modelsOf = ({ hardware = [] }: AppManifest) =>
  hardware.map(({ id, solution, name, sensors, interval, battery, connectivity, ...model }) => ({
    id,
    solutionId: solution,
    name,
    sensors: sensors.map((sensor) => ({ name: sensor })),
    channels: model.channels?.map((sensor) => ({ name: sensor })) ?? null,
    reportEverySeconds: usualInterval(model),
    reporting: model.reporting ?? null,
    connectivity: connectivity ?? ('session' as const),
    interval: interval ?? null,
    settings: templateSettings(model),
    battery: battery ?? null,
  }));

/** The sensor types of an app's hardware models, with the solutions of those models. */
export function measuredSensors(kit: Kit, { id: app, hardware = [] }: AppManifest) {
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
