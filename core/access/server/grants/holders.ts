import { sql } from 'kysely';
import { assertUsersOf, findActivePeople } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { HolderRow } from '../../common/access.ts';
import type { NewHolder } from '../../common/grant.ts';
import { holderName } from './grant-rows.ts';

/** The holder of a person or contact of the company, created when first needed. A known contact gets the new name. */
export async function holderFor(tx: Tx, companyId: number, holder: NewHolder): Promise<number> {
  if ('userId' in holder) {
    await assertUsersOf(tx, companyId, [holder.userId], { unexpired: true });
    const made = await tx
      .insertInto('accessHolder')
      .values({ companyId, userId: holder.userId })
      .onConflict((conflict) =>
        conflict.columns(['companyId', 'userId']).doUpdateSet((row) => ({ userId: row.ref('excluded.userId') })),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  }
  const { name, phone = null, email = null, organization = null } = holder;
  // Serializes requests for the same contact, so that two at once do not create it twice.
  const addresses = [phone, email?.toLowerCase()].filter((one) => one != null).sort();
  await sql`SELECT pg_advisory_xact_lock(hashtext('contact'), hashtext(${companyId}::text || ' ' || address)) FROM unnest(${addresses}::text[]) address`.execute(
    tx,
  );
  const known = await sql<{ id: number }>`
    SELECT id FROM access_holder WHERE company_id = ${companyId} AND (phone = ${phone} OR lower(email) = lower(${email}))`.execute(
    tx,
  );
  if (known.rows.length > 1) throw refuse(409, 'two-contacts');
  const [found] = known.rows;
  if (found) {
    await sql`UPDATE access_holder SET name = ${name}, phone = coalesce(${phone}, phone), email = coalesce(${email}, email), organization = coalesce(${organization}, organization)
      WHERE id = ${found.id}`.execute(tx);
    return found.id;
  }
  const made = await tx
    .insertInto('accessHolder')
    .values({ companyId, name, phone, email, organization })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

const mostHolders = 50;

/** The contacts and holders of the company, and its other active people, whose names hold the words. */
export async function findHolders(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  companyId: number,
  search = '',
): Promise<HolderRow[]> {
  const { rows } = await sql<HolderRow>`
    SELECT 'holder-' || h.id AS key, h.id, h.user_id, ${holderName} AS name, coalesce(h.phone, h.email) AS contact,
           (SELECT count(*)::integer FROM access_grant g WHERE g.holder_id = h.id AND g.state <> 'ended') AS grants
      FROM access_holder h
     WHERE h.company_id = ${companyId} AND strpos(rasid_fold(${holderName}), rasid_fold(${search})) > 0
     ORDER BY 4, 2 LIMIT ${mostHolders}`.execute(tx);
  const known = new Set(rows.map(({ userId }) => userId));
  const query = { limit: mostHolders, skip: 0, total: false, filters: {}, ranges: {} };
  const scope = { ...actor.scope, companies: [companyId] };
  const people = await findActivePeople(tx, scope, search === '' ? query : { ...query, search });
  const others = people.data
    .filter(({ id }) => !known.has(id))
    .map(({ id, name }) => ({ key: `user-${id}`, id: null, userId: id, name, contact: null, grants: 0 }));
  return [...rows, ...others];
}
