import { sql } from 'kysely';
import type { CompanyType } from '#platform/common/company-kinds.ts';
import { bypassRls, type Scope, type Tx } from '#platform/server/postgres/database.ts';

export type ContractOfKind = {
  /** That of the relation. */
  id: number;
  provider: { id: number; name: string };
  client: { id: number; name: string };
  contractFrom: string | null;
  contractTo: string | null;
  contractStatus: 'Active' | 'Inactive';
  contractRuns: boolean;
};
const mostContracts = 1000;

/** The contracts of providers of a kind with their clients, as far as the providers are in the scope. */
export async function contractsOfKind(tx: Tx, scope: Scope, type: CompanyType): Promise<ContractOfKind[]> {
  const providers = scope.companies === 'all' ? sql`true` : sql`p.id = ANY (${scope.companies}::integer[])`;
  const found = await bypassRls(tx, scope, () =>
    sql<ContractOfKind>`
      SELECT r.id, jsonb_build_object('id', p.id, 'name', p.name) AS provider, jsonb_build_object('id', c.id, 'name', c.name) AS client,
             r.contract_from, r.contract_to, r.contract_status, k.client_id IS NOT NULL AS contract_runs
        FROM company_relation r JOIN company p ON p.id = r.provider_id JOIN company c ON c.id = r.client_id
        LEFT JOIN company_client k ON k.provider_id = r.provider_id AND k.client_id = r.client_id
       WHERE r.status = 'engaged' AND p.type = ${type} AND ${providers} ORDER BY r.id LIMIT ${mostContracts}`.execute(
      tx,
    ),
  );
  return found.rows;
}

/** id, provider_id, client_id, contract_to, abilities, resources: the contracts that run now, for statements of other slices. */
export const runningContracts = `(SELECT r.id, k.provider_id, k.client_id, r.contract_to, k.contract_abilities AS abilities, k.contract_resources AS resources
   FROM company_client k JOIN company_relation r ON r.provider_id = k.provider_id AND r.client_id = k.client_id AND r.status = 'engaged')`;
