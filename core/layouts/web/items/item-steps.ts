import type { LayoutItem } from '../../common/layout-item.ts';
import { keyOf } from './item-math.ts';

/** A change of items: each before and after, null while it is not on the plan. */
export type Step = readonly { before: LayoutItem | null; after: LayoutItem | null }[];

export const reversed = (step: Step): Step => step.map(({ before, after }) => ({ before: after, after: before }));

/** The items on the plan after a step. */
export function afterStep(items: readonly LayoutItem[], step: Step): LayoutItem[] {
  const changes = new Map(
    step.flatMap((change) => {
      const item = change.after ?? change.before;
      return item ? [[keyOf(item), change.after] as const] : [];
    }),
  );
  const known = new Set(items.map(keyOf));
  const stayed = items.flatMap((item) => {
    const change = changes.get(keyOf(item));
    return change === undefined ? item : change === null ? [] : { ...item, ...change, id: item.id };
  });
  return [...stayed, ...[...changes].flatMap(([key, item]) => (item && !known.has(key) ? item : []))];
}

/** Steps that can be undone and done again. */
export type Past = { done: readonly Step[]; undone: readonly Step[] };
export const noPast: Past = { done: [], undone: [] };
export const withStep = ({ done }: Past, step: Step): Past => ({ done: [...done, step], undone: [] });
export const withUndo = ({ done, undone }: Past): Past => ({
  done: done.slice(0, -1),
  undone: [...undone, ...done.slice(-1)],
});
export const withRedo = ({ done, undone }: Past): Past => ({
  done: [...done, ...undone.slice(-1)],
  undone: undone.slice(0, -1),
});
