import { sql } from 'kysely';
import { changesOf } from '#core/accounts/server/api.ts';
import {
  companyToChange,
  companyToRead,
  floorNamed,
  placementExists,
  placesByName,
  spaceNamed,
  standingInSeen,
  structureNamed,
} from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import { importLines } from '#platform/server/import.ts';
import { refuse } from '#platform/server/refuse.ts';
import { findIds, inOrder } from '#platform/server/rows.ts';
import type { Actor, Handlers } from '#platform/server/serve.ts';
import { asset, assetLine, type assetRoutes, type ShownAsset } from '../common/asset.ts';

async function readAssets(tx: Tx, actor: Actor, ids: readonly number[]): Promise<ShownAsset[]> {
  const found = await sql<ShownAsset>`
    SELECT a.id, a.company_id, a.name, a.type, a.code, a.status, a.structure_id, a.floor_id, a.space_id, a.purchased_at, a.description, a.created_at,
           ${structureNamed('a.structure_id')} AS structure, ${floorNamed('a.floor_id')} AS floor, ${spaceNamed('a.space_id')} AS space
      FROM asset a WHERE a.id = ANY (${ids}::integer[]) AND ${standingInSeen(actor, 'a.structure_id')}`.execute(tx);
  return inOrder(ids, found.rows);
}

async function readAsset(tx: Tx, actor: Actor, companyId: number, id: number): Promise<ShownAsset> {
  const [found] = await readAssets(tx, actor, [id]);
  if (found?.companyId !== companyId) throw refuse(404, 'not-found');
  return found;
}

type Place = {
  structureId?: number | null | undefined;
  floorId?: number | null | undefined;
  spaceId?: number | null | undefined;
};

async function assertPlace(tx: Tx, companyId: number, { structureId, floorId, spaceId }: Place): Promise<void> {
  if (!structureId && (floorId || spaceId)) throw refuse(409, 'place-not-found');
  if (structureId && !(await placementExists(tx, companyId, { structureId, floorId, spaceId })))
    throw refuse(409, 'place-not-found');
}

export const assetHandlers: Handlers<typeof assetRoutes> = {
  async list({ tx, actor, params, list }) {
    const where = [
      sql`t.company_id = ${companyToRead(actor, params.companyId)}`,
      standingInSeen(actor, 't.structure_id'),
    ];
    const { ids, totalRecords } = await findIds(tx, {
      table: 'asset',
      spec: asset.list,
      query: list,
      scope: actor.scope,
      company: null,
      where,
    });
    return { data: await readAssets(tx, actor, ids), totalRecords };
  },
  async meta({ tx, actor, params }) {
    const companyId = companyToRead(actor, params.companyId);
    const found = await sql<{ type: string; assets: number }>`
      SELECT type, count(*) AS assets FROM asset WHERE company_id = ${companyId} AND ${standingInSeen(actor, 'structure_id')} GROUP BY type ORDER BY count(*) DESC, type`.execute(
      tx,
    );
    return { total: found.rows.reduce((sum, row) => sum + row.assets, 0), types: found.rows };
  },
  get: ({ tx, actor, params }) => readAsset(tx, actor, companyToRead(actor, params.companyId), params.id),
  async history(context) {
    const companyId = companyToRead(context.actor, context.params.companyId);
    const { id } = await readAsset(context.tx, context.actor, companyId, context.params.id);
    const names = { structureId: structureNamed, floorId: floorNamed, spaceId: spaceNamed };
    return changesOf(context, { table: 'asset', id, companyId, names });
  },
  async create({ tx, actor, params, body }) {
    const companyId = companyToChange(actor, params.companyId);
    await assertPlace(tx, companyId, body);
    const made = await tx
      .insertInto('asset')
      .values({
        code: null,
        status: 'in-use',
        structureId: null,
        floorId: null,
        spaceId: null,
        purchasedAt: null,
        description: '',
        ...body,
        companyId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readAsset(tx, actor, companyId, made.id);
  },
  import: ({ tx, actor, params, body }) => {
    const companyId = companyToChange(actor, params.companyId);
    return importLines(
      { tx, body },
      {
        table: 'asset',
        companyId,
        schema: assetLine,
        key: 'code',
        defaults: { status: 'in-use', description: '' },
        async columnsOf(lines, reject) {
          const places = await placesByName({ tx, scope: actor.scope }, companyId, lines, reject);
          return new Map(
            [...lines].map(([line, { structure: _, floor: __, space: ___, ...fields }]) => {
              return [line, { ...fields, ...places.get(line) }];
            }),
          );
        },
        // Another structure leaves the old floor and space behind unless the line names new ones.
        change: (_, changed) => ('structureId' in changed ? { floorId: null, spaceId: null, ...changed } : changed),
      },
    );
  },
  async update({ tx, actor, params, body }) {
    const companyId = companyToChange(actor, params.companyId);
    const before = await readAsset(tx, actor, companyId, params.id);
    // Another structure leaves the old floor and space behind unless new ones are named.
    const moved =
      body.structureId !== undefined && body.structureId !== before.structureId ? { floorId: null, spaceId: null } : {};
    const after = { ...before, ...moved, ...body };
    await assertPlace(tx, companyId, after);
    await tx
      .updateTable('asset')
      .set({ ...moved, ...body, companyId })
      .where('id', '=', params.id)
      .execute();
    return readAsset(tx, actor, companyId, params.id);
  },
  async remove({ tx, actor, params }) {
    const companyId = companyToChange(actor, params.companyId);
    await readAsset(tx, actor, companyId, params.id);
    await tx.deleteFrom('asset').where('id', '=', params.id).execute();
    return null;
  },
};
