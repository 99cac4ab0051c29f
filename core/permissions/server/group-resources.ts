import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';

type Owned = (tx: Tx, companyId: number, ids: readonly number[]) => Promise<boolean>;
let owned: Owned | null = null;

/**
 * The slice of the things that groups name checks whether all of these are the company's, because it depends on this
 * one.
 */
export function ownsGroupResources(check: Owned): void {
  owned = check;
}

/** Refuses resources of other companies. A resource that the group already names stays, even if it is deleted. */
export async function assertResources(
  tx: Tx,
  companyId: number,
  before: readonly (number | '*')[],
  wanted: readonly (number | '*')[],
): Promise<void> {
  const added = wanted.filter((id): id is number => id !== '*' && !before.includes(id));
  if (added.length === 0) return;
  if (!owned) throw new Error('nothing tells whose the resources of groups are');
  if (!(await owned(tx, companyId, added))) throw invalid('resources', 'invalid');
}
