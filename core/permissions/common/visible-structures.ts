import type { Session } from '#platform/common/access.ts';

/**
 * The structures that a person may see in any of `apps`: those that their permission groups name. Null when nothing limits
 * them: administrators (a provider's too, whatever its contract for all structures lets them do there), and groups that name all structures.
 * For one action of one app there is the kit's `resourcesWith`.
 */
export function visibleStructures(
  { session }: { session: Session },
  apps: readonly string[] = session.apps,
): number[] | null {
  const { structures = null } = session;
  if (session.user.role === 'Admin') return structures === null ? null : [...structures];
  const seen = new Set(apps.flatMap((app) => Object.keys(session.abilities[app] ?? {})));
  return seen.has('*') ? null : [...seen].map(Number);
}
