import type { AlarmAction, AlarmClass } from './manifest.ts';

const standardActions = {
  acknowledge: {},
  /** Somebody who has not acknowledged the alarm becomes the one who has. */
  'take-over': { confirm: true },
  comment: { comment: 'needed' },
  terminate: { confirm: true },
  reject: { comment: 'needed', confirm: true },
  'escalate-user': { ability: 'escalate' },
} as const satisfies Record<string, AlarmAction>;

type StandardAction = keyof typeof standardActions;

/** The actions of a class that this slice declares and serves, in this order. */
export const standard = <const Names extends StandardAction>(
  ...names: readonly Names[]
): Readonly<Record<Names, AlarmAction>> =>
  Object.fromEntries(names.map((name) => [name, standardActions[name]])) as Record<Names, AlarmAction>;

/** The ability that an action of a class requires. */
export const abilityFor = (actions: AlarmClass['actions'] | undefined, action: string): string =>
  actions?.[action]?.ability ?? action;
