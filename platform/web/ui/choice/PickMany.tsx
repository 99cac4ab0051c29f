import { Button, Checkbox, Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ListRequest } from '#platform/common/list.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Endpoint } from '../../client/client-of.ts';
import { useList } from '../../client/hooks.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText } from '../../i18n/texts.ts';
import { SearchBox } from '../list/Toolbar.tsx';
import { FailedState } from '../state/FailedState.tsx';
import classes from './PickMany.module.css';

// biome-ignore lint/suspicious/noExplicitAny: the list decides what its rows are
type AnyRow = any;

type Props = {
  /** The accessible name. */
  label: string;
  /** The list to select from; its rows have an `id`. */
  of: Endpoint<AnyRoute>;
  params?: Args<AnyRoute>['params'];
  /** Filters of the list. */
  filter?: Readonly<Record<string, string>>;
  sort?: ListRequest['sort'];
  /** The heading above rows of a sorted list, such as their site. */
  group?(row: AnyRow): string | undefined;
  isChosen(row: AnyRow): boolean;
  /** The selected ids, for the switch that shows only these; omit it where the list has no `id` filter. */
  chosen?: readonly number[];
  onToggle(row: AnyRow, on: boolean): void;
  name(row: AnyRow): string;
  note?(row: AnyRow): ReactNode;
  /** An element at the end of a selected row. */
  aside?(row: AnyRow): ReactNode;
  empty: string;
  disabled?: boolean;
};

const pageSize = 10;

/** Selects any number of rows of a long list, searched and paged by the server. */
export function PickMany(props: Props) {
  const {
    label,
    of,
    params,
    filter,
    sort,
    group,
    isChosen,
    chosen,
    onToggle,
    name,
    note,
    aside,
    empty,
    disabled = false,
  } = props;
  const t = useKitText();
  const { number } = useFormats();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const [only, setOnly] = useState(false);
  const request = {
    limit: pageSize,
    skip: page * pageSize,
    total: true,
    ...(search ? { search } : {}),
    ...(sort ? { sort } : {}),
    // The id 0 does not exist: nothing is selected.
    filter: { ...filter, ...(only && chosen ? { id: chosen.length > 0 ? chosen : [0] } : {}) },
  };
  const list = useList(of, request, params ? { params } : {});
  const total = list.total ?? 0;
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  if (list.error) return <FailedState onRetry={list.retry} />;
  return (
    <Stack gap="sm">
      <Group gap="sm" justify="space-between">
        <SearchBox
          value={search}
          busy={list.fetching && search !== ''}
          onSearch={(text) => {
            setSearch(text);
            setPage(0);
          }}
        />
        {chosen && (
          <Switch
            size="xs"
            label={t('pick.onlyChosen', { total: number(chosen.length) })}
            checked={only}
            onChange={(event) => {
              setOnly(event.currentTarget.checked);
              setPage(0);
            }}
          />
        )}
      </Group>
      {list.loading ? (
        <Skeleton h={pageSize * 20} />
      ) : list.rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {search || only ? t('list.noOptions') : empty}
        </Text>
      ) : (
        <ul className={classes.rows} aria-label={label} aria-busy={list.turning}>
          {(list.rows as AnyRow[]).map((row, position, rows) => (
            <li key={row.id} className={classes.row}>
              <Heading text={group?.(row)} before={group?.(rows[position - 1] ?? {})} />
              <Checkbox
                className={classes.box}
                label={<bdi>{name(row)}</bdi>}
                description={note?.(row)}
                checked={isChosen(row)}
                disabled={disabled}
                onChange={(event) => onToggle(row, event.currentTarget.checked)}
              />
              {isChosen(row) && aside?.(row)}
            </li>
          ))}
        </ul>
      )}
      {last > 0 && (
        <Group gap="xs" justify="flex-end">
          <Text size="sm" c="dimmed" role="status">
            {t('list.range', {
              from: number(page * pageSize + 1),
              to: number(page * pageSize + list.rows.length),
              total: number(total),
            })}
          </Text>
          <Button variant="default" size="compact-sm" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('list.previous')}
          </Button>
          <Button variant="default" size="compact-sm" disabled={page >= last} onClick={() => setPage(page + 1)}>
            {t('list.next')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** The heading of a group, above its first row. */
function Heading({ text, before }: { text: string | undefined; before: string | undefined }) {
  if (text === undefined || text === before) return null;
  return (
    <Text size="sm" fw={600} className={classes.group}>
      <bdi>{text}</bdi>
    </Text>
  );
}
