import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Request } from './request-states.ts';

/** The engaged relation of two companies, whichever of them provides; locked until the end of the transaction. */
export async function relationBetween(tx: Tx, one: number, other: number) {
  return tx
    .selectFrom('companyRelation')
    .selectAll()
    .where('status', '=', 'engaged')
    .where((some) =>
      some.or([some.and({ providerId: one, clientId: other }), some.and({ providerId: other, clientId: one })]),
    )
    .orderBy('id')
    .forUpdate()
    .executeTakeFirst();
}

/** Whether one of two companies works for the other now. Runs as the role that sees all rows. */
export async function hasRunningContract(tx: Tx, one: number, other: number): Promise<boolean> {
  const running = await tx
    .selectFrom('companyClient')
    .select('providerId')
    .where((some) =>
      some.or([some.and({ providerId: one, clientId: other }), some.and({ providerId: other, clientId: one })]),
    )
    .executeTakeFirst();
  return running !== undefined;
}

export async function relationOf(tx: Tx, request: Request) {
  const found =
    request.relationId === null
      ? undefined
      : await tx
          .selectFrom('companyRelation')
          .selectAll()
          .where('id', '=', request.relationId)
          .where('status', '=', 'engaged')
          .forUpdate()
          .executeTakeFirst();
  if (!found) throw refuse(409, 'relation-ended');
  return found;
}
