import { type Selectable, sql } from 'kysely';
import { companyZone, findActivePeople } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { floorNamed } from '#core/places/server/api.ts';
import { hasAbilityOn } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { pageOf } from '#platform/server/live.ts';
import { refuse } from '#platform/server/refuse.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Actor, Context, Handlers, ListPage } from '#platform/server/serve.ts';
import type { Tables } from '#platform/server/tables.ts';
import {
  type Alarm,
  type AlarmDetail,
  type AlarmRoutes,
  type AllAlarmRoutes,
  abilityFor,
  alarmEntity,
  alarmList,
  closedAlarmList,
} from '../common/alarm.ts';
import type { Level } from '../common/rule.ts';
import { alarmInfo } from './alarm-info.ts';
import { alarmNotifications } from './alarm-notifications.ts';
import { alarmEvents, alarmRows } from './alarm-rows.ts';
import { escalateTo } from './escalation.ts';
import { allowsAction } from './lifecycle.ts';
import { guidanceOf, type MessageTemplates, messageOf } from './limit-text.ts';
import { type AlarmChange, publishChanges } from './raise.ts';
import { readableClasses } from './readable-alarms.ts';
import { declaredKind } from './subject.ts';

type ListContext = Pick<Context, 'tx' | 'kit' | 'list' | 'actor' | 'may'>;
const now = () => new Date().toISOString();

type ActionContext = Pick<Context, 'tx' | 'kit' | 'locale' | 'actor' | 'may' | 'request' | 'afterCommit'> & {
  params: { id: number };
  body: { comment?: string | undefined };
};

/** The alarm classes of an app that a set of calls serves. */
type AlarmMount = { app: string; classes: readonly string[] };

/** The time of day in the time zone of the caller's company, else of the alarm's company. */
const clockOf = ({ session }: Actor, column: string) => sql`(${sql.ref(column)} AT TIME ZONE coalesce(
  (SELECT ${companyZone('asked.id')} FROM (SELECT ${session.user.companyId}::integer AS id) asked), ${companyZone('t.company_id')}))::time`;

/** Extends a range until 23:59 to the end of that minute. */
function includeLastMinute(list: ListContext['list']): ListContext['list'] {
  const { timeOfDay, ...ranges } = list.ranges;
  return timeOfDay?.to === '23:59'
    ? { ...list, ranges: { ...ranges, timeOfDay: { ...timeOfDay, to: '24:00' } } }
    : list;
}

async function listAlarms(context: ListContext, mount: AlarmMount, closed: boolean): Promise<ListPage<Alarm>> {
  const { tx, kit, list, actor } = context;
  const readable = readableClasses(context, mount.app, mount.classes);
  if (!readable) return { data: [], totalRecords: 0 };
  const { ids, totalRecords } = await findIds(tx, {
    table: 'alarm',
    spec: closed ? closedAlarmList : alarmList,
    query: includeLastMinute(list),
    scope: actor.scope,
    where: [sql`t.app = ${mount.app}`, readable, closed ? sql`t.closed_at IS NOT NULL` : sql`t.closed_at IS NULL`],
    columns: {
      acknowledged: sql`(t.acknowledged_at IS NOT NULL)`,
      attention: [sql`(t.acknowledged_at IS NULL)`, sql`t.severity`, sql`t.first_at`],
      timeOfDay: clockOf(actor, 't.last_at'),
      ...(list.filters.kind ? { kind: declaredKind('t.kind') } : {}),
    },
  });
  return { data: await alarmRows(tx, kit.apps, ids), totalRecords };
}

async function detail({ tx, kit, locale }: Pick<Context, 'tx' | 'kit' | 'locale'>, id: number): Promise<AlarmDetail> {
  const [row] = await alarmRows(tx, kit.apps, [id]);
  if (!row) throw refuse(404, 'not-found');
  const rule =
    row.rule &&
    (await tx
      .selectFrom('alarmRule')
      .select(['message', 'guidance', 'levels'])
      .where('id', '=', row.rule.id)
      .executeTakeFirst());
  const levels = (rule?.levels ?? []) as Level[];
  return {
    ...row,
    events: await alarmEvents(tx, id),
    message: messageOf(kit, row, (rule?.message ?? null) as MessageTemplates, locale),
    guidance: guidanceOf(kit, row, (rule?.guidance ?? null) as MessageTemplates, locale),
    trigger: levels.find(({ severity }) => severity === row.severity)?.trigger ?? null,
    floor: row.device && (await floorOf(tx, row.device.id)),
  };
}

async function floorOf(tx: Context['tx'], device: number): Promise<AlarmDetail['floor']> {
  const found = await sql<{ floor: AlarmDetail['floor'] }>`
    SELECT ${floorNamed('d.floor_id')} AS floor FROM ${sql.raw(deviceFacts)} d WHERE d.id = ${device}`.execute(tx);
  return found.rows[0]?.floor ?? null;
}

/** Locks the alarm, if the caller may do the action in its structure and its state allows it. Refuses with 404, 403 or 409. */
async function lockFor(context: ActionContext, mount: AlarmMount, id: number, action: string) {
  const alarm = await context.tx
    .selectFrom('alarm')
    .selectAll()
    .where('id', '=', id)
    .where('app', '=', mount.app)
    .where('class', 'in', mount.classes)
    .forUpdate()
    .executeTakeFirst();
  const refusal = refusalOf(context, alarm, action);
  if (refusal === 'not-found' || !alarm) throw refuse(404, 'not-found');
  if (refusal === 'no-permission') throw refuse(403, refusal);
  if (refusal) throw refuse(409, refusal, { action, disposition: alarm.disposition });
  return alarm;
}

export type LockedAlarm = Selectable<Tables['alarm']>;

/** Why the caller may not do the action; null if allowed. */
function refusalOf(
  { kit, actor, may }: Pick<ActionContext, 'kit' | 'actor' | 'may'>,
  alarm: LockedAlarm | undefined,
  action: string,
): 'not-found' | 'no-permission' | 'alarm-action-not-allowed' | null {
  if (!alarm) return 'not-found';
  const { app, class: name, structureId } = alarm;
  const hasAbility = (ability: string) =>
    may(canDo(`${app}.${alarmEntity(name)}`, ability)) &&
    hasAbilityOn(actor.session, app, alarmEntity(name), ability, structureId);
  if (!hasAbility('read')) return 'not-found';
  if (!hasAbility(abilityFor(action))) return 'no-permission';
  const state = { ...alarm, acknowledged: alarm.acknowledgedAt !== null };
  return allowsAction(kit.apps, state, action) ? null : 'alarm-action-not-allowed';
}

async function appendEvents(
  { tx, actor }: Pick<ActionContext, 'tx' | 'actor'>,
  alarms: readonly LockedAlarm[],
  action: string,
  text: string | undefined,
  data: object = {},
): Promise<void> {
  const line = { at: now(), actorId: actor.session.user.id, action, text: text || null, data: JSON.stringify(data) };
  await tx
    .insertInto('alarmEvent')
    .values(alarms.map(({ id, companyId }) => ({ ...line, alarmId: id, companyId })))
    .execute();
}

const changeOf = ({
  id,
  companyId,
  app,
  class: of,
  structureId,
  deviceId,
  kind,
  severity,
  lastAt,
}: LockedAlarm): AlarmChange => ({
  id,
  companyId,
  app,
  class: of,
  structureId,
  deviceId,
  kind,
  severity,
  at: Date.parse(lastAt),
  raised: false,
});
const callingPage = ({ actor, request }: Pick<ActionContext, 'actor' | 'request'>) =>
  pageOf(actor.sessionId, request.headers);

type Change = Partial<
  Pick<LockedAlarm, 'acknowledgedAt' | 'acknowledgedBy' | 'disposition' | 'closedAt' | 'escalatedTo'>
>;
type ActionResult = { event: string; set?: Change; data?: object };

/** Acknowledges the alarms that the caller may acknowledge, in three statements for any number of alarms. */
async function acknowledgeMany(
  context: Omit<ActionContext, 'params' | 'body'> & { body: { ids: number[]; comment?: string | undefined } },
  mount: AlarmMount,
) {
  const { tx, kit, actor, body, afterCommit } = context;
  const locked = await tx
    .selectFrom('alarm')
    .selectAll()
    .where('id', 'in', body.ids)
    .where('app', '=', mount.app)
    .where('class', 'in', mount.classes)
    .orderBy('id')
    .forUpdate()
    .execute();
  const byId = new Map(locked.map((alarm) => [alarm.id, alarm]));
  const results = [...new Set(body.ids)].map((id) => ({
    id,
    refused: refusalOf(context, byId.get(id), 'acknowledge'),
  }));
  const allowed = results.flatMap(({ id, refused: refusal }) => (refusal ? [] : (byId.get(id) ?? [])));
  if (allowed.length === 0) return results;
  const ids = allowed.map(({ id }) => id);
  const set = { acknowledgedAt: now(), acknowledgedBy: actor.session.user.id };
  await tx.updateTable('alarm').set(set).where('id', 'in', ids).execute();
  await appendEvents(context, allowed, 'acknowledged', body.comment);
  afterCommit(() => publishChanges(kit, allowed.map(changeOf), 'changed', callingPage(context)));
  return results;
}

/**
 * Serves an action on the alarms of a class: locks the alarm, performs the action, appends an event to the timeline and
 * publishes the change after the commit.
 */
function action(
  mount: AlarmMount,
  name: string,
  perform: (context: ActionContext, alarm: LockedAlarm) => Promise<ActionResult> | ActionResult,
) {
  return async (context: ActionContext): Promise<AlarmDetail> => {
    const { tx, kit, params, body, afterCommit } = context;
    const alarm = await lockFor(context, mount, params.id, name);
    const { event, set, data } = await perform(context, alarm);
    if (set) await tx.updateTable('alarm').set(set).where('id', '=', alarm.id).execute();
    await appendEvents(context, [alarm], event, body.comment, data);
    afterCommit(() =>
      publishChanges(kit, [changeOf(alarm)], set?.closedAt ? 'closed' : 'changed', callingPage(context)),
    );
    return detail(context, alarm.id);
  };
}

/** Serves `alarmActionRoute`: an app's own action on the alarms of a class. */
export const alarmActionHandler = (
  { id: app }: AppManifest,
  name: string,
  actionName: string,
  perform: (context: ActionContext, alarm: LockedAlarm) => Promise<ActionResult> | ActionResult,
) => action({ app, classes: [name] }, actionName, perform);

type ReadContext = Pick<Context, 'tx' | 'kit' | 'locale' | 'actor' | 'may'> & { params: { id: number } };

/** The details of an alarm that the caller may read; refuses with 404. */
async function visibleDetail(context: ReadContext, mount: AlarmMount): Promise<AlarmDetail> {
  const { actor, may, params } = context;
  const alarm = await detail(context, params.id);
  const entity = alarmEntity(alarm.class);
  const visible =
    alarm.app === mount.app &&
    mount.classes.includes(alarm.class) &&
    may(canDo(`${alarm.app}.${entity}`, 'read')) &&
    hasAbilityOn(actor.session, alarm.app, entity, 'read', alarm.structure?.id ?? null);
  if (!visible) throw refuse(404, 'not-found');
  return alarm;
}

/** The calls that serve one class or several. */
const readHandlers = (mount: AlarmMount): Handlers<AllAlarmRoutes> => ({
  live: (context) => listAlarms(context, mount, false),
  history: (context) => listAlarms(context, mount, true),
  get: (context) => visibleDetail(context, mount),
  async notifications(context) {
    const { id } = await visibleDetail(context, mount);
    return alarmNotifications(context.tx, id);
  },
  acknowledgeMany: (context) => acknowledgeMany(context, mount),
});

/** Serves `allAlarmRoutes` of an app. */
export const allAlarmHandlers = ({ id, alarmClasses = {} }: AppManifest): Handlers<AllAlarmRoutes> =>
  readHandlers({ app: id, classes: Object.keys(alarmClasses) });

/** Serves `alarmRoutes` of a class. */
export function alarmHandlers({ id: app }: AppManifest, name: string): Handlers<AlarmRoutes> {
  const mount = { app, classes: [name] };
  const close = (name: 'terminate' | 'reject', disposition: 'terminated' | 'rejected') =>
    action(mount, name, () => ({ event: disposition, set: { disposition, closedAt: now() } }));
  return {
    ...readHandlers(mount),
    acknowledge: action(mount, 'acknowledge', ({ actor }) => ({
      event: 'acknowledged',
      set: { acknowledgedAt: now(), acknowledgedBy: actor.session.user.id },
    })),
    comment: action(mount, 'comment', () => ({ event: 'commented' })),
    terminate: close('terminate', 'terminated'),
    reject: close('reject', 'rejected'),
    escalateUser: (context) =>
      action(mount, 'escalate-user', async (inner, alarm) => {
        const to = await escalateTo(
          inner.tx,
          inner.kit,
          await detail(context, alarm.id),
          context.body.userId,
          inner.actor,
          inner.body.comment,
        );
        return { event: 'escalated', set: { disposition: 'escalated', escalatedTo: to.id }, data: { to } };
      })(context),
    responders: ({ tx, list, actor }) => findActivePeople(tx, actor.scope, list),
    info: ({ tx, kit, actor, locale }) => alarmInfo(tx, kit, actor, app, locale),
  };
}
