import { useMemo } from 'react';
import type { Endpoint } from '#platform/web/client/client-of.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { ownTrackingRoutes, PersonLook, PersonRoutes } from '../../common/people.ts';
import { useText } from '../texts.ts';

type Looks = (typeof ownTrackingRoutes)['looks'] | PersonRoutes['looks'];
const { ago } = columnsFor<PersonLook>();

/** The people who viewed the positions of a person, with the viewed periods. */
export function LookList({ of, params, table }: { of: Endpoint<Looks>; params?: { id: number }; table: string }) {
  const t = useText();
  const { date } = useFormats();
  const calls = useMemo(() => ({ list: of }), [of]);
  const columns = useMemo<Column<PersonLook>[]>(() => {
    const period = ({ from, to }: PersonLook) => (from && to ? `${date(from)} – ${date(to)}` : '');
    const kind = (row: PersonLook) => t(`viewKinds.${row.kind}`);
    return [
      ago('lastAt', { width: 1, sortable: false }),
      { field: 'viewer.name', name: 'viewer', width: 2, sortable: false },
      { field: 'kind', width: 1, sortable: false, render: kind, text: kind },
      {
        field: 'period',
        width: 3,
        sortable: false,
        render: (row) => (row.from ? <Bdi>{period(row)}</Bdi> : '–'),
        text: period,
      },
      { field: 'looks', width: 1, numeric: true, sortable: false },
      { field: 'device.name', name: 'device', width: 1, sortable: false },
    ];
  }, [t, date]);
  return (
    <ListView
      of={calls}
      {...(params ? { params } : {})}
      namespace="tracking"
      table={table}
      columns={columns}
      empty="looks"
      emptyDrawing="log"
    />
  );
}
