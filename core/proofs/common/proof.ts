import { z } from 'zod';
import type { Access } from '#platform/common/access.ts';
import { keptFiles } from '#platform/common/offline/kept-files.ts';
import { route } from '#platform/common/route.ts';
import { anyFile, inForm } from '#platform/common/upload.ts';
import {
  instant,
  location,
  numberWithin,
  requiredLines,
  requiredText,
} from '#platform/common/validation/validation.ts';

const proofKinds = ['photo', 'signature', 'scan', 'code', 'checklist'] as const;

/** Proofs of one record. */
export const maxProofs = 500;
const maxAnswers = 200;
/** A file that fits into the changes that a device keeps without a network. */
const proofUpload = { maxBytes: keptFiles.bytesEach, kinds: ['image'] } as const;

/** A position in degrees, and the radius in metres within which it certainly is. */
const place = location().extend({ accuracy: numberWithin(0, 1_000_000).optional() });

/** An answer of a checklist. That of a photo is the `clientId` of its proof. */
const answer = z.union([requiredLines(2000), z.number('invalid'), z.boolean('invalid')], 'invalid');

const proofData = z.object({
  /** What was scanned or typed. */
  code: requiredText(500).optional(),
  /** Who signed. */
  name: requiredText(120).optional(),
  note: requiredLines(2000).optional(),
  /** The answers of a checklist by the keys of its items. */
  answers: z
    .record(requiredText(100), answer, 'invalid')
    .refine((answers) => Object.keys(answers).length <= maxAnswers, 'tooMany')
    .optional(),
});

const newProof = z.object({
  /** Chosen by the device: a proof that is sent again is the same one. */
  clientId: z.uuid('invalid'),
  kind: z.enum(proofKinds, 'invalid'),
  /** By the clock of the device; without it, when the call was made. */
  doneAt: instant().optional(),
  place: inForm(place).optional(),
  data: inForm(proofData).optional(),
  /** Of a photo or signature. */
  file: anyFile().optional(),
});
export type NewProof = z.infer<typeof newProof>;

const proof = z.object({
  id: z.number(),
  clientId: z.string(),
  kind: z.enum(proofKinds),
  /** When it was done by the clock of the device, never after `receivedAt` by more than clocks differ. */
  doneAt: instant(),
  receivedAt: instant(),
  place: place.extend({ accuracy: z.number().nullable() }).nullable(),
  data: proofData,
  file: z
    .object({
      mediaType: z.string(),
      size: z.number(),
      width: z.number().nullable(),
      height: z.number().nullable(),
    })
    .nullable(),
  /** Null for the system and for a person without an account. */
  person: z.object({ id: z.number(), name: z.string(), company: z.string().nullable() }).nullable(),
});
export type Proof = z.infer<typeof proof>;

/**
 * The proofs of the record that the path names: `proofRoutes('/visit/{id}', { read, add })`. They are only ever added.
 * A device without a network keeps them and sends them later.
 */
export function proofRoutes<Path extends string>(path: Path, { read, add }: { read: Access; add: Access }) {
  const all = `${path}/proof` as const;
  return {
    /** In the order in which they were done. */
    list: route.get(all, { access: read, reply: z.array(proof) }),
    /** Replies with the known proof if its `clientId` is known. */
    add: route.post(all, {
      access: add,
      idempotent: true,
      keepsFiles: true,
      upload: proofUpload,
      body: newProof,
      reply: proof,
    }),
    file: route.get(`${all}/{proofId}/file` as const, { access: read, reply: z.unknown(), raw: true }),
  };
}
