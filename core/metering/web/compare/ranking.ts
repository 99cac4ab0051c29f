import type { ComparedItem, CompareReply } from '../../common/compare.ts';

/** `toFirst` and `change` in percent; null without a value to compare with. */
export type RankedItem = ComparedItem & { value: number | null; toFirst: number | null; change: number | null };

const percentOf = (value: number | null, base: number | null) =>
  value === null || base === null || base === 0 ? null : ((value - base) / Math.abs(base)) * 100;

/** The items by their total, or their mean, the highest first; those without a value last. */
export function rankingOf({ items, counter }: Pick<CompareReply, 'items' | 'counter'>): RankedItem[] {
  const valueOf = (item: ComparedItem) => (counter ? item.total : item.mean);
  const first = items[0] ? valueOf(items[0]) : null;
  return items
    .map((item, n) => {
      const value = valueOf(item);
      return {
        ...item,
        value,
        toFirst: n === 0 ? null : percentOf(value, first),
        change: percentOf(value, item.before),
      };
    })
    .sort((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY));
}
