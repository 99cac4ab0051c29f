import { sql } from 'kysely';
import {
  floorNamed,
  inVisibleStructure,
  placementExists,
  placesByName,
  spaceNamed,
  structureNamed,
} from '#core/places/server/api.ts';
import { attachmentHandlers } from '#platform/server/files/attachments.ts';
import { changeableCompany, readableCompany } from '#platform/server/http/company-access.ts';
import { importLines } from '#platform/server/records/import.ts';
import { facets, records } from '#platform/server/records/records.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { asset, assetLine, type assetRoutes, type ShownAsset } from '../common/asset.ts';

const { read, ...crudHandlers } = records<ShownAsset>(asset, {
  select: () => ({
    structure: structureNamed('t.structure_id'),
    floor: floorNamed('t.floor_id'),
    space: spaceNamed('t.space_id'),
  }),
  seen: (actor) => inVisibleStructure(actor, 't.structure_id'),
  async check({ tx, body }, after, before) {
    // A floor and a space belong to one structure: a change of the structure clears them unless new ones are given.
    const moved = before && after.structureId !== before.structureId ? { floorId: null, spaceId: null } : {};
    const { companyId, structureId, floorId, spaceId } = { ...after, ...moved, ...body };
    if (
      structureId
        ? !(await placementExists(tx, companyId as number, { structureId, floorId, spaceId }))
        : floorId || spaceId
    )
      throw refuse(409, 'place-not-found');
    return { ...(before ? {} : { status: 'in-use', description: '' }), ...moved, ...body };
  },
});

export const assetAttachmentHandlers = attachmentHandlers(asset.table, read);

export const assetHandlers: Handlers<typeof assetRoutes> = {
  ...crudHandlers,
  async meta(context) {
    const { actor, params } = context;
    const where = [
      sql`t.company_id = ${readableCompany(actor, params.companyId)}`,
      inVisibleStructure(actor, 't.structure_id'),
    ];
    const typeFacets = await facets(context, { table: asset.table, field: 'type', where });
    const types = typeFacets.map(({ value, count }) => ({ type: value, assets: count }));
    return { total: types.reduce((sum, { assets }) => sum + assets, 0), types };
  },
  import: ({ tx, actor, params, body }) => {
    const companyId = changeableCompany(actor, params.companyId);
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
        // A change of the structure clears floor and space unless the line names new ones.
        change: (_, changed) => ('structureId' in changed ? { floorId: null, spaceId: null, ...changed } : changed),
      },
    );
  },
};
