import { type FocusEvent, type PointerEvent, useEffect, useMemo, useState } from 'react';
import type { AnyRow } from '../table/columns.tsx';

/** Keeps the order of a live list while a person reads it. */
export type Steady = {
  /** Whether the order is kept although neither the pointer nor the focus is in the list. */
  held: boolean;
  /** Whether a row no longer belongs to the list after an action of the person. */
  gone(row: AnyRow): boolean;
};

type Ordered = { rows: AnyRow[] /** The number of rows that are not shown yet. */; news: number; moved: boolean };

/** The newest rows in the order of the kept ones. Rows that are missing now stay; those that are gone are left out. */
export function inKeptOrder(
  kept: readonly AnyRow[],
  now: readonly AnyRow[],
  keyOf: (row: AnyRow) => unknown,
  gone: Steady['gone'],
): Ordered {
  const newest = new Map(now.map((row) => [keyOf(row), row]));
  const rows = kept.map((row) => newest.get(keyOf(row)) ?? row).filter((row) => !gone(row));
  const shown = new Set(rows.map(keyOf));
  const current = now.filter((row) => !gone(row));
  return {
    rows,
    news: current.filter((row) => !shown.has(keyOf(row))).length,
    moved: rows.length !== current.length || rows.some((row, i) => keyOf(row) !== keyOf(current[i])),
  };
}

type Source = {
  rows: AnyRow[];
  request: object;
  loading: boolean;
  fetching: boolean;
  turning: boolean;
  rowKey: string;
};

/** The rows of a list whose order does not change while the pointer or the focus is in it. */
export function useSteadyRows(source: Source, steady: Steady | undefined) {
  const { rows: now, request, loading, fetching, turning, rowKey } = source;
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  const [kept, setKept] = useState<{ request: object; rows: AnyRow[] } | null>(null);
  const gone = steady?.gone;
  const held = steady !== undefined && (pointer || focus || steady.held);
  // Where nobody points, the newest rows replace those of an earlier visit before their order is kept.
  const ready = !loading && !turning && (pointer || focus || !fetching);
  useEffect(() => {
    if (!held || !gone) setKept(null);
    else
      setKept((before) => {
        if (before?.request !== request) return ready ? { request, rows: now } : before;
        return turning ? before : { request, rows: inKeptOrder(before.rows, now, (row) => row[rowKey], gone).rows };
      });
  }, [held, gone, ready, turning, request, now, rowKey]);
  const ordered = useMemo(
    (): Ordered =>
      kept?.request === request && gone
        ? inKeptOrder(kept.rows, now, (row) => row[rowKey], gone)
        : { rows: now, news: 0, moved: false },
    [kept, request, now, rowKey, gone],
  );
  return {
    ...ordered,
    /** Shows the newest rows in their order. */
    update: () => setKept({ request, rows: now }),
    /** The props of the element around the rows. */
    area: steady
      ? {
          // A touch does not indicate a reading pointer.
          onPointerEnter: (event: PointerEvent) => setPointer(event.pointerType === 'mouse'),
          onPointerLeave: () => setPointer(false),
          onFocus: () => setFocus(true),
          onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
            setFocus(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
        }
      : {},
  };
}
