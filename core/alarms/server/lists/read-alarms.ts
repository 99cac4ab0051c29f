import { sql } from 'kysely';
import { companyZoneSql } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { floorNamed } from '#core/places/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { type FindOptions, findIds } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, ListReply } from '#platform/server/serve.ts';
import { type Alarm, type AlarmDetail, alarmEntity, alarmList, closedAlarmList } from '../../common/alarm.ts';
import { declaredKind } from '../lifecycle/subject.ts';
import { asOfEnd, type Sides } from '../parties/sides.ts';
import { alarmEvents, alarmRows, alarmsWithSides } from './alarm-rows.ts';
import { guidanceOf, type MessageTemplates, ruleMessage } from './limit-text.ts';
import { inReadableClasses, readableAlarms, readableAsParty } from './readable-alarms.ts';
import { ruleFacts } from './rule-facts.ts';
import { seesOnlyEscalated } from './seen-by.ts';

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
const clockOf = ({ session }: Actor, instant: ReturnType<typeof sql>) => sql`rasid_wall(${instant}, coalesce(
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

/** The number or truth value that a text of a filter also means. */
function valueNamed(text: string): readonly (number | boolean)[] {
  if (text === 'true' || text === 'false') return [text === 'true'];
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? [number] : [];
}

/** Alarms whose closing action stated one of these, each `key:value`. */
function withOutcome(stated: readonly string[] | undefined) {
  if (stated === undefined) return [];
  const conditions = stated.flatMap((one) => {
    const at = one.indexOf(':');
    const [key, value] = [one.slice(0, Math.max(at, 0)), one.slice(at + 1)];
    return [value, ...valueNamed(value)].map((held) => sql`t.outcome @> ${JSON.stringify({ [key]: held })}::jsonb`);
  });
  return [sql`(${sql.join(conditions, sql` OR `)})`];
}

/** Filters by what only the owner of an alarm knows. */
const ownersFilters: readonly string[] = ['deviceId', 'solutionId', 'subjectType', 'subjectId'];

/** A party that has ended must not find an alarm by what happened afterwards. */
function columnsAsOf(actor: Actor): NonNullable<FindOptions['columns']> {
  const [severity, lastAt] = [
    asOfEnd('severity', 'alarm_severity', 'severity'),
    asOfEnd('lastAt', 'timestamptz', 'last_at'),
  ];
  return {
    severity,
    lastAt,
    attention: [sql`(p.acknowledged_at IS NULL)`, sql`(-t.rank)`, severity, sql`t.first_at`],
    urgency: [sql`t.rank`, sql`(p.acknowledged_at IS NOT NULL)`, sql`t.first_at`],
    timeOfDay: clockOf(actor, lastAt),
    condition: asOfEnd('condition', 'text', 'condition'),
    disposition: asOfEnd('disposition', 'text', 'disposition'),
    count: asOfEnd('count', 'integer', 'count'),
  };
}

/** Also the alarms of other companies of which the caller's are parties, if there are classes with parties. */
function asParties(context: ListContext, mount: AlarmMount, closed: boolean): Pick<FindOptions, 'shared'> {
  const { kit, list } = context;
  const chosen = mount === 'all-apps' ? list.filters.app : [mount.app];
  const readable = readableAsParty(
    context,
    kit.apps.filter(({ id }) => chosen === undefined || chosen.includes(id)),
    mount === 'all-apps' ? undefined : mount.classes,
  );
  if (!readable) return {};
  const nothing = Object.keys(list.filters).some((field) => ownersFilters.includes(field)) ? [sql`false`] : [];
  return {
    shared: {
      table: 'alarm_party',
      link: 'alarm_id',
      where: [
        readable,
        ...nothing,
        ...withOutcome(list.filters.outcome),
        // For one that has ended the alarm is over, whether or not it is open for the others.
        closed
          ? sql`(t.closed_at IS NOT NULL OR p.until_at IS NOT NULL)`
          : sql`t.closed_at IS NULL AND p.until_at IS NULL`,
        ...(list.filters.outcome && closed ? [sql`p.as_of IS NULL`] : []),
      ],
      columns: {
        acknowledged: sql`(p.acknowledged_at IS NOT NULL)`,
        attention: [sql`(p.acknowledged_at IS NULL)`, sql`(-t.rank)`, sql`t.severity`, sql`t.first_at`],
        urgency: [sql`t.rank`, sql`(p.acknowledged_at IS NOT NULL)`, sql`t.first_at`],
        structureId: sql`p.structure_id`,
        solutionId: sql`NULL::integer`,
        subjectId: sql`NULL::integer`,
        subjectType: sql`NULL::text`,
        ...(closed ? columnsAsOf(context.actor) : {}),
      },
    },
  };
}

/** Whether one of the caller's companies has to act. */
const deskOf = ({ scope }: Actor) =>
  scope.companies === 'all'
    ? sql`'others'`
    : sql`CASE WHEN coalesce(t.desk_company_id, t.company_id) = ANY (${scope.companies}::integer[]) THEN 'mine' ELSE 'others' END`;

/** Without the filters that are not columns. */
function withColumns(list: ListContext['list']): ListContext['list'] {
  const { deviceId, outcome, ...filters } = list.filters;
  return { ...list, filters };
}

export async function listAlarms(context: ListContext, mount: AlarmMount, closed: boolean): Promise<ListReply<Alarm>> {
  const { tx, list, actor } = context;
  const readable = readableOf(context, mount);
  if (!readable) return { data: [], totalRecords: 0 };
  const { ids, totalRecords } = await findIds(tx, {
    table: 'alarm',
    spec: closed ? closedAlarmList : alarmList,
    query: withColumns(includeLastMinute(list)),
    scope: actor.scope,
    where: [
      readable,
      ...atDevices(list.filters.deviceId),
      ...withOutcome(list.filters.outcome),
      closed ? sql`t.closed_at IS NOT NULL` : sql`t.closed_at IS NULL`,
    ],
    columns: {
      acknowledged: sql`(t.acknowledged_at IS NOT NULL)`,
      attention: [sql`(t.acknowledged_at IS NULL)`, sql`(-t.rank)`, sql`t.severity`, sql`t.first_at`],
      urgency: [sql`t.rank`, sql`(t.acknowledged_at IS NOT NULL)`, sql`t.first_at`],
      timeOfDay: clockOf(actor, sql`t.last_at`),
      desk: deskOf(actor),
      ...(list.filters.kind ? { kind: declaredKind('t.kind') } : {}),
      // Alarms about a device alone have no type; the others are found by the index of the column.
      ...(list.filters.subjectType?.includes('device') ? { subjectType: sql`coalesce(t.subject_type, 'device')` } : {}),
    },
    ...asParties(context, mount, closed),
  });
  return { data: await alarmRows(context, ids), totalRecords };
}

type DetailContext = Pick<Context, 'tx' | 'kit' | 'actor' | 'locale'>;

/** The details of an alarm that the transaction may see; refuses with 404. */
export const readAlarmDetail = async (context: DetailContext, id: number): Promise<AlarmDetail> =>
  (await readWithSides(context, id)).detail;

async function readWithSides(context: DetailContext, id: number) {
  const { tx, kit, locale } = context;
  const found = await alarmsWithSides(context, [id]);
  const [row] = found.alarms;
  if (!row) throw refuse(404, 'not-found');
  const sides = found.sides.get(id);
  const rule = row.rule && (await ruleOf(tx, row.rule.id));
  const levels = rule?.levels ?? [];
  const detail: AlarmDetail = {
    ...row,
    events: await alarmEvents(context, row, sides),
    message: ruleMessage(kit, row, rule?.message ?? null, locale),
    guidance: guidanceOf(kit, row, rule?.guidance ?? null, locale),
    trigger: levels.find(({ severity }) => severity === row.severity)?.trigger ?? null,
    floor: row.device && (await floorOf(tx, row.device.id)),
    parties: sides ? partiesFor(sides) : [],
  };
  return { detail, sides };
}

/** The further companies of an alarm, for its owner. */
const partiesFor = ({ reads, parties }: Sides): AlarmDetail['parties'] =>
  reads.view
    ? []
    : parties.map(({ companyId, companyName, role, hasDesk, acknowledgedAt, acknowledgedBy, untilAt }) => ({
        company: { id: companyId, name: companyName },
        role,
        hasDesk,
        acknowledgedAt,
        acknowledgedBy,
        untilAt,
      }));

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
export async function visibleAlarm(context: ReadContext, mount: AlarmMount): Promise<AlarmDetail> {
  const { actor, may, params } = context;
  const { detail: alarm, sides } = await readWithSides(context, params.id);
  const site = sides ? sides.reads.structureId : (alarm.structure?.id ?? null);
  const entity = alarmEntity(alarm.class);
  const visible =
    isMounted(mount, alarm) &&
    may(canDo(`${alarm.app}.${entity}`, 'read')) &&
    hasAbilityOn(actor.session, alarm.app, entity, 'read', site) &&
    (!seesOnlyEscalated(actor.session, context.kit.apps, alarm) || alarm.escalatedTo?.id === actor.session.user.id);
  if (!visible) throw refuse(404, 'not-found');
  return alarm;
}
