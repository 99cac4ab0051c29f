import type { FastifyRequest } from 'fastify';
import type { Tx } from '#platform/server/database.ts';
import type { Tables } from '#platform/server/tables.ts';

/** Where a sign-in comes from. */
export type Caller = { address: string; userAgent: string | null };

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
});

type Person = { id: number | null; companyId: number | null; email: string };

export async function logAccess(
  tx: Tx,
  event: Tables['accessLog']['event'],
  person: Person,
  caller: Caller,
): Promise<void> {
  await tx
    .insertInto('accessLog')
    .values({
      event,
      userId: person.id,
      companyId: person.companyId,
      email: person.email,
      address: caller.address,
      userAgent: caller.userAgent,
    })
    .execute();
}
