import { useMemo } from 'react';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import type { DeviceLogLine } from '../common/device-log.ts';
import type { DeviceCalls } from './use-device.ts';
import { useLogActor, useLogTexts } from './use-log-texts.ts';

const { date } = columnsFor<DeviceLogLine>();

/** The log of a device. */
export function DeviceLog({ calls, deviceId }: { calls: DeviceCalls; deviceId: number }) {
  const params = useMemo(() => ({ id: deviceId }), [deviceId]);
  const { sentence, options } = useLogTexts(calls.log.app);
  const filters = useMemo(
    (): FiltersOf<DeviceCalls['log']> => [
      { field: 'kind', kind: 'select', options },
      { field: 'at', kind: 'dateRange' },
    ],
    [options],
  );
  const actorOf = useLogActor();
  const columns = useMemo(
    (): Column<DeviceLogLine>[] => [
      date('at', { width: 1 }),
      { field: 'kind', width: 3, render: (row) => sentence(row), text: sentence },
      { field: 'actor', width: 1, render: (row) => <bdi>{actorOf(row)}</bdi>, text: actorOf },
    ],
    [sentence, actorOf],
  );
  return (
    <ListView
      empty="deviceLog"
      emptyDrawing="log"
      of={{ list: calls.log }}
      namespace="devices"
      table={`${calls.log.app}_device_log`}
      params={params}
      columns={columns}
      filters={filters}
      exports
      live={{ topics: ['devices'] }}
    />
  );
}
