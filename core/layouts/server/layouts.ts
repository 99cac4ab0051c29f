import { sql } from 'kysely';
import { devicesPlaceable, findDevices } from '#core/devices/server/api.ts';
import { assertStructure, placementExists } from '#core/places/server/api.ts';
import { changeableCompany } from '#platform/server/company-access.ts';
import type { Tx } from '#platform/server/database.ts';
import { sendFile, storeImage } from '#platform/server/files.ts';
import { changesOf } from '#platform/server/history.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { findIds } from '#platform/server/rows.ts';
import { type Actor, companyOf, type Handlers } from '#platform/server/serve.ts';
import { type Layout, layout, type layoutRoutes, sameRatio } from '../common/layout.ts';
import { layoutOfDevice, layoutsSeen, readLayouts, readPlaced, standsElsewhere, visibleLayout } from './layout-rows.ts';
import { addDevice, deleteDevice } from './placing.ts';

async function readLayout(tx: Tx, actor: Actor, id: number): Promise<Layout> {
  const [found] = await readLayouts(tx, actor, [id]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}

/** The layout, for a change of it: a provider has selected the client whose it is. */
async function layoutToChange(tx: Tx, actor: Actor, id: number) {
  const found = await visibleLayout(tx, actor, id);
  changeableCompany(actor, found.companyId);
  return found;
}

export const layoutHandlers: Handlers<typeof layoutRoutes> = {
  async list({ tx, actor, list }) {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'layout',
      spec: layout.list,
      query: list,
      scope: actor.scope,
      where: layoutsSeen(actor),
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
    const kept = await storeImage({ tx, kit }, companyId, image);
    const made = await tx
      .insertInto('layout')
      .values({ companyId, structureId, floorId, name, ...kept })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readLayout(tx, actor, made.id);
  },
  async update({ tx, kit, actor, params, body }) {
    const before = await layoutToChange(tx, actor, params.id);
    const { image, name, devices } = body;
    const kept = image ? await storeImage({ tx, kit }, before.companyId, image) : null;
    if (kept && !sameRatio(before, kept)) {
      const onIt = tx.selectFrom('layoutDevice').where('layoutId', '=', params.id);
      if (!devices && (await onIt.select('deviceId').limit(1).execute()).length > 0) throw refuse(409, 'ratio-differs');
      if (devices === 'clear') await tx.deleteFrom('layoutDevice').where('layoutId', '=', params.id).execute();
    }
    await tx
      .updateTable('layout')
      .set({ companyId: before.companyId, ...(name === undefined ? {} : { name }), ...kept })
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
  async placed({ tx, kit, actor, params }) {
    await visibleLayout(tx, actor, params.id);
    return readPlaced(tx, kit.apps, actor, params.id);
  },
  async candidates({ tx, kit, actor, params, list, query }) {
    const { companyId, structureId } = await visibleLayout(tx, actor, params.id);
    const within = query?.scope === 'structure' ? [sql`t.structure_id = ${structureId}`] : [];
    const found = await findDevices(tx, kit.apps, actor, list, {
      companyId,
      where: [standsElsewhere(params.id), ...devicesPlaceable(actor, structureId), ...within],
    });
    const ids = found.data.map((row) => row.id);
    const standing = await sql<{ id: number; layout: { id: number; name: string } | null }>`
      SELECT t.id, ${layoutOfDevice('t.id')} AS layout FROM unnest(${ids}::integer[]) AS t (id)`.execute(tx);
    const layoutOf = new Map(standing.rows.map((row) => [row.id, row.layout]));
    return { ...found, data: found.data.map((row) => ({ ...row, layout: layoutOf.get(row.id) ?? null })) };
  },
  addDevice,
  deleteDevice,
};
