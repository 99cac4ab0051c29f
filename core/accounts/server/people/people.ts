import { type RawBuilder, sql } from 'kysely';
import type { AdminType } from '#platform/common/company-kinds.ts';
import type { ListQuery, ListSpec } from '#platform/common/list.ts';
import type { Scope, Tx } from '#platform/server/postgres/database.ts';
import { anyOf, sqlNow } from '#platform/server/postgres/values.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Actor, ListReply } from '#platform/server/serve.ts';
import { mayWork, sessionLives } from '../sign-in/session-validity.ts';
import { appRolesOf } from './app-roles.ts';

export type PersonName = { id: number; firstName: string; lastName: string; email: string };

const names = (tx: Tx) => tx.selectFrom('users').select(['id', 'firstName', 'lastName', 'email']);

/** The names of people; those outside of the transaction's companies are left out. */
export async function usersOf(tx: Tx, ids: readonly number[]): Promise<PersonName[]> {
  if (ids.length === 0) return [];
  return names(tx)
    .where('id', '=', anyOf([...new Set(ids)]))
    .execute();
}

/** The staff of one company that the caller may see, by the list protocol. */
export async function findUsers(
  tx: Tx,
  actor: Actor,
  companyId: number,
  query: ListQuery,
  spec: ListSpec,
): Promise<ListReply<PersonName>> {
  const where = [sql`t.company_id = ${companyId}`, sql`t.removed_at IS NULL`, sql`t.kind = 'staff'`];
  const { ids, totalRecords } = await findIds(tx, { table: 'users', spec, query, scope: actor.scope, where });
  return { data: inOrder(ids, await usersOf(tx, ids)), totalRecords };
}

/** Refuses unless all of these are staff of the company; `unexpired`: with an account that has not expired. */
export async function assertUsersOf(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
  { unexpired = false } = {},
): Promise<void> {
  const wanted = [...new Set(ids)];
  const found = await names(tx)
    .where('companyId', '=', companyId)
    .where('removedAt', 'is', null)
    .where('kind', '=', 'staff')
    .where('id', '=', anyOf(wanted))
    .where((one) => (unexpired ? one.or([one('expiresAt', 'is', null), one('expiresAt', '>', sqlNow)]) : one.val(true)))
    .execute();
  if (found.length < wanted.length) throw invalid('users', 'invalid');
}

/** Whether a company has more than one member of staff, invited ones included. */
export async function hasColleague(tx: Tx, companyId: number): Promise<boolean> {
  const found = await names(tx)
    .where('companyId', '=', companyId)
    .where('removedAt', 'is', null)
    .where('kind', '=', 'staff')
    .limit(2)
    .execute();
  return found.length > 1;
}

/** The country of a person's company. */
export async function countryOfPerson(tx: Tx, id: number): Promise<number | null> {
  const found = await tx
    .selectFrom('users')
    .innerJoin('company', 'company.id', 'users.companyId')
    .select('company.countryId')
    .where('users.id', '=', id)
    .executeTakeFirst();
  return found?.countryId ?? null;
}

/** The name of the person that a column names, within another slice's statement, of any company. */
export const personNameSql = (column: string) => sql<string | null>`person_name(${sql.ref(column)})`;

const maxMatches = 1000;

/** The ids of the people of the scope's companies whose names or addresses contain the words, the newest thousand. */
export async function peopleMatching(tx: Tx, scope: Scope, words: string): Promise<number[]> {
  const all = { search: words, limit: maxMatches, skip: 0, total: false, filters: {}, ranges: {} };
  return (await findIds(tx, { table: 'users', spec: {}, query: all, scope })).ids;
}

/** The name of one person, of any company. */
export async function personNameOf(tx: Tx, id: number): Promise<string | null> {
  const found = await sql<{ name: string | null }>`SELECT person_name(${id}::integer) AS name`.execute(tx);
  return found.rows[0]?.name ?? null;
}

/** `{id, name}` of the person in a column; null if the column is null. */
export const personNamed = (column: string) =>
  sql<{
    id: number;
    name: string;
  } | null>`CASE WHEN ${sql.ref(column)} IS NOT NULL THEN jsonb_build_object('id', ${sql.ref(column)}, 'name', person_name(${sql.ref(column)})) END`;

/** SQL for whether the account of the person in a column can be used now. */
export const personCanWork = (column: string) =>
  sql<boolean>`EXISTS (SELECT FROM users pw LEFT JOIN company pc ON pc.id = pw.company_id WHERE pw.id = ${sql.ref(column)} AND ${mayWork('pw', 'pc')})`;

/**
 * `{company, client}`: the company of a person who did something, and the other company for which it was done, by the
 * columns that name them. Null for actions for the person's own company.
 */
export const actedFor = (person: string, company: string) =>
  sql<{ company: string; client: string } | null>`acting_for(${sql.ref(person)}, ${sql.ref(company)})`;

/** A possible recipient of a mail: an active member of staff within the caller's companies. */
export async function activePerson(
  tx: Tx,
  id: number,
): Promise<{ id: number; companyId: number | null; name: string; email: string; locale: 'en' | 'ar' } | undefined> {
  const found = await sql<{
    id: number;
    companyId: number | null;
    name: string;
    email: string;
    locale: 'en' | 'ar';
  }>`SELECT id, company_id, person_name(id) AS name, email, locale FROM users WHERE id = ${id} AND status = 'active' AND kind = 'staff'`.execute(
    tx,
  );
  return found.rows[0];
}

/** A page of active staff by name, within the companies of the scope. */
export async function findActivePeople(
  tx: Tx,
  scope: Scope,
  query: ListQuery,
): Promise<ListReply<{ id: number; name: string }>> {
  const spec = { search: ['name'], defaultSort: ['firstName', 'asc'] } as const;
  const { ids, totalRecords } = await findIds(tx, {
    table: 'users',
    spec,
    query,
    scope,
    where: [sql`t.status = 'active'`, sql`t.kind = 'staff'`],
  });
  const found = await sql<{
    id: number;
    name: string;
  }>`SELECT id, person_name(id) AS name FROM users WHERE id = ANY (${ids}::integer[])`.execute(tx);
  return { data: inOrder(ids, found.rows), totalRecords };
}

/** SQL for the company of a person; null for people of the platform. */
export const companyOfPerson = (column: string) =>
  sql<number | null>`(SELECT u.company_id FROM users u WHERE u.id = ${sql.ref(column)})`;

/** SQL for the company of a member of its staff; null for guests, people who have left and people of the platform. */
export const companyOfStaff = (column: string) =>
  sql<
    number | null
  >`(SELECT own.company_id FROM users own WHERE own.id = ${sql.ref(column)} AND own.kind = 'staff' AND own.removed_at IS NULL)`;

/** SQL for the ids of the staff of the company that a column names. */
export const staffOf = (column: string) =>
  sql<number>`(SELECT staff.id FROM users staff WHERE staff.company_id = ${sql.ref(column)} AND staff.kind = 'staff' AND staff.removed_at IS NULL)`;

export type PersonContact = {
  id: number;
  /** Null for people of the platform. */
  companyId: number | null;
  email: string;
  locale: 'en' | 'ar';
  timeZone: string;
  verifiedPhone: string | null;
  /** Whether the person has switched on notifications on a browser. */
  hasPush: boolean;
  /** Whether the person administers a company or the platform, and so needs no permission group. */
  isAdmin: boolean;
  adminType: AdminType | null;
};

async function contactsWith<Contact>(tx: Tx, ids: readonly number[], more: RawBuilder<unknown>): Promise<Contact[]> {
  const found = await sql<Contact>`
    SELECT u.id, u.company_id, u.email, u.locale, coalesce(c.time_zone, 'UTC') AS time_zone, CASE WHEN u.phone_verified THEN u.phone END AS verified_phone,
           u.admin_type IS NOT DISTINCT FROM 'Super Admin' OR (u.company_id IS NOT NULL AND u.role = 'Admin') AS is_admin,
           u.admin_type, ${more}
           EXISTS (SELECT FROM push_subscription p JOIN session s ON s.id = p.session_id WHERE p.user_id = u.id AND ${sessionLives}) AS has_push
      FROM users u LEFT JOIN company c ON c.id = u.company_id
     WHERE u.id = ANY (${[...new Set(ids)]}::integer[]) AND u.status = 'active' AND (u.expires_at IS NULL OR u.expires_at > now())`.execute(
    tx,
  );
  return found.rows;
}

/** How active people are reached, in the system's own transaction. */
export const contactsOf = (tx: Tx, ids: readonly number[]): Promise<PersonContact[]> => contactsWith(tx, ids, sql``);

/** `appRoles`: the role within each app. */
export type ContactWithRoles = PersonContact & { appRoles: Record<string, string> };

/** The same, for messages that depend on the roles of people within apps. */
export const contactsWithRoles = (tx: Tx, ids: readonly number[]): Promise<ContactWithRoles[]> =>
  contactsWith(tx, ids, sql`${appRolesOf('u.id')} AS app_roles,`);

export type Administrator = PersonName & { locale: 'en' | 'ar' };

const administratorsShown = 20;
const staffShown = 200;

/** The active administrators of a company within the caller's companies. */
export async function administratorsOf(tx: Tx, companyId: number): Promise<Administrator[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'locale'])
    .where('companyId', '=', companyId)
    .where('role', '=', 'Admin')
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(administratorsShown)
    .execute();
}

/** The active administrators of the platform of one kind. Runs as the role that sees all rows. */
export async function platformAdministrators(tx: Tx, kind: AdminType): Promise<Administrator[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'locale'])
    .where('adminType', '=', kind)
    .where('status', '=', 'active')
    .where('removedAt', 'is', null)
    .orderBy('id')
    .limit(administratorsShown)
    .execute();
}

/**
 * The active people of a company who may change something, by name; of the platform (null) its Super Admins. Runs as the
 * role that sees all rows.
 */
export async function activeStaff(
  tx: Tx,
  companyId: number | null,
): Promise<{ id: number; name: string; isAdmin: boolean }[]> {
  const found = await sql<{ id: number; name: string; isAdmin: boolean }>`
    SELECT id, person_name(id) AS name, role = 'Admin' AS is_admin FROM users
     WHERE company_id IS NOT DISTINCT FROM ${companyId}::integer AND (company_id IS NOT NULL OR admin_type = 'Super Admin')
       AND role <> 'Viewer' AND status = 'active' AND removed_at IS NULL ORDER BY name, id LIMIT ${staffShown}`.execute(
    tx,
  );
  return found.rows;
}
