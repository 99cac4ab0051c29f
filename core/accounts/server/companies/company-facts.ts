import { sql } from 'kysely';
import type { CompanyRef, CompanyType } from '#platform/common/company-kinds.ts';
import { bypassRls, type Scope, type Tx } from '#platform/server/postgres/database.ts';
import type { Actor } from '#platform/server/serve.ts';
import { actingProviderTypes } from './company-access.ts';

export async function countryOfCompany(tx: Tx, id: number): Promise<number | null> {
  const found = await tx.selectFrom('company').select('countryId').where('id', '=', id).executeTakeFirst();
  return found?.countryId ?? null;
}

export async function companyTypeOf(tx: Tx, companyId: number): Promise<CompanyType | null> {
  const found = await tx.selectFrom('company').select('type').where('id', '=', companyId).executeTakeFirst();
  return found?.type ?? null;
}

/** The time zone (IANA name) of the company that a column names, within another slice's statement. */
export const companyZoneSql = (column: string) =>
  sql<string>`(SELECT coalesce(time_zone, 'UTC') FROM company zoned WHERE zoned.id = ${sql.ref(column)})`;

/** The time zone (IANA name) of a company; UTC without one. */
export async function zoneOfCompany(tx: Tx, companyId: number | null): Promise<string> {
  const rows = await sql<{ zone: string | null }>`
    SELECT ${companyZoneSql('c.id')} AS zone FROM (SELECT ${companyId}::integer AS id) c`.execute(tx);
  return rows.rows[0]?.zone ?? 'UTC';
}

/** `{id, name}` of the company that a column names, within another slice's statement. */
export const companyNamed = (column: string) =>
  sql<{
    id: number;
    name: string;
  }>`(SELECT jsonb_build_object('id', named.id, 'name', named.name) FROM company named WHERE named.id = ${sql.ref(column)})`;

/** The name of the company that a column names, read by those who may act for it. */
export const companyName = (column: string) =>
  sql<string | null>`(SELECT called.name FROM company called WHERE called.id = ${sql.ref(column)})`;

/** The name of one company. */
export async function companyNameOf(tx: Tx, id: number): Promise<string | null> {
  const found = await sql<{ name: string | null }>`SELECT company_called(${id}::integer) AS name`.execute(tx);
  return found.rows[0]?.name ?? null;
}

/** The companies that act for this one by a running contract, by name. */
export async function runningProviders(tx: Tx, scope: Scope, companyId: number): Promise<CompanyRef[]> {
  const found = await bypassRls(tx, scope, () =>
    sql<CompanyRef>`
      SELECT p.id, p.name, p.type FROM company_client r JOIN company p ON p.id = r.provider_id
       WHERE r.client_id = ${companyId} ORDER BY p.name, p.id`.execute(tx),
  );
  return found.rows;
}

/** The providers that a running contract allows an ability, with the structures that it is about; null: all of them. Runs as the system. */
export async function providersWith(
  tx: Tx,
  companyId: number,
  ability: string,
): Promise<{ id: number; structures: number[] | null }[]> {
  const found = await sql<{ id: number; structures: number[] | null }>`
    SELECT r.provider_id AS id, r.contract_resources AS structures FROM company_client r JOIN company p ON p.id = r.provider_id
     WHERE r.client_id = ${companyId} AND p.type = ANY (${actingProviderTypes}::text[])
       AND (r.contract_abilities IS NULL OR ${ability} = ANY (r.contract_abilities)) ORDER BY r.provider_id`.execute(
    tx,
  );
  return found.rows;
}

export type CustomerSummary = {
  id: number;
  name: string;
  type: CompanyType;
  contractTo: string | null;
  contractRuns: boolean;
  /** The contract restricts abilities, so the customer is visible only while it is selected. */
  limited: boolean;
};
const mostCustomers = 1000;

/** The customers of a provider, or all of them for people of the platform. */
export async function customersOf(tx: Tx, { scope, session: { user } }: Actor): Promise<CustomerSummary[]> {
  const found = await bypassRls(tx, scope, () =>
    user.adminType !== null
      ? sql<CustomerSummary>`
          SELECT id, name, type, NULL::timestamptz AS contract_to, true AS contract_runs, false AS limited
            FROM company WHERE type = 'Customer' ORDER BY id LIMIT ${mostCustomers}`.execute(tx)
      : sql<CustomerSummary>`
          SELECT c.id, c.name, c.type, r.contract_to, k.client_id IS NOT NULL AS contract_runs, r.contract_abilities IS NOT NULL AS limited
            FROM company_relation r JOIN company c ON c.id = r.client_id
            LEFT JOIN company_client k ON k.provider_id = r.provider_id AND k.client_id = r.client_id
           WHERE r.provider_id = ${user.companyId} AND r.status = 'engaged' ORDER BY c.id LIMIT ${mostCustomers}`.execute(
          tx,
        ),
  );
  return found.rows;
}
