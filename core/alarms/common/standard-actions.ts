import type { AlarmAction, AlarmClass } from './manifest.ts';

type StandardAction = 'acknowledge' | 'take-over' | 'comment' | 'terminate' | 'reject' | 'escalate-user';

const standardActions: Readonly<Record<StandardAction, AlarmAction>> = {
  acknowledge: { by: 'all', event: 'acknowledged' },
  /** Somebody who has not acknowledged the alarm becomes the one who has. */
  'take-over': { confirm: true, by: 'all', event: 'taken-over' },
  comment: { comment: 'needed', by: 'all', event: 'commented' },
  terminate: { confirm: true, closes: 'terminated', event: 'terminated' },
  reject: { comment: 'needed', confirm: true, closes: 'rejected', event: 'rejected' },
  'escalate-user': { ability: 'escalate', event: 'escalated' },
};

/** The actions of a class that this slice declares and serves, in this order. */
export const standard = <const Names extends StandardAction>(
  ...names: readonly Names[]
): Readonly<Record<Names, AlarmAction>> =>
  Object.fromEntries(names.map((name) => [name, standardActions[name]])) as Record<Names, AlarmAction>;

/** The name of the event of an action. */
export const eventOf = (actions: AlarmClass['actions'] | undefined, action: string): string =>
  actions?.[action]?.event ?? action;

/** The ability that an action of a class requires. */
export const abilityFor = (actions: AlarmClass['actions'] | undefined, action: string): string =>
  actions?.[action]?.ability ?? action;
