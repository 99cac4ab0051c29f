import type { Tx } from '#platform/server/postgres/database.ts';

/** Entitles companies to an app; those that hold it already keep it. */
export async function grantApp(tx: Tx, appId: string, companyIds: readonly number[]): Promise<void> {
  await tx
    .insertInto('companyApp')
    .values(companyIds.map((companyId) => ({ companyId, appId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
