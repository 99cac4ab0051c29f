import { useMemo } from 'react';
import { ForCompany } from '#core/places/web/parts.tsx';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/columns.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { useRowPanel } from '#platform/web/ui/list/use-row-panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type Gateway, gatewayStatuses } from '../common/gateway.ts';
import { api } from './api.ts';
import { GatewayPanel } from './GatewayPanel.tsx';
import { useText } from './texts.ts';

const { ago, cell, code } = columnsFor<Gateway>();

const tones = { 'in-service': 'good', 'in-repair': 'poor', 'out-of-service': 'none' } as const;
const filters: FiltersOf<typeof api.loraGateway.list> = [{ field: 'status', kind: 'select', options: gatewayStatuses }];

/** The LoRaWAN gateways that a company runs. */
export function GatewaysPage() {
  return <ForCompany>{(companyId) => <Gateways key={companyId} companyId={companyId} />}</ForCompany>;
}

function Gateways({ companyId }: { companyId: number }) {
  const t = useText();
  const columns = useColumns();
  const fixed = useMemo(() => ({ companyId }), [companyId]);
  const { add, rowActions, bulkActions, panel } = useRowPanel<Gateway>(api.loraGateway, {
    namespace: 'devices',
    addLabel: t('gateways.add'),
    form: (before, close) => <GatewayPanel companyId={companyId} before={before} onClose={close} />,
  });
  return (
    <>
      <ListPage
        of={api.loraGateway}
        fixed={fixed}
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        bulkActions={bulkActions}
        exports
        action={add}
        emptyAction={add}
      />
      {panel}
    </>
  );
}

const State = ({ row }: { value: unknown; row: Gateway }) => (
  <StatusChip value={row.status} namespace="devices" tones={tones} />
);

function useColumns(): Column<Gateway>[] {
  const { label } = useLabels('devices');
  const place = ({ location }: Gateway) =>
    location ? `${location.lat.toFixed(5)}, ${location.lng.toFixed(5)}` : undefined;
  return [
    { field: 'name', width: 2, render: (row) => <bdi>{row.name}</bdi> },
    code('eui'),
    { field: 'model', width: 1 },
    cell('status', State, { width: 1, text: (row) => label(`values.status.${row.status}`) }),
    {
      field: 'structure',
      width: 2,
      render: (row) => <bdi>{row.structure?.name ?? '–'}</bdi>,
      text: (row) => row.structure?.name,
    },
    { field: 'location', width: 1, render: (row) => <Bdi>{place(row) ?? '–'}</Bdi>, text: place },
    ago('createdAt', { hidden: true }),
  ];
}
