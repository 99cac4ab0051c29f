import { useMemo } from 'react';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import type { DeviceHistoryLine, DeviceHistoryRoutes } from '#core/devices/common/device-history.ts';
import { DeviceLink, useLogActor, useLogTexts } from '#core/devices/web/parts.tsx';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { useDeviceApp } from '../use-device-app.ts';

const calls = mountedCalls<{ deviceHistory: DeviceHistoryRoutes }>('deviceHistory');
const { date } = columnsFor<DeviceHistoryLine>();
const live = { topics: ['devices'] };

/** What happened to the devices of the app: installed, moved, replaced, given away. */
export function DeviceHistoryPage() {
  const { app } = useDeviceApp();
  const { sentence, options } = useLogTexts(app.id);
  const actorOf = useLogActor();
  const of = calls.of(app).deviceHistory;
  const filters = useMemo(
    (): FiltersOf<typeof of.list> => [
      { field: 'kind', kind: 'select', options },
      { field: 'at', kind: 'dateRange' },
    ],
    [options],
  );
  const columns = useMemo((): Column<DeviceHistoryLine>[] => {
    const addressOf = ({ device }: DeviceHistoryLine) => deviceAddress(app, device);
    return [
      date('at', { width: 1 }),
      {
        field: 'device',
        width: 2,
        to: addressOf,
        render: (row) => <DeviceLink to={addressOf(row)} name={row.device.name} />,
        text: ({ device }) => device.name,
      },
      { field: 'kind', width: 3, render: (row) => sentence(row), text: sentence },
      { field: 'actor', width: 1, render: (row) => <bdi>{actorOf(row)}</bdi>, text: actorOf },
    ];
  }, [app, sentence, actorOf]);
  return (
    <ListPage
      of={of}
      namespace="devices"
      table={`${app.id}_device_history`}
      columns={columns}
      filters={filters}
      exports
      live={live}
      empty="deviceLog"
      emptyDrawing="log"
    />
  );
}
