import { type RawBuilder, sql } from 'kysely';
import { runningContracts } from '#core/accounts/server/api.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { PanelPlace } from '../panels/panel-rows.ts';

/** What a security company does with panels that it watches only if its contract allows it. */
export type WatcherAbility = 'arm' | 'disarm';

/**
 * SQL for whether one of these companies may do this with the panel `t` (`company_id`, `structure_id`) by its contract
 * with the owner. One without named abilities allows everything.
 */
export const contractAllows = (ability: WatcherAbility, companies: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM ${sql.raw(runningContracts)} c
    WHERE c.client_id = t.company_id AND c.provider_id = ANY (${companies}::integer[])
      AND (c.abilities IS NULL OR ${`defcon.panel.${ability}`}::text = ANY (c.abilities)) AND (c.resources IS NULL OR t.structure_id = ANY (c.resources)))`;

/** Whether the caller watches the panel for another company. The policy of the panels has let it through. */
export const isWatcher = ({ scope }: Pick<Actor, 'scope'>, { companyId }: Pick<PanelPlace, 'companyId'>): boolean =>
  scope.companies !== 'all' && !scope.companies.includes(companyId);

/** Refuses with 403 what the contract of a security company with the owner of the panel does not allow. */
export async function assertContractAllows(
  tx: Tx,
  { scope }: Actor,
  { companyId, structureId }: PanelPlace,
  ability: WatcherAbility,
): Promise<void> {
  const companies = scope.companies === 'all' ? [] : scope.companies;
  const { rows } = await bypassRls(tx, scope, () =>
    sql<{ allowed: boolean }>`
      SELECT ${contractAllows(ability, companies)} AS allowed FROM (SELECT ${companyId}::integer AS company_id, ${structureId}::integer AS structure_id) t`.execute(
      tx,
    ),
  );
  if (!rows[0]?.allowed) throw refuse(403, 'not-in-contract');
}

/** Whether a contract names the ability by which offers are accepted at once; one that allows everything does not name it. */
export async function acceptsAtOnce(tx: Tx, providerId: number, clientId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${sql.raw(runningContracts)} c
     WHERE c.provider_id = ${providerId} AND c.client_id = ${clientId} AND 'defcon.device-assign.auto' = ANY (c.abilities)`.execute(
    tx,
  );
  return rows.length > 0;
}
