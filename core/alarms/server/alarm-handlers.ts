import { sql } from 'kysely';
import { companyZone, findActivePeople } from '#core/accounts/server/api.ts';
import { holdsOn, resourcesWith } from '#platform/common/access.ts';
import type { Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Actor, Context, Handlers, ListPage } from '#platform/server/serve.ts';
import {
  type Alarm,
  type AlarmAction,
  type AlarmClass,
  type AlarmDetail,
  abilityFor,
  alarmList,
  type operationalAlarmRoutes,
  type statusAlarmRoutes,
} from '../common/alarm.ts';
import { alarmInfo } from './alarm-info.ts';
import { alarmEvents, alarmRows } from './alarm-rows.ts';
import { escalateTo } from './escalation.ts';
import { mayDo } from './lifecycle.ts';
import { type AlarmChange, announce } from './raise.ts';

type Listing = Pick<Context, 'tx' | 'list' | 'actor'>;
type Handling = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'> & {
  params: { id: number };
  body: { comment?: string | undefined };
};

function within(actor: Actor, app: string, kind: AlarmClass) {
  const structures = resourcesWith(actor.session, app, `${kind}-alarm`, 'read');
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

async function listAlarms(
  { tx, list, actor }: Listing,
  app: string,
  kind: AlarmClass,
  closed: boolean,
): Promise<ListPage<Alarm>> {
  const { ids, totalRecords } = await findIds(tx, {
    table: 'alarm',
    spec: alarmList,
    query: wholeDay(list),
    scope: actor.scope,
    where: [
      sql`t.app = ${app}`,
      sql`t.class = ${kind}`,
      closed ? sql`t.closed_at IS NOT NULL` : sql`t.closed_at IS NULL`,
      ...within(actor, app, kind),
    ],
    columns: { acknowledged: sql`(t.acknowledged_at IS NOT NULL)`, timeOfDay: clockOf(actor, 't.last_at') },
  });
  return { data: await alarmRows(tx, ids), totalRecords };
}

async function detail(tx: Tx, id: number): Promise<AlarmDetail> {
  const [row] = await alarmRows(tx, [id]);
  if (!row) throw refuse(404, 'not-found');
  return { ...row, events: await alarmEvents(tx, id) };
}

/** The alarm under a row lock if the caller may see it and do this in its structure, and its state allows it. */
async function lockFor(tx: Tx, actor: Actor, app: string, kind: AlarmClass, id: number, action: AlarmAction) {
  const alarm = await tx
    .selectFrom('alarm')
    .selectAll()
    .where('id', '=', id)
    .where('app', '=', app)
    .where('class', '=', kind)
    .forUpdate()
    .executeTakeFirst();
  const holds = (ability: string) =>
    alarm !== undefined && holdsOn(actor.session, app, `${kind}-alarm`, ability, alarm.structureId);
  if (!alarm || !holds('read')) throw refuse(404, 'not-found');
  if (!holds(abilityFor[action])) throw refuse(403, 'no-permission');
  if (!mayDo({ ...alarm, acknowledged: alarm.acknowledgedAt !== null }, action))
    throw refuse(409, 'alarm-action-not-allowed', { action, disposition: alarm.disposition });
  return alarm;
}

type Locked = Awaited<ReturnType<typeof lockFor>>;

async function tell(
  tx: Tx,
  actor: Actor,
  alarm: Locked,
  action: string,
  text: string | undefined,
  data: object = {},
): Promise<void> {
  await tx
    .insertInto('alarmEvent')
    .values({
      alarmId: alarm.id,
      companyId: alarm.companyId,
      at: new Date().toISOString(),
      actorId: actor.session.user.id,
      action,
      text: text || null,
      data: JSON.stringify(data),
    })
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
}: Locked): AlarmChange => ({
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
const announceOne = (kit: Kit, alarm: Locked, type: 'changed' | 'closed') => announce(kit, [changeOf(alarm)], type);

const now = () => new Date().toISOString();

function handling(app: string, kind: AlarmClass) {
  const acknowledge = async ({ tx, kit, params, body, actor, afterCommit }: Handling) => {
    const alarm = await lockFor(tx, actor, app, kind, params.id, 'acknowledge');
    await tx
      .updateTable('alarm')
      .set({ acknowledgedAt: now(), acknowledgedBy: actor.session.user.id })
      .where('id', '=', alarm.id)
      .execute();
    await tell(tx, actor, alarm, 'acknowledged', body.comment);
    afterCommit(() => announceOne(kit, alarm, 'changed'));
    return detail(tx, alarm.id);
  };
  const comment = async ({ tx, kit, params, body, actor, afterCommit }: Handling) => {
    const alarm = await lockFor(tx, actor, app, kind, params.id, 'comment');
    await tell(tx, actor, alarm, 'commented', body.comment);
    afterCommit(() => announceOne(kit, alarm, 'changed'));
    return detail(tx, alarm.id);
  };
  const close =
    (action: 'terminate' | 'reject', disposition: 'terminated' | 'rejected') =>
    async ({ tx, kit, params, body, actor, afterCommit }: Handling) => {
      const alarm = await lockFor(tx, actor, app, kind, params.id, action);
      await tx.updateTable('alarm').set({ disposition, closedAt: now() }).where('id', '=', alarm.id).execute();
      await tell(tx, actor, alarm, disposition, body.comment);
      afterCommit(() => announceOne(kit, alarm, 'closed'));
      return detail(tx, alarm.id);
    };
  return {
    live: (context: Listing) => listAlarms(context, app, kind, false),
    history: (context: Listing) => listAlarms(context, app, kind, true),
    get: async ({ tx, params, actor }: { tx: Tx; params: { id: number }; actor: Actor }) => {
      const found = await detail(tx, params.id);
      const seen = holdsOn(actor.session, app, `${kind}-alarm`, 'read', found.structure?.id ?? null);
      if (found.app !== app || found.class !== kind || !seen) throw refuse(404, 'not-found');
      return found;
    },
    acknowledge,
    comment,
    terminate: close('terminate', 'terminated'),
    reject: close('reject', 'rejected'),
  };
}

/** The status alarm calls of one app. */
export function statusAlarmHandlers(app: string): Handlers<ReturnType<typeof statusAlarmRoutes>> {
  const { reject: _, ...handlers } = handling(app, 'status');
  return handlers;
}

/** The operational alarm calls of one app. */
export function operationalAlarmHandlers(app: string): Handlers<ReturnType<typeof operationalAlarmRoutes>> {
  return {
    ...handling(app, 'operational'),
    async escalateUser({ tx, kit, params, body, actor, afterCommit }) {
      const alarm = await lockFor(tx, actor, app, 'operational', params.id, 'escalate-user');
      const person = await escalateTo(tx, kit, alarm, body.userId, actor, body.comment);
      await tx
        .updateTable('alarm')
        .set({ disposition: 'escalated', escalatedTo: person.id })
        .where('id', '=', alarm.id)
        .execute();
      await tell(tx, actor, alarm, 'escalated', body.comment, { to: person });
      afterCommit(() => announceOne(kit, alarm, 'changed'));
      return detail(tx, alarm.id);
    },
    responders: ({ tx, list, actor }) => findActivePeople(tx, actor.scope, list),
    info: ({ tx, kit, actor, locale }) => alarmInfo(tx, kit, actor, app, locale),
  };
}
