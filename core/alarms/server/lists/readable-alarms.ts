import { sql } from 'kysely';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { Context } from '#platform/server/serve.ts';
import { alarmEntity } from '../../common/alarm.ts';

/** A condition on `t` (alarm): the caller may read its class in its structure. Null if the caller may read none of the classes. */
export function inReadableClasses(
  { actor, may }: Pick<Context, 'actor' | 'may'>,
  app: string,
  classes: readonly string[],
): ReturnType<typeof sql> | null {
  const conditions = classes
    .filter((name) => may(canDo(`${app}.${alarmEntity(name)}`, 'read')))
    .map((name) => {
      const structures = resourcesWith(actor.session, app, alarmEntity(name), 'read');
      return structures === null
        ? sql`t.class = ${name}`
        : sql`(t.class = ${name} AND t.structure_id = ANY (${structures}::integer[]))`;
    });
  return conditions.length === 0 ? null : sql`(t.app = ${app} AND (${sql.join(conditions, sql` OR `)}))`;
}

/** A condition on `t` (alarm): the caller may read it. Null if the caller may read no alarms at all. */
export function readableAlarms(
  context: Pick<Context, 'kit' | 'actor' | 'may'>,
  apps: readonly AppManifest[] = context.kit.apps,
) {
  const conditions = apps.flatMap(
    ({ id, alarmClasses = {} }) => inReadableClasses(context, id, Object.keys(alarmClasses)) ?? [],
  );
  return conditions.length === 0 ? null : sql`(${sql.join(conditions, sql` OR `)})`;
}
