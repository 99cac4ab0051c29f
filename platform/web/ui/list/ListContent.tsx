import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { offlineStore } from '../../offline/offline.ts';
import { lazyPart } from '../../shell/failures/chunk-failure.ts';
import { iconSizes } from '../../theme.ts';
import { EmptyState } from '../state/EmptyState.tsx';
import classes from './ListPage.module.css';
import { CardGrid } from './table/CardGrid.tsx';
import type { AnyRow } from './table/columns.tsx';
import type { TableProps } from './table/DataTable.tsx';

// Loaded on demand: a short list is displayed as cards and needs no table.
const DataTable = lazyPart(() => import('./table/DataTable.tsx').then((module) => module.DataTable));
const linesLoading = 8;

type Props = {
  table: TableProps;
  view: 'grid' | 'rows';
  card: ((row: AnyRow) => ReactNode) | undefined;
  error: Error | null;
  /** The rows are outdated: the last request failed. */
  outdated: boolean;
  /** A search or filter is set, so an empty result does not mean that there are no records. */
  filtered: boolean;
  /** Shown when there are no records. */
  empty: ReactNode;
  /** Follows the rows. It waits for the table to load: below its placeholder it would move. */
  footer?: ReactNode;
  onRetry(): void;
  onClear(): void;
};

/**
 * The rows as table or cards; otherwise an empty, failed or loading state. Without a network the connection bar shows
 * it.
 */
export function ListContent(props: Props) {
  const t = useKitText();
  const offline = useStore(offlineStore);
  return (
    <>
      {props.outdated && !offline && (
        <p role="status" className={classes.outdated}>
          <IconAlertTriangle size={iconSizes.sm} aria-hidden />
          {t('list.outdated')}
          <Button size="compact-sm" variant="default" onClick={props.onRetry}>
            {t('actions.retry')}
          </Button>
        </p>
      )}
      <Rows {...props} />
    </>
  );
}

function Rows(props: Props) {
  const { table, view, card, error, footer } = props;
  const loading = table.loading && !error;
  if (view === 'rows' && table.rows.length > 0)
    return (
      <Suspense fallback={<RowsLoading />}>
        <DataTable {...table} />
        {footer}
      </Suspense>
    );
  return (
    <>
      {table.rows.length === 0 && !loading ? (
        <NoRows {...props} />
      ) : view === 'grid' ? (
        <CardGrid {...table} card={card} />
      ) : (
        <RowsLoading />
      )}
      {footer}
    </>
  );
}

function NoRows({ error, filtered, empty, onRetry, onClear }: Props) {
  const t = useKitText();
  if (error)
    return (
      <EmptyState
        drawing="error"
        title={t('list.failed')}
        text={t('list.failedText')}
        action={<Button onClick={onRetry}>{t('actions.retry')}</Button>}
      />
    );
  if (filtered)
    return (
      <EmptyState
        drawing="search"
        title={t('list.nothingMatches')}
        text={t('list.nothingMatchesText')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('list.clearAll')}
          </Button>
        }
      />
    );
  return empty;
}

function RowsLoading() {
  return (
    <div className={classes.linesLoading} aria-busy="true">
      {Array.from({ length: linesLoading }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines that never change
        <Skeleton key={line} className={classes.lineLoading} />
      ))}
    </div>
  );
}
