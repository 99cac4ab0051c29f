import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useLabels } from '../../../i18n/texts.ts';
import { iconSizes } from '../../../theme.ts';
import type { Sort } from '../list-state.ts';
import { type AnyRow, type Column, columnText } from './columns.tsx';
import classes from './DataTable.module.css';

type Props = {
  column: Column<AnyRow>;
  namespace: string;
  sortable: boolean;
  sort: Sort | null;
  onSort(field: string): void;
};

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

/** The header of a column; it sorts the rows if the list allows it. */
export function HeaderCell({ column, namespace, sortable, sort, onSort }: Props) {
  const { field, numeric } = column;
  const { label } = useLabels(namespace);
  const name = label(columnText(column));
  const direction = sort?.field === field ? sort.direction : null;
  const Icon = direction === 'asc' ? IconArrowUp : direction === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <th scope="col" data-numeric={numeric || undefined} aria-sort={direction ? ariaSort[direction] : undefined}>
      {sortable ? (
        <UnstyledButton
          className={classes.sort}
          onClick={() => onSort(field)}
          data-sorted={direction !== null || undefined}
        >
          <span>{name}</span>
          <Icon size={iconSizes.sm} aria-hidden />
        </UnstyledButton>
      ) : (
        name
      )}
    </th>
  );
}
