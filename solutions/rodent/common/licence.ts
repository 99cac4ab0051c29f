import { z } from 'zod';
import { attachmentRoutes } from '#platform/common/attachment.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { day, id, requiredText } from '#platform/common/validation/validation.ts';

/** The licence of a technician to work with pests, for one site or for all sites of the company. */
export const licence = defineEntity('rodent.licence', {
  fields: z.object({
    technicianId: id(),
    /** Null: for all sites. */
    structureId: id().nullable(),
    number: requiredText(60),
    /** Who has issued it. */
    authority: requiredText(120).nullable(),
    validFrom: day().nullable(),
    /** The last day on which it is valid. */
    expiresOn: day(),
  }),
});

export const licenceList = {
  search: ['number'],
  filter: ['structureId', 'technicianId', 'expiresOn'],
  sort: ['expiresOn', 'number'],
  defaultSort: ['expiresOn', 'asc'],
} as const satisfies ListSpec;

/** Whether somebody has a licence on a day. `unknown`: none is on record. */
export const licenceStates = ['valid', 'expired', 'unknown'] as const;
export const licenceState = z.object({
  state: z.enum(licenceStates),
  /** Of the licence that is valid, or was for the longest. */
  number: z.string().nullable(),
  expiresOn: z.string().nullable(),
});

const named = z.object({ id: z.number(), name: z.string() });
export const shownLicence = licence.row.extend({
  /** That of the technician. */
  name: z.string(),
  technician: named,
  provider: named.nullable(),
  structure: named.nullable(),
});
export type ShownLicence = z.infer<typeof shownLicence>;

/** Someone who leads visits to a site, with the licence today. */
const leader = z.object({ technician: named, provider: named.nullable(), visits: z.number(), licence: licenceState });
export type Leader = z.infer<typeof leader>;
/** Visits of so many days make somebody one who leads visits. */
export const leadsDays = 366;

const one = '/licence/{id}';
const read = licence.can('read');
export const licenceRoutes = {
  list: route.list('/licence', { access: read, reply: shownLicence, list: licenceList }),
  /** The people who can have a licence: the caller's colleagues, and those who have led visits of the company. */
  technicians: route.list('/licence/technician', { access: read, reply: named, list: { search: ['name'] } }),
  get: route.get(one, { access: read, reply: shownLicence }),
  create: route.post('/licence', { access: licence.can('create'), body: licence.fields, reply: shownLicence }),
  update: route.patch(one, { access: licence.can('update'), body: licence.fields.partial(), reply: shownLicence }),
  remove: route.delete(one, { access: licence.can('delete') }),
  history: historyRoute(licence.name, one),
  /** Those who lead visits to a site. */
  leaders: route.get('/policy/{id}/licence', { access: read, reply: z.array(leader) }),
};
/** Scans of a licence. */
export const licenceDocumentRoutes = attachmentRoutes(licence, one);
