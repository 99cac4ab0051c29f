import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { findIds, inOrder } from '#platform/server/rows.ts';
import type { Actor, Handlers } from '#platform/server/serve.ts';
import { floor, type floorRoutes, space, type spaceRoutes } from '../common/floor.ts';
import { companyToChange, companyToRead } from './company-in-path.ts';
import { floorNamed } from './place-names.ts';
import { assertStructure } from './structure-rows.ts';

type InStructure = { tx: Tx; actor: Actor; params: { companyId: number; id: number } };

async function toRead({ tx, actor, params }: InStructure): Promise<void> {
  await assertStructure(tx, actor, companyToRead(actor, params.companyId), params.id);
}

async function toChange({ tx, actor, params }: InStructure): Promise<{ companyId: number; structureId: number }> {
  const companyId = companyToChange(actor, params.companyId);
  await assertStructure(tx, actor, companyId, params.id);
  return { companyId, structureId: params.id };
}

const floorColumns = ['id', 'companyId', 'structureId', 'name', 'level', 'createdAt'] as const;
const spaceColumns = ['id', 'companyId', 'structureId', 'floorId', 'name', 'createdAt'] as const;

export const floorHandlers: Handlers<typeof floorRoutes> = {
  list: async (context) => {
    await toRead(context);
    const { tx, list, actor, params } = context;
    const where = [sql`t.structure_id = ${params.id}`];
    const { ids, totalRecords } = await findIds(tx, {
      table: 'floor',
      spec: floor.list,
      query: list,
      scope: actor.scope,
      where,
    });
    const found = await tx
      .selectFrom('floor')
      .select(floorColumns)
      .where('id', '=', sql<number>`ANY (${ids}::integer[])`)
      .execute();
    return { data: inOrder(ids, found), totalRecords };
  },
  create: async (context) => {
    const owner = await toChange(context);
    return context.tx
      .insertInto('floor')
      .values({ ...context.body, ...owner })
      .returning(floorColumns)
      .executeTakeFirstOrThrow();
  },
  createMany: async (context) => {
    const owner = await toChange(context);
    return context.tx
      .insertInto('floor')
      .values(context.body.floors.map((one) => ({ ...one, ...owner })))
      .returning(floorColumns)
      .execute();
  },
  update: async (context) => {
    const { structureId } = await toChange(context);
    const { tx, body, params } = context;
    const changed = await tx
      .updateTable('floor')
      .set({ structureId, ...body })
      .where('id', '=', params.floorId)
      .where('structureId', '=', structureId)
      .returning(floorColumns)
      .executeTakeFirst();
    if (!changed) throw refuse(404, 'not-found');
    return changed;
  },
  remove: async (context) => {
    const { structureId } = await toChange(context);
    const gone = await context.tx
      .deleteFrom('floor')
      .where('id', '=', context.params.floorId)
      .where('structureId', '=', structureId)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw refuse(404, 'not-found');
    return null;
  },
};

async function assertFloor(tx: Tx, structureId: number, floorId: number | null | undefined): Promise<void> {
  if (!floorId) return;
  const found = await tx
    .selectFrom('floor')
    .select('id')
    .where('id', '=', floorId)
    .where('structureId', '=', structureId)
    .executeTakeFirst();
  if (!found) throw invalid('floorId', 'invalid');
}

export const spaceHandlers: Handlers<typeof spaceRoutes> = {
  list: async (context) => {
    await toRead(context);
    const { tx, list, actor, params } = context;
    const where = [sql`t.structure_id = ${params.id}`];
    const { ids, totalRecords } = await findIds(tx, {
      table: 'space',
      spec: space.list,
      query: list,
      scope: actor.scope,
      where,
    });
    const found = await tx
      .selectFrom('space')
      .select(spaceColumns)
      .select(floorNamed('space.floor_id').as('floor'))
      .where('id', '=', sql<number>`ANY (${ids}::integer[])`)
      .execute();
    return { data: inOrder(ids, found), totalRecords };
  },
  create: async (context) => {
    const owner = await toChange(context);
    const { tx, body } = context;
    await assertFloor(tx, owner.structureId, body.floorId);
    return tx
      .insertInto('space')
      .values({ floorId: null, ...body, ...owner })
      .returning(spaceColumns)
      .executeTakeFirstOrThrow();
  },
  update: async (context) => {
    const { structureId } = await toChange(context);
    const { tx, body, params } = context;
    await assertFloor(tx, structureId, body.floorId);
    const changed = await tx
      .updateTable('space')
      .set({ structureId, ...body })
      .where('id', '=', params.spaceId)
      .where('structureId', '=', structureId)
      .returning(spaceColumns)
      .executeTakeFirst();
    if (!changed) throw refuse(404, 'not-found');
    return changed;
  },
  remove: async (context) => {
    const { structureId } = await toChange(context);
    const gone = await context.tx
      .deleteFrom('space')
      .where('id', '=', context.params.spaceId)
      .where('structureId', '=', structureId)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw refuse(404, 'not-found');
    return null;
  },
};
