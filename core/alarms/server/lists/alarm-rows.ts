import { sql } from 'kysely';
import { actedFor, personNamed, personNameSql } from '#core/accounts/server/api.ts';
import { commandOutcomes } from '#core/commands/server/api.ts';
import { deviceNamed } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Alarm, AlarmEvent } from '../../common/alarm.ts';
import { actionsOn } from '../lifecycle/lifecycle.ts';
import { eventsForParty } from '../parties/party-events.ts';
import { asParty } from '../parties/party-view.ts';
import { type AsOf, type Sides, sidesOf } from '../parties/sides.ts';
import { ruleFacts } from './rule-facts.ts';

type StoredAlarm = Omit<Alarm, 'actions' | 'subject' | 'desk' | 'party'> & {
  /** Null of an alarm about a device alone. */
  subjectType: string | null;
  subjectId: number | null;
  subjectName: string | null;
};
export type AlarmReading = Pick<Context, 'tx' | 'kit' | 'actor'>;

/** SQL for whether the alarm `a` was closed without a person. */
const closedBySystem = sql`(a.closed_at IS NOT NULL AND EXISTS (
  SELECT FROM alarm_event e WHERE e.alarm_id = a.id AND e.action = 'terminated' AND e.actor_id IS NULL))`;

/** SQL for `{state, reason}` of the command that the event `e` names. */
const commandState = sql`(SELECT jsonb_strip_nulls(jsonb_build_object('state', c.state, 'reason', c.reason)) FROM ${sql.raw(commandOutcomes)} c
  WHERE e.action = 'action-sent' AND c.id = (e.data ->> 'id')::bigint)`;

/** Alarms as list rows in the order of the ids, read in one statement, and one more if any has several companies. */
export const alarmRows = async (context: AlarmReading, ids: readonly number[]): Promise<Alarm[]> =>
  (await alarmsWithSides(context, ids)).alarms;

/** The same, with the companies of those alarms that have several. */
export async function alarmsWithSides(
  context: AlarmReading,
  ids: readonly number[],
): Promise<{ alarms: Alarm[]; sides: ReadonlyMap<number, Sides> }> {
  const { apps } = context.kit;
  const me = context.actor.session.user.id;
  const stored = await storedRows(context, ids);
  const sides = await sidesOf(
    context,
    stored.filter(({ shared }) => shared).map(({ id }) => id),
  );
  const alarms = stored.map(({ shared: _, ...row }) => {
    const alarm = toAlarm(row, apps, me);
    const of = sides.get(row.id);
    return of ? seenBy(of, alarm, apps, me) : alarm;
  });
  return { alarms: inOrder(ids, alarms), sides };
}

async function storedRows({ tx }: AlarmReading, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const alarms = await sql<StoredAlarm & { shared: boolean }>`
    SELECT a.id, a.company_id, a.app, a.class, a.kind, a.severity, a.rank, a.condition, a.acknowledged_at IS NOT NULL AS acknowledged, a.disposition,
           a.count, a.first_at, a.last_at, a.cleared_at, a.closed_at, ${closedBySystem} AS closed_by_system, a.sensor, a.value, a.crossed AS "limit", a.outcome, a.names, a.subject_type, a.subject_id, a.subject_name, a.shared,
           (SELECT jsonb_build_object('id', r.id, 'name', r.name, 'titles', r.titles) FROM ${sql.raw(ruleFacts())} r WHERE r.id = a.rule_id) AS rule,
           ${deviceNamed('a.device_id')} AS device, ${structureNamed('a.structure_id')} AS structure,
           ${personNamed('a.acknowledged_by')} AS acknowledged_by, ${personNamed('a.escalated_to')} AS escalated_to
      FROM alarm a
     WHERE a.id = ANY (${ids}::integer[])`.execute(tx);
  return alarms.rows;
}

/** `me`: the caller, who cannot take over what they have. */
function toAlarm(
  { subjectType, subjectId, subjectName, ...row }: StoredAlarm,
  apps: readonly AppManifest[],
  me: number,
): Alarm {
  const subject =
    subjectType !== null && subjectId !== null && subjectName !== null
      ? { type: subjectType, id: subjectId, name: subjectName }
      : { type: 'device', id: row.device?.id ?? 0, name: row.device?.name ?? '' };
  return {
    ...row,
    subject,
    desk: null,
    party: null,
    actions: actionsOn(apps, { ...row, held: row.acknowledgedBy?.id === me }),
  };
}

/** What a company sees of an alarm that was open when it ceased to be a party, whatever has happened since. */
const shownAsOf = ({ severity, condition, disposition, count, lastAt, clearedAt }: AsOf) => ({
  severity,
  condition,
  disposition,
  count,
  lastAt: new Date(lastAt).toISOString(),
  clearedAt: clearedAt && new Date(clearedAt).toISOString(),
  closedAt: null,
  closedBySystem: false,
  outcome: null,
});

/** An alarm of several companies as one of them sees it. */
function seenBy({ reads, acts, desk, deskRole }: Sides, alarm: Alarm, apps: readonly AppManifest[], me: number): Alarm {
  const { acknowledgedAt, acknowledgedBy } = acts ?? reads;
  const shown = { ...alarm, acknowledged: acknowledgedAt !== null, acknowledgedBy };
  const common = {
    ...shown,
    desk: {
      role: deskRole,
      mine: acts?.hasDesk ?? false,
      acknowledgedAt: desk?.acknowledgedAt ?? null,
      acknowledgedBy: desk?.acknowledgedBy ?? null,
    },
    actions: acts ? actionsOn(apps, { ...shown, held: acknowledgedBy?.id === me }, acts) : [],
  };
  if (!reads.view) return common;
  const { subject: _, ...view } = reads.view;
  return {
    ...asParty(common, reads.view),
    ...(reads.asOf ? shownAsOf(reads.asOf) : {}),
    companyId: reads.companyId,
    escalatedTo: reads.escalatedTo,
    rule: null,
    party: { ...view, role: reads.role, siteId: reads.structureId, untilAt: reads.untilAt },
  };
}

/** SQL for the files of the event `e`. */
const eventFiles = sql`(SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type, 'size', f.size) ORDER BY f.id), '[]')
  FROM alarm_file f WHERE f.event_id = e.id AND f.alarm_id = e.alarm_id)`;

/** The events of an alarm, oldest first, as far as the company may see them. A command that was sent has its present state. */
export async function alarmEvents(
  { tx }: Pick<AlarmReading, 'tx'>,
  { id: alarmId, outcome }: Pick<Alarm, 'id' | 'outcome'>,
  sides: Sides | undefined,
): Promise<AlarmEvent[]> {
  const { rows } = await sql<Omit<AlarmEvent, 'foreign'> & { byCompany: number | null }>`
    SELECT e.id, e.by_company, ${eventFiles} AS files, e.at, e.action, e.text, e.internal, e.data || coalesce(${commandState}, '{}') AS data, ${personNamed('e.actor_id')} AS actor, ${personNameSql('e.impersonated_by')} AS impersonated_by, CASE WHEN e.by_company IS NULL THEN ${actedFor('e.actor_id', 'e.company_id')} ELSE ${actedFor('e.actor_id', 'e.by_company')} END AS acted_for
      FROM alarm_event e WHERE e.alarm_id = ${alarmId} ORDER BY e.id`.execute(tx);
  const stored = rows.map((event) => ({ ...event, foreign: false }));
  const events = sides?.reads.view ? eventsForParty(stored, sides.reads, Object.keys(outcome ?? {})) : stored;
  return events.map(({ byCompany, ...event }) => event);
}
