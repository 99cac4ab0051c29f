import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { instant, location, numberWithin, phone, requiredText } from '#platform/common/validation/validation.ts';

/** The radius in metres of a new point of interest. */
export const usualRadius = 150;
/** The days of the visits that lists count. */
export const visitDays = 30;

/** A place that vehicles go to: a customer, a workshop, a petrol station. Everybody of the app sees all of the company. */
export const point = defineEntity('fleet.point-of-interest', {
  fields: z.object({
    name: requiredText(120),
    category: requiredText(40).nullable(),
    location: location(),
    /** Within so many metres a vehicle visits it. */
    radius: numberWithin(20, 2000).int('outOfRange'),
    address: z.string().trim().max(300, 'tooLong'),
    phone: phone().nullable(),
    openingHours: z.string().trim().max(200, 'tooLong'),
    notes: z.string().trim().max(500, 'tooLong'),
  }),
  list: {
    search: ['name', 'address', 'category'],
    filter: ['category'],
    sort: ['name', 'category', 'createdAt'],
    defaultSort: ['name', 'asc'],
  },
});

const shownPoint = point.row.extend({
  /** The visits of the last 30 days by vehicles that the caller may see. */
  visits: z.number(),
});
export type ShownPoint = z.infer<typeof shownPoint>;
export type StoredPoint = z.infer<typeof point.row>;

const visit = z.object({
  id: z.string(),
  companyId: z.number(),
  vehicle: z.object({ id: z.number(), name: z.string() }),
  enteredAt: instant(),
  /** Null while it is there. */
  leftAt: instant().nullable(),
});
export type PointVisit = z.infer<typeof visit>;

const all = '/point-of-interest';
const one = `${all}/{id}` as const;
const read = point.can('read');
const body = point.fields.partial({
  category: true,
  radius: true,
  address: true,
  phone: true,
  openingHours: true,
  notes: true,
});

export const pointRoutes = {
  list: route.list(all, { access: read, reply: shownPoint, list: point.list }),
  /** The categories that are in use, with the numbers of points. */
  categories: route.get(`${all}/category`, {
    access: read,
    reply: z.array(z.object({ value: z.string(), count: z.number() })),
  }),
  get: route.get(one, { access: read, reply: shownPoint }),
  history: historyRoute(point.name, one),
  /** Visits by vehicles that the caller may see, the newest first. */
  visits: route.list(`${one}/visit`, { access: read, reply: visit, list: {} }),
  create: route.post(all, { access: point.can('create'), body, reply: shownPoint }),
  update: route.patch(one, { access: point.can('update'), body: point.fields.partial(), reply: shownPoint }),
  remove: route.delete(one, { access: point.can('delete') }),
};
