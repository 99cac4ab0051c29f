import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

/** Entitles companies to an app; those that hold it already keep it. */
export async function grantApp(tx: Tx, appId: string, companyIds: readonly number[]): Promise<void> {
  await tx
    .insertInto('companyApp')
    .values(companyIds.map((companyId) => ({ companyId, appId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the active company in a column holds the app in another one: `holdsApp('f.company_id', 'f.app_id')`. */
export const holdsApp = (company: string, app: string): RawBuilder<boolean> =>
  sql`EXISTS (SELECT FROM company_app held JOIN company holder ON holder.id = held.company_id
               WHERE held.company_id = ${sql.ref(company)} AND held.app_id = ${sql.ref(app)} AND holder.status = 'Active')`;

/** Whether the company in a column is active: it holds every slice of the core. */
export const isActiveCompany = (company: string): RawBuilder<boolean> =>
  sql`EXISTS (SELECT FROM company holder WHERE holder.id = ${sql.ref(company)} AND holder.status = 'Active')`;
