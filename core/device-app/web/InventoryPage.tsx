import { IconMapPinPlus, IconTicket, IconUserShare } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import type { Device } from '#core/devices/common/device.ts';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { DeviceLink, TokenChip, useAllClients } from '#core/devices/web/parts.tsx';
import { ChangeDeviceOwner, InstallPanel, SubscribePanel } from '#core/inventory/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { searchAddress } from '#platform/web/shell/search/search.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type BulkAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { AddDevice } from './add/AddDevice.tsx';
import { SolutionTabs } from './SolutionTabs.tsx';
import { useText } from './texts.ts';
import { useDeviceApp } from './use-device-app.ts';

const { cell, code, date } = columnsFor<Device>();

type Opened = { panel: 'install' | 'subscribe' | 'owner'; rows: readonly Device[] } | null;

/** Devices that wait for their installation. */
export function InventoryPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const { app, calls } = useDeviceApp();
  const solutionId = Number(useParams().solutionId) || undefined;
  const solutions = useData(calls.catalogue.userSolutions, {}, { silent: true });
  // The code on the label of a device leads here.
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const serial = params.get('serial');
  if (serial) return <Navigate replace to={searchAddress(pathname, serial)} />;
  return (
    <PageFrame
      fill
      tabs={tabs}
      title={t('pages.devices-inventory')}
      action={<AddDevice apps={[app]} />}
      toolbar={<SolutionTabs solutions={solutions.data?.data} current={solutionId} list="inventory" />}
    >
      <Inventory key={solutionId ?? 'all'} solutionId={solutionId} />
    </PageFrame>
  );
}

function Inventory({ solutionId }: { solutionId: number | undefined }) {
  const { app, calls } = useDeviceApp();
  const [opened, setOpened] = useState<Opened>(null);
  const columns = useColumns();
  const { rowActions, bulkActions } = useInventoryActions(setOpened);
  const fixed = useMemo(
    () => ({ state: 'inventory', ...(solutionId === undefined ? {} : { solutionId }) }),
    [solutionId],
  );
  return (
    <>
      <ListView
        of={calls.device}
        namespace="devices"
        table={`${app.id}_device_inventory`}
        fixed={fixed}
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        bulkActions={bulkActions}
        exports
        empty="inventory"
        emptyAction={<AddDevice apps={[app]} />}
        live={live}
      />
      {opened && <OpenPanel opened={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const live = { topics: ['devices'] };
const filters = [{ field: 'createdAt', kind: 'dateRange' }] as const;

function useColumns(): Column<Device>[] {
  const { app } = useDeviceApp();
  const { language } = useFormats();
  const customers = useAllClients();
  return useMemo(() => {
    const addressOf = (device: Device) => deviceAddress(app, device);
    return [
      { field: 'name', width: 2, to: addressOf, render: (row) => <DeviceLink to={addressOf(row)} name={row.name} /> },
      ...(customers ? [{ field: 'company', width: 1 } as const] : []),
      code('serial', { width: 1 }),
      {
        field: 'hardware',
        width: 1,
        render: (row) => <bdi>{row.hardware.name[language]}</bdi>,
        text: (row) => row.hardware.name[language],
      },
      cell('token', TokenChip, { width: 1 }),
      date('createdAt', { width: 1 }),
    ];
  }, [app, language, customers]);
}

function useInventoryActions(open: (opened: Opened) => void) {
  const { calls } = useDeviceApp();
  return useMemo(() => {
    const opens = (panel: NonNullable<Opened>['panel']) => (row: Device) => {
      open({ panel, rows: [row] });
      return undefined;
    };
    const { install, token, owner } = calls.device;
    const bulkActions: BulkAction<Device>[] = [
      {
        key: 'changeOwner',
        icon: IconUserShare,
        access: owner.route.access,
        run: async (rows) => open({ panel: 'owner', rows }),
      },
    ];
    return {
      rowActions: [
        rowAction<Device>('install', { icon: IconMapPinPlus, access: install.route.access, run: opens('install') }),
        rowAction<Device>('subscribe', {
          icon: IconTicket,
          access: token.route.access,
          shown: (row) => row.token === 'none' || row.token === 'expired',
          run: opens('subscribe'),
        }),
        rowAction<Device>('changeOwner', { icon: IconUserShare, access: owner.route.access, run: opens('owner') }),
      ],
      bulkActions,
    };
  }, [calls, open]);
}

function OpenPanel({ opened: { panel, rows }, onClose }: { opened: NonNullable<Opened>; onClose(): void }) {
  const { calls } = useDeviceApp();
  const [only] = rows;
  if (panel === 'owner') return <ChangeDeviceOwner items={rows} onClose={onClose} />;
  if (!only) return null;
  return panel === 'install' ? (
    <InstallPanel calls={calls.device} device={only} onClose={onClose} />
  ) : (
    <SubscribePanel calls={calls.device} device={only} onClose={onClose} />
  );
}
