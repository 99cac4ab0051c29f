import { sql } from 'kysely';
import { companyOfPerson } from '#core/accounts/server/api.ts';
import { declaredAs } from '#platform/server/declared.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { sqlAgo } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import { repeat } from '#platform/server/repeat.ts';
import { type Handlers, serve } from '#platform/server/serve.ts';
import { notices } from '../app.ts';
import { noticeKinds } from '../common/kinds.ts';
import { maxUnread, type NoticeChoice, type noticeRoutes, noticeTopic, type PersonalNotice } from '../common/notice.ts';
import './tables.ts';

const announceMs = 1000;
/** Notices are kept for half a year. */
const keptDays = 180;

/** Lets the open pages of people know of notices that were committed. */
async function announce(kit: Kit): Promise<void> {
  const found = await inSystem(kit.db, (tx) =>
    sql<{ userId: number; companyId: number | null }>`
      WITH next AS (SELECT id FROM notice WHERE NOT announced ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED)
      UPDATE notice n SET announced = true FROM next WHERE n.id = next.id RETURNING n.user_id, ${companyOfPerson('n.user_id')} AS company_id`.execute(
      tx,
    ),
  );
  for (const { userId, companyId } of found.rows)
    kit.live.publish({
      topic: noticeTopic,
      type: 'added',
      companyId: null,
      audience: companyId === null ? [] : [companyId],
      data: { userId },
    });
}

async function start(kit: Kit): Promise<Stop | undefined> {
  if (!kit.roles.has('worker')) return undefined;
  await kit.jobs.schedule('notices.old', '7 3 * * *', async () => {
    await inSystem(kit.db, (tx) => tx.deleteFrom('notice').where('createdAt', '<', sqlAgo(keptDays, 'day')).execute());
  });
  return repeat(kit, announceMs, 'announcing notices failed', () => announce(kit));
}

/** For the caller: platform administrators, too, have notices of their own. */
const own = (userId: number) => sql`user_id = ${userId}`;

const handlers: Handlers<typeof noticeRoutes> = {
  async list({ tx, list, actor }) {
    const found = await sql<PersonalNotice>`
      SELECT id, kind, jsonb_build_object('en', title_en, 'ar', title_ar) AS title, path, read_at, created_at FROM notice
       WHERE ${own(actor.session.user.id)} ORDER BY id DESC LIMIT ${list.limit} OFFSET ${list.skip}`.execute(tx);
    return { data: found.rows, totalRecords: null };
  },
  async unread({ tx, actor }) {
    const found = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM (
        SELECT FROM notice WHERE ${own(actor.session.user.id)} AND read_at IS NULL LIMIT ${maxUnread}) few`.execute(tx);
    return { count: found.rows[0]?.count ?? 0 };
  },
  async mark({ tx, params, body, actor }) {
    const marked = await sql`
      UPDATE notice SET read_at = ${body.read ? sql`coalesce(read_at, now())` : null}
       WHERE id = ${params.id} AND ${own(actor.session.user.id)} RETURNING id`.execute(tx);
    if (marked.rows.length === 0) throw refuse(404, 'not-found');
    return null;
  },
  async readAll({ tx, actor }) {
    await sql`UPDATE notice SET read_at = now() WHERE ${own(actor.session.user.id)} AND read_at IS NULL`.execute(tx);
    return null;
  },
  /** The kinds of the core and of the apps that the caller has, and others about which the caller has chosen. */
  async choices({ tx, kit, actor }) {
    const found = await sql<NoticeChoice>`
      SELECT kind, mail, bell FROM notice_choice WHERE ${own(actor.session.user.id)}`.execute(tx);
    const solutions = new Set(kit.apps.flatMap(({ id, kind }) => (kind === 'solution' ? [id] : [])));
    return [...noticeKinds.of(kit.apps)].flatMap(([kind, { app }]) => {
      const chosen = found.rows.find((one) => one.kind === kind);
      if (chosen) return [chosen];
      return solutions.has(app) && !actor.session.apps.includes(app) ? [] : [{ kind, mail: true, bell: true }];
    });
  },
  async choose({ tx, kit, body, actor }) {
    declaredAs(noticeKinds, kit, body.kind);
    await tx
      .insertInto('noticeChoice')
      .values({ userId: actor.session.user.id, kind: body.kind, mail: body.mail, bell: body.bell })
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'kind'])
          .doUpdateSet((row) => ({ mail: row.ref('excluded.mail'), bell: row.ref('excluded.bell') })),
      )
      .execute();
    return body;
  },
};

export const noticesServer = serve(
  notices,
  { notice: handlers },
  {
    registries: [noticeKinds],
    start,
    topics: {
      companies: [
        {
          name: noticeTopic,
          guests: true,
          concerns: ({ actor: { session } }, { data }) => (data as { userId: number }).userId === session.user.id,
        },
      ],
    },
  },
);
