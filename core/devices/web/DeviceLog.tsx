import { useCallback, useMemo } from 'react';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { type DeviceLogLine, deviceLogKinds } from '../common/device-log.ts';
import { useText } from './texts.ts';
import type { DeviceCalls } from './use-device.ts';
import { useSensorTexts } from './values/sensor-texts.ts';

const { date } = columnsFor<DeviceLogLine>();

const filters: FiltersOf<DeviceCalls['log']> = [
  { field: 'kind', kind: 'select', options: deviceLogKinds },
  { field: 'at', kind: 'dateRange' },
];

/** The log of a device. */
export function DeviceLog({ calls, deviceId }: { calls: DeviceCalls; deviceId: number }) {
  const params = useMemo(() => ({ id: deviceId }), [deviceId]);
  const sentence = useSentence(calls.log.app);
  const actorOf = useActor();
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

/** Isolates the direction of a name within a sentence (FSI … PDI). */
const isolate = (name: string | null) => `\u2068${name ?? ''}\u2069`;

function useSentence(app: string): (line: DeviceLogLine) => string {
  const { label, has } = useLabels('devices');
  const { pathName } = useSensorTexts(app);
  return useMemo(
    () => (line: DeviceLogLine) => {
      const { fromPlace, toPlace } = line;
      const placeKey = `log.place.${line.kind}`;
      if (toPlace && has(placeKey) && (fromPlace || line.kind !== 'moved'))
        return label(placeKey, { from: isolate(fromPlace), to: isolate(toPlace) });
      const key = `log.${line.kind}`;
      if (!has(key)) return line.kind;
      const method = String(line.data.method ?? '');
      const methodText = has(`commands.${method}`) ? label(`commands.${method}`) : method;
      const { from, to, reason } = line.data;
      if (line.kind === 'supervised' && to === null) return label('log.supervised-by-interval');
      const path = line.kind.startsWith('path-') ? isolate(pathName(String(line.data.path))) : undefined;
      return label(key, { from, to, reason, path, method: methodText });
    },
    [label, has, pathName],
  );
}

function useActor(): (line: DeviceLogLine) => string {
  const t = useText();
  const name = useActorName();
  return useCallback(({ actor, impersonatedBy }) => name(actor, impersonatedBy) ?? t('system'), [t, name]);
}
