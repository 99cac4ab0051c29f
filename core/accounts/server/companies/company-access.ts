import { sql } from 'kysely';
import { type CompanyType, providerTypes, type Role } from '#platform/common/company-kinds.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';

/** Kinds of companies that act only on their own company and never select another. */
const ownOnly: readonly (CompanyType | null)[] = ['Customer', 'Security Company'];
export const actsForItselfAlone = (type: CompanyType | null): boolean => ownOnly.includes(type);
/** The kinds whose people act for their clients. */
export const actingProviderTypes: readonly CompanyType[] = providerTypes.filter((type) => !actsForItselfAlone(type));

/**
 * The companies that a person may act for, regardless of the selected customer: the switcher must offer the others as
 * well. Null is every company.
 */
export function companiesSeenBy({ session: { user: who } }: Actor, id: ReturnType<typeof sql>) {
  if (who.adminType !== null) return null;
  if (who.kind === 'guest' || actsForItselfAlone(who.companyType)) return sql`${id} = ${who.companyId}`;
  return sql`(${id} = ${who.companyId} OR ${id} IN (SELECT client_id FROM company_client WHERE provider_id = ${who.companyId}))`;
}

/**
 * The companies whose profile a person may read: their own, its clients and its providers, also under a suspended
 * contract.
 */
export function companiesRelatedTo({ session: { user: who } }: Actor, id: ReturnType<typeof sql>) {
  if (who.adminType !== null) return null;
  if (who.kind === 'guest') return sql`false`;
  return sql`(${id} = ${who.companyId} OR ${inRelation(id, who.companyId ?? 0)})`;
}

/** Whether a company is an engaged client or provider of another one. */
export const inRelation = (id: ReturnType<typeof sql>, companyId: number, side?: 'client' | 'provider') => {
  const clients = sql`${id} IN (SELECT client_id FROM company_relation WHERE provider_id = ${companyId} AND status = 'engaged')`;
  const providers = sql`${id} IN (SELECT provider_id FROM company_relation WHERE client_id = ${companyId} AND status = 'engaged')`;
  return side === 'client' ? clients : side === 'provider' ? providers : sql`(${clients} OR ${providers})`;
};

async function assertCompany(tx: Tx, actor: Actor, id: number): Promise<void> {
  const found = await bypassRls(tx, actor.scope, () =>
    tx.selectFrom('company').select('id').where('id', '=', id).executeTakeFirst(),
  );
  if (!found) throw refuse(404, 'not-found');
}

/**
 * A session as the owner of a company must not change anything that would outlast it, nor the protection of the owner's
 * account.
 */
export function assertOwnSession({ scope }: Actor): void {
  if (scope.impersonatedBy) throw refuse(409, 'not-as-owner');
}

/**
 * People who act for a company by a contract, or as its owner, cannot choose its administrators: those would outlast
 * the right to act.
 */
export const mayAdminister = ({ scope, session: { user } }: Actor, companyId: number): boolean =>
  !scope.impersonatedBy && (user.companyId === companyId || user.adminType === 'Super Admin');

/** Refuses changes that only a company's own administrators decide, because they would outlast the right of others to act. */
export function assertAdministers(actor: Actor, companyId: number): void {
  if (mayAdminister(actor, companyId)) return;
  assertOwnSession(actor);
  throw refuse(403, 'own-company-only');
}

export function assertMayAdminister(actor: Actor, companyId: number, role: Role): void {
  if (role !== 'Admin' || mayAdminister(actor, companyId)) return;
  assertOwnSession(actor);
  throw refuse(403, 'own-administrators');
}

/** Whether the caller may see the company's people and packages: staff that of their own, or of one within the scope. */
export const manages = ({ scope, session: { user } }: Actor, id: number): boolean =>
  (id === user.companyId && user.kind === 'staff') || scope.companies === 'all' || scope.companies.includes(id);

export async function assertManages(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!manages(actor, id)) throw refuse(404, 'not-found');
  await assertCompany(tx, actor, id);
}

/**
 * Like `assertManages`, but for a write: a provider must select the client first, so that it never changes the wrong
 * company.
 */
export async function assertChanges(tx: Tx, actor: Actor, id: number): Promise<void> {
  await assertManages(tx, actor, id);
  const { user, actingFor } = actor.session;
  if (id !== user.companyId && id !== actingFor && actor.scope.companies !== 'all')
    throw refuse(409, 'select-a-customer');
}

/**
 * Relations are decided by a company's own people: a provider that acts for its client must not accept its own
 * requests there.
 */
export async function assertOwn(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { user } = actor.session;
  if ((id !== user.companyId || user.kind === 'guest') && user.adminType !== 'Super Admin')
    throw refuse(404, 'not-found');
  assertOwnSession(actor);
  await assertCompany(tx, actor, id);
}
