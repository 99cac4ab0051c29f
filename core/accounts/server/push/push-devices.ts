import { type RawBuilder, sql } from 'kysely';
import { isCallable } from '#platform/server/outgoing-call.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor, Handlers } from '#platform/server/serve.ts';
import { maxPushDevices, type PushDevice, type pushRoutes } from '../../common/push.ts';
import { assertOwnSession } from '../companies/company-access.ts';
import { agentNamed } from '../sign-in/access-log.ts';
import { sessionLives } from '../sign-in/session-validity.ts';
import { queuePushTo } from './push-outbox.ts';
import { vapidKeys } from './vapid-keys.ts';

const texts = {
  en: { title: 'Notifications work on this device', body: 'You will get alarms here as your notification groups say.' },
  ar: { title: 'الإشعارات تعمل على هذا الجهاز', body: 'ستصلك الإنذارات هنا وفق مجموعات الإشعارات التي تنتمي إليها.' },
};

/** The browsers of the caller whose session may be used, the newest first. Runs as the role that sees all rows. */
async function devicesOf(tx: Tx, { session, sessionId }: Actor, where: RawBuilder<unknown>): Promise<PushDevice[]> {
  const found = await sql<PushDevice>`
    SELECT d.id, coalesce(${agentNamed}, '') AS agent, d.created_at, d.delivered_at, d.session_id = ${sessionId}::uuid AS current
      FROM push_subscription d
     WHERE d.user_id = ${session.user.id} AND ${where}
       AND EXISTS (SELECT FROM session s JOIN users u ON u.id = s.user_id LEFT JOIN company c ON c.id = u.company_id
                    WHERE s.id = d.session_id AND ${sessionLives})
     ORDER BY d.id DESC`.execute(tx);
  return found.rows;
}

export const pushHandlers: Handlers<typeof pushRoutes> = {
  key: async ({ kit }) => ({ publicKey: (await vapidKeys(kit)).publicKey }),
  list: ({ tx, actor }) => bypassRls(tx, actor.scope, () => devicesOf(tx, actor, sql`true`)),
  async register({ tx, kit, actor, body, request }) {
    assertOwnSession(actor);
    if (!isCallable(kit, body.endpoint)) throw invalid('endpoint', 'httpsAddress');
    const { id } = actor.session.user;
    const agent = request.headers['user-agent'] ?? null;
    return bypassRls(tx, actor.scope, async () => {
      const [known] = await devicesOf(tx, actor, sql`d.endpoint = ${body.endpoint} AND d.p256dh = ${body.keys.p256dh}`);
      if (known?.current) return known;
      // The browser may have belonged to another person before, or may have a new address.
      await tx
        .deleteFrom('pushSubscription')
        .where((some) => some.or([some('endpoint', '=', body.endpoint), some('sessionId', '=', actor.sessionId)]))
        .execute();
      const added = await tx
        .insertInto('pushSubscription')
        .values({
          userId: id,
          sessionId: actor.sessionId,
          endpoint: body.endpoint,
          p256dh: body.keys.p256dh,
          auth: body.keys.auth,
          userAgent: agent,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`DELETE FROM push_subscription WHERE user_id = ${id}
        AND id NOT IN (SELECT id FROM push_subscription WHERE user_id = ${id} ORDER BY id DESC LIMIT ${maxPushDevices})`.execute(
        tx,
      );
      const [device] = await devicesOf(tx, actor, sql`d.id = ${added.id}`);
      return device as PushDevice;
    });
  },
  async remove({ tx, actor, params }) {
    assertOwnSession(actor);
    const removed = await tx
      .deleteFrom('pushSubscription')
      .where('id', '=', params.id)
      .where('userId', '=', actor.session.user.id)
      .returning('id')
      .execute();
    if (removed.length === 0) throw refuse(404, 'not-found');
    return null;
  },
  async test({ tx, actor, params, locale }) {
    assertOwnSession(actor);
    return bypassRls(tx, actor.scope, async () => {
      const [device] = await devicesOf(tx, actor, sql`d.id = ${params.id}`);
      if (!device) throw refuse(404, 'not-found');
      await queuePushTo(tx, device.id, { ...texts[locale], tag: 'test', address: '/', locale });
      return null;
    });
  },
};
