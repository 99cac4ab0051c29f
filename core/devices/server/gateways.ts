import { sql } from 'kysely';
import { changesOf } from '#core/accounts/server/api.ts';
import { companyToChange, placementExists, standingInSeen, structureNamed } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { findIds, inOrder } from '#platform/server/rows.ts';
import { type Actor, companyOf, type Handlers } from '#platform/server/serve.ts';
import { type Gateway, loraGateway, type loraGatewayRoutes } from '../common/gateway.ts';

async function assertPlace(tx: Tx, companyId: number, structureId: number | null | undefined): Promise<void> {
  if (structureId && !(await placementExists(tx, companyId, { structureId }))) throw refuse(409, 'place-not-found');
}

async function read(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Gateway[]> {
  const found = await sql<Gateway>`
    SELECT g.id, g.company_id, g.name, g.eui, g.model, g.status, g.structure_id, g.description, g.created_at,
           CASE WHEN g.lat IS NOT NULL THEN jsonb_build_object('lat', g.lat, 'lng', g.lng) END AS location,
           ${structureNamed('g.structure_id')} AS structure
      FROM lora_gateway g WHERE g.id = ANY (${ids}::integer[]) AND ${standingInSeen(actor, 'g.structure_id')}`.execute(
    tx,
  );
  return inOrder(ids, found.rows);
}

async function readOne(tx: Tx, actor: Actor, id: number): Promise<Gateway> {
  const [found] = await read(tx, actor, [id]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}

/** The gateway, for a change of it: a provider has selected the client whose it is. */
async function toChange(tx: Tx, actor: Actor, id: number): Promise<Gateway> {
  const found = await readOne(tx, actor, id);
  companyToChange(actor, found.companyId);
  return found;
}

/** The columns of what is stated; what is not stated stays. */
function columnsOf({ location, ...fields }: Partial<Gateway>) {
  const place = location === undefined ? {} : { lat: location?.lat ?? null, lng: location?.lng ?? null };
  return Object.fromEntries(Object.entries({ ...fields, ...place }).filter(([, value]) => value !== undefined));
}

export const gatewayHandlers: Handlers<typeof loraGatewayRoutes> = {
  async list({ tx, list, actor }) {
    const { table, list: spec } = loraGateway;
    const { ids, totalRecords } = await findIds(tx, {
      table,
      spec,
      query: list,
      scope: actor.scope,
      where: [standingInSeen(actor, 't.structure_id')],
    });
    return { data: await read(tx, actor, ids), totalRecords };
  },
  get: ({ tx, actor, params }) => readOne(tx, actor, params.id),
  async history(context) {
    const { id, companyId } = await readOne(context.tx, context.actor, context.params.id);
    return changesOf(context, { table: 'lora_gateway', id, companyId, names: { structureId: structureNamed } });
  },
  async create({ tx, actor, body }) {
    const companyId = companyOf(actor);
    await assertPlace(tx, companyId, body.structureId);
    const made = await tx
      .insertInto('loraGateway')
      .values({ ...columnsOf(body), name: body.name, eui: body.eui, companyId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(tx, actor, made.id);
  },
  async update({ tx, actor, params, body }) {
    const { companyId } = await toChange(tx, actor, params.id);
    await assertPlace(tx, companyId, body.structureId);
    const changes = columnsOf(body);
    if (Object.keys(changes).length > 0)
      await tx.updateTable('loraGateway').set(changes).where('id', '=', params.id).execute();
    return readOne(tx, actor, params.id);
  },
  async remove({ tx, actor, params }) {
    await toChange(tx, actor, params.id);
    await tx.deleteFrom('loraGateway').where('id', '=', params.id).execute();
    return null;
  },
};
