import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { id, numberWithin } from '#platform/common/validation/validation.ts';
import { layout } from './layout.ts';
import { look } from './look.ts';

/** The most items of one call. */
export const maxItems = 500;

const corner = z.object({ x: numberWithin(-1, 1), y: numberWithin(-1, 1) });
/** What is shown: a space (`places`, `space`), or a record of an app under one of its `planItems`. */
const reference = { app: z.string().max(40), kind: z.string().max(40), refId: id() };
const placement = {
  x: numberWithin(0, 1),
  y: numberWithin(0, 1),
  /** Degrees clockwise. */
  turn: z.number('enterANumber').int('enterANumber').min(0, 'outOfRange').max(359, 'outOfRange'),
  /** Its corners relative to the position, before the turn, in widths of the picture. Without one it is a marker. */
  outline: z.array(corner).min(3, 'threePoints').max(60, 'tooLong').nullable(),
};
const newItem = z.object({ ...reference, ...placement }).partial({ turn: true, outline: true });
export type NewItem = z.infer<typeof newItem>;

const shownItem = z.object({
  id: z.number(),
  ...reference,
  ...placement,
  name: z.string(),
  /** The kind of a space. */
  spaceKind: z.string().nullable(),
  /** By the app; null for what it does not paint. */
  look: look.nullable(),
});
export type LayoutItem = z.infer<typeof shownItem>;

const itemPath = '/layout/{id}/item';

/** The items on a plan other than devices, which have calls of their own (`placed`, `add-device`, `delete-device`). */
export const layoutItemRoutes = {
  list: route.get(itemPath, { access: layout.can('read'), reply: z.array(shownItem) }),
  /** Places items, or moves those that are on the plan: all of them or none. */
  put: route.put(itemPath, {
    access: layout.can('update'),
    body: z.object({ items: z.array(newItem).min(1, 'Required').max(maxItems, 'tooLong') }),
    reply: z.array(shownItem),
  }),
  remove: route.post('/layout/{id}/delete-item', {
    access: layout.can('update'),
    body: z.object({ itemIds: z.array(id()).min(1, 'Required').max(maxItems, 'tooLong') }),
    status: 204,
  }),
};
