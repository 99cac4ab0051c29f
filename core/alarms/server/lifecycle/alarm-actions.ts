import { type Selectable, sql } from 'kysely';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { openPageId } from '#platform/server/live/live.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Tables } from '#platform/server/tables.ts';
import { type AlarmDetail, alarmEntity } from '../../common/alarm.ts';
import { abilityFor } from '../../common/standard-actions.ts';
import { type AlarmMount, readAlarmDetail } from '../lists/read-alarms.ts';
import { type AlarmChange, publishChanges, shownAt } from '../raising/alarm-changes.ts';
import { allowsAction, classSpec } from './lifecycle.ts';
import { takenByOthers } from './taken.ts';

export const nowIso = () => new Date().toISOString();

export type ActionContext = Pick<Context, 'tx' | 'kit' | 'locale' | 'actor' | 'may' | 'request' | 'afterCommit'> & {
  params: { id: number };
  body: { comment?: string | undefined };
};

/** Actions are those of a class of an app. */
type ClassMount = Exclude<AlarmMount, 'all-apps'>;

const furtherDevices = sql<number[]>`${sql.raw(shownAt('alarm'))}`.as('devices');

/** Locks the alarm, if the caller may do the action in its structure and its state allows it. Refuses with 404, 403 or 409. */
async function lockFor(context: ActionContext, mount: ClassMount, id: number, action: string) {
  const alarm = await context.tx
    .selectFrom('alarm')
    .selectAll()
    .select(furtherDevices)
    .where('id', '=', id)
    .where('app', '=', mount.app)
    .where('class', 'in', mount.classes)
    .forUpdate()
    .executeTakeFirst();
  const refusal = refusalOf(context, alarm, action);
  if (refusal === 'not-found' || !alarm) throw refuse(404, 'not-found');
  if (refusal === 'no-permission') throw refuse(403, refusal);
  if (refusal) {
    const taken = (await takenByOthers(context.tx, context.actor, [id])).get(id);
    throw refuse(409, taken ? 'already-taken' : refusal, { action, disposition: alarm.disposition, ...taken });
  }
  return alarm;
}

export type LockedAlarm = Selectable<Tables['alarm']> & { devices: number[] };

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
  if (!hasAbility(abilityFor(classSpec(kit.apps, alarm)?.actions, action))) return 'no-permission';
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
  const line = { at: nowIso(), actorId: actor.session.user.id, action, text: text || null, data: JSON.stringify(data) };
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
  devices,
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
  devices,
  kind,
  severity,
  at: Date.parse(lastAt),
  raised: false,
});
const callingPage = ({ actor, request }: Pick<ActionContext, 'actor' | 'request'>) =>
  openPageId(actor.sessionId, request.headers);

type Change = Partial<
  Pick<LockedAlarm, 'acknowledgedAt' | 'acknowledgedBy' | 'disposition' | 'closedAt' | 'escalatedTo'>
>;
export type ActionResult = { event: string; set?: Change; data?: object };

/** Acknowledges the alarms that the caller may acknowledge, in at most four statements for any number of alarms. */
export async function acknowledgeMany(
  context: Omit<ActionContext, 'params' | 'body'> & { body: { ids: number[]; comment?: string | undefined } },
  mount: AlarmMount,
) {
  const { tx, actor, body } = context;
  const locked = await tx
    .selectFrom('alarm')
    .selectAll()
    .select(furtherDevices)
    .where('id', 'in', body.ids)
    .where((of) =>
      mount === 'all-apps' ? of.val(true) : of.and([of('app', '=', mount.app), of('class', 'in', mount.classes)]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const byId = new Map(locked.map((alarm) => [alarm.id, alarm]));
  const results = [...new Set(body.ids)].map((id) => ({
    id,
    refused: refusalOf(context, byId.get(id), 'acknowledge'),
  }));
  const lost = results.flatMap(({ id, refused }) => (refused === 'alarm-action-not-allowed' ? [id] : []));
  const taken = await takenByOthers(tx, actor, lost);
  const answers = results.map((result) => {
    const before = taken.get(result.id);
    return before ? { ...result, refused: 'already-taken', taken: before } : result;
  });
  const allowed = results.flatMap(({ id, refused: refusal }) => (refusal ? [] : (byId.get(id) ?? [])));
  if (allowed.length === 0) return answers;
  const ids = allowed.map(({ id }) => id);
  const set = { acknowledgedAt: nowIso(), acknowledgedBy: actor.session.user.id };
  await tx.updateTable('alarm').set(set).where('id', 'in', ids).execute();
  await appendEvents(context, allowed, 'acknowledged', body.comment);
  publishChanges(context, allowed.map(changeOf), 'changed', callingPage(context));
  return answers;
}

/**
 * Serves an action on the alarms of a class: locks the alarm, performs the action, appends an event to the timeline and
 * publishes the change after the commit.
 */
export function alarmAction(
  mount: ClassMount,
  name: string,
  perform: (context: ActionContext, alarm: LockedAlarm) => Promise<ActionResult> | ActionResult,
) {
  return async (context: ActionContext): Promise<AlarmDetail> => {
    const { tx, params, body } = context;
    const alarm = await lockFor(context, mount, params.id, name);
    const { event, set, data } = await perform(context, alarm);
    if (set) await tx.updateTable('alarm').set(set).where('id', '=', alarm.id).execute();
    await appendEvents(context, [alarm], event, body.comment, data);
    publishChanges(context, [changeOf(alarm)], set?.closedAt ? 'closed' : 'changed', callingPage(context));
    return readAlarmDetail(context, alarm.id);
  };
}
