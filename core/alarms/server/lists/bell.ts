import { sql } from 'kysely';
import { emit } from '#platform/server/domain-events.ts';
import { findIds } from '#platform/server/records/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { bellRoutes, maxCount } from '../../common/bell.ts';
import { alarmRows } from './alarm-rows.ts';
import { inScope } from './counts.ts';
import { readableAlarms } from './readable-alarms.ts';

const unacknowledged = [sql`t.closed_at IS NULL`, sql`t.acknowledged_at IS NULL`];

export const bellHandlers: Handlers<typeof bellRoutes> = {
  async count(context) {
    const readable = readableAlarms(context);
    if (!readable) return { count: 0, messages: 0 };
    const where = [...unacknowledged, inScope(context), readable];
    const counts = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM (SELECT 1 FROM alarm t WHERE ${sql.join(where, sql` AND `)} LIMIT ${maxCount}) few`.execute(
      context.tx,
    );
    const counted = { userId: context.actor.session.user.id, readable, messages: 0 };
    await emit(context, 'bell.counted', counted);
    return { count: counts.rows[0]?.count ?? 0, messages: counted.messages };
  },
  async list(context) {
    const readable = readableAlarms(context);
    if (!readable) return { data: [], totalRecords: 0 };
    const where = [...unacknowledged, readable];
    const { tx, list, actor } = context;
    const spec = bellRoutes.list.list ?? {};
    const { ids, totalRecords } = await findIds(tx, { table: 'alarm', spec, query: list, scope: actor.scope, where });
    return { data: await alarmRows(tx, context.kit.apps, ids), totalRecords };
  },
};
