import { changeableCompany } from '#platform/server/http/company-access.ts';
import { type Parent, records } from '#platform/server/records/records.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type Floor, floor, type floorRoutes } from '../../common/floor.ts';
import { assertStructure } from '../structures/structure-rows.ts';
import { floorOptions } from './floor-writer.ts';

/** Floors and spaces belong to the structure in the path. */
export const structureInPath: Parent = {
  column: 'structureId',
  param: 'id',
  assert: ({ tx, actor, params }, companyId) => assertStructure(tx, actor, companyId, (params as { id: number }).id),
};

const floors = records<Floor>(floor, { ...floorOptions, parent: structureInPath, param: 'floorId' });

export const floorHandlers: Handlers<typeof floorRoutes> = {
  list: floors.list,
  create: floors.create,
  update: floors.update,
  remove: floors.remove,
  async createMany(context) {
    const { tx, actor, params, body } = context;
    const companyId = changeableCompany(actor, params.companyId);
    await structureInPath.assert(context, companyId);
    return tx
      .insertInto('floor')
      .values(body.floors.map((newFloor) => ({ ...newFloor, companyId, structureId: params.id })))
      .returning(['id', 'companyId', 'structureId', 'name', 'level', 'createdAt'])
      .execute();
  },
};
