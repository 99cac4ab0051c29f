import { type Selectable, sql } from 'kysely';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Tables } from '#platform/server/tables.ts';
import { alarmEntity } from '../../common/alarm.ts';
import { abilityFor } from '../../common/standard-actions.ts';
import type { ActingSide } from '../events.ts';
import type { AlarmMount } from '../lists/read-alarms.ts';
import { seesOnlyEscalated } from '../lists/seen-by.ts';
import { ownerRoleOf, type Sides, sidesOf } from '../parties/sides.ts';
import { type AlarmChange, type PartySite, partySites, shownAt, storedSubject } from '../raising/alarm-changes.ts';
import { allowsAction, classSpec, isClosed, isUntaken } from './lifecycle.ts';
import { takenByOthers } from './taken.ts';

export type ActionCaller = Pick<Context, 'tx' | 'kit' | 'locale' | 'actor' | 'may' | 'request' | 'afterCommit'>;

/** An alarm whose row is locked. If it has several companies, the acknowledgement is that of the caller's. */
export type LockedAlarm = Selectable<Tables['alarm']> & {
  devices: number[];
  parties: PartySite[] | null;
  sides: Sides | undefined;
};

export type Refused = 'not-found' | 'no-permission' | 'alarm-action-not-allowed';

/** Actions are those of a class of an app. */
export type ClassMount = Exclude<AlarmMount, 'all-apps'>;

/** Locks those of the alarms that the mount serves and the caller's companies see, in the order in which all lock alarms. */
export async function lockAlarms(
  context: Pick<Context, 'tx' | 'kit' | 'actor'>,
  mount: AlarmMount,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LockedAlarm>> {
  const locked = await context.tx
    .selectFrom('alarm')
    .selectAll()
    .select(sql<number[]>`${sql.raw(shownAt('alarm'))}`.as('devices'))
    .select(sql<PartySite[] | null>`${sql.raw(partySites('alarm'))}`.as('parties'))
    .where('id', 'in', ids)
    .where((of) =>
      mount === 'all-apps' ? of.val(true) : of.and([of('app', '=', mount.app), of('class', 'in', mount.classes)]),
    )
    .orderBy('about')
    .orderBy('kind')
    .orderBy('id')
    .forUpdate()
    .execute();
  const sides = await sidesOf(
    context,
    locked.flatMap(({ id, shared }) => (shared ? [id] : [])),
  );
  return new Map(locked.map((alarm) => [alarm.id, asActing(alarm, sides.get(alarm.id))]));
}

const asActing = (alarm: Omit<LockedAlarm, 'sides'>, sides: Sides | undefined): LockedAlarm => {
  const acts = sides?.acts;
  if (!acts) return { ...alarm, sides };
  return { ...alarm, sides, acknowledgedAt: acts.acknowledgedAt, acknowledgedBy: acts.acknowledgedBy?.id ?? null };
};

/** Locks the alarm, if the caller may do the action in its structure and its state allows it. Refuses with 404, 403 or 409. */
export async function lockFor(context: ActionCaller, mount: ClassMount, id: number, action: string) {
  const alarm = (await lockAlarms(context, mount, [id])).get(id);
  // Of several classes, some may not have the action.
  const hasAction = alarm !== undefined && classSpec(context.kit.apps, alarm)?.actions[action] !== undefined;
  const refusal = hasAction ? refusalOf(context, alarm, action) : 'not-found';
  if (refusal === 'not-found' || !alarm) throw refuse(404, 'not-found');
  if (refusal === 'no-permission') throw refuse(403, refusal);
  if (refusal) {
    const taken = (await takenByOthers(context, [alarm])).get(id);
    throw refuse(409, taken ? 'already-taken' : (errorOf(context, alarm, action) ?? refusal), {
      action,
      disposition: alarm.disposition,
      ...taken,
    });
  }
  return alarm;
}

/** Why the caller may not do the action; null if allowed. */
export function refusalOf(
  { kit, actor, may }: Pick<ActionCaller, 'kit' | 'actor' | 'may'>,
  alarm: LockedAlarm | undefined,
  action: string,
): Refused | null {
  if (!alarm) return 'not-found';
  const { app, class: name, sides } = alarm;
  // A company that is not a party any more sees the row, if at all, only by its view.
  if (alarm.shared && !sides) return 'not-found';
  const hasAbility = (ability: string, site: number | null) =>
    may(canDo(`${app}.${alarmEntity(name)}`, ability)) &&
    hasAbilityOn(actor.session, app, alarmEntity(name), ability, site);
  if (!hasAbility('read', sides ? sides.reads.structureId : alarm.structureId)) return 'not-found';
  const isOthers = alarm.escalatedTo !== actor.session.user.id;
  if (isOthers && seesOnlyEscalated(actor.session, kit.apps, alarm)) return 'not-found';
  if (sides && !sides.acts) return 'alarm-action-not-allowed';
  const site = sides?.acts ? sides.acts.structureId : alarm.structureId;
  if (!hasAbility(abilityFor(classSpec(kit.apps, alarm)?.actions, action), site)) return 'no-permission';
  const held = alarm.acknowledgedBy === actor.session.user.id;
  const state = { ...alarm, acknowledged: alarm.acknowledgedAt !== null, held };
  return allowsAction(kit.apps, state, action, sides?.acts) ? null : 'alarm-action-not-allowed';
}

/** The error of an action that only the desk may take, while another company has it, or only after somebody took the alarm. */
function errorOf({ kit }: Pick<ActionCaller, 'kit'>, alarm: LockedAlarm, action: string): string | undefined {
  const { sides } = alarm;
  const spec = classSpec(kit.apps, alarm);
  const isOpen = !isClosed(alarm.disposition);
  const declared = spec?.actions[action];
  if (!isOpen || !declared) return undefined;
  if (sides?.acts && !sides.acts.hasDesk)
    return declared.by === undefined ? spec.deskErrors?.[sides.deskRole] : undefined;
  return isUntaken(declared, { ...alarm, acknowledged: alarm.acknowledgedAt !== null })
    ? declared.takenFirst?.error
    : undefined;
}

/** The company as which the caller acts; the owner of an alarm of one company. */
export const actingSideOf = ({ kit, actor }: Pick<ActionCaller, 'kit' | 'actor'>, alarm: LockedAlarm): ActingSide => {
  const acts = alarm.sides?.acts ?? { companyId: alarm.companyId, role: ownerRoleOf(kit.apps, alarm), hasDesk: true };
  const { companyId, role, hasDesk } = acts;
  return { companyId, role, hasDesk, isAdministrator: actor.session.user.isAdmin };
};

const onlyForOf = ({
  onlyFor,
  deskCompanyId,
  closedAt,
}: Pick<LockedAlarm, 'onlyFor' | 'deskCompanyId' | 'closedAt'>) =>
  onlyFor === null || closedAt !== null
    ? null
    : { people: onlyFor, administrators: onlyFor.length === 0 && deskCompanyId === null };

export const changeOf = ({ id, companyId, app, class: of, structureId, ...alarm }: LockedAlarm): AlarmChange => ({
  id,
  companyId,
  app,
  class: of,
  structureId,
  subject: storedSubject(alarm.subjectType, alarm.subjectId),
  deviceId: alarm.deviceId,
  devices: alarm.devices,
  parties: alarm.parties ?? [],
  kind: alarm.kind,
  severity: alarm.severity,
  escalatedTo: alarm.escalatedTo,
  onlyFor: onlyForOf(alarm),
  at: Date.parse(alarm.lastAt),
  raised: false,
});
