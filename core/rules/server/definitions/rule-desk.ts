import { sql } from 'kysely';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { type AppRecords, appOfRecord } from '#platform/server/records/app-of-record.ts';
import { records } from '#platform/server/records/records.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { RuleRow } from '../../common/rule.ts';
import type { ruleDeskRoutes } from '../../common/rule-desk.ts';
import { ofNoTemplate, readableIn, ruleEntity, ruleSelection } from './rule-rows.ts';
import { ruleHandlers } from './rules.ts';

const rules: AppRecords = { table: 'alarm_rule', app: 'app', entity: 'rule' };
const all = records<RuleRow>(ruleEntity, { select: ruleSelection });

/** A condition on `t`: a rule of an app whose rules the caller may read. */
function readableRules({ kit, actor, may }: Pick<Context, 'kit' | 'actor' | 'may'>) {
  const conditions = kit.apps
    .filter(({ id, routes }) => 'rule' in routes && may(canDo(`${id}.rule`, 'read')))
    .map(({ id }) => readableIn(actor, id));
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` OR `)})`;
}

const cached = new WeakMap<AppManifest, ReturnType<typeof ruleHandlers>>();
/** The rule handlers of the app that the rule belongs to; they check what the caller may do with it. */
async function handlersFor(context: Parameters<typeof appOfRecord>[0], action: string) {
  const app = await appOfRecord(context, rules, action);
  const handlers = cached.get(app) ?? ruleHandlers(app);
  cached.set(app, handlers);
  return handlers;
}

/** The alarm rules of all apps. */
export const ruleDeskHandlers: Handlers<typeof ruleDeskRoutes> = {
  list: (context) => all.list(context, [ofNoTemplate, readableRules(context)]),
  update: async (context) => (await handlersFor(context, 'update')).update(context),
  remove: async (context) => (await handlersFor(context, 'delete')).remove(context),
  history: async (context) => (await handlersFor(context, 'history')).history(context),
};
