/** Groups are within groups, so many levels deep at most. */
export const maxLevels = 3;

type Node = { id: number; parentId: number | null };

/** A group with what is within it, and its level from 1. */
export type Branch<Group extends Node> = { group: Group; level: number; inner: Branch<Group>[] };

/** The groups as a tree, in the order in which they are given. A group whose parent is not among them is at the top. */
export function treeOf<Group extends Node>(groups: readonly Group[]): Branch<Group>[] {
  const known = new Set(groups.map(({ id }) => id));
  const within = Map.groupBy(groups, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null));
  const branches = (parent: number | null, level: number): Branch<Group>[] =>
    (within.get(parent) ?? []).map((group) => ({ group, level, inner: branches(group.id, level + 1) }));
  return branches(null, 1);
}

/** The group and those around it, the outermost first. */
export function pathTo<Group extends Node>(groups: readonly Group[], id: number | null): Group[] {
  const group = groups.find((one) => one.id === id);
  return group ? [...pathTo(groups, group.parentId), group] : [];
}

const heightOf = <Group extends Node>({ inner }: Branch<Group>): number => 1 + Math.max(0, ...inner.map(heightOf));
const branchesIn = <Group extends Node>(branches: readonly Branch<Group>[]): Branch<Group>[] =>
  branches.flatMap((branch) => [branch, ...branchesIn(branch.inner)]);

/** Why a group, null for a new one, cannot be within another one; null if it can. */
export function parentFault(
  groups: readonly Node[],
  id: number | null,
  parentId: number | null,
): 'unknown' | 'withinItself' | 'tooManyLevels' | null {
  if (parentId === null) return null;
  const path = pathTo(groups, parentId);
  if (path.length === 0) return 'unknown';
  if (path.some((group) => group.id === id)) return 'withinItself';
  const moved = branchesIn(treeOf(groups)).find(({ group }) => group.id === id);
  return path.length + (moved ? heightOf(moved) : 1) > maxLevels ? 'tooManyLevels' : null;
}
