import { changeableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type Parent, records } from '#platform/server/records/records.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type Floor, floor, type floorRoutes, type Space, space, type spaceRoutes } from '../common/floor.ts';
import { floorNamed } from './place-names.ts';
import { assertStructure } from './structures/structure-rows.ts';

/** Floors and spaces belong to the structure in the path. */
const parent: Parent = {
  column: 'structureId',
  param: 'id',
  assert: ({ tx, actor, params }, companyId) => assertStructure(tx, actor, companyId, (params as { id: number }).id),
};

const floors = records<Floor>(floor, { parent, param: 'floorId' });

export const floorHandlers: Handlers<typeof floorRoutes> = {
  list: floors.list,
  create: floors.create,
  update: floors.update,
  remove: floors.remove,
  async createMany(context) {
    const { tx, actor, params, body } = context;
    const companyId = changeableCompany(actor, params.companyId);
    await parent.assert(context, companyId);
    return tx
      .insertInto('floor')
      .values(body.floors.map((newFloor) => ({ ...newFloor, companyId, structureId: params.id })))
      .returning(['id', 'companyId', 'structureId', 'name', 'level', 'createdAt'])
      .execute();
  },
};

async function assertFloor(tx: Tx, structureId: number, floorId: number): Promise<void> {
  const row = await tx
    .selectFrom('floor')
    .select('id')
    .where('id', '=', floorId)
    .where('structureId', '=', structureId)
    .executeTakeFirst();
  if (!row) throw invalid('floorId', 'invalid');
}

const spaces = records<Space>(space, {
  parent,
  param: 'spaceId',
  select: () => ({ floor: floorNamed('t.floor_id') }),
  async check({ tx }, { structureId, floorId }) {
    if (floorId) await assertFloor(tx, structureId as number, floorId);
    return {};
  },
});

export const spaceHandlers: Handlers<typeof spaceRoutes> = {
  list: spaces.list,
  create: spaces.create,
  update: spaces.update,
  remove: spaces.remove,
};
