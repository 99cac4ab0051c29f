import { sql } from 'kysely';
import webPush from 'web-push';
import {
  type CallLanes,
  type ClaimedCall,
  dueCalls,
  makeDueCalls,
  settleCall,
} from '#platform/server/http/call-lanes.ts';
import type { Kit } from '#platform/server/kit.ts';
import { callOut } from '#platform/server/outgoing-call.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { sqlAgo, sqlNow } from '#platform/server/postgres/values.ts';
import type { PushNotice } from '../../common/push.ts';
import { sessionLives } from '../sign-in/session-validity.ts';
import { vapidKeys } from './vapid-keys.ts';

const lanes: CallLanes = {
  lanes: 'push_subscription',
  calls: 'push_outbox',
  owner: sql`(SELECT u.company_id FROM users u WHERE u.id = l.user_id)`,
  pauses: [5, 60, 300, 1800],
};
/** How long a push service keeps a notification for a browser that is away. */
const ttlSeconds = 4 * 3600;
/** A push has at most 4 kB, and an Arabic letter two bytes. */
const longest = { title: 200, body: 600 };

/** The browsers of a person with a session that may be used. */
const liveBrowsers = sql`push_subscription p
  JOIN session s ON s.id = p.session_id JOIN users u ON u.id = s.user_id LEFT JOIN company c ON c.id = u.company_id`;

export type Push = {
  userId: number;
  notice: PushNotice;
  /** A UUID by which `takeFailedPushes` names the notification if no browser of the person gets it. */
  reference: string;
};

const payloadOf = ({ title, body, ...notice }: PushNotice): string =>
  JSON.stringify({ ...notice, title: title.slice(0, longest.title), body: body.slice(0, longest.body) });

/** Queues notifications for all browsers of people within the caller's transaction, in one statement. */
export async function queuePushes(tx: Tx, pushes: readonly Push[]): Promise<void> {
  if (pushes.length === 0) return;
  await sql`
    INSERT INTO push_outbox (lane_id, payload, reference)
    SELECT p.id, n.payload, n.reference
      FROM unnest(${pushes.map(({ userId }) => userId)}::integer[], ${pushes.map(({ notice }) => payloadOf(notice))}::text[], ${pushes.map(({ reference }) => reference)}::uuid[]) AS n (user_id, payload, reference)
      JOIN (${sql`SELECT p.id, p.user_id FROM ${liveBrowsers} WHERE ${sessionLives}`}) p ON p.user_id = n.user_id`.execute(
    tx,
  );
}

/** Queues a notification for one browser. */
export async function queuePushTo(tx: Tx, deviceId: number, notice: PushNotice): Promise<void> {
  await tx
    .insertInto('pushOutbox')
    .values({ laneId: deviceId, payload: payloadOf(notice) })
    .execute();
}

/** The references of notifications that no browser of the person has got; each is returned once. */
export async function takeFailedPushes(tx: Tx): Promise<string[]> {
  const failed = await sql<{ reference: string }>`
    WITH failed AS (
      SELECT id, reference FROM push_outbox f WHERE reference IS NOT NULL AND state = 'failed'
         AND NOT EXISTS (SELECT FROM push_outbox o WHERE o.reference = f.reference AND o.state = 'waiting') FOR UPDATE SKIP LOCKED),
      taken AS (UPDATE push_outbox o SET reference = NULL FROM failed WHERE o.id = failed.id)
    SELECT DISTINCT reference FROM failed`.execute(tx);
  return failed.rows.map(({ reference }) => reference);
}

type Claimed = ClaimedCall & { payload: string; reference: string | null };
type Browser = { endpoint: string; p256dh: string; auth: string };

/** The notifications as due work. */
export const duePushes = dueCalls<Claimed>('push', lanes, (kit, claimed) => sendPush(kit, claimed));

/** Sends the notifications that are due now, and returns when all are sent. */
export const sendDuePushes = (kit: Kit): Promise<void> =>
  makeDueCalls<Claimed>(kit, lanes, (claimed) => sendPush(kit, claimed));

async function sendPush(kit: Kit, claimed: Claimed): Promise<void> {
  const found = await inSystem(kit.db, (tx) =>
    sql<Browser>`SELECT p.endpoint, p.p256dh, p.auth FROM ${liveBrowsers} WHERE p.id = ${claimed.laneId} AND ${sessionLives}`.execute(
      tx,
    ),
  );
  const [browser] = found.rows;
  const status = browser ? await post(kit, browser, claimed.payload) : 'gone';
  await inSystem(kit.db, (tx) => (status === 'gone' ? removeGone(tx, claimed.laneId) : settle(tx, claimed, status)));
}

/** Encrypts a notification for a browser and hands it to its push service. */
async function post(
  kit: Kit,
  { endpoint, p256dh, auth }: Browser,
  payload: string,
): Promise<'gone' | 'sent' | 'failed'> {
  const request = await encrypted(kit, { endpoint, keys: { p256dh, auth } }, payload);
  // The browser has sent invalid keys.
  if (!request) return 'gone';
  const { status } = await callOut(kit, request);
  if (status === 404 || status === 410) return 'gone';
  return status !== null && status >= 200 && status < 300 ? 'sent' : 'failed';
}

async function encrypted(kit: Kit, subscription: webPush.PushSubscription, payload: string) {
  const subject = `mailto:no-reply@${new URL(kit.publicUrl).hostname}`;
  const vapidDetails = { subject, ...(await vapidKeys(kit)) };
  try {
    const { headers, body } = webPush.generateRequestDetails(subscription, payload, {
      vapidDetails,
      TTL: ttlSeconds,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
    });
    return { url: subscription.endpoint, headers: headers as Record<string, string | number>, body: body as Buffer };
  } catch (error) {
    kit.log.warn({ err: error }, 'a notification could not be encrypted for its browser');
    return null;
  }
}

/** A browser that no longer wants notifications; its waiting ones are undeliverable. */
async function removeGone(tx: Tx, id: number): Promise<void> {
  await sql`
    WITH waiting AS (SELECT id FROM push_outbox WHERE lane_id = ${id} AND state = 'waiting' ORDER BY id FOR UPDATE)
    UPDATE push_outbox o SET state = 'failed' FROM waiting WHERE o.id = waiting.id`.execute(tx);
  await tx.deleteFrom('pushSubscription').where('id', '=', id).execute();
}

async function settle(tx: Tx, claimed: Claimed, status: 'sent' | 'failed'): Promise<void> {
  // Its copies for the other browsers of the person may be settled at the same time: all are locked in one order.
  await tx
    .selectFrom('pushOutbox')
    .where((some) => some.or([some('id', '=', claimed.id), some('reference', '=', claimed.reference)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const state = await settleCall(tx, lanes, claimed, status === 'sent');
  if (state !== 'delivered') return;
  await tx.updateTable('pushSubscription').set({ deliveredAt: sqlNow }).where('id', '=', claimed.laneId).execute();
  // One browser of the person is enough.
  if (claimed.reference)
    await tx.updateTable('pushOutbox').set({ reference: null }).where('reference', '=', claimed.reference).execute();
}

export async function forgetOldPushes({ db }: Kit): Promise<void> {
  await inSystem(db, (tx) => tx.deleteFrom('pushOutbox').where('createdAt', '<', sqlAgo(1, 'day')).execute());
}
