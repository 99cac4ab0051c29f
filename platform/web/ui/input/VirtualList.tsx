import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef, useState } from 'react';
import classes from './Input.module.css';
import { useInputText } from './texts.ts';
import { firstLoad, type PageStep, pagesBetween, rowCount } from './virtual-pages.ts';

type Props<Row> = {
  label: string;
  /** The query key prefix of the pages. */
  queryKey: readonly unknown[];
  load: (skip: number, limit: number) => Promise<{ data: Row[]; totalRecords: number | undefined }>;
  step?: PageStep;
  /** In pixels. */
  rowHeight: number;
  height: number;
  children: (row: Row, position: number) => ReactNode;
};

const minuteMs = 60_000;

/** A virtualized list: it renders and loads only the visible rows. */
export function VirtualList<Row>({ label, queryKey, load, step = 30, rowHeight, height, children }: Props<Row>) {
  const t = useInputText();
  const viewport = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(firstLoad);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    overscan: 5,
  });
  const items = virtual.getVirtualItems();
  const pages = pagesBetween(items[0]?.index ?? 0, items.at(-1)?.index ?? 0, step);
  if (pages[0]?.skip !== 0) pages.unshift({ skip: 0, limit: firstLoad });
  const results = useQueries({
    queries: pages.map(({ skip, limit }) => ({
      queryKey: [...queryKey, 'rows', skip, limit],
      queryFn: () => load(skip, limit),
      staleTime: minuteMs,
    })),
  });
  const loaded = pages.flatMap((page, at) => {
    const data = results[at]?.data;
    return data ? [{ ...page, rows: data.data, found: data.data.length, total: data.totalRecords }] : [];
  });
  const total = rowCount(loaded, count);
  if (loaded.length > 0 && total !== count) setCount(total);
  const rowAt = (position: number) => {
    const page = loaded.find(({ skip, limit }) => skip <= position && position < skip + limit);
    return page?.rows[position - page.skip];
  };
  return (
    <>
      <section
        ref={viewport}
        className={classes.viewport}
        style={{ blockSize: height }}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
      >
        <ul className={classes.rows} style={{ blockSize: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rowAt(item.index);
            return (
              <li
                key={item.key}
                className={classes.row}
                style={{ blockSize: item.size, transform: `translateY(${item.start}px)` }}
                aria-setsize={count}
                aria-posinset={item.index + 1}
              >
                {row === undefined ? (
                  <>
                    <Skeleton h={rowHeight / 2} aria-hidden />
                    <VisuallyHidden>{t('list.loading', { row: item.index + 1 })}</VisuallyHidden>
                  </>
                ) : (
                  children(row, item.index)
                )}
              </li>
            );
          })}
        </ul>
      </section>
      {results.some((result) => result.isError) && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {t('list.failed')}
        </Text>
      )}
    </>
  );
}
