import { type FocusEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { AnyRow } from '../table/columns.tsx';

/** Keeps the order of a live list while a person reads it. */
export type Steady = {
  /** Whether the order is kept although neither the pointer nor the focus is in the list. */
  held: boolean;
  /** Whether the order is kept for the focus alone: people see at once what they add while the mouse rests on the list. */
  focusOnly?: boolean;
  /**
   * Whether a row no longer belongs to the list after an action of the person. Without it, each of their actions shows
   * the newest rows.
   */
  gone?: (row: AnyRow) => boolean;
};

const none = () => false;

type Ordered = { rows: AnyRow[] /** The number of rows that are not shown yet. */; news: number; moved: boolean };

/** The newest rows in the order of the kept ones. Rows that are missing now stay; those that are gone are left out. */
export function inKeptOrder(
  kept: readonly AnyRow[],
  now: readonly AnyRow[],
  keyOf: (row: AnyRow) => unknown,
  gone: NonNullable<Steady['gone']>,
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
  const gone = steady?.gone ?? none;
  const pointed = (pointer && !steady?.focusOnly) || focus;
  const held = steady !== undefined && (pointed || steady.held);
  // Where nobody points, the newest rows replace those of an earlier visit before their order is kept.
  const ready = !loading && !turning && (pointed || !fetching);
  /** The rows that are being read are shown in their order. */
  const takesNext = useRef(false);
  useEffect(() => {
    if (!held) {
      setKept(null);
      return;
    }
    const taken = takesNext.current && !fetching;
    if (taken) takesNext.current = false;
    setKept((before) => {
      if (before?.request !== request || taken) return ready ? { request, rows: now } : before;
      return turning ? before : { request, rows: inKeptOrder(before.rows, now, (row) => row[rowKey], gone).rows };
    });
  }, [held, gone, ready, fetching, turning, request, now, rowKey]);
  const ordered = useMemo(
    (): Ordered =>
      kept?.request === request
        ? inKeptOrder(kept.rows, now, (row) => row[rowKey], gone)
        : { rows: now, news: 0, moved: false },
    [kept, request, now, rowKey, gone],
  );
  return {
    ...ordered,
    /** Shows the newest rows in their order. */
    update: () => setKept({ request, rows: now }),
    /** The person has changed something: the rows are about to be read again. */
    changed: () => {
      takesNext.current = steady?.gone === undefined;
    },
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
