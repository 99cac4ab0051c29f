import { z } from 'zod';
import { attachmentRoutes } from '#platform/common/attachment.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity, type RowOf } from '#platform/common/define-entity.ts';
import { dayText, enumText, importRoute } from '#platform/common/import.ts';
import { route } from '#platform/common/route.ts';
import { day, id, requiredText } from '#platform/common/validation.ts';

export const assetStatuses = ['in-use', 'in-storage', 'in-repair', 'retired'] as const;

/** A thing of value that stands somewhere: a pump, a generator, a cabinet. */
export const asset = defineEntity('asset.asset', {
  table: 'asset',
  fields: z.object({
    name: requiredText(120),
    /** Whatever the company sorts its assets by; the addresses of its lists name it. */
    type: requiredText(60),
    /** The company's own number, unique within it. */
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

const named = z.object({ id: z.number(), name: z.string() }).nullable();
export const shownAsset = asset.row.extend({ structure: named, floor: named, space: named });
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
/** Columns of an imported table; `code` tells which asset a line is about, places are named. */
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

const path = '/company/{companyId}/asset';
const one = `${path}/{id}` as const;

export const assetRoutes = {
  list: route.list(path, { access: asset.can('read'), reply: shownAsset, list: asset.list }),
  import: importRoute(path, asset.can('import')),
  /** What the company sorts its assets by, each with how many it has; the most used first. */
  meta: route.get(`${path}/meta`, {
    access: asset.can('read'),
    reply: z.object({ total: z.number(), types: z.array(z.object({ type: z.string(), assets: z.number() })) }),
  }),
  create: route.post(path, { access: asset.can('create'), body, reply: shownAsset }),
  history: historyRoute(asset.name, one),
  get: route.get(one, { access: asset.can('read'), reply: shownAsset }),
  update: route.patch(one, { access: asset.can('update'), body: asset.fields.partial(), reply: shownAsset }),
  remove: route.delete(one, { access: asset.can('delete') }),
};

/** The documents of an asset: manuals, invoices, photos. */
export const assetAttachmentRoutes = attachmentRoutes(asset, one);
