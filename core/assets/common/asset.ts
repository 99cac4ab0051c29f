import { z } from 'zod';
import { attachmentRoutes } from '#platform/common/attachment.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity, type RowOf } from '#platform/common/define-entity.ts';
import { dayText, enumText, importRoute } from '#platform/common/import.ts';
import { route } from '#platform/common/route.ts';
import { day, id, requiredText } from '#platform/common/validation/validation.ts';

export const assetStatuses = ['in-use', 'in-storage', 'in-repair', 'retired'] as const;

/** A piece of equipment of a company: a pump, a generator, a cabinet. */
export const asset = defineEntity('asset.asset', {
  table: 'asset',
  fields: z.object({
    name: requiredText(120),
    /** A free category of the company. List addresses contain it. */
    type: requiredText(60),
    /** The asset number, unique within the company. */
    code: z.string().trim().min(1, 'Required').max(60, 'tooLong').nullable(),
    status: z.enum(assetStatuses),
    structureId: id().nullable(),
    floorId: id().nullable(),
    spaceId: id().nullable(),
    purchasedAt: day().nullable(),
    description: z.string().trim().max(1000, 'tooLong'),
  }),
  list: {
    search: ['name', 'code'],
    filter: ['type', 'status', 'structureId', 'createdAt'],
    sort: ['name', 'createdAt'],
    defaultSort: ['name', 'asc'],
  },
});
export type Asset = RowOf<typeof asset>;

const namedPlace = z.object({ id: z.number(), name: z.string() }).nullable();
export const shownAsset = asset.row.extend({ structure: namedPlace, floor: namedPlace, space: namedPlace });
export type ShownAsset = z.infer<typeof shownAsset>;

const body = asset.fields.partial({
  code: true,
  status: true,
  structureId: true,
  floorId: true,
  spaceId: true,
  purchasedAt: true,
  description: true,
});
/** A line of an imported table. `code` identifies the asset; places are given by name. */
export const assetLine = z.strictObject({
  code: requiredText(60),
  name: requiredText(120),
  type: requiredText(60),
  status: enumText(assetStatuses).optional(),
  structure: z.string().optional(),
  floor: z.string().optional(),
  space: z.string().optional(),
  purchasedAt: dayText().optional(),
  description: asset.fields.shape.description.optional(),
});

const assetsPath = '/company/{companyId}/asset';
const assetPath = `${assetsPath}/{id}` as const;

export const assetRoutes = {
  list: route.list(assetsPath, { access: asset.can('read'), reply: shownAsset, list: asset.list }),
  import: importRoute(assetsPath, asset.can('import')),
  /** The types of the company's assets with the number of assets, the most used first. */
  meta: route.get(`${assetsPath}/meta`, {
    access: asset.can('read'),
    reply: z.object({ total: z.number(), types: z.array(z.object({ type: z.string(), assets: z.number() })) }),
  }),
  create: route.post(assetsPath, { access: asset.can('create'), body, reply: shownAsset }),
  history: historyRoute(asset.name, assetPath),
  get: route.get(assetPath, { access: asset.can('read'), reply: shownAsset }),
  update: route.patch(assetPath, { access: asset.can('update'), body: asset.fields.partial(), reply: shownAsset }),
  remove: route.delete(assetPath, { access: asset.can('delete') }),
};

/** The documents of an asset: manuals, invoices, photos. */
export const assetAttachmentRoutes = attachmentRoutes(asset, assetPath);
