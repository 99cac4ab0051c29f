import { z } from 'zod';
import { keptFiles } from '#platform/common/offline/kept-files.ts';
import { route } from '#platform/common/route.ts';
import { anyFile } from '#platform/common/upload.ts';
import { instant } from '#platform/common/validation/validation.ts';
import { slot } from './slot.ts';

export const checkResults = ['permit-seen', 'no-permit', 'empty', 'blocked-by-object', 'other'] as const;
export const maxPhotos = 2;

const named = z.object({ id: z.number(), name: z.string() });

/** A bay for People of Determination in which a vehicle stands that nobody has looked at yet: no sensor sees a permit. */
const slotToCheck = z.object({
  id: z.number(),
  number: z.string(),
  floor: named.nullable(),
  group: named.nullable(),
  since: z.string(),
});
export type SlotToCheck = z.infer<typeof slotToCheck>;

const newCheck = z.object({
  /** Chosen by the phone: an answer that is sent again is the same one. */
  clientId: z.uuid('invalid'),
  /** When the attendant stood there, by the clock of the phone. */
  at: instant(),
  /** Since when the bay was occupied, as the list said. */
  stayFrom: instant(),
  result: z.enum(checkResults, 'invalid'),
  note: z.string().trim().max(200, 'tooLong').optional(),
  photos: z.array(anyFile()).max(maxPhotos, 'tooMany').optional(),
});

const check = z.object({
  id: z.number(),
  clientId: z.string(),
  at: z.string(),
  receivedAt: z.string(),
  stayFrom: z.string(),
  result: z.enum(checkResults),
  note: z.string().nullable(),
  person: named.nullable(),
  /** Their ids; they are kept for 30 days. */
  photos: z.array(z.number()),
});
export type Check = z.infer<typeof check>;

const all = '/slot/{id}/check';

export const checkRoutes = {
  /** In the order of the numbers of the bays. */
  toCheck: route.get('/location/{id}/to-check', { access: slot.can('read'), reply: z.array(slotToCheck) }),
  /** What was found at a bay, the newest first. */
  list: route.get(all, { access: slot.can('read'), reply: z.array(check) }),
  add: route.post(all, {
    access: slot.can('check'),
    idempotent: true,
    keepsFiles: true,
    upload: {
      ...{ maxBytes: keptFiles.bytesEach, kinds: ['image'] },
      many: { files: maxPhotos, bytes: maxPhotos * keptFiles.bytesEach },
    },
    body: newCheck,
    reply: check,
  }),
  photo: route.get(`${all}/{photoId}/file`, { access: slot.can('check'), reply: z.unknown(), raw: true }),
};
