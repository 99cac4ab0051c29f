import { sql } from 'kysely';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { camel, recordNames } from '#platform/server/records/logged-records.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, Handlers } from '#platform/server/serve.ts';
import { linkList, type ShownLink, type signedLinkRoutes } from '../../common/signed-link.ts';
import { personNamed } from '../people/people.ts';

const state = sql<
  ShownLink['state']
>`CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked' WHEN t.until_at <= rasid_now() THEN 'expired'
  WHEN t.blocked_at IS NOT NULL THEN 'blocked' WHEN t.from_at > rasid_now() THEN 'pending' ELSE 'active' END`;

/**
 * The links `t` that the caller may see: all of their own company for its administrators, not those of its clients, and
 * those that they have made for others.
 */
function seenBy({ session: { user, actingFor } }: Actor) {
  if (user.adminType === 'Super Admin') return sql`true`;
  const administers = user.isAdmin && actingFor === user.companyId;
  return administers
    ? sql`(t.company_id = ${user.companyId} OR t.created_by = ${user.id})`
    : sql`t.created_by = ${user.id}`;
}

type Row = Omit<ShownLink, 'subject'> & { subjectType: string; subjectId: number };
type Reading = Pick<Context, 'tx' | 'kit' | 'actor' | 'locale'>;

/** The links with these ids that the caller may see, in no order. */
async function linksOf(context: Reading, ids: readonly number[]): Promise<ShownLink[]> {
  const { tx, actor } = context;
  const { rows } = await sql<Row>`
    SELECT t.id, t.company_id, t.app_id AS app, t.kind, t.subject_type, t.subject_id, t.holder, t.sealed IS NOT NULL AS has_pin, ${state} AS state,
           ${personNamed('t.created_by')} AS person, t.from_at, t.until_at, t.revoked_at, t.openings, t.last_used_at, t.created_at
      FROM signed_link t WHERE t.id = ANY (${ids}::integer[]) AND ${seenBy(actor)}`.execute(tx);
  const subjects = rows.map(({ subjectType, subjectId }) => ({ type: subjectType, id: subjectId }));
  const name = await bypassRls(tx, actor.scope, () => recordNames(context, subjects));
  return rows.map(({ subjectType, subjectId, ...link }) => ({
    ...link,
    subject: { type: camel(subjectType), id: subjectId, name: name(subjectType, subjectId) },
  }));
}

/** A link that the caller may see, or 404. */
async function linkOf(context: Reading, id: number): Promise<ShownLink> {
  const [found] = await linksOf(context, [id]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}

export const signedLinkHandlers: Handlers<typeof signedLinkRoutes> = {
  async list(context) {
    const { tx, actor, list } = context;
    const { ids, totalRecords } = await findIds(tx, {
      table: 'signed_link',
      spec: linkList,
      query: list,
      scope: actor.scope,
      where: [seenBy(actor)],
      columns: {
        kind: sql`(t.app_id || '.' || t.kind)`,
        state,
        subject: sql`(t.subject_type || '.' || t.subject_id)`,
        userId: sql`t.created_by`,
      },
    });
    return { data: inOrder(ids, await linksOf(context, ids)), totalRecords };
  },
  async history(context) {
    const { id, companyId } = await linkOf(context, context.params.id);
    return changesOf(context, { table: 'signed_link', id, companyId });
  },
  async revoke(context) {
    const { id } = await linkOf(context, context.params.id);
    await context.tx
      .updateTable('signedLink')
      .set({ revokedAt: sqlNow })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .execute();
    return linkOf(context, id);
  },
};
