import type { Ability, AccessRule } from './access.ts';

/** `module.entity` */
export type EntityName = `${string}.${string}`;

/** The registry key of an action, for example `p_garage_vehicle_suspend`. */
const permissionKey = (name: EntityName, action: string): string =>
  `p_${name.replace('.', '_')}_${action.replaceAll('-', '_')}`;

/** Access to one action on something that is not an entity (an alarm of an app, a report). */
export const canDo = (name: EntityName, action: string): AccessRule => ({
  permission: permissionKey(name, action),
  ability: `${name}.${action}` as Ability,
});
