import { ActionIcon, Button, Popover, Stack, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useKitText, useLabels } from '../../../i18n/texts.ts';
import { iconSizes, sizes } from '../../../theme.ts';
import type { Sort } from '../list-state.ts';
import { type AnyRow, type Column, columnText } from './columns.tsx';

type Props = {
  namespace: string;
  columns: readonly Column<AnyRow>[];
  sortable: readonly string[];
  sort: Sort | null;
  onSort(field: string): void;
};

/** Sorts cards, which have no column headers. */
export function SortMenu({ namespace, columns, sortable, sort, onSort }: Props) {
  const t = useKitText();
  const { label } = useLabels(namespace);
  const [opened, setOpened] = useState(false);
  const fields = columns.filter((column) => sortable.includes(column.field));
  if (fields.length === 0) return null;
  const iconOf = (field: string) => {
    if (sort?.field !== field) return null;
    return sort.direction === 'asc' ? (
      <IconArrowUp size={iconSizes.sm} role="img" aria-label={t('list.ascending')} />
    ) : (
      <IconArrowDown size={iconSizes.sm} role="img" aria-label={t('list.descending')} />
    );
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus width={sizes.dropdown}>
      <Popover.Target>
        <Tooltip label={t('list.sort')} disabled={opened}>
          <ActionIcon size="lg" onClick={() => setOpened(!opened)} aria-label={t('list.sort')}>
            <IconArrowsSort size={iconSizes.md} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={0}>
          {fields.map((column) => (
            <Button
              key={column.field}
              variant="subtle"
              color="gray"
              justify="space-between"
              rightSection={iconOf(column.field)}
              onClick={() => onSort(column.field)}
            >
              {label(columnText(column))}
            </Button>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
