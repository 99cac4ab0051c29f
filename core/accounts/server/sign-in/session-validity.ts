import { type RawBuilder, sql } from 'kysely';
import { lifetimes } from '../../common/auth.ts';
import { actingProviderTypes } from '../companies/company-access.ts';

/** Whether a person may work now: an account that is active and has not expired, of a company that is active. */
export const mayWork = (person: string, company: string) => {
  const [u, c] = [sql.ref(person), sql.ref(company)];
  return sql<boolean>`(${u}.status = 'active' AND (${u}.expires_at IS NULL OR ${u}.expires_at > now()) AND (${c}.id IS NULL OR ${c}.status = 'Active'))`;
};

const mayBeUsed = (session: string, person: string, company: string) => {
  const s = sql.ref(session);
  return sql`${s}.revoked_at IS NULL AND ${s}.expires_at > now() AND ${s}.last_used_at > now() - ${lifetimes.idleSeconds} * interval '1 second'
    AND ${mayWork(person, company)}`;
};

/** Whether a person may work as the owner of a company: the contract must not limit the abilities. */
export const mayWorkAsOwner = (opener: string, openerCompany: string, client: RawBuilder<unknown>) =>
  sql<boolean>`(${sql.ref(`${opener}.admin_type`)} IS NOT DISTINCT FROM 'Super Admin' OR (
    ${sql.ref(`${opener}.role`)} = 'Admin' AND ${sql.ref(`${openerCompany}.type`)} = ANY (${actingProviderTypes}::text[])
    AND EXISTS (SELECT FROM company_client r WHERE r.provider_id = ${sql.ref(`${opener}.company_id`)} AND r.client_id = ${client} AND r.contract_abilities IS NULL)))`;

/**
 * Whether the session `s` of the person `u` of the company `c` may be used now. One in which somebody else works as the
 * owner of the company lives only with the session in which it was opened, and with the right to open it.
 */
export const sessionLives = sql<boolean>`(${mayBeUsed('s', 'u', 'c')} AND (s.impersonated_by IS NULL OR EXISTS (
  SELECT FROM session os JOIN users ou ON ou.id = os.user_id LEFT JOIN company oc ON oc.id = ou.company_id
   WHERE os.id = s.opener_session AND os.user_id = s.impersonated_by AND ${mayBeUsed('os', 'ou', 'oc')}
     AND ${mayWorkAsOwner('ou', 'oc', sql`u.company_id`)})))`;
