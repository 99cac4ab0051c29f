import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Branch, maxLevels, parentFault, pathTo, treeOf } from './group-tree.ts';

type Node = { id: number; parentId: number | null };
const node = (id: number, parentId: number | null = null): Node => ({ id, parentId });
const levelsOf = (branches: readonly Branch<Node>[]): number[] =>
  branches.flatMap(({ level, inner }) => [level, ...levelsOf(inner)]);
const idsOf = (branches: readonly Branch<Node>[]): number[] =>
  branches.flatMap(({ group, inner }) => [group.id, ...idsOf(inner)]);

describe('groups as a tree', () => {
  const groups = [node(3, 2), node(1), node(2, 1), node(4)];

  test('keep their order on each level', () => {
    expect(idsOf(treeOf(groups))).toEqual([1, 2, 3, 4]);
    expect(levelsOf(treeOf(groups))).toEqual([1, 2, 3, 1]);
    expect(pathTo(groups, 3).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(pathTo(groups, null)).toEqual([]);
  });

  test('of which the outer one is missing are at the top', () => {
    expect(idsOf(treeOf([node(3, 2), node(1)]))).toEqual([3, 1]);
  });
});

describe('a group', () => {
  const groups = [node(1), node(2, 1), node(3, 2), node(4), node(5, 4)];
  test.each([
    ['without a group around it', null, null, null],
    ['new on the third level', null, 2, null],
    ['new on the fourth level', null, 3, 'tooManyLevels'],
    ['with one within it on the second level', 4, 1, null],
    ['with one within it on the third level', 4, 2, 'tooManyLevels'],
    ['within itself', 1, 1, 'withinItself'],
    ['within what it contains', 1, 3, 'withinItself'],
    ['within an unknown one', 1, 9, 'unknown'],
  ] as const)('%s', (_name, id, parentId, fault) => {
    expect(parentFault(groups, id, parentId)).toBe(fault);
  });
});

test('whatever moves are allowed, no group is within itself or below the third level', () => {
  const moves = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.option(fc.integer({ min: 1, max: 8 }))), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(moves, (wanted) => {
      const groups = new Map(Array.from({ length: 8 }, (_, n) => [n + 1, node(n + 1)]));
      for (const [id, parentId] of wanted)
        if (parentFault([...groups.values()], id, parentId) === null) groups.set(id, node(id, parentId));
      const tree = treeOf([...groups.values()]);
      expect(idsOf(tree).toSorted()).toEqual([...groups.keys()]);
      expect(Math.max(...levelsOf(tree))).toBeLessThanOrEqual(maxLevels);
    }),
  );
});
