import { sql } from 'kysely';
import { resourcesWith } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { Context } from '#platform/server/serve.ts';
import { alarmEntity } from '../common/alarm.ts';

/** A condition on `t` (alarm): the caller may read it. Null if the caller may read no alarms at all. */
export function readableAlarms(
  { kit, actor, may }: Pick<Context, 'kit' | 'actor' | 'may'>,
  apps: readonly AppManifest[] = kit.apps,
) {
  const conditions = apps.flatMap(({ id: app, alarmClasses = {} }) =>
    Object.keys(alarmClasses)
      .filter((name) => may(canDo(`${app}.${alarmEntity(name)}`, 'read')))
      .map((name) => {
        const structures = resourcesWith(actor.session, app, alarmEntity(name), 'read');
        const within = structures === null ? sql`true` : sql`t.structure_id = ANY (${structures}::integer[])`;
        return sql`(t.app = ${app} AND t.class = ${name} AND ${within})`;
      }),
  );
  return conditions.length === 0 ? null : sql`(${sql.join(conditions, sql` OR `)})`;
}
