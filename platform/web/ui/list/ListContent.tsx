import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useKitText } from '../../i18n/texts.ts';
import { EmptyState } from '../EmptyState.tsx';
import { CardGrid } from './CardGrid.tsx';
import { type AnyRow, DataTable, type TableProps } from './DataTable.tsx';

type Props = {
  table: TableProps;
  view: 'grid' | 'rows';
  card: ((row: AnyRow) => ReactNode) | undefined;
  error: Error | null;
  /** A search or filter stands, so that nothing found is not nothing there. */
  filtered: boolean;
  emptyText: string;
  emptyAction: ReactNode;
  onRetry(): void;
  onClear(): void;
};

/** The rows as table or cards, or why there are none and what to do about it. */
export function ListContent({ table, view, card, error, filtered, emptyText, emptyAction, onRetry, onClear }: Props) {
  const t = useKitText();
  if (table.rows.length > 0 || (table.loading && !error))
    return view === 'grid' ? <CardGrid {...table} card={card} /> : <DataTable {...table} />;
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
  return <EmptyState title={t('list.empty')} text={emptyText} action={emptyAction} />;
}
