import { sql } from 'kysely';
import { holdsApp, zoneOfCompany } from '#core/accounts/server/api.ts';
import { feedFor, renewFeed, revokeFeeds } from '#core/feeds/server/api.ts';
import { inVisibleStructure, structureNamed } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, feedCaller, type Handlers } from '#platform/server/serve.ts';
import { type ScreenLanguage, type ScreenView, type ShownScreen, screenRoutes } from '../common/screen.ts';
import { pair } from './pairings.ts';
import { drawScreen } from './picture/draw-screen.ts';
import { screenSource } from './screen-sources.ts';

const app = 'screens';
const subjectOf = (id: number) => ({ type: 'screen', id });

async function screenRows(tx: Tx, ids: readonly number[]): Promise<ShownScreen[]> {
  const { rows } = await sql<ShownScreen>`
    SELECT t.id, t.company_id, t.name, t.app, t.kind, t.subject_id, ${structureNamed('t.structure_id')} AS structure, t.language, t.paired_at, t.seen_at, t.created_at
      FROM screen t WHERE t.id = ANY (${ids}::integer[])`.execute(tx);
  return rows;
}

/** A screen that the caller may see, or 404. */
async function screenOf({ tx, actor }: Pick<Context, 'tx' | 'actor'>, id: number): Promise<ShownScreen> {
  const seen =
    await sql`SELECT FROM screen t WHERE t.id = ${id} AND ${inVisibleStructure(actor, 't.structure_id')}`.execute(tx);
  const [found] = seen.rows.length > 0 ? await screenRows(tx, [id]) : [];
  if (!found) throw refuse(404, 'not-found');
  return found;
}

export const screenHandlers: Handlers<typeof screenRoutes> = {
  async list({ tx, actor, list }) {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'screen',
      spec: screenRoutes.list.list ?? {},
      query: list,
      scope: actor.scope,
      where: [inVisibleStructure(actor, 't.structure_id')],
    });
    return { data: inOrder(ids, await screenRows(tx, ids)), totalRecords };
  },
  async create(context) {
    const { tx, actor, body } = context;
    const companyId = companyOf(actor);
    const source = actor.session.apps.includes(body.app) ? screenSource(body.app, body.kind) : undefined;
    if (!source) throw invalid('kind', 'invalid');
    const subject = await source.find(context, body.subjectId);
    if (!subject) throw invalid('subjectId', 'invalid');
    const { code, ...columns } = body;
    const { id } = await tx
      .insertInto('screen')
      .values({ ...columns, companyId, structureId: subject.structureId, pairedBy: actor.session.user.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const feed = await feedFor(context, { companyId, app, kind: 'screen', subject: subjectOf(id) });
    if (code !== null) await pair(context, code, addressOf(feed.token));
    return screenOf(context, id);
  },
  async pictureAddress(context) {
    const { kit, params } = context;
    const { id, companyId } = await screenOf(context, params.id);
    const { token } = await feedFor(context, { companyId, app, kind: 'screen', subject: subjectOf(id) });
    return { address: `${kit.publicUrl}/api${screenRoutes.picture.path.replace('{token}', token)}` };
  },
  async update(context) {
    const { tx, params, body } = context;
    const { id } = await screenOf(context, params.id);
    if (Object.keys(body).length > 0) await tx.updateTable('screen').set(body).where('id', '=', id).execute();
    return screenOf(context, id);
  },
  async replace(context) {
    const { tx, actor, params, body } = context;
    const { id, companyId } = await screenOf(context, params.id);
    const feed = await feedFor(context, { companyId, app, kind: 'screen', subject: subjectOf(id) });
    const { token } = await renewFeed(context, { id: feed.id, app });
    await pair(context, body.code, addressOf(token));
    await tx
      .updateTable('screen')
      .set({ pairedAt: sqlNow, pairedBy: actor.session.user.id, seenAt: null })
      .where('id', '=', id)
      .execute();
    return screenOf(context, id);
  },
  async remove(context) {
    const { id } = await screenOf(context, context.params.id);
    await revokeFeeds(context, { app, subject: subjectOf(id) });
    await context.tx.deleteFrom('screen').where('id', '=', id).execute();
    return null;
  },
  async history(context) {
    const { id, companyId } = await screenOf(context, context.params.id);
    return changesOf(context, { table: 'screen', id, companyId });
  },
  view: viewOf,
  async picture(context) {
    const { tx, query } = context;
    const { companyId } = feedCaller(context);
    const view = await viewOf(context);
    const png = await drawScreen(view, { ...query, zone: await zoneOfCompany(tx, companyId) });
    return new File([Uint8Array.from(png)], 'screen.png', { type: 'image/png' });
  },
};

/** What the screen of a feed shows now; notes that it has been seen. */
async function viewOf(context: Pick<Context, 'tx'> & Parameters<typeof feedCaller>[0]): Promise<ScreenView> {
  const { tx } = context;
  const { subject, companyId, changesWith } = feedCaller(context);
  type Asked = {
    name: string;
    app: string;
    kind: string;
    subjectId: number;
    language: ScreenLanguage;
    held: boolean;
  };
  // Others who change the screen meanwhile do not wait for one that asks, nor the other way round.
  const { rows } = await sql<Asked>`
    WITH seen AS (UPDATE screen SET seen_at = now() WHERE id = (SELECT id FROM screen WHERE id = ${subject.id} FOR UPDATE SKIP LOCKED))
    SELECT t.name, t.app, t.kind, t.subject_id, t.language, ${holdsApp('t.company_id', 't.app')} AS held FROM screen t WHERE t.id = ${subject.id}`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw refuse(404, 'feed-unknown');
  const { name, language } = found;
  const source = found.held ? screenSource(found.app, found.kind) : undefined;
  if (source?.topicOf) changesWith(source.topicOf(found.subjectId));
  return { name, language, content: (await source?.view({ tx, companyId }, found.subjectId)) ?? null };
}

const addressOf = (token: string): string => `/api${screenRoutes.view.path.replace('{token}', token)}`;
