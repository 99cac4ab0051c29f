import { sql } from 'kysely';
import { findActivePeople } from '#core/accounts/server/api.ts';
import { countryHandlers } from '#core/countries/server/api.ts';
import { deviceFacts, deviceSuggestions } from '#core/devices/server/api.ts';
import { findStructures, structureNamed } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type SmallCalls, suggestionList } from '../common/small-calls.ts';

type StructureCount = {
  structure: { id: number; name: string };
  devices: number;
  online: number;
  sleeping: number;
  offline: number;
};

/** Serves every call of `smallCalls(app.id)`; an app mounts those that its manifest names. */
export const smallCallHandlers = ({ id: app, hardware = [] }: AppManifest): Handlers<SmallCalls> => ({
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
  async basic() {
    const data = hardware.map(({ id, solution, name }) => ({ id, solutionId: solution, name }));
    return { data, totalRecords: data.length };
  },
  async structures({ tx, actor, list }) {
    const limits = resourcesWith(actor.session, app, 'device', 'read');
    const { data, totalRecords } = await findStructures(tx, actor.scope, list, limits);
    return { data: data.map(({ id, companyId, name }) => ({ id, companyId, name })), totalRecords };
  },
  user: ({ tx, actor, list }) => findActivePeople(tx, actor.scope, list),
  country: countryHandlers.all,
  city: countryHandlers.anyCity,
});
