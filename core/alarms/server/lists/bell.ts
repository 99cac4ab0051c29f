import { sql } from 'kysely';
import { emit } from '#platform/server/domain-events.ts';
import { findIds } from '#platform/server/records/rows.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { bellRoutes, maxCount } from '../../common/bell.ts';
import { alarmRows } from './alarm-rows.ts';
import { inScope, partyInScope, readableAlarms, readableAsParty, readableByAny } from './readable-alarms.ts';

const unacknowledged = [sql`t.closed_at IS NULL`, sql`t.acknowledged_at IS NULL`];
/** The same for a party that has not ended: it acknowledges for itself. */
const unacknowledgedByParty = [sql`t.closed_at IS NULL`, sql`p.until_at IS NULL`, sql`p.acknowledged_at IS NULL`];

/** The number of unacknowledged alarms, up to the limit of the bell. */
async function countOf(context: Context, readable: NonNullable<ReturnType<typeof readableAlarms>>): Promise<number> {
  const where = [...unacknowledged, inScope(context), readable];
  const own = sql`SELECT 1 FROM alarm t WHERE ${sql.join(where, sql` AND `)} LIMIT ${maxCount}`;
  const asParty = readableAsParty(context);
  const ofParties =
    asParty &&
    sql`SELECT 1 FROM alarm_party p JOIN alarm t ON t.id = p.alarm_id
      WHERE ${sql.join([...unacknowledgedByParty, partyInScope(context), asParty], sql` AND `)} LIMIT ${maxCount}`;
  const counts = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM (${ofParties ? sql`(${own}) UNION ALL (${ofParties})` : own}) few`.execute(
    context.tx,
  );
  return Math.min(counts.rows[0]?.count ?? 0, maxCount);
}

export const bellHandlers: Handlers<typeof bellRoutes> = {
  async count(context) {
    const readable = readableAlarms(context);
    if (!readable) return { count: 0, messages: 0 };
    const count = await countOf(context, readable);
    const counted = {
      userId: context.actor.session.user.id,
      readable: readableByAny(context) ?? readable,
      messages: 0,
    };
    await emit(context, 'bell.counted', counted);
    return { count, messages: counted.messages };
  },
  async list(context) {
    const readable = readableAlarms(context);
    if (!readable) return { data: [], totalRecords: 0 };
    const where = [...unacknowledged, readable];
    const { tx, list, actor } = context;
    const spec = bellRoutes.list.list ?? {};
    const asParty = readableAsParty(context);
    const { ids, totalRecords } = await findIds(tx, {
      table: 'alarm',
      spec,
      query: list,
      scope: actor.scope,
      where,
      ...(asParty
        ? { shared: { table: 'alarm_party', link: 'alarm_id', where: [...unacknowledgedByParty, asParty] } }
        : {}),
    });
    return { data: await alarmRows(context, ids), totalRecords };
  },
};
