import { sql } from 'kysely';
import { companyZoneSql } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { floorNamed } from '#core/places/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, ListReply } from '#platform/server/serve.ts';
import { type Alarm, type AlarmDetail, alarmEntity, alarmList, closedAlarmList } from '../../common/alarm.ts';
import { declaredKind } from '../lifecycle/subject.ts';
import { alarmEvents, alarmRows } from './alarm-rows.ts';
import { guidanceOf, type MessageTemplates, ruleMessage } from './limit-text.ts';
import { inReadableClasses, readableAlarms } from './readable-alarms.ts';
import { ruleFacts } from './rule-facts.ts';

type ListContext = Pick<Context, 'tx' | 'kit' | 'list' | 'actor' | 'may'>;

/** What a set of calls serves: the alarm classes of an app, or the alarms of all apps. */
export type AlarmMount = { app: string; classes: readonly string[] } | 'all-apps';

const isMounted = (mount: AlarmMount, alarm: { app: string; class: string }): boolean =>
  mount === 'all-apps' || (alarm.app === mount.app && mount.classes.includes(alarm.class));

/** The alarms of the mount that the caller may read; of all apps only of those that the list is filtered by. */
function readableOf(context: Pick<Context, 'kit' | 'actor' | 'may' | 'list'>, mount: AlarmMount) {
  if (mount !== 'all-apps') return inReadableClasses(context, mount.app, mount.classes);
  const chosen = context.list.filters.app;
  return readableAlarms(
    context,
    context.kit.apps.filter(({ id }) => chosen === undefined || chosen.includes(id)),
  );
}

/** The time of day in the time zone of the caller's company, else of the alarm's company. */
const clockOf = ({ session }: Actor, column: string) => sql`rasid_wall(${sql.ref(column)}, coalesce(
  (SELECT ${companyZoneSql('asked.id')} FROM (SELECT ${session.user.companyId}::integer AS id) asked), ${companyZoneSql('t.company_id')}))::time`;

/** Extends a range until 23:59 to the end of that minute. */
function includeLastMinute(list: ListContext['list']): ListContext['list'] {
  const { timeOfDay, ...ranges } = list.ranges;
  return timeOfDay?.to === '23:59'
    ? { ...list, ranges: { ...ranges, timeOfDay: { ...timeOfDay, to: '24:00' } } }
    : list;
}

/** Alarms about devices, and those about other things that are shown at them. Arrays let both parts use their indexes. */
const atDevices = (devices: readonly string[] | undefined) =>
  devices === undefined
    ? []
    : [
        sql`(t.device_id = ANY (${devices}::integer[])
          OR t.id = ANY (ARRAY(SELECT x.alarm_id FROM alarm_device x WHERE x.device_id = ANY (${devices}::integer[]))))`,
      ];

function withoutDevices(list: ListContext['list']): ListContext['list'] {
  const { deviceId, ...filters } = list.filters;
  return { ...list, filters };
}

export async function listAlarms(context: ListContext, mount: AlarmMount, closed: boolean): Promise<ListReply<Alarm>> {
  const { tx, kit, list, actor } = context;
  const readable = readableOf(context, mount);
  if (!readable) return { data: [], totalRecords: 0 };
  const { ids, totalRecords } = await findIds(tx, {
    table: 'alarm',
    spec: closed ? closedAlarmList : alarmList,
    query: withoutDevices(includeLastMinute(list)),
    scope: actor.scope,
    where: [
      readable,
      ...atDevices(list.filters.deviceId),
      closed ? sql`t.closed_at IS NOT NULL` : sql`t.closed_at IS NULL`,
    ],
    columns: {
      acknowledged: sql`(t.acknowledged_at IS NOT NULL)`,
      attention: [sql`(t.acknowledged_at IS NULL)`, sql`(-t.rank)`, sql`t.severity`, sql`t.first_at`],
      timeOfDay: clockOf(actor, 't.last_at'),
      ...(list.filters.kind ? { kind: declaredKind('t.kind') } : {}),
    },
  });
  return { data: await alarmRows(tx, kit.apps, ids), totalRecords };
}

/** The details of an alarm that the transaction may see; refuses with 404. */
export async function readAlarmDetail(
  { tx, kit, locale }: Pick<Context, 'tx' | 'kit' | 'locale'>,
  id: number,
): Promise<AlarmDetail> {
  const [row] = await alarmRows(tx, kit.apps, [id]);
  if (!row) throw refuse(404, 'not-found');
  const rule = row.rule && (await ruleOf(tx, row.rule.id));
  const levels = rule?.levels ?? [];
  return {
    ...row,
    events: await alarmEvents(tx, id),
    message: ruleMessage(kit, row, rule?.message ?? null, locale),
    guidance: guidanceOf(kit, row, rule?.guidance ?? null, locale),
    trigger: levels.find(({ severity }) => severity === row.severity)?.trigger ?? null,
    floor: row.device && (await floorOf(tx, row.device.id)),
  };
}

type RuleOfAlarm = {
  message: MessageTemplates;
  guidance: MessageTemplates;
  levels: { severity: Alarm['severity']; trigger: NonNullable<AlarmDetail['trigger']> }[];
};

async function ruleOf(tx: Context['tx'], id: number): Promise<RuleOfAlarm | undefined> {
  const found = await sql<RuleOfAlarm>`
    SELECT message, guidance, levels FROM ${sql.raw(ruleFacts())} r WHERE id = ${id}`.execute(tx);
  return found.rows[0];
}

async function floorOf(tx: Context['tx'], device: number): Promise<AlarmDetail['floor']> {
  const found = await sql<{ floor: AlarmDetail['floor'] }>`
    SELECT ${floorNamed('d.floor_id')} AS floor FROM ${sql.raw(deviceFacts)} d WHERE d.id = ${device}`.execute(tx);
  return found.rows[0]?.floor ?? null;
}

type ReadContext = Pick<Context, 'tx' | 'kit' | 'locale' | 'actor' | 'may'> & { params: { id: number } };

/** The details of an alarm that the caller may read; refuses with 404. */
export async function visibleDetail(context: ReadContext, mount: AlarmMount): Promise<AlarmDetail> {
  const { actor, may, params } = context;
  const alarm = await readAlarmDetail(context, params.id);
  const entity = alarmEntity(alarm.class);
  const visible =
    isMounted(mount, alarm) &&
    may(canDo(`${alarm.app}.${entity}`, 'read')) &&
    hasAbilityOn(actor.session, alarm.app, entity, 'read', alarm.structure?.id ?? null);
  if (!visible) throw refuse(404, 'not-found');
  return alarm;
}
