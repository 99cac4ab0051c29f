import type { Session } from '#platform/common/access.ts';

type Wanted = { entity?: string; action?: string };

/**
 * The structures that a person may see, in one app or in any that is held. Administrators see every one; the others those
 * that their permission groups name. `wanted` asks only for groups that grant this entity or action.
 */
export function visibleStructures({ session }: { session: Session }, app?: string, wanted: Wanted = {}): 'all' | number[] {
  if (session.user.adminType !== null || session.user.isAdmin) return 'all';
  const seen = new Set<string>();
  for (const id of app ? [app] : session.apps) {
    for (const [resource, entities] of Object.entries(session.abilities[id] ?? {})) {
      if (grantsAny(entities, wanted)) seen.add(resource);
    }
  }
  return seen.has('*') ? 'all' : [...seen].map(Number);
}

function grantsAny(entities: Record<string, string[]>, { entity, action }: Wanted): boolean {
  return Object.entries(entities).some(([name, actions]) => (!entity || name === entity) && actions.some((one) => !action || one === action));
}
