import { z } from 'zod';
import { verificationRoute } from '#core/print/common/verification.ts';
import { instant } from '#platform/common/validation/validation.ts';
import type { TrapZone } from './trap.ts';
import type { Material, Recommendation } from './visits/records.ts';
import type { ShownVisit } from './visits/visit.ts';
import type { ShownLine } from './visits/visit-line.ts';

/** Where a printed document of the app is checked. */
export const verifyDocumentPath = '/verify-trap-document';

const verified = z.object({
  kind: z.enum(['visit', 'folder']),
  company: z.string(),
  site: z.string(),
  madeAt: instant(),
  /** Of the file; null while it is being laid out. */
  sha256: z.string().nullable(),
  /** Of a visit. `addenda`: those in the document; `later`: those that came after it. */
  visit: z
    .object({
      number: z.string(),
      signedAt: instant().nullable(),
      signedBy: z.string().nullable(),
      addenda: z.number(),
      later: z.number(),
    })
    .nullable(),
  /** Of a folder: its period. */
  from: instant().nullable(),
  to: instant().nullable(),
});
export type VerifiedDocument = z.infer<typeof verified>;

export const documentRoutes = {
  verify: verificationRoute('/document/{code}', verified),
};

/** A trap as documents name it. */
export type PrintedTrap = { number: number | null; name: string; zone: TrapZone; space: string | null };

/** The report of a visit as it is laid out. */
export type PrintedVisit = {
  company: string;
  site: string;
  zone: string;
  address: string;
  visit: Pick<ShownVisit, 'number' | 'kind' | 'startedAt' | 'endedAt' | 'note' | 'signedBy'> & {
    technician: string | null;
    provider: string | null;
    signedAt: string | null;
  };
  lines: (Pick<
    ShownLine,
    'id' | 'at' | 'finding' | 'count' | 'species' | 'actions' | 'serial' | 'reason' | 'gone' | 'photos'
  > & { trap: PrintedTrap; person: string | null })[];
  materials: (Omit<Material, 'person' | 'clientId' | 'deviceId'> & { trap: PrintedTrap | null })[];
  recommendations: (Pick<Recommendation, 'id' | 'text' | 'severity' | 'dueOn' | 'state'> & { owner: string | null })[];
  addenda: { id: number; text: string; createdAt: string; person: string | null }[];
  /** Pictures as data addresses, by the names that devices gave them. */
  photos: Record<string, string>;
  signature: string | null;
};
