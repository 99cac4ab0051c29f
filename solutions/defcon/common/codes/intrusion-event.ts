import { z } from 'zod';
import { qualifiers } from './meaning.ts';

/** Numbers may be higher than any zone or group that is known here: what a panel reports is never refused for them. */
const number = z.number().int().min(0).max(999_999).nullish();

/**
 * The data of an event `intrusion`: a signal of a panel, by whichever way it came. A panel names a code of SIA, or one of
 * Contact ID.
 */
export const intrusionEvent = z.object({
  code: z.string().min(1).max(10).nullish(),
  contactId: z
    .string()
    .regex(/^[0-9]{3}$/)
    .nullish(),
  q: z.enum(qualifiers).default('new'),
  zone: number,
  group: number,
  user: number,
  text: z.string().max(200).nullish(),
});
