import type { Session } from './access.ts';

/** The ids of the resources for which the session has `entity.action` of the app; null when it is not restricted. */
export function resourcesWith(session: Session, app: string, entity: string, action: string): number[] | null {
  const { user } = session;
  if (user.adminType === 'Super Admin' || user.isAdmin) return null;
  const resources = Object.entries(session.abilities[app] ?? {}).filter(([, modules]) =>
    modules[entity]?.includes(action),
  );
  if (resources.some(([id]) => id === '*')) return null;
  return resources.map(([id]) => Number(id));
}

/**
 * Whether the session has `entity.action` of the app for records of this resource; `null` is a record without a
 * resource.
 */
export function hasAbilityOn(
  session: Session,
  app: string,
  entity: string,
  action: string,
  resource: number | null,
): boolean {
  const within = resourcesWith(session, app, entity, action);
  return within === null || (resource !== null && within.includes(resource));
}
