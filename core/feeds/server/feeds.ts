import { sql } from 'kysely';
import { holdsApp, isActiveCompany, newLinkSecret } from '#core/accounts/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type FindFeed, feedKindOf } from '#platform/server/http/feeds/feeds.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';

type Writing = Pick<Context, 'tx' | 'kit'>;
type Subject = { type: string; id: number };
type Of = { companyId: number; app: string /** One of the `feedKinds` of the app. */; kind: string; subject: Subject };
/** `urls`: the addresses of the calls that answer it, in the order of the manifest; other parameters are in braces. */
export type Feed = { id: number; token: string; urls: string[] };

function appWith({ apps }: Kit, app: string, kind: string): AppManifest {
  const manifest = apps.find(({ id }) => id === app);
  if (!manifest?.feedKinds?.includes(kind)) throw new Error(`${app} declares no feeds of the kind "${kind}"`);
  return manifest;
}

function urlsOf(kit: Kit, app: string, kind: string, token: string): string[] {
  const { api, routes } = appWith(kit, app, kind);
  return Object.values(routes)
    .flatMap((set) => Object.values(set))
    .filter((route) => feedKindOf(route) === kind)
    .map(({ path }) => `${kit.publicUrl}/api${api}${path.replace('{token}', token)}`);
}

/** The current feed of a record, or null if it has none. */
export async function feedOf({ tx, kit }: Writing, { companyId, app, kind, subject }: Of): Promise<Feed | null> {
  const found = await tx
    .selectFrom('feed')
    .select(['id', 'token'])
    .where('companyId', '=', companyId)
    .where('appId', '=', app)
    .where('kind', '=', kind)
    .where('subjectType', '=', subject.type)
    .where('subjectId', '=', subject.id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return found ? { ...found, urls: urlsOf(kit, app, kind, found.token) } : null;
}

/** The feed of a record, which is made if the record has none. */
export async function feedFor(context: Writing, of: Of): Promise<Feed> {
  const { companyId, app, kind, subject } = of;
  appWith(context.kit, app, kind);
  await context.tx
    .insertInto('feed')
    .values({ companyId, appId: app, kind, subjectType: subject.type, subjectId: subject.id, token: newLinkSecret() })
    .onConflict((conflict) =>
      conflict
        .columns(['companyId', 'appId', 'kind', 'subjectType', 'subjectId'])
        .where('revokedAt', 'is', null)
        .doNothing(),
    )
    .execute();
  const feed = await feedOf(context, of);
  if (!feed) throw refuse(409, 'changed-meanwhile');
  return feed;
}

/** Replaces the token of a feed: the earlier one stops working, at the latest when its last answer has expired. */
export async function renewFeed({ tx, kit }: Writing, { id, app }: { id: number; app: string }): Promise<Feed> {
  const token = newLinkSecret();
  const found = await tx
    .updateTable('feed')
    .set({ token })
    .where('id', '=', id)
    .where('appId', '=', app)
    .where('revokedAt', 'is', null)
    .returning('kind')
    .executeTakeFirst();
  if (!found) throw refuse(404, 'not-found');
  return { id, token, urls: urlsOf(kit, app, found.kind, token) };
}

/** Ends the feeds of a record, or those of one kind. Returns how many. */
export async function revokeFeeds(
  { tx }: Pick<Context, 'tx'>,
  { app, subject, kind }: { app: string; subject: Subject; kind?: string },
): Promise<number> {
  const revoked = await tx
    .updateTable('feed')
    .set({ revokedAt: sqlNow })
    .where('appId', '=', app)
    .where('subjectType', '=', subject.type)
    .where('subjectId', '=', subject.id)
    .where('revokedAt', 'is', null)
    .where((one) => (kind === undefined ? one.val(true) : one('kind', '=', kind)))
    .executeTakeFirst();
  return Number(revoked.numUpdatedRows);
}

type Found = { id: number; companyId: number; subjectType: string; subjectId: number };

/** Finds the feed of a token in one statement, which is the same for a token that never was one. */
export const feedFinder =
  (kit: Kit): FindFeed =>
  async ({ app, kind, token }) => {
    const isCore = kit.apps.find(({ id }) => id === app)?.kind === 'core';
    const { rows } = await inSystem(kit.signIn.db, (tx) =>
      sql<Found>`
        SELECT f.id, f.company_id, f.subject_type, f.subject_id FROM feed f
         WHERE f.token = ${token} AND f.app_id = ${app} AND f.kind = ${kind} AND f.revoked_at IS NULL
           AND ${isCore ? isActiveCompany('f.company_id') : holdsApp('f.company_id', 'f.app_id')}`.execute(tx),
    );
    const [found] = rows;
    if (!found) throw refuse(404, 'feed-unknown');
    const { subjectType, subjectId, ...feed } = found;
    return { ...feed, app, kind, subject: { type: subjectType, id: subjectId } };
  };
