import { z } from 'zod';
import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { placeAt } from '#platform/common/pages/placed-pages.ts';
import { route } from '#platform/common/route.ts';
import { id, instant } from '#platform/common/validation/validation.ts';
import './manifest.ts';

/** What a device is fitted to: one of the `carriers` of its app. */
const subject = z.object({ type: z.string().max(40), id: id() });
export type Subject = z.infer<typeof subject>;

const fitting = z.object({
  id: z.number(),
  companyId: z.number(),
  device: z.object({ id: z.number(), name: z.string(), solutionId: z.number() }),
  /** The name is null if the record is gone or the caller may not see it. */
  subject: z.object({ type: z.string(), id: z.number(), name: z.string().nullable() }),
  /** Of the devices on a record at an instant, one at most is the main one, by which figures are made. */
  main: z.boolean(),
  fromAt: z.string(),
  /** Null while it lasts. */
  toAt: z.string().nullable(),
  why: z.string(),
  /** Why it has ended. */
  endWhy: z.string(),
  by: z.string().nullable(),
  endedBy: z.string().nullable(),
});
export type Fitting = z.infer<typeof fitting>;

export const fittingList = {
  filter: ['deviceId', 'subjectType', 'subjectId', 'current', 'fromAt', 'toAt'],
  valuesOnly: ['current'],
  sort: ['fromAt', 'toAt'],
  defaultSort: ['fromAt', 'desc'],
} as const satisfies ListSpec;

const why = z.string().trim().max(200, 'tooLong');
export const fitBody = z.object({
  subject,
  /** Now by default, and never later. */
  at: instant().optional(),
  why: why.optional(),
  /** By default it is, unless the record has another one. */
  main: z.boolean().optional(),
  /** Takes it out of what it is fitted to at that instant; otherwise that is refused with 409 `fitted-elsewhere`. */
  move: z.boolean().optional(),
});
export type FitBody = z.infer<typeof fitBody>;
export const unfitBody = z.object({ at: instant().optional(), why: why.optional() });

/** Fitting and taking out; also installs the device at the site of the record. */
const fitAccess = (app: string) => ({ ...canDo(`${app}.device`, 'fit'), ceiling: 'Admin' }) as const;

/**
 * The calls by which devices of an app are fitted to its records and taken out, and the list of all fittings there were.
 * Handlers: `fittingHandlers`.
 */
export const fittingRoutes = (app: string) => ({
  list: route.list('/device/fitting', {
    access: canDo(`${app}.device`, 'read'),
    reply: fitting,
    list: fittingList,
  }),
  fit: route.post('/device/{id}/fit', { access: fitAccess(app), body: fitBody, reply: fitting, status: 200 }),
  /** Takes the device out of what it is fitted to. It stays installed at its site. */
  unfit: route.post('/device/{id}/unfit', { access: fitAccess(app), body: unfitBody, reply: fitting, status: 200 }),
});
export type FittingRoutes = ReturnType<typeof fittingRoutes>;

const fittingsPath = 'devices/fittings';

/** The page of all fittings of an app's devices, by default at its usual path; its component is `fittingsScreen`. */
export const fittingsPage = (app: string, path = fittingsPath, order = 24): Page =>
  placeAt(
    page(fittingsPath, {
      access: canDo(`${app}.device`, 'read'),
      texts: 'fittings',
      sidebar: 'stock',
      order,
      icon: 'plug',
    }),
    path,
  );
