import { z } from 'zod';
import { id, instant, requiredText } from '#platform/common/validation/validation.ts';
import { hitSpecies } from '../hit-words.ts';

/** What was found at a trap. */
export const findings = [
  'ok',
  'catch',
  'false',
  'sprung-empty',
  'dirty',
  'damaged',
  'missing',
  'inaccessible',
  'moved',
] as const;
/** What was done with it. */
export const lineActions = ['re-armed', 'lure-changed', 'cleaned', 'battery', 'replaced'] as const;
/** A trap that was not looked at needs the reason. */
const unchecked: readonly string[] = ['missing', 'inaccessible'];

const fields = {
  /** Named by the device: a line that is sent again is the same one. */
  clientId: z.uuid('invalid'),
  deviceId: id(),
  finding: z.enum(findings, 'invalid'),
  count: z.number('enterANumber').int('enterANumber').min(0, 'outOfRange').max(30, 'outOfRange').nullable(),
  species: z.enum(hitSpecies, 'invalid').nullable(),
  actions: z.array(z.enum(lineActions, 'invalid')).max(lineActions.length, 'tooMany'),
  /** The serial number of the device that replaces it. */
  serial: requiredText(64).nullable(),
  reason: requiredText(300).nullable(),
  /** The proofs with its photos, as the device named them. */
  photos: z.array(z.uuid('invalid')).max(3, 'tooMany'),
};

export const newLine = z
  .strictObject({
    ...fields,
    at: instant(),
    /** When the person came to the trap; by default `at`. */
    beganAt: instant(),
  })
  .partial({ count: true, species: true, actions: true, serial: true, reason: true, photos: true, beganAt: true })
  .superRefine(({ finding, count, reason, actions, serial }, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (unchecked.includes(finding) && !reason) fault('reason', 'Required');
    if (count && finding !== 'catch') fault('count', 'invalid');
    if (count === 0 && finding === 'catch') fault('count', 'outOfRange');
    if (actions?.includes('replaced') && !serial) fault('serial', 'Required');
  });
export type NewLine = z.infer<typeof newLine>;

export const shownLine = z.object({
  ...fields,
  id: z.number(),
  at: instant(),
  receivedAt: instant(),
  /** The trap no longer stood at the site when the line arrived. */
  gone: z.boolean(),
  person: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export type ShownLine = z.infer<typeof shownLine>;

/** `known`: it was stored before. `unknown-trap`: the company has never had such a trap. */
export const lineResult = z.object({ clientId: z.string(), result: z.enum(['added', 'known', 'unknown-trap']) });
export type LineResult = z.infer<typeof lineResult>;
