import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import type { Layout } from '../../common/layout.ts';
import { type LayoutItem, maxItems } from '../../common/layout-item.ts';
import { api } from '../api.ts';
import { keyOf, storedOf } from './item-math.ts';
import { afterStep, noPast, reversed, type Step, withRedo, withStep, withUndo } from './item-steps.ts';

const noItems: readonly LayoutItem[] = [];
const inCalls = <One>(all: readonly One[]): One[][] =>
  Array.from({ length: Math.ceil(all.length / maxItems) }, (_, n) => all.slice(n * maxItems, (n + 1) * maxItems));

/** The items on a plan, updated live. */
export function useItems({ id }: Pick<Layout, 'id'>) {
  const client = useQueryClient();
  const args = { params: { id } };
  const key = api.item.list.key(args);
  const found = useData(api.item.list, args);
  useLive(
    [`layout:${id}`],
    ({ own }) => {
      if (!own) refetchQueries(client, key);
    },
    key,
  );
  return { items: found.data ?? noItems, key, found };
}

/** The items on a plan and their changes, which are shown at once, sent in order, and can be undone. */
export function useItemEdits(layout: Pick<Layout, 'id'>) {
  const client = useQueryClient();
  const { items, key, found } = useItems(layout);
  const [past, setPast] = useState(noPast);
  const put = useAction(api.item.put);
  const remove = useAction(api.item.remove);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  /** The ids that the server has given to items of this page; one that is placed again gets another. */
  const ids = useRef(new Map<string, number>());
  const params = { id: layout.id };
  const show = (next: (now: readonly LayoutItem[]) => readonly LayoutItem[]) =>
    client.setQueryData<readonly LayoutItem[]>(key, (now) => next(now ?? noItems));

  async function send(step: Step): Promise<void> {
    const placed = step.flatMap(({ after }) => (after ? storedOf(after) : []));
    for (const part of inCalls(placed)) {
      const stored = await put.ask({ params, body: { items: part }, silent: 'success' });
      for (const item of stored) ids.current.set(keyOf(item), item.id);
      show((now) => now.map((item) => ({ ...item, id: ids.current.get(keyOf(item)) ?? item.id })));
    }
    const gone = step.flatMap(({ before, after }) =>
      before && !after ? (ids.current.get(keyOf(before)) ?? before.id) : [],
    );
    for (const itemIds of inCalls(gone)) await remove.ask({ params, body: { itemIds }, silent: 'success' });
  }
  /** Shows and sends a step. Returns whether the server accepted it. */
  async function go(step: Step): Promise<boolean> {
    await client.cancelQueries({ queryKey: key });
    show((now) => afterStep(now, step));
    const sent = turn.current.then(() => send(step));
    turn.current = Promise.allSettled([sent]);
    try {
      await sent;
      return true;
    } catch (error) {
      // The client has shown the error; the plan shows the stored state again.
      if (!(error instanceof RequestError)) throw error;
      void client.invalidateQueries({ queryKey: key });
      return false;
    }
  }
  const [last, next] = [past.done.at(-1), past.undone.at(-1)];
  return {
    items,
    loading: found.isPending,
    failed: found.isError,
    retry: () => void found.refetch(),
    /** Replaces items; null takes one off the plan. */
    change(changes: Step): void {
      if (changes.length === 0) return;
      setPast((before) => withStep(before, changes));
      void go(changes).then((accepted) => {
        if (!accepted) setPast((before) => ({ ...before, done: before.done.filter((step) => step !== changes) }));
      });
    },
    undoable: last !== undefined,
    redoable: next !== undefined,
    undo(): void {
      if (!last) return;
      setPast(withUndo);
      void go(reversed(last));
    },
    redo(): void {
      if (!next) return;
      setPast(withRedo);
      void go(next);
    },
  };
}
