import { sql } from 'kysely';
import { resourcesWith } from '#platform/common/access.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { alarmEntity } from '../common/alarm.ts';
import { bellRoutes, maxCount } from '../common/bell.ts';
import { alarmRows } from './alarm-rows.ts';

type BellContext = Pick<Context, 'kit' | 'actor' | 'may'>;

/** Conditions on `t` (alarm): unacknowledged and readable for the caller. Null if the caller may read no alarms at all. */
function readableAlarms({ kit, actor, may }: BellContext) {
  const conditions = kit.apps.flatMap(({ id: app, alarmClasses = {} }) =>
    Object.keys(alarmClasses)
      .filter((name) => may(canDo(`${app}.${alarmEntity(name)}`, 'read')))
      .map((name) => {
        const structures = resourcesWith(actor.session, app, alarmEntity(name), 'read');
        const within = structures === null ? sql`true` : sql`t.structure_id = ANY (${structures}::integer[])`;
        return sql`(t.app = ${app} AND t.class = ${name} AND ${within})`;
      }),
  );
  if (conditions.length === 0) return null;
  return [sql`t.closed_at IS NULL`, sql`t.acknowledged_at IS NULL`, sql`(${sql.join(conditions, sql` OR `)})`];
}

export const bellHandlers: Handlers<typeof bellRoutes> = {
  async count(context) {
    const where = readableAlarms(context);
    if (!where) return { count: 0 };
    const counts = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM (SELECT 1 FROM alarm t WHERE ${sql.join(where, sql` AND `)} LIMIT ${maxCount}) few`.execute(
      context.tx,
    );
    return { count: counts.rows[0]?.count ?? 0 };
  },
  async list(context) {
    const where = readableAlarms(context);
    if (!where) return { data: [], totalRecords: 0 };
    const { tx, list, actor } = context;
    const spec = bellRoutes.list.list ?? {};
    const { ids, totalRecords } = await findIds(tx, { table: 'alarm', spec, query: list, scope: actor.scope, where });
    return { data: await alarmRows(tx, context.kit.apps, ids), totalRecords };
  },
};
