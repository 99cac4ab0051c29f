import { sql } from 'kysely';
import { findActivePeople } from '#core/accounts/server/api.ts';
import { countryHandlers } from '#core/countries/server/api.ts';
import { connections } from '#core/devices/common/connection.ts';
import { deviceStates } from '#core/devices/common/device-row.ts';
import {
  bulkHandler,
  type DeviceGroup,
  deviceFacts,
  deviceGroups,
  deviceHistoryHandlers,
  deviceSuggestions,
} from '#core/devices/server/api.ts';
import { findStructures, spaceSuggestions, structureNamed } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { ListQuery } from '#platform/common/list.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import {
  maxLogDays,
  maxStructures,
  type SmallCalls,
  spaceSuggestionList,
  suggestionList,
} from '../common/small-calls.ts';
import { measuredSensors, modelsOf, seenSolutions } from './catalogue.ts';
import { deviceMap } from './device-map.ts';

type StructureCount = {
  structure: { id: number; name: string };
  devices: number;
  online: number;
  sleeping: number;
  offline: number;
};

const allStructures: ListQuery = { limit: maxStructures, skip: 0, total: false, filters: {}, ranges: {} };

const sum = (groups: readonly DeviceGroup[]): number => groups.reduce((all, { devices }) => all + devices, 0);

function assertLogPeriod({ from, to }: { from?: string; to?: string } = {}): void {
  if (from !== undefined && (to === undefined ? Date.now() : Date.parse(to)) - Date.parse(from) > maxLogDays * dayMs)
    throw invalid('at', 'daysCount');
}

/** Serves every call of `smallCalls(app.id)`; an app mounts those that its manifest names. */
export const smallCallHandlers = (manifest: AppManifest): Handlers<SmallCalls> => {
  const { id: app, hardware = [], solutions = [] } = manifest;
  const names = hardware.map(({ id, solution, name }) => ({ id, solutionId: solution, name }));
  const history = deviceHistoryHandlers(app);
  return {
    suggestion: ({ tx, actor, list }) => deviceSuggestions(tx, app, actor, { spec: suggestionList, query: list }),
    async countByStructure({ tx, actor }) {
      const within = resourcesWith(actor.session, app, 'device', 'read');
      const counts = await sql<StructureCount>`
      SELECT ${structureNamed('c.structure_id')} AS structure, c.devices, c.online, c.sleeping, c.offline
        FROM (SELECT d.structure_id, count(*)::integer AS devices,
                     (count(*) FILTER (WHERE d.connection = 'online'))::integer AS online,
                     (count(*) FILTER (WHERE d.connection = 'sleeping'))::integer AS sleeping,
                     (count(*) FILTER (WHERE d.connection = 'offline'))::integer AS offline
                FROM ${sql.raw(deviceFacts)} d
               WHERE d.app = ${app} AND d.state = 'installed'
                 AND (${within}::integer[] IS NULL OR d.structure_id = ANY (${within}::integer[]))
               GROUP BY 1) c
       ORDER BY c.devices DESC, c.structure_id LIMIT 1000`.execute(tx);
      return counts.rows;
    },
    basic: async () => ({ data: names, totalRecords: names.length }),
    async model({ params }) {
      const model = modelsOf(manifest).find(({ id }) => id === params.id);
      if (!model) throw refuse(404, 'not-found');
      return model;
    },
    async params(context) {
      const { tx, kit, actor } = context;
      const within = resourcesWith(actor.session, app, 'device', 'read');
      const { data } = await findStructures(tx, actor.scope, allStructures, within);
      return {
        solutions: await seenSolutions(context, manifest),
        hardware: names,
        structures: data.map(({ id, name }) => ({ id, name })),
        states: [...deviceStates],
        connections: [...connections],
        sensors: measuredSensors(kit, manifest),
      };
    },
    async metadata({ tx, actor }) {
      const groups = await deviceGroups(tx, app, actor.scope, resourcesWith(actor.session, app, 'device', 'read'));
      return {
        devices: sum(groups),
        solutions: solutions.map(({ id, key }) => ({
          id,
          key,
          devices: sum(groups.filter(({ solutionId }) => solutionId === id)),
        })),
        states: deviceStates.map((value) => ({ value, devices: sum(groups.filter(({ state }) => state === value)) })),
        connections: connections.map((value) => ({
          value,
          devices: sum(groups.filter(({ connection }) => connection === value)),
        })),
      };
    },
    bulk: bulkHandler(app),
    map: (context) => deviceMap(context, app),
    deviceLog: async (context) => {
      assertLogPeriod(context.list.ranges.at);
      return history.list(context);
    },
    spaceSuggestion: ({ tx, actor, list }) =>
      spaceSuggestions(
        tx,
        actor.scope,
        { spec: spaceSuggestionList, query: list },
        resourcesWith(actor.session, app, 'device', 'read'),
      ),
    async structures({ tx, actor, list }) {
      const limits = resourcesWith(actor.session, app, 'device', 'read');
      const { data, totalRecords } = await findStructures(tx, actor.scope, list, limits);
      return { data: data.map(({ id, companyId, name }) => ({ id, companyId, name })), totalRecords };
    },
    user: ({ tx, actor, list }) => findActivePeople(tx, actor.scope, list),
    country: countryHandlers.all,
    city: countryHandlers.anyCity,
  };
};
