import { useMemo } from 'react';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { type AccessLogLine, isOfSomebody, logActions, logMethods } from '../common/access-log.ts';
import { ResultChip } from './chips.tsx';
import { useText } from './texts.ts';
import { useAccess } from './use-access.ts';

const { ago, cell } = columnsFor<AccessLogLine>();
const live = { topics: ['access'] };
const filters = [
  { field: 'action', kind: 'select', options: logActions },
  { field: 'result', kind: 'select', options: ['granted', 'denied', 'unknown'] },
  { field: 'method', kind: 'select', options: logMethods },
  { field: 'time', kind: 'dateRange' },
] as const;

/** The log of openings, of one lock or of all. */
export function AccessLogList({ deviceId }: { deviceId?: number }) {
  const t = useText();
  const { app, calls } = useAccess();
  const fixed = useMemo(() => (deviceId === undefined ? {} : { deviceId }), [deviceId]);
  const columns = useMemo<Column<AccessLogLine>[]>(() => {
    const words = (field: 'action' | 'method' | 'denial', value: string | null) =>
      value === null ? '' : t(`values.${field}.${value}` as 'values.action.unlock');
    return [
      ago('time', { width: 1 }),
      { field: 'device.name', name: 'device', width: 2, sortable: false, to: (row) => deviceAddress(app, row.device) },
      {
        field: 'action',
        width: 1,
        sortable: false,
        render: (row) => words('action', row.action),
        text: (row) => words('action', row.action),
      },
      cell('result', ResultChip, { width: 1 }),
      {
        field: 'by',
        width: 2,
        sortable: false,
        render: (row) => <bdi>{row.by ?? (isOfSomebody(row.action) ? t('log.unknown') : '')}</bdi>,
        text: (row) => row.by,
      },
      {
        field: 'method',
        width: 1,
        sortable: false,
        render: (row) => words('method', row.method),
        text: (row) => words('method', row.method),
      },
      {
        field: 'reason',
        width: 1,
        sortable: false,
        render: (row) => words('denial', row.reason),
        text: (row) => words('denial', row.reason),
      },
      { field: 'structure.name', name: 'structure', width: 1, hidden: true, sortable: false },
      ago('receivedAt', { hidden: true }),
    ];
  }, [app, t]);
  return (
    <ListView
      of={calls.accessLog}
      namespace="access"
      table={`${app.id}_access_log`}
      fixed={fixed}
      columns={columns}
      filters={filters}
      empty="accessLog"
      emptyDrawing="log"
      live={live}
      exports
      view="auto"
    />
  );
}
