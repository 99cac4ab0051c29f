import { useMemo } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { eventsOf } from '#core/devices/common/models/model-events.ts';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import type { ShownEvent } from '../common/event.ts';
import { readingCalls } from './reading-calls.ts';
import type { ReadingCalls } from './use-readings.ts';

const { date } = columnsFor<ShownEvent>();

/** What happened at a device, as it reported it. */
export function DeviceEvents({ app, device }: { app: AppManifest; device: Pick<DeviceDetail, 'id' | 'solutionId'> }) {
  const calls = readingCalls(app);
  const { id, solutionId } = device;
  const params = useMemo(() => ({ id }), [id]);
  const { eventName } = useSensorTexts(app.id);
  const dataText = useDataText(app);
  const kinds = useMemo(() => Object.keys(eventsOf(app, solutionId)), [app, solutionId]);
  const filters = useMemo(
    (): FiltersOf<ReadingCalls['events']> => [
      {
        field: 'kind',
        kind: 'select',
        options: kinds.map((kind) => ({ value: kind, label: eventName(kind) })),
        optionValue: 'value',
        optionLabel: 'label',
      },
      { field: 'time', kind: 'dateRange' },
    ],
    [kinds, eventName],
  );
  const columns = useMemo(
    (): Column<ShownEvent>[] => [
      date('time', { width: 1 }),
      {
        field: 'kind',
        width: 1,
        render: ({ kind }) => eventName(kind),
        text: ({ kind }) => eventName(kind),
        sortable: false,
      },
      { field: 'data', width: 3, render: (row) => <bdi>{dataText(row)}</bdi>, text: dataText, sortable: false },
    ],
    [eventName, dataText],
  );
  return (
    <ListView
      empty="deviceEvents"
      emptyDrawing="log"
      of={{ list: calls.events }}
      namespace="telemetry"
      table={`${app.id}_device_event`}
      params={params}
      columns={columns}
      filters={filters}
      exports
      live={{ topics: [`device:${id}`] }}
    />
  );
}

/** The data of an event in words: "Button: Red · Result: Denied". */
function useDataText(app: AppManifest): (event: ShownEvent) => string {
  const { eventField, stateText } = useSensorTexts(app.id);
  const { number } = useFormats();
  return useMemo(() => {
    const valueText = (field: string, value: unknown): string => {
      if (typeof value === 'number') return number(value);
      return typeof value === 'string' || typeof value === 'boolean'
        ? String(stateText(field, value))
        : JSON.stringify(value);
    };
    return ({ data }) =>
      Object.entries(data)
        .filter(([, value]) => value !== null)
        .map(([field, value]) => `${eventField(field)}: ${valueText(field, value)}`)
        .join(' · ');
  }, [eventField, stateText, number]);
}
