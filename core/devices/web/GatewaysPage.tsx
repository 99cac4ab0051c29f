import { Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { ForCompany } from '#core/places/web/parts.tsx';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Bdi } from '#platform/web/ui/Bdi.tsx';
import { useRowHistory } from '#platform/web/ui/History.tsx';
import { ago, type Column, cell, code } from '#platform/web/ui/list/columns.tsx';
import { deleteRow } from '#platform/web/ui/list/delete-row.ts';
import type { Filter } from '#platform/web/ui/list/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/row-actions.tsx';
import { StatusChip } from '#platform/web/ui/StatusChip.tsx';
import { type Gateway, gatewayStatuses, loraGateway } from '../common/gateway.ts';
import { api } from './api.ts';
import { GatewayPanel } from './GatewayPanel.tsx';
import { useText } from './texts.ts';

const tones = { 'in-service': 'good', 'in-repair': 'poor', 'out-of-service': 'none' } as const;
const filters: readonly Filter[] = [{ field: 'status', kind: 'select', options: gatewayStatuses }];

/** The LoRaWAN gateways that a company runs. */
export function GatewaysPage() {
  return <ForCompany>{(companyId) => <Gateways key={companyId} companyId={companyId} />}</ForCompany>;
}

function Gateways({ companyId }: { companyId: number }) {
  const t = useText();
  const [open, setOpen] = useState<Gateway | 'new' | null>(null);
  const columns = useColumns();
  const history = useRowHistory<Gateway>(api.loraGateway.history, ({ id }) => ({ id }), 'devices');
  const rowActions = useMemo(
    () => [
      rowAction<Gateway>('edit', {
        icon: IconPencil,
        access: loraGateway.can('update'),
        run: (row) => {
          setOpen(row);
          return undefined;
        },
      }),
      history.action,
      { ...deleteRow, access: loraGateway.can('delete') },
    ],
    [history.action],
  );
  const add = (
    <Can access={loraGateway.can('create')}>
      <Button leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={() => setOpen('new')}>
        {t('gateways.add')}
      </Button>
    </Can>
  );
  return (
    <>
      <ListPage
        of={api.loraGateway}
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        exports
        action={add}
        emptyAction={add}
      />
      {history.drawer}
      {open && (
        <GatewayPanel companyId={companyId} before={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />
      )}
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
    cell<Gateway>('status', State, { width: 1, text: (row) => label(`values.status.${row.status}`) }),
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
