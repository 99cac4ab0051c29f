import { sql } from 'kysely';
import { devicesPlaceable, findDevices } from '#core/devices/server/api.ts';
import { assertStructure, placementExists } from '#core/places/server/api.ts';
import { sendFile, storeImage } from '#platform/server/files/files.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Actor, companyOf, type Handlers } from '#platform/server/serve.ts';
import { type Layout, layout, type layoutRoutes, sameRatio } from '../common/layout.ts';
import type { layoutRoutesAt } from '../common/mounted.ts';
import {
  isNotOnLayout,
  layoutOfDevice,
  readLayouts,
  readPlacedDevices,
  visibleLayout,
  visibleLayouts,
} from './layout-rows.ts';
import { addDevice, deleteDevice } from './placing.ts';

async function readLayout(tx: Tx, actor: Actor, id: number): Promise<Layout> {
  const [layout] = await readLayouts(tx, actor, [id]);
  if (!layout) throw refuse(404, 'not-found');
  return layout;
}

/** The layout, if the caller may change it: a provider must have selected its company. */
async function layoutToChange(tx: Tx, actor: Actor, id: number) {
  const layout = await visibleLayout(tx, actor, id);
  changeableCompany(actor, layout.companyId);
  return layout;
}

export const layoutHandlers: Handlers<typeof layoutRoutes> = {
  async list({ tx, actor, list }) {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'layout',
      spec: layout.list,
      query: list,
      scope: actor.scope,
      where: visibleLayouts(actor),
    });
    return { data: await readLayouts(tx, actor, ids), totalRecords };
  },
  async get({ tx, actor, params }) {
    await visibleLayout(tx, actor, params.id);
    return readLayout(tx, actor, params.id);
  },
  async history(context) {
    const { id, companyId } = await visibleLayout(context.tx, context.actor, context.params.id);
    return changesOf(context, { table: 'layout', id, companyId });
  },
  async create({ tx, kit, actor, body }) {
    const companyId = companyOf(actor);
    const { image, structureId, floorId = null, name } = body;
    await assertStructure(tx, actor, companyId, structureId);
    if (!(await placementExists(tx, companyId, { structureId, floorId }))) throw invalid('floorId', 'invalid');
    const storedImage = await storeImage({ tx, kit }, companyId, image);
    const created = await tx
      .insertInto('layout')
      .values({ companyId, structureId, floorId, name, ...storedImage })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readLayout(tx, actor, created.id);
  },
  async update({ tx, kit, actor, params, body }) {
    const before = await layoutToChange(tx, actor, params.id);
    const { image, name, devices } = body;
    const storedImage = image ? await storeImage({ tx, kit }, before.companyId, image) : null;
    if (storedImage && !sameRatio(before, storedImage)) {
      const onLayout = tx.selectFrom('layoutItem').where('layoutId', '=', params.id);
      const count = devices ? 0 : (await onLayout.select('id').execute()).length;
      if (count > 0) throw refuse(409, 'ratio-differs', { count });
      if (devices === 'clear') await tx.deleteFrom('layoutItem').where('layoutId', '=', params.id).execute();
    }
    await tx
      .updateTable('layout')
      .set({ companyId: before.companyId, ...(name === undefined ? {} : { name }), ...storedImage })
      .where('id', '=', params.id)
      .execute();
    return readLayout(tx, actor, params.id);
  },
  async remove({ tx, actor, params }) {
    await layoutToChange(tx, actor, params.id);
    await tx.deleteFrom('layout').where('id', '=', params.id).execute();
    return null;
  },
  image: (context) =>
    sendFile(context, async (tx) => {
      const { fileId } = await visibleLayout(tx, context.actor, context.params.id);
      return { fileId };
    }),
  async placed(context) {
    const { tx, actor, params } = context;
    await visibleLayout(tx, actor, params.id);
    return readPlacedDevices(context, params.id);
  },
  async candidates({ tx, kit, actor, params, list, query }) {
    const { companyId, structureId } = await visibleLayout(tx, actor, params.id);
    const inStructure = query?.scope === 'structure' ? [sql`t.structure_id = ${structureId}`] : [];
    const candidates = await findDevices(tx, kit.apps, actor, list, {
      companyId,
      where: [isNotOnLayout(params.id), ...devicesPlaceable(actor, structureId), ...inStructure],
    });
    const ids = candidates.data.map((row) => row.id);
    const layouts = await sql<{ id: number; layout: { id: number; name: string } | null }>`
      SELECT t.id, ${layoutOfDevice('t.id')} AS layout FROM unnest(${ids}::integer[]) AS t (id)`.execute(tx);
    const layoutOf = new Map(layouts.rows.map((row) => [row.id, row.layout]));
    return { ...candidates, data: candidates.data.map((row) => ({ ...row, layout: layoutOf.get(row.id) ?? null })) };
  },
  addDevice,
  deleteDevice,
};

const { placed: _placed, candidates: _candidates, addDevice: _add, deleteDevice: _delete, ...plans } = layoutHandlers;
/** Serves `layoutRoutesAt` of an app. */
export const mountedLayoutHandlers: Handlers<ReturnType<typeof layoutRoutesAt>> = plans;
