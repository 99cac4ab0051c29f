import { sql, type Updateable } from 'kysely';
import { openPageId } from '#platform/server/live/live.ts';
import type { Tables } from '#platform/server/tables.ts';
import { bodyOf, statedIn } from '../../common/action-body.ts';
import type { AlarmDetail } from '../../common/alarm.ts';
import type { AlarmAction } from '../../common/manifest.ts';
import { eventOf } from '../../common/standard-actions.ts';
import { type AlarmMount, readAlarmDetail } from '../lists/read-alarms.ts';
import { publishChanges } from '../raising/alarm-changes.ts';
import { classSpec } from './lifecycle.ts';
import {
  type ActionCaller,
  actingParty,
  type ClassMount,
  changeOf,
  type LockedAlarm,
  lockAlarms,
  lockFor,
  refusalOf,
} from './locked-alarm.ts';
import { takenByOthers } from './taken.ts';

export const nowIso = () => new Date().toISOString();

export type ActionContext = ActionCaller & {
  params: { id: number };
  body: { comment?: string | undefined };
};

type Acknowledgement = { acknowledgedAt: string | null; acknowledgedBy: number | null };
type Change = Partial<Acknowledgement & Pick<LockedAlarm, 'disposition' | 'closedAt' | 'escalatedTo'>>;
export type ActionResult = { set?: Change; data?: object };

type Told = { text?: string | undefined; data?: object };

async function appendEvents(
  { tx, actor }: Pick<ActionCaller, 'tx' | 'actor'>,
  alarms: readonly LockedAlarm[],
  action: string,
  { text, data = {} }: Told,
): Promise<void> {
  const line = { at: nowIso(), actorId: actor.session.user.id, action, text: text || null, data: JSON.stringify(data) };
  await tx
    .insertInto('alarmEvent')
    .values(
      alarms.map((alarm) => ({
        ...line,
        alarmId: alarm.id,
        companyId: alarm.companyId,
        byCompany: actingParty(alarm),
      })),
    )
    .execute();
}

const callingPage = ({ actor, request }: Pick<ActionCaller, 'actor' | 'request'>) =>
  openPageId(actor.sessionId, request.headers);

/** How an action that closes an alarm changes it. */
const closing = (action: AlarmAction | undefined, stated: Record<string, unknown>) =>
  action?.closes
    ? {
        disposition: action.closes,
        closedAt: nowIso(),
        ...(Object.keys(stated).length > 0 ? { outcome: JSON.stringify(stated) } : {}),
      }
    : {};

/** Stores who has acknowledged alarms, each for the company for which the caller acts. */
async function acknowledge(
  { tx }: Pick<ActionCaller, 'tx'>,
  alarms: readonly LockedAlarm[],
  set: Acknowledgement,
): Promise<void> {
  const owned = alarms.filter((alarm) => actingParty(alarm) === null).map(({ id }) => id);
  const shared = alarms.flatMap((alarm) => {
    const companyId = actingParty(alarm);
    return companyId === null ? [] : [{ id: alarm.id, companyId }];
  });
  if (owned.length > 0) await tx.updateTable('alarm').set(set).where('id', 'in', owned).execute();
  if (shared.length === 0) return;
  await sql`
    UPDATE alarm_party p SET acknowledged_at = ${set.acknowledgedAt}::timestamptz, acknowledged_by = ${set.acknowledgedBy}::integer
      FROM unnest(${shared.map(({ id }) => id)}::integer[], ${shared.map(({ companyId }) => companyId)}::integer[]) AS n (alarm_id, company_id)
     WHERE p.alarm_id = n.alarm_id AND p.company_id = n.company_id`.execute(tx);
}

type Refusal = { id: number; refused: string | null; taken?: { by: string | null; at: string } };

/** Acknowledges the alarms that the caller may acknowledge, in the same number of statements for any number of alarms. */
export async function acknowledgeMany(
  context: ActionCaller & { body: { ids: number[]; comment?: string | undefined } },
  mount: AlarmMount,
): Promise<Refusal[]> {
  const { kit, actor, body } = context;
  const byId = await lockAlarms(context, mount, body.ids);
  const results = [...new Set(body.ids)].map((id) => ({
    id,
    refused: refusalOf(context, byId.get(id), 'acknowledge') ?? formOf(kit.apps, byId.get(id), body.comment),
  }));
  const lost = results.flatMap(({ id, refused }) =>
    refused === 'alarm-action-not-allowed' ? (byId.get(id) ?? []) : [],
  );
  const taken = await takenByOthers(context, lost);
  const answers = results.map((result) => {
    const before = taken.get(result.id);
    return before ? { ...result, refused: 'already-taken', taken: before } : result;
  });
  const allowed = results.flatMap(({ id, refused: refusal }) => (refusal ? [] : (byId.get(id) ?? [])));
  if (allowed.length === 0) return answers;
  await acknowledge(context, allowed, { acknowledgedAt: nowIso(), acknowledgedBy: actor.session.user.id });
  await appendEvents(context, allowed, 'acknowledged', { text: body.comment });
  publishChanges(context, allowed.map(changeOf), 'changed', callingPage(context));
  return answers;
}

/** Alarms whose class wants more than this comment are acknowledged one by one. */
const formOf = (
  apps: ActionCaller['kit']['apps'],
  alarm: LockedAlarm | undefined,
  comment: string | undefined,
): 'alarm-form-needed' | null =>
  alarm && bodyOf(classSpec(apps, alarm)?.actions.acknowledge).safeParse({ comment }).success
    ? null
    : 'alarm-form-needed';

type Perform = (context: ActionContext, alarm: LockedAlarm) => Promise<ActionResult> | ActionResult;

/**
 * Serves an action on the alarms of a class: locks the alarm, performs the action, appends an event to the timeline and
 * publishes the change after the commit.
 */
export function alarmAction(mount: ClassMount, name: string, perform: Perform) {
  return async (context: ActionContext): Promise<AlarmDetail> => {
    const { params, body } = context;
    const alarm = await lockFor(context, mount, params.id, name);
    const actions = classSpec(context.kit.apps, alarm)?.actions;
    const action = actions?.[name];
    const stated = statedIn(action, body);
    const { data, set } = await perform(context, alarm);
    const change = { ...closing(action, stated), ...set };
    await store(context, alarm, change);
    await appendEvents(context, [alarm], eventOf(actions, name), { text: body.comment, data: { ...stated, ...data } });
    publishChanges(context, [changeOf(alarm)], change.closedAt ? 'closed' : 'changed', callingPage(context));
    return readAlarmDetail(context, alarm.id);
  };
}

async function store(
  context: ActionCaller,
  alarm: LockedAlarm,
  { acknowledgedAt, acknowledgedBy, ...change }: Change & Pick<Updateable<Tables['alarm']>, 'outcome'>,
): Promise<void> {
  if (acknowledgedAt !== undefined)
    await acknowledge(context, [alarm], { acknowledgedAt, acknowledgedBy: acknowledgedBy ?? null });
  if (Object.keys(change).length > 0)
    await context.tx.updateTable('alarm').set(change).where('id', '=', alarm.id).execute();
}
