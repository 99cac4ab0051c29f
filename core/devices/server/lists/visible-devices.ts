import { sql } from 'kysely';
import { hasAbilityOn, resourcesWith } from '#platform/common/ability-resources.ts';
import type { Actor } from '#platform/server/serve.ts';

/** Conditions on `t` (device): the caller may see it by their apps and permission groups. */
export function visibleDevices({ session }: Actor) {
  if (session.user.adminType === 'Super Admin') return [];
  const conditions = session.apps.map((app) => {
    const structures = resourcesWith(session, app, 'device', 'read');
    return structures === null
      ? sql`t.app = ${app}`
      : sql`(t.app = ${app} AND t.structure_id = ANY (${structures}::integer[]))`;
  });
  return [conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` OR `)})` : sql<boolean>`false`];
}

/**
 * Conditions on `t` (device): the caller may take it from its place and install it in this structure. The equivalent of
 * the check in `placeDevice`, for lists.
 */
export function devicesPlaceable({ session }: Actor, structureId: number) {
  if (session.user.adminType === 'Super Admin') return [];
  const conditions = session.apps
    .filter((app) => hasAbilityOn(session, app, 'device', 'install', structureId))
    .map((app) => {
      const from = resourcesWith(session, app, 'device', 'install');
      return from === null
        ? sql`t.app = ${app}`
        : sql`(t.app = ${app} AND (t.structure_id IS NULL OR t.structure_id = ANY (${from}::integer[])))`;
    });
  return [conditions.length > 0 ? sql`(${sql.join(conditions, sql` OR `)})` : sql`false`];
}

/**
 * `visibleDevices` for people who need permission groups; administrators also see devices of apps that are no longer
 * held.
 */
export const deviceLimits = (actor: Actor) =>
  actor.session.user.isAdmin || actor.session.user.adminType !== null ? [] : visibleDevices(actor);
