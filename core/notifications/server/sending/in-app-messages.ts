import { type RawBuilder, sql } from 'kysely';
import { maxCount } from '#core/alarms/common/bell.ts';
import { alarmRows, readableByAny, storedAlarms } from '#core/alarms/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type InAppMessage, type inAppMessageRoutes, messageTopic, shownAlarms } from '../../common/in-app-message.ts';
import type { PlannedMessage } from './message-plan.ts';

/** Notifies the open pages of the recipients, after the commit. */
export function publishMessages({ live }: Pick<Kit, 'live'>, messages: readonly PlannedMessage[]): void {
  for (const { parts } of messages) {
    const [{ due, contact }] = parts;
    if (due.method === 'in-app')
      live.publish({ topic: messageTopic, type: 'added', companyId: due.companyId, data: { userId: contact.id } });
  }
}

/** SQL for the notifications `n` in the app that were sent to a person. */
const sentTo = (userId: number) => sql`n.user_id = ${userId} AND n.method = 'in-app' AND n.state = 'sent'`;

/** The number of unread messages of a person about alarms `t` that the person may read, up to the limit of the bell. */
export async function unreadMessages(tx: Tx, userId: number, readable: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT DISTINCT n.message FROM alarm_notification n JOIN ${sql.raw(storedAlarms)} t ON t.id = n.alarm_id
       WHERE ${sentTo(userId)} AND n.read_at IS NULL AND ${readable} LIMIT ${maxCount}) few`.execute(tx);
  return found.rows[0]?.count ?? 0;
}

type Row = Omit<InAppMessage, 'alarms'> & { alarmIds: number[] };

export const inAppMessageHandlers: Handlers<typeof inAppMessageRoutes> = {
  async list(context) {
    const { tx, list } = context;
    const readable = readableByAny(context);
    if (!readable) return { data: [], totalRecords: 0 };
    const found = await sql<Row>`
      SELECT min(n.id)::bigint AS id, (array_agg(n.cause ORDER BY n.id))[1] AS cause, max(n.step) AS step, max(n.decided_at) AS at, max(n.read_at) AS read_at,
             count(*)::integer AS count, (array_agg(t.id ORDER BY t.severity DESC, n.id))[1:${sql.lit(shownAlarms)}] AS alarm_ids
        FROM alarm_notification n JOIN ${sql.raw(storedAlarms)} t ON t.id = n.alarm_id
       WHERE ${sentTo(context.actor.session.user.id)} AND ${readable}
       GROUP BY n.message ORDER BY max(n.decided_at) DESC, min(n.id) DESC LIMIT ${list.limit} OFFSET ${list.skip}`.execute(
      tx,
    );
    const alarms = await alarmRows(context, [...new Set(found.rows.flatMap(({ alarmIds }) => alarmIds))]);
    const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]));
    const data = found.rows.map(({ alarmIds, ...row }) => ({
      ...row,
      alarms: alarmIds.flatMap((id) => byId.get(id) ?? []),
    }));
    return { data, totalRecords: null };
  },
  async mark(context) {
    const marked = await sql`
      UPDATE alarm_notification n SET read_at = ${context.body.read ? sql`now()` : null}
       WHERE ${sentTo(context.actor.session.user.id)} AND n.message = (SELECT o.message FROM alarm_notification o WHERE o.id = ${context.params.id}) RETURNING n.id`.execute(
      context.tx,
    );
    if (marked.rows.length === 0) throw refuse(404, 'not-found');
    return null;
  },
  async readAll(context) {
    await sql`UPDATE alarm_notification n SET read_at = now() WHERE ${sentTo(context.actor.session.user.id)} AND n.read_at IS NULL`.execute(
      context.tx,
    );
    return null;
  },
};
