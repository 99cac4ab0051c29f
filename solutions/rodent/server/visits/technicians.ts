import { sql } from 'kysely';
import { personNameSql, staffOf } from '#core/accounts/server/api.ts';
import { companyOf, type Handlers } from '#platform/server/serve.ts';
import type { visitRoutes } from '../../common/visits/visit.ts';

/** The staff of the company that the caller works for, by name: a provider sends its own people. */
export const findTechnicians: Handlers<typeof visitRoutes>['technicians'] = async ({ tx, actor, list }) => {
  const company = actor.session.user.companyId ?? companyOf(actor);
  const found = sql`
    (SELECT s.id, ${personNameSql('s.id')} AS name FROM (SELECT ${company}::integer AS id) c CROSS JOIN LATERAL ${staffOf('c.id')} s) o
     WHERE ${list.search ?? null}::text IS NULL OR strpos(rasid_fold(o.name), rasid_fold(${list.search ?? ''})) > 0`;
  const { rows: data } = await sql<{ id: number; name: string }>`
    SELECT o.id, o.name FROM ${found} ORDER BY o.name, o.id LIMIT ${list.limit} OFFSET ${list.skip}`.execute(tx);
  const total =
    list.total && (await sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${found}`.execute(tx));
  return { data, totalRecords: total ? (total.rows[0]?.count ?? 0) : null };
};
