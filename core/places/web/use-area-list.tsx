import { Anchor } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import type { RouteOf } from '#platform/web/client/client-of.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import type { Area } from '../common/area.ts';
import { AreaPanel } from './AreaPanel.tsx';
import { structuresOfAreaAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import type { Listing } from './structures/use-structure-list.tsx';

const { ago } = columnsFor<Area>();

/** The list of a company's areas with its add button and side panel. */
export function useAreaList(companyId: number): Listing<RouteOf<typeof api.area.list>> & { panel: ReactNode } {
  const t = useText();
  const { number } = useFormats();
  const params = useMemo(() => ({ companyId }), [companyId]);
  const { add, rowActions, bulkActions, panel } = useRowPanel<Area>(api.area, {
    params,
    namespace: 'places',
    addLabel: t('addArea'),
    form: (before, close) => <AreaPanel companyId={companyId} before={before} onClose={close} />,
  });
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
  return {
    add,
    panel,
    list: {
      of: api.area,
      params,
      table: 'places_area_list',
      columns,
      rowActions,
      bulkActions,
      view: 'rows',
      exports: true,
      empty: 'area',
      emptyAction: add,
    },
  };
}
