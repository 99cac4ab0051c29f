import { Button, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { sizes } from '#platform/web/theme.ts';
import { VirtualList } from '#platform/web/ui/input/VirtualList.tsx';
import { SearchBox } from '#platform/web/ui/list/Toolbar.tsx';
import classes from '../Places.module.css';
import type { LongList } from './use-long-list.ts';

type Props<Row> = {
  label: string;
  list: LongList<Row>;
  /** Shown while there are no rows. */
  empty: ReactNode;
  children: (row: Row) => ReactNode;
};

/** The rows of a panel. Long lists have a search and are virtual. */
export function LongRows<Row extends { id: number }>({ label, list, empty, children }: Props<Row>) {
  const kitText = useKitText();
  if (list.error)
    return (
      <Text size="sm" c="dimmed">
        {kitText('states.failedTitle')}{' '}
        <Button size="compact-sm" variant="subtle" onClick={list.retry}>
          {kitText('actions.retry')}
        </Button>
      </Text>
    );
  if (list.loading) return <Skeleton h={80} />;
  return (
    <>
      {list.searchable && (
        <div className={classes.search}>
          <SearchBox value={list.word} busy={list.fetching} onSearch={(text) => list.setWord(text.trim())} />
        </div>
      )}
      {list.rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {list.word ? kitText('list.nothingMatches') : empty}
        </Text>
      ) : list.long ? (
        <VirtualList
          key={list.word}
          label={label}
          queryKey={list.queryKey}
          load={list.load}
          rowHeight={sizes.touch}
          height={sizes.touch * 8}
        >
          {(row) => children(row)}
        </VirtualList>
      ) : (
        <ul className={classes.rows}>
          {list.rows.map((row) => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
