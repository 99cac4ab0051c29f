import { useMemo } from 'react';
import { ForCompany, SiteTone, siteColumn } from '#core/places/web/parts.tsx';
import { useLabels } from '#platform/web/i18n/texts.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type LoraGateway, loraGatewayStatuses } from '../../common/lora-gateway.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { LoraGatewayPanel } from './LoraGatewayPanel.tsx';

const { ago, cell, code } = columnsFor<LoraGateway>();

const tones = { 'in-service': 'good', 'in-repair': 'poor', 'out-of-service': 'none' } as const;
const filters: FiltersOf<typeof api.loraGateway.list> = [
  { field: 'status', kind: 'select', options: loraGatewayStatuses },
];

/** The LoRaWAN gateways of a company. */
export function LoraGatewaysPage() {
  return <ForCompany>{(companyId) => <LoraGateways key={companyId} companyId={companyId} />}</ForCompany>;
}

function LoraGateways({ companyId }: { companyId: number }) {
  const t = useText();
  const columns = useColumns();
  const fixed = useMemo(() => ({ companyId }), [companyId]);
  const { add, rowActions, bulkActions, panel } = useRowPanel<LoraGateway>(api.loraGateway, {
    namespace: 'devices',
    addLabel: t('loraGateways.add'),
    form: (before, close) => <LoraGatewayPanel companyId={companyId} before={before} onClose={close} />,
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
        empty="loraGateway"
        emptyAction={add}
      />
      {panel}
    </>
  );
}

const Status = ({ row }: { value: unknown; row: LoraGateway }) => (
  <StatusChip value={row.status} namespace="devices" tones={tones} />
);

function useColumns(): Column<LoraGateway>[] {
  const { label } = useLabels('devices');
  const place = ({ location }: LoraGateway) =>
    location ? `${location.lat.toFixed(5)}, ${location.lng.toFixed(5)}` : undefined;
  return [
    { field: 'name', width: 2, render: (row) => <bdi>{row.name}</bdi> },
    code('eui'),
    { field: 'model', width: 1 },
    cell('status', Status, { width: 1, text: (row) => label(`values.status.${row.status}`) }),
    siteColumn,
    {
      field: 'siteState',
      width: 1,
      sortable: false,
      render: (row) => <SiteTone id={row.structure?.id} />,
      text: () => null,
    },
    { field: 'location', width: 1, render: (row) => <Bdi>{place(row) ?? '–'}</Bdi>, text: place },
    ago('createdAt', { hidden: true }),
  ];
}
