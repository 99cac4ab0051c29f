import { sql } from 'kysely';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import type { Context } from '#platform/server/serve.ts';
import { alarmEntity } from '../../common/alarm.ts';
import { sharedClasses } from '../parties/sides.ts';
import { seesOnlyEscalated } from './seen-by.ts';

/** The site of an alarm `t` for its owner, and for its party `p`. */
const siteOf = { owner: sql.raw('t.structure_id'), party: sql.raw('p.structure_id') };
type Of = keyof typeof siteOf;

/** A condition on `t` (alarm): the caller may read its class in its structure. Null if the caller may read none of the classes. */
export function inReadableClasses(
  { kit, actor, may }: Pick<Context, 'kit' | 'actor' | 'may'>,
  app: string,
  classes: readonly string[],
  of: Of = 'owner',
): ReturnType<typeof sql> | null {
  const conditions = classes
    .filter((name) => may(canDo(`${app}.${alarmEntity(name)}`, 'read')))
    .map((name) => {
      const structures = resourcesWith(actor.session, app, alarmEntity(name), 'read');
      const readable =
        structures === null
          ? sql`t.class = ${name}`
          : sql`(t.class = ${name} AND ${siteOf[of]} = ANY (${structures}::integer[]))`;
      return seesOnlyEscalated(actor.session, kit.apps, { app, class: name })
        ? sql`(${readable} AND t.escalated_to = ${actor.session.user.id})`
        : readable;
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

/** A condition on `t` and `p` (alarm_party): the caller may read the alarm as this party, at the site of the party. Null if it may read none. */
export function readableAsParty(
  context: Pick<Context, 'kit' | 'actor' | 'may'>,
  apps: readonly AppManifest[] = context.kit.apps,
  classes?: readonly string[],
) {
  const conditions = apps.flatMap((app) => {
    const shared = sharedClasses(app).filter((name) => classes === undefined || classes.includes(name));
    return shared.length === 0 ? [] : (inReadableClasses(context, app.id, shared, 'party') ?? []);
  });
  return conditions.length === 0 ? null : sql`(${sql.join(conditions, sql` OR `)})`;
}

/**
 * A condition on `t` (alarm), which the policy restricts: the caller may read it, as its owner or as a party. Without
 * alarms of several companies it is `readableAlarms`.
 */
export function readableByAny(context: Pick<Context, 'kit' | 'actor' | 'may'>) {
  const readable = readableAlarms(context);
  const asParty = readableAsParty(context);
  if (!asParty || !readable) return readable;
  return sql`((${inScope(context)} AND ${readable}) OR t.id IN (
    SELECT p.alarm_id FROM alarm_party p JOIN alarm t ON t.id = p.alarm_id WHERE ${partyInScope(context)} AND ${asParty}))`;
}

/**
 * A condition on `t` (alarm) where the role sees all rows: it is not one that the caller must not know of. Elsewhere the
 * policy says so.
 */
export const isNotHidden = sql<boolean>`t.id <> ALL ((SELECT hidden_alarms())::integer[])`;

/** A condition on `t` (alarm): its company is one of the caller's. With it the index is used for each company. */
export const inScope = ({ actor }: Pick<Context, 'actor'>) => inCompanies(actor.scope, 'company_id');

/** A condition on `p` (alarm_party) of `t`: one of the caller's companies is this party, and none is the owner. */
export const partyInScope = ({ actor: { scope } }: Pick<Context, 'actor'>) =>
  scope.companies === 'all'
    ? sql`false`
    : sql`p.reads AND p.company_id = ANY (${scope.companies}::integer[]) AND t.company_id <> ALL (${scope.companies}::integer[])`;
