import { type RawBuilder, sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { maxCount } from '../../common/bell.ts';
import { type InAppMessage, type inAppMessageRoutes, messageTopic, shownAlarms } from '../../common/in-app-message.ts';
import { alarmRows } from '../lists/alarm-rows.ts';
import { readableAlarms } from '../lists/readable-alarms.ts';
import type { PlannedMessage } from './message-plan.ts';

/** Notifies the open pages of the recipients, after the commit. */
export function publishMessages({ live }: Pick<Kit, 'live'>, messages: readonly PlannedMessage[]): void {
  for (const { parts } of messages) {
    const [{ due, contact }] = parts;
    if (due.method === 'in-app')
      live.publish({ topic: messageTopic, type: 'added', companyId: due.companyId, data: { userId: contact.id } });
  }
}

/** SQL for the notifications `n` in the app that were sent to the caller. */
const sentTo = ({ actor }: Pick<Context, 'actor'>) =>
  sql`n.user_id = ${actor.session.user.id} AND n.method = 'in-app' AND n.state = 'sent'`;

/** The number of unread messages of the caller about alarms `t` that the caller may read, up to the limit of the bell. */
export async function unreadMessages(
  context: Pick<Context, 'tx' | 'actor'>,
  readable: RawBuilder<unknown>,
): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT DISTINCT n.message FROM alarm_notification n JOIN alarm t ON t.id = n.alarm_id
       WHERE ${sentTo(context)} AND n.read_at IS NULL AND ${readable} LIMIT ${maxCount}) few`.execute(context.tx);
  return found.rows[0]?.count ?? 0;
}

type Row = Omit<InAppMessage, 'alarms'> & { alarmIds: number[] };

export const inAppMessageHandlers: Handlers<typeof inAppMessageRoutes> = {
  async list(context) {
    const { tx, kit, list } = context;
    const readable = readableAlarms(context);
    if (!readable) return { data: [], totalRecords: 0 };
    const found = await sql<Row>`
      SELECT min(n.id)::bigint AS id, (array_agg(n.cause ORDER BY n.id))[1] AS cause, max(n.step) AS step, max(n.decided_at) AS at, max(n.read_at) AS read_at,
             count(*)::integer AS count, (array_agg(t.id ORDER BY t.severity DESC, n.id))[1:${sql.lit(shownAlarms)}] AS alarm_ids
        FROM alarm_notification n JOIN alarm t ON t.id = n.alarm_id
       WHERE ${sentTo(context)} AND ${readable}
       GROUP BY n.message ORDER BY max(n.decided_at) DESC, min(n.id) DESC LIMIT ${list.limit} OFFSET ${list.skip}`.execute(
      tx,
    );
    const alarms = await alarmRows(tx, kit.apps, [...new Set(found.rows.flatMap(({ alarmIds }) => alarmIds))]);
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
       WHERE ${sentTo(context)} AND n.message = (SELECT o.message FROM alarm_notification o WHERE o.id = ${context.params.id}) RETURNING n.id`.execute(
      context.tx,
    );
    if (marked.rows.length === 0) throw refuse(404, 'not-found');
    return null;
  },
  async readAll(context) {
    await sql`UPDATE alarm_notification n SET read_at = now() WHERE ${sentTo(context)} AND n.read_at IS NULL`.execute(
      context.tx,
    );
    return null;
  },
};
