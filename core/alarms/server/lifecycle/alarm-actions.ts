import { sql, type Updateable } from 'kysely';
import { emit } from '#platform/server/domain-events.ts';
import { fieldErrors } from '#platform/server/http/field-errors.ts';
import { openPageId } from '#platform/server/live/live.ts';
import { Invalid, invalid } from '#platform/server/refuse.ts';
import type { Tables } from '#platform/server/tables.ts';
import { bodyOf, statedIn } from '../../common/action-body.ts';
import type { AlarmDetail } from '../../common/alarm.ts';
import type { AlarmAction } from '../../common/manifest.ts';
import { needsComment } from '../../common/needed-comment.ts';
import { eventOf } from '../../common/standard-actions.ts';
import { type AlarmMount, readAlarmDetail } from '../lists/read-alarms.ts';
import { actingParty } from '../parties/sides.ts';
import { type AlarmChange, changesOf, emitAlarms, publishChanges } from '../raising/alarm-changes.ts';
import { storeAlarmFiles } from './alarm-files.ts';
import { classSpec, isClosed } from './lifecycle.ts';
import {
  type ActionCaller,
  actingSideOf,
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
  body: { comment?: string | undefined; mark?: string | undefined };
};

type Acknowledgement = { acknowledgedAt: string | null; acknowledgedBy: number | null };
type Change = Partial<Acknowledgement & Pick<LockedAlarm, 'disposition' | 'closedAt' | 'escalatedTo'>>;
export type ActionResult = { set?: Change; data?: object; files?: readonly File[]; internal?: boolean };

type EventContent = { text?: string | undefined; data?: object; internal?: boolean };

async function appendEvents(
  { tx, actor }: Pick<ActionCaller, 'tx' | 'actor'>,
  alarms: readonly LockedAlarm[],
  action: string,
  { text, data = {}, internal = false }: EventContent,
): Promise<number[]> {
  const line = {
    at: nowIso(),
    actorId: actor.session.user.id,
    action,
    text: text || null,
    internal,
    data: JSON.stringify(data),
  };
  const added = await tx
    .insertInto('alarmEvent')
    .values(
      alarms.map((alarm) => ({
        ...line,
        alarmId: alarm.id,
        companyId: alarm.companyId,
        byCompany: actingParty(alarm),
      })),
    )
    .returning('id')
    .execute();
  return added.map(({ id }) => id);
}

const callingPage = ({ actor, request }: Pick<ActionCaller, 'actor' | 'request'>) =>
  openPageId(actor.sessionId, request.headers);

/** The changes for live events. A party does not see the devices of the owner, whose pages need them. */
const changesBy = async (context: ActionCaller, alarms: readonly LockedAlarm[]): Promise<AlarmChange[]> =>
  alarms.some((alarm) => actingParty(alarm) !== null)
    ? changesOf(
        context,
        alarms.map(({ id }) => id),
      )
    : alarms.map(changeOf);

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

type Refusal = { id: number; refused: string | null; taken?: { by: string; at: string } };

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
  await announce(context, allowed, 'acknowledge', body);
  await acknowledge(context, allowed, { acknowledgedAt: nowIso(), acknowledgedBy: actor.session.user.id });
  await appendEvents(context, allowed, 'acknowledged', { text: body.comment });
  publishChanges(context, await changesBy(context, allowed), 'changed', callingPage(context));
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

/** Tells the listeners what a person is about to do. */
const announce = (
  context: ActionCaller,
  alarms: readonly LockedAlarm[],
  action: string,
  { comment, mark }: ActionContext['body'],
): Promise<void> =>
  emit(context, 'alarm.acting', {
    alarms: alarms.map((alarm) => ({
      ...changeOf(alarm),
      rank: alarm.rank,
      acknowledged: alarm.acknowledgedAt !== null,
      by: actingSideOf(context, alarm),
    })),
    action,
    mark: mark ?? null,
    text: comment || null,
  });

type Perform = (context: ActionContext, alarm: LockedAlarm) => Promise<ActionResult> | ActionResult;

/**
 * Serves an action on the alarms of a class: locks the alarm, performs the action, appends an event to the timeline and
 * publishes the change after the commit.
 */
export function alarmAction(mount: ClassMount, name: string, perform: Perform) {
  return async (context: ActionContext): Promise<AlarmDetail> => {
    const { params } = context;
    const alarm = await lockFor(context, mount, params.id, name);
    const actions = classSpec(context.kit.apps, alarm)?.actions;
    const action = actions?.[name];
    const body = mount.classes.length > 1 ? checkedBody(action, context.body) : context.body;
    const stated = statedIn(action, body);
    // Only some of the options need it, which the schema of the body does not state.
    if (needsComment(action, stated) && !body.comment) throw invalid('comment', 'Required');
    if (!isClosed(alarm.disposition)) await announce(context, [alarm], name, body);
    if (action?.closes) {
      const facts = { ...changeOf(alarm), firstAt: alarm.firstAt };
      await emit(context, 'alarm.closing', { alarm: facts, action: name, stated });
    }
    const { data, set, files = [], internal = false } = await perform({ ...context, body }, alarm);
    const change = { ...closing(action, stated), ...set };
    await store(context, alarm, change);
    const [event] = await appendEvents(context, [alarm], eventOf(actions, name), {
      text: body.comment,
      internal,
      data: { ...stated, ...data },
    });
    if (event !== undefined) await storeAlarmFiles(context, alarm, event, files);
    const { escalatedTo = alarm.escalatedTo, closedAt = alarm.closedAt } = change;
    const after = { ...alarm, escalatedTo, closedAt };
    const type = change.closedAt ? 'closed' : 'changed';
    const changes = await changesBy(context, [after]);
    publishChanges(context, changes, type, callingPage(context));
    if (change.closedAt) await emitAlarms(context, 'alarm.closed', changes);
    return readAlarmDetail(context, alarm.id);
  };
}

/** The body of an action on an alarm of one of several classes, by what its class declares. */
function checkedBody(action: AlarmAction | undefined, body: ActionContext['body']) {
  const parsed = bodyOf(action).safeParse(body);
  if (!parsed.success) throw new Invalid(fieldErrors(parsed.error.issues));
  return parsed.data;
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
