import { useMemo } from 'react';
import { AddDeviceAt } from '#core/device-app/web/parts.tsx';
import { connections } from '#core/devices/common/connection.ts';
import type { Device } from '#core/devices/common/device.ts';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { DeviceCard, DeviceLink, deviceTopic, MainValues, patchDevice } from '#core/devices/web/parts.tsx';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { BatteryBar } from '#platform/web/ui/values/BatteryBar.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Site } from '../common/site.ts';
import { api } from './api.ts';

const { ago, cell, code } = columnsFor<Device>();

const addressOf = (device: Device): string | undefined => {
  const app = registeredApps().find(({ id }) => id === device.app);
  return app && deviceAddress(app, device);
};
const brandOf = (id: string) => registeredApps().find((app) => app.id === id)?.brand ?? id;
const placeOf = ({ floor, space }: Device) => [floor?.name, space?.name].filter(Boolean).join(' · ');

/** The devices of a site of all apps in one list, updated live. */
export function SiteDevices({ site }: { site: Site }) {
  const { label } = useLabels('devices');
  const params = useMemo(() => ({ id: site.id }), [site.id]);
  const columns = useMemo(
    (): Column<Device>[] => [
      {
        field: 'name',
        width: 2,
        to: addressOf,
        render: (row) => <DeviceLink to={addressOf(row)} name={row.name} />,
      },
      { field: 'app', width: 1, render: (row) => brandOf(row.app), text: (row) => brandOf(row.app) },
      {
        field: 'values',
        width: 3,
        render: (row) => <MainValues device={row} app={row.app} />,
        text: (row) => row.values.map(({ sensor, value, unit }) => `${sensor} ${value ?? '–'} ${unit}`).join(' · '),
        sortable: false,
      },
      {
        field: 'connection',
        width: 1,
        render: (row) => <StatusChip namespace="devices" field="connection" value={row.connection} />,
        text: (row) => label(`values.connection.${row.connection}`),
      },
      cell('battery', BatteryBar, { width: 1, text: (row: Device) => row.battery }),
      { field: 'floor', width: 1, render: (row) => <bdi>{placeOf(row) || '–'}</bdi>, text: placeOf },
      ago('lastSeenAt', { width: 1 }),
      code('serial', { hidden: true, width: 1 }),
    ],
    [label],
  );
  const filters = useMemo((): FiltersOf<typeof api.site.devices> => {
    const apps = site.byApp.map(({ app }) => ({ value: app, label: brandOf(app) }));
    return [
      ...(apps.length > 1 ? [{ field: 'app', kind: 'select', options: apps } as const] : []),
      { field: 'connection', kind: 'select', options: connections },
      { field: 'battery', kind: 'range', min: 0, max: 100 },
    ];
  }, [site.byApp]);
  return (
    <ListView
      of={{ list: api.site.devices }}
      namespace="devices"
      table="sites_site_devices"
      params={params}
      columns={columns}
      filters={filters}
      view="auto"
      card={(row: Device) => <DeviceCard device={row} app={row.app} />}
      empty="siteDevice"
      emptyAction={<AddDeviceAt structureId={site.id} />}
      exports
      live={live}
    />
  );
}

const live = { topics: (rows: Device[]) => ['devices', ...rows.map((row) => deviceTopic(row.id))], patch: patchDevice };
