import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { requiredText } from '#platform/common/validation/validation.ts';
import { placement } from './placement.ts';

/** The most devices of one call. */
export const maxBulk = 500;

/** The fields of an item, for apps with a bulk call of their own. */
export const bulkFields = z.object({
  id: z.number('Required').int().positive('pleaseInputIDRight').max(2_147_483_647, 'pleaseInputIDRight'),
  name: requiredText(120).optional(),
  /** Installs the device there, or moves it. */
  structureId: placement.shape.structureId.optional(),
  floorId: placement.shape.floorId,
  spaceId: placement.shape.spaceId,
});
/** Floors and spaces belong to a structure. */
export const namesStructure = ({ structureId, floorId, spaceId }: Omit<z.infer<typeof bulkFields>, 'id'>): boolean =>
  structureId !== undefined || (floorId == null && spaceId == null);
const item = bulkFields.refine(namesStructure, { path: ['structureId'], message: 'Required' });
export type BulkItem = z.infer<typeof item>;

export const bulkResults = ['updated', 'not-found', 'no-permission', 'device-removed', 'place-not-found'] as const;
export type BulkResult = (typeof bulkResults)[number];

/** Whether no device has two items. */
export const namesEachOnce = (items: readonly { id: number }[]): boolean =>
  new Set(items.map(({ id }) => id)).size === items.length;

/** Renames, installs and moves devices of an app. The reply has a result for each; handler: `bulkHandler`. */
export const bulkRoute = (app: string) =>
  route.patch('/device/bulk', {
    access: { or: [canDo(`${app}.device`, 'update'), canDo(`${app}.device`, 'install')] },
    body: z.object({
      items: z.array(item).min(1, 'Required').max(maxBulk, 'tooLong').refine(namesEachOnce, 'twiceInList'),
    }),
    reply: z.array(z.object({ id: z.number(), result: z.enum(bulkResults) })),
    idempotent: true,
  });
