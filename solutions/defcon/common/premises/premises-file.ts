import { z } from 'zod';
import { attachmentRoutes } from '#platform/common/attachment.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { megabyte } from '#platform/common/upload.ts';
import { id, personName, phone, requiredLines, textOfLength } from '#platform/common/validation/validation.ts';

export const mostContacts = 10;
export const mostSteps = 20;
export const mostPhotos = 6;
export const photoUpload = { maxBytes: 10 * megabyte, kinds: ['image'] } as const;
export const dangers = ['dogs', 'weapons', 'gas'] as const;

const fields = z.strictObject({
  /** What is done on an incident, step by step. */
  plan: z.array(requiredLines(300)).max(mostSteps, 'tooLong'),
  /** How to get in. */
  accessNotes: textLines(2000),
  hazards: textLines(500),
  dogs: z.boolean(),
  weapons: z.boolean(),
  gas: z.boolean(),
});

/** Text of several lines that may be empty. */
function textLines(max: number) {
  return z.string('Required').trim().max(max, 'tooLong');
}

/** What those who act on an incident need to know about the site: whom to call, what to do, how to get in. */
export const premisesFile = defineEntity('defcon.premises-file', {
  fields,
  table: 'defcon_premises',
  roles: { export: 'Admin' },
});

const contactFields = z.strictObject({
  name: personName(80),
  phone: phone('international'),
  language: z.enum(['en', 'ar']),
  /** What proves that it is this person. Left out, it stays as it is. It is read only for an open incident. */
  codeWord: textOfLength({ min: 3, max: 30 }).nullable().optional(),
  /** Learns of duress before the incident is closed. */
  duressContact: z.boolean(),
  /** The account of the person, who then sees duress here as well; null: none. Left out, it stays as it is. */
  userId: id().nullable().optional(),
  /** When the person can be called; null: always. */
  scheduleId: id().nullable(),
});
export const contact = defineEntity('defcon.contact', { fields: contactFields.omit({ codeWord: true }) });
export type ContactFields = z.infer<typeof contactFields>;

const named = z.object({ id: z.number(), name: z.string() });
const contactRow = contactFields.omit({ codeWord: true, scheduleId: true, userId: true }).extend({
  id: z.number(),
  /** 1 is called first. */
  position: z.number(),
  /** When the code word was set; null without one. */
  codeWordAt: z.string().nullable(),
  schedule: named.nullable(),
  user: named.nullable(),
  /** Whether the person can be called now. */
  reachable: z.boolean(),
});
export type Contact = z.infer<typeof contactRow>;

export const shownPremisesFile = fields.extend({ structureId: z.number(), contacts: z.array(contactRow) });
export type PremisesFile = z.infer<typeof shownPremisesFile>;

/** A line of the call lists of a company. */
const exportedContact = contactRow
  .omit({ id: true, user: true, reachable: true, codeWordAt: true })
  .extend({ structure: named, hasCodeWord: z.boolean() });
export type ExportedContact = z.infer<typeof exportedContact>;

const site = '/premises/{structureId}';
const all = `${site}/contact` as const;
const one = `${all}/{id}` as const;
const reply = shownPremisesFile;

export const premisesFileRoutes = {
  get: route.get(`${site}/file`, { access: premisesFile.can('read'), reply }),
  update: route.put(`${site}/file`, { access: premisesFile.can('update'), body: fields, reply }),
  history: historyRoute(premisesFile.name, `${site}/file`),
  /** Adds a contact at the end of the call list. 409 `call-list-full`. */
  addContact: route.post(all, {
    access: premisesFile.can('update'),
    body: contactFields,
    reply,
    idempotent: true,
  }),
  updateContact: route.put(one, { access: premisesFile.can('update'), body: contactFields, reply }),
  removeContact: route.delete(one, { access: premisesFile.can('update') }),
  /** Puts the call list in this order, which names each contact once. */
  orderContacts: route.put(`${site}/contact-order`, {
    access: premisesFile.can('update'),
    body: z.object({ contactIds: z.array(id()).max(mostContacts, 'tooLong') }),
    reply,
  }),
  /** The call lists of all sites, without code words. Each export is recorded. */
  exportContacts: route.post('/premises/contact-export', {
    access: premisesFile.can('export'),
    reply: z.array(exportedContact),
    status: 200,
  }),
};

export const premisesPhotoRoutes = attachmentRoutes(premisesFile, '/premises/{id}', photoUpload);
