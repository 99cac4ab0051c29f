import { IconDeviceMobilePlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import type { Connector, UnknownDevice } from '../common/connector.ts';
import { AdoptPanel } from './AdoptPanel.tsx';
import { api } from './api.ts';

const { ago, code, number } = columnsFor<UnknownDevice>();
const columns = [
  code('externalId', { width: 2 }),
  { field: 'profile', width: 2 } as const,
  number('signal', { unit: 'dBm' }),
  number('count'),
  ago('firstAt', { width: 1 }),
  ago('lastAt', { width: 1 }),
];

/** Devices that the connector names and the company does not have. */
export function UnknownTab({ connector }: { connector: Connector }) {
  const [adopting, setAdopting] = useState<UnknownDevice | null>(null);
  const params = useMemo(() => ({ id: connector.id }), [connector.id]);
  const rowActions = useMemo(
    () => [
      rowAction<UnknownDevice>('adopt', {
        icon: IconDeviceMobilePlus,
        access: api.connector.adopt.route.access,
        run: (row) => {
          setAdopting(row);
          return undefined;
        },
      }),
    ],
    [],
  );
  return (
    <>
      <ListView
        of={{ list: api.connector.unknown }}
        params={params}
        table="integrations_connector_unknown"
        columns={columns}
        rowActions={rowActions}
        empty="unknown"
      />
      {adopting && <AdoptPanel connector={connector} unknown={adopting} onClose={() => setAdopting(null)} />}
    </>
  );
}
