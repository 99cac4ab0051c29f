import { sql } from 'kysely';
import { structureNamed } from '#core/places/server/api.ts';
import type { ListQuery, ListSpec } from '#platform/common/list.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import type { Actor, ListReply } from '#platform/server/serve.ts';
import { withinResources } from './visible-device.ts';

export type DeviceSuggestion = {
  id: number;
  companyId: number;
  name: string;
  serial: string;
  solutionId: number;
  structure: { id: number; name: string } | null;
};

/** A page of an app's devices that the caller may see, without removed ones: what a field offers. */
export async function deviceSuggestions(
  tx: Tx,
  app: string,
  actor: Actor,
  { spec, query }: { spec: ListSpec; query: ListQuery },
): Promise<ListReply<DeviceSuggestion>> {
  const { ids, totalRecords } = await findIds(tx, {
    table: 'device',
    spec,
    query,
    scope: actor.scope,
    where: [sql`t.app = ${app}`, sql`t.state <> 'removed'`, ...withinResources(actor, app)],
  });
  const found = await sql<DeviceSuggestion>`
    SELECT id, company_id, name, serial, solution_id, ${structureNamed('device.structure_id')} AS structure
      FROM device WHERE id = ANY (${ids}::integer[])`.execute(tx);
  return { data: inOrder(ids, found.rows), totalRecords };
}
