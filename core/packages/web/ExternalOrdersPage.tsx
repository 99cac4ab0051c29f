import { Button, Group } from '@mantine/core';
import { IconBan, IconFileImport, IconPlus, IconQrcode } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { useAppNames } from '#platform/web/i18n/texts.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { registeredApps } from '#platform/web/session/session.ts';
import { iconSizes } from '#platform/web/theme.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { codeStates, type ExternalOrder } from '../common/package.ts';
import { addPackagesAddress, api, useText } from './api.ts';
import { BatchPanel } from './BatchPanel.tsx';
import { MerchantPanel } from './MerchantPanel.tsx';
import { SalesPanel } from './SalesPanel.tsx';
import { VoidPanel } from './VoidPanel.tsx';

const { ago, cell } = columnsFor<ExternalOrder>();
const tones = { issued: 'none', sold: 'ok', redeemed: 'good', void: 'poor', expired: 'poor' } as const;

/** The codes that merchants sell; people of a company see those that it has redeemed. */
export function ExternalOrdersPage() {
  const [params, setParams] = useSearchParams();
  const panel = params.get('new');
  const open = (name: string | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (name === null) next.delete('new');
      else next.set('new', name);
      return next;
    });
  const [voiding, setVoiding] = useState<ExternalOrder | null>(null);
  const sells = usePermitted(api.package.create.route.access);
  const rowActions = useMemo(
    () => [
      rowAction<ExternalOrder>('void', {
        icon: IconBan,
        access: api.package.void.route.access,
        shown: ({ state }) => state === 'issued' || state === 'sold',
        run: (row) => {
          setVoiding(row);
          return undefined;
        },
      }),
    ],
    [],
  );
  return (
    <>
      <ListPage
        of={{ list: api.package.external }}
        columns={useColumns()}
        filters={useFilters(sells)}
        rowActions={rowActions}
        exports
        view="auto"
        empty={sells ? 'code' : 'redeemed'}
        action={<Actions onOpen={open} />}
      />
      {sells && panel === 'batch' && <BatchPanel onClose={() => open(null)} onMerchant={() => open('merchant')} />}
      {sells && panel === 'merchant' && <MerchantPanel onClose={() => open('batch')} />}
      {sells && panel === 'sales' && <SalesPanel onClose={() => open(null)} />}
      {voiding && <VoidPanel of={voiding} onClose={() => setVoiding(null)} />}
    </>
  );
}

function Actions({ onOpen }: { onOpen(panel: string): void }) {
  const t = useText();
  return (
    <Group gap="xs">
      <Can access={api.package.redeem.route.access}>
        <Button
          component={Link}
          to={addPackagesAddress}
          variant="default"
          leftSection={<IconQrcode size={iconSizes.md} aria-hidden />}
        >
          {t('enterCode')}
        </Button>
      </Can>
      <Can access={api.package.create.route.access}>
        <Button
          variant="default"
          leftSection={<IconFileImport size={iconSizes.md} aria-hidden />}
          onClick={() => onOpen('sales')}
        >
          {t('readSales')}
        </Button>
        <Button leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={() => onOpen('batch')}>
          {t('newBatch')}
        </Button>
      </Can>
    </Group>
  );
}

function useFilters(sells: boolean): FiltersOf<typeof api.package.external> {
  const apps = useMemo(() => registeredApps().filter(({ market }) => market !== undefined), []);
  const nameOf = useAppNames(apps);
  const merchants = useData(api.package.merchants, {}, { silent: true, enabled: sells });
  return useMemo(
    () => [
      { field: 'state', kind: 'select', options: codeStates },
      { field: 'app', kind: 'select', options: apps.map((app) => ({ value: app.id, label: nameOf(app) })) },
      ...(sells
        ? [
            {
              field: 'merchantId' as const,
              name: 'merchant',
              kind: 'select' as const,
              options: (merchants.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            },
          ]
        : []),
      { field: 'createdAt', kind: 'dateRange' },
    ],
    [apps, nameOf, merchants.data, sells],
  );
}

function useColumns(): Column<ExternalOrder>[] {
  const t = useText();
  return useMemo(
    () => [
      { field: 'last4', width: 1, render: ({ last4 }) => <Bdi>{`•••• ${last4}`}</Bdi>, sortable: false },
      { field: 'package.model.name', name: 'package', width: 2, sortable: false },
      { field: 'package.merchant.name', name: 'merchant', width: 2, sortable: false },
      cell('state', ({ row }) => <StatusChip namespace="packages" field="state" value={row.state} tones={tones} />, {
        width: 1,
        sortable: false,
        text: ({ state }) => t(`values.state.${state}`),
      }),
      ago('soldAt', { width: 1 }),
      ago('redeemedAt', { width: 1 }),
      { field: 'redeemedBy.name', name: 'redeemedBy', width: 1, sortable: false },
      ago('createdAt', { hidden: true }),
      { field: 'reason', hidden: true, sortable: false },
    ],
    [t],
  );
}
