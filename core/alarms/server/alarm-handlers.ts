import { type Selectable, sql } from 'kysely';
import { companyZone, findActivePeople } from '#core/accounts/server/api.ts';
import { hasAbilityOn, resourcesWith } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { pageOf } from '#platform/server/live.ts';
import { refuse } from '#platform/server/refuse.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Actor, Context, Handlers, ListPage } from '#platform/server/serve.ts';
import type { Tables } from '#platform/server/tables.ts';
import { type Alarm, type AlarmDetail, type AlarmRoutes, abilityFor, alarmEntity, alarmList } from '../common/alarm.ts';
import { alarmInfo } from './alarm-info.ts';
import { alarmEvents, alarmRows } from './alarm-rows.ts';
import { escalateTo } from './escalation.ts';
import { mayDo } from './lifecycle.ts';
import { type AlarmChange, announce } from './raise.ts';

type Listing = Pick<Context, 'tx' | 'kit' | 'list' | 'actor'>;
const now = () => new Date().toISOString();

type Handling = Pick<Context, 'tx' | 'kit' | 'actor' | 'request' | 'afterCommit'> & {
  params: { id: number };
  body: { comment?: string | undefined };
};

/** One class of alarms of an app. */
type Mount = { app: string; name: string };

function within(actor: Actor, { app, name }: Mount) {
  const structures = resourcesWith(actor.session, app, alarmEntity(name), 'read');
  return structures === null ? [] : [sql`t.structure_id = ANY (${structures}::integer[])`];
}

/** What the clock shows where the caller's company is, as pages show it; people without a company are told the alarm's own. */
const clockOf = ({ session }: Actor, column: string) => sql`(${sql.ref(column)} AT TIME ZONE coalesce(
  (SELECT ${companyZone('asked.id')} FROM (SELECT ${session.user.companyId}::integer AS id) asked), ${companyZone('t.company_id')}))::time`;

/** A clock ends at 23:59, and that minute belongs to the day. */
function wholeDay(list: Listing['list']): Listing['list'] {
  const { timeOfDay, ...ranges } = list.ranges;
  return timeOfDay?.to === '23:59'
    ? { ...list, ranges: { ...ranges, timeOfDay: { ...timeOfDay, to: '24:00' } } }
    : list;
}

async function listAlarms({ tx, kit, list, actor }: Listing, mount: Mount, closed: boolean): Promise<ListPage<Alarm>> {
  const { ids, totalRecords } = await findIds(tx, {
    table: 'alarm',
    spec: alarmList,
    query: wholeDay(list),
    scope: actor.scope,
    where: [
      sql`t.app = ${mount.app}`,
      sql`t.class = ${mount.name}`,
      closed ? sql`t.closed_at IS NOT NULL` : sql`t.closed_at IS NULL`,
      ...within(actor, mount),
    ],
    columns: { acknowledged: sql`(t.acknowledged_at IS NOT NULL)`, timeOfDay: clockOf(actor, 't.last_at') },
  });
  return { data: await alarmRows(tx, kit.apps, ids), totalRecords };
}

async function detail({ tx, kit }: Pick<Context, 'tx' | 'kit'>, id: number): Promise<AlarmDetail> {
  const [row] = await alarmRows(tx, kit.apps, [id]);
  if (!row) throw refuse(404, 'not-found');
  return { ...row, events: await alarmEvents(tx, id) };
}

/** The alarm under a row lock if the caller may see it and do this in its structure, and its state allows it. */
async function lockFor({ tx, kit, actor }: Handling, { app, name }: Mount, id: number, action: string) {
  const alarm = await tx
    .selectFrom('alarm')
    .selectAll()
    .where('id', '=', id)
    .where('app', '=', app)
    .where('class', '=', name)
    .forUpdate()
    .executeTakeFirst();
  const refused = refusalOf({ kit, actor }, { app, name }, alarm, action);
  if (refused === 'not-found' || !alarm) throw refuse(404, 'not-found');
  if (refused === 'no-permission') throw refuse(403, refused);
  if (refused) throw refuse(409, refused, { action, disposition: alarm.disposition });
  return alarm;
}

export type LockedAlarm = Selectable<Tables['alarm']>;

/** Why the caller may not do this with the alarm; null when they may. */
function refusalOf(
  { kit, actor }: Pick<Handling, 'kit' | 'actor'>,
  { app, name }: Mount,
  alarm: LockedAlarm | undefined,
  action: string,
): 'not-found' | 'no-permission' | 'alarm-action-not-allowed' | null {
  const holds = (ability: string) =>
    alarm !== undefined && hasAbilityOn(actor.session, app, alarmEntity(name), ability, alarm.structureId);
  if (!alarm || !holds('read')) return 'not-found';
  if (!holds(abilityFor(action))) return 'no-permission';
  const state = { ...alarm, acknowledged: alarm.acknowledgedAt !== null };
  return mayDo(kit.apps, state, action) ? null : 'alarm-action-not-allowed';
}

async function appendEvents(
  { tx, actor }: Pick<Handling, 'tx' | 'actor'>,
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
const pageThatAsks = ({ actor, request }: Pick<Handling, 'actor' | 'request'>) =>
  pageOf(actor.sessionId, request.headers);

type Change = Partial<
  Pick<LockedAlarm, 'acknowledgedAt' | 'acknowledgedBy' | 'disposition' | 'closedAt' | 'escalatedTo'>
>;
type Done = { event: string; set?: Change; data?: object };

/** Acknowledges what the caller may and what is not acknowledged yet, in three statements however many they are. */
async function acknowledgeMany(
  context: Omit<Handling, 'params' | 'body'> & { body: { ids: number[]; comment?: string | undefined } },
  mount: Mount,
) {
  const { tx, kit, actor, body, afterCommit } = context;
  const locked = await tx
    .selectFrom('alarm')
    .selectAll()
    .where('id', 'in', body.ids)
    .where('app', '=', mount.app)
    .where('class', '=', mount.name)
    .orderBy('id')
    .forUpdate()
    .execute();
  const byId = new Map(locked.map((alarm) => [alarm.id, alarm]));
  const results = [...new Set(body.ids)].map((id) => ({
    id,
    refused: refusalOf(context, mount, byId.get(id), 'acknowledge'),
  }));
  const done = results.flatMap(({ id, refused }) => (refused ? [] : (byId.get(id) ?? [])));
  if (done.length === 0) return results;
  const ids = done.map(({ id }) => id);
  const set = { acknowledgedAt: now(), acknowledgedBy: actor.session.user.id };
  await tx.updateTable('alarm').set(set).where('id', 'in', ids).execute();
  await appendEvents(context, done, 'acknowledged', body.comment);
  afterCommit(() => announce(kit, done.map(changeOf), 'changed', pageThatAsks(context)));
  return results;
}

/**
 * Serves one action on the alarms of a class: the alarm under a row lock, what `work` makes of it, a line of its
 * timeline, and the news after the commit.
 */
function action(mount: Mount, name: string, work: (context: Handling, alarm: LockedAlarm) => Promise<Done> | Done) {
  return async (context: Handling): Promise<AlarmDetail> => {
    const { tx, kit, params, body, afterCommit } = context;
    const alarm = await lockFor(context, mount, params.id, name);
    const { event, set, data } = await work(context, alarm);
    if (set) await tx.updateTable('alarm').set(set).where('id', '=', alarm.id).execute();
    await appendEvents(context, [alarm], event, body.comment, data);
    afterCommit(() => announce(kit, [changeOf(alarm)], set?.closedAt ? 'closed' : 'changed', pageThatAsks(context)));
    return detail(context, alarm.id);
  };
}

/** Serves `alarmActionRoute`: an action of the app's own on the alarms of one of its classes. */
export const alarmActionHandler = (
  { id: app }: AppManifest,
  name: string,
  actionName: string,
  work: (context: Handling, alarm: LockedAlarm) => Promise<Done> | Done,
) => action({ app, name }, actionName, work);

/** The calls on one class of an app's alarms. */
export function alarmHandlers({ id: app }: AppManifest, name: string): Handlers<AlarmRoutes> {
  const mount = { app, name };
  const close = (word: 'terminate' | 'reject', disposition: 'terminated' | 'rejected') =>
    action(mount, word, () => ({ event: disposition, set: { disposition, closedAt: now() } }));
  return {
    live: (context) => listAlarms(context, mount, false),
    history: (context) => listAlarms(context, mount, true),
    async get(context) {
      const found = await detail(context, context.params.id);
      const seen = hasAbilityOn(context.actor.session, app, alarmEntity(name), 'read', found.structure?.id ?? null);
      if (found.app !== app || found.class !== name || !seen) throw refuse(404, 'not-found');
      return found;
    },
    acknowledge: action(mount, 'acknowledge', ({ actor }) => ({
      event: 'acknowledged',
      set: { acknowledgedAt: now(), acknowledgedBy: actor.session.user.id },
    })),
    acknowledgeMany: (context) => acknowledgeMany(context, mount),
    comment: action(mount, 'comment', () => ({ event: 'commented' })),
    terminate: close('terminate', 'terminated'),
    reject: close('reject', 'rejected'),
    escalateUser: (context) =>
      action(mount, 'escalate-user', async (inner, alarm) => {
        const { id, ...about } = await detail(context, alarm.id);
        const escalated = { id, app, class: name, subjectName: about.subject.name };
        const to = await escalateTo(
          inner.tx,
          inner.kit,
          escalated,
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
