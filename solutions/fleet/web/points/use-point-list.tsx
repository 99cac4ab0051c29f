import { Anchor } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { RouteOf } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import type { ListViewProps } from '#platform/web/ui/list/list-view-props.ts';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { point, type ShownPoint } from '../../common/points/point.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { PointForm } from './PointForm.tsx';
import { PointVisits } from './PointVisits.tsx';

type List = typeof api.point.list;
const { number } = columnsFor<ShownPoint>();

const phoneText = (row: ShownPoint) => row.phone ?? undefined;
const columns: Column<ShownPoint>[] = [
  { field: 'name', names: true, width: 2, text: (row) => row.name, render: (row) => <bdi>{row.name}</bdi> },
  { field: 'category', width: 1, text: (row) => row.category ?? undefined },
  { field: 'address', width: 2, text: (row) => row.address },
  {
    field: 'phone',
    width: 1,
    text: phoneText,
    render: (row) =>
      row.phone ? (
        <Anchor href={`tel:${row.phone}`} dir="ltr" inherit>
          {row.phone}
        </Anchor>
      ) : (
        '–'
      ),
  },
  { field: 'openingHours', width: 1, hidden: true, text: (row) => row.openingHours },
  number('radius', { hidden: true }),
  number('visits'),
];

function useFilters(): FiltersOf<List> {
  const { data } = useData(api.point.categories, {}, { silent: true });
  return useMemo(
    () => [{ field: 'category', kind: 'select', options: (data ?? []).map(({ value }) => ({ value, label: value })) }],
    [data],
  );
}

/** The list of points of interest with what can be done with them; `show` opens the visits of one. */
export function usePointList(): {
  list: ListViewProps<RouteOf<List>>;
  add: ReactNode;
  panel: ReactNode;
  show(point: ShownPoint): void;
} {
  const t = useText();
  const [shown, setShown] = useState<ShownPoint | null>(null);
  const actions = useMemo(
    () => [
      rowAction<ShownPoint>('visits', {
        icon: IconRoute,
        access: point.can('read'),
        run(row) {
          setShown(row);
          return undefined;
        },
      }),
    ],
    [],
  );
  const { add, rowActions, bulkActions, panel } = useRowPanel<ShownPoint>(api.point, {
    actions,
    namespace: 'fleet',
    addLabel: t('addPoint'),
    form: (before, close) => <PointForm before={before} onClose={close} />,
  });
  return {
    add,
    show: setShown,
    panel: (
      <>
        {panel}
        {shown && <PointVisits point={shown} onClose={() => setShown(null)} />}
      </>
    ),
    list: {
      of: api.point,
      columns,
      filters: useFilters(),
      rowActions,
      bulkActions,
      view: 'auto',
      exports: true,
      empty: 'point',
      emptyAction: add,
    },
  };
}
