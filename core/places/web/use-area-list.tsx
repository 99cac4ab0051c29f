import { Anchor, Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { useRowHistory } from '#platform/web/ui/History.tsx';
import { ago, type Column } from '#platform/web/ui/list/columns.tsx';
import { deleteRow } from '#platform/web/ui/list/delete-row.ts';
import { rowAction } from '#platform/web/ui/list/row-actions.tsx';
import { type Area, area } from '../common/area.ts';
import { AreaPanel } from './AreaPanel.tsx';
import { structuresOfAreaAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import type { Listing } from './use-structure-list.tsx';

/** The areas by which a company groups its structures; they are added and changed beside the list. */
export function useAreaList(companyId: number): Listing & { panel: ReactNode } {
  const t = useText();
  const { number } = useFormats();
  const [open, setOpen] = useState<Area | 'new' | null>(null);
  const history = useRowHistory<Area>(api.area.history, ({ id }) => ({ companyId, id }), 'places');
  const params = useMemo(() => ({ companyId }), [companyId]);
  const rowActions = useMemo(
    () => [
      rowAction<Area>('edit', {
        icon: IconPencil,
        access: area.can('update'),
        run: (row) => {
          setOpen(row);
          return undefined;
        },
      }),
      history.action,
      { ...deleteRow, access: area.can('delete') },
    ],
    [history.action],
  );
  const columns: Column<Area>[] = [
    { field: 'name', width: 2, render: (row) => <bdi>{row.name}</bdi> },
    { field: 'city', width: 1, render: (row) => <bdi>{row.city?.name ?? '–'}</bdi>, text: (row) => row.city?.name },
    { field: 'description', width: 2, render: (row) => <bdi>{row.description || '–'}</bdi> },
    {
      field: 'structures',
      width: 1,
      numeric: true,
      text: (row) => row.structures,
      render: (row) =>
        row.structures === 0 ? (
          '–'
        ) : (
          <Anchor component={Link} to={structuresOfAreaAddress(row.id)} inherit>
            {t('structureCount', { count: row.structures, shown: number(row.structures) })}
          </Anchor>
        ),
    },
    ago('createdAt', { hidden: true }),
  ];
  const add = (
    <Can access={area.can('create')}>
      <Button leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={() => setOpen('new')}>
        {t('addArea')}
      </Button>
    </Can>
  );
  return {
    add,
    panel: open && (
      <AreaPanel companyId={companyId} before={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />
    ),
    list: {
      of: api.area,
      params,
      table: 'places_area_list',
      columns,
      rowActions,
      view: 'rows',
      exports: true,
      emptyAction: add,
    },
  };
}
