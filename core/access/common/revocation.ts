import { z } from 'zod';
import { connections } from '#core/devices/common/connection.ts';
import { verificationRoute } from '#core/print/common/verification.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';
import { grantWithSecrets } from './grant.ts';

/** For how long access that was revoked by mistake can be given back, in minutes. */
export const undoMinutes = 10;
/** Where a printed proof is checked. */
export const verifyRevocationPath = '/verify-revocation';

const revocationRow = z.object({
  id: z.number(),
  companyId: z.number(),
  holder: z.object({ id: z.number(), name: z.string(), userId: z.number().nullable() }),
  reason: z.enum(['holder-left', 'revoked']),
  at: z.string(),
  /** Null if nobody did it, because the account expired. */
  by: z.string().nullable(),
  grants: z.number(),
  locks: z.number(),
  /** The locks that have proven that they store no code of the holder. */
  confirmed: z.number(),
  undoUntil: z.string(),
  undoneAt: z.string().nullable(),
});
export type RevocationRow = z.infer<typeof revocationRow>;

const lockOfRevocation = z.object({
  device: z.object({ id: z.number(), name: z.string(), solutionId: z.number() }),
  site: z.string().nullable(),
  /** Codes and cards that the lock had or still has. */
  codes: z.number(),
  cards: z.number(),
  confirmed: z.boolean(),
  /** It was removed from its place before it confirmed, and never will. */
  uninstalled: z.boolean(),
  /** Null for a lock that had no code. */
  removedAt: z.string().nullable(),
  connection: z.enum(connections),
  /** When a sleeping lock reports next; null for others. */
  wakesAt: z.string().nullable(),
});
export type LockOfRevocation = z.infer<typeof lockOfRevocation>;
const revocation = revocationRow.extend({ at: z.string(), list: z.array(lockOfRevocation) });
export type Revocation = z.infer<typeof revocation>;

const leavingAccess = z.object({
  /** The accesses that would end, and the codes and cards on locks. */
  grants: z.number(),
  codes: z.number(),
  cards: z.number(),
  locks: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type LeavingAccess = z.infer<typeof leavingAccess>;

const verified = z.object({
  company: z.string(),
  holder: z.string(),
  at: z.string(),
  provenAt: z.string(),
  locks: z.number(),
  seal: z.string(),
  unchanged: z.boolean(),
});

/** The content of a printed proof. */
export type PrintedRevocation = {
  company: string;
  zone: string;
  holder: string;
  reason: RevocationRow['reason'];
  at: string;
  by: string | null;
  grants: number;
  provenAt: string;
  locks: Pick<LockOfRevocation, 'device' | 'site' | 'codes' | 'cards' | 'removedAt'>[];
  seal: string;
  address: string;
};

/** The calls about people who lost all access, and the proof that their codes are gone. */
export function revocationRoutes(app: string) {
  const read = canDo(`${app}.access`, 'read');
  const create = canDo(`${app}.access`, 'create');
  return {
    list: route.list('/user-access/revocation', {
      access: read,
      reply: revocationRow,
      list: { filter: ['userId'], valuesOnly: ['userId'], sort: ['createdAt'], defaultSort: ['createdAt', 'desc'] },
    }),
    /** What a person of the company would lose by leaving it. */
    leaving: route.get('/user-access/leaving', {
      access: read,
      query: z.object({ userId: id() }),
      reply: leavingAccess,
    }),
    get: route.get('/user-access/revocation/{id}', { access: read, reply: revocation }),
    /** Gives the same access with new codes. */
    undo: route.post('/user-access/revocation/{id}/undo', {
      access: create,
      reply: z.array(grantWithSecrets),
      status: 200,
      idempotent: true,
    }),
    /** The list as PDF. Refused while a lock still stores a code. */
    report: route.post('/user-access/revocation/{id}/report', {
      access: read,
      body: z.object({ language: z.enum(['en', 'ar']) }),
      reply: z.object({ id: z.number(), companyId: z.number() }),
    }),
    verify: verificationRoute('/revocation/{code}', verified),
  };
}
