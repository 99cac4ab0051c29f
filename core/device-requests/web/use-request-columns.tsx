import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { ProductDrawing } from '#core/market/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { DeviceRequest } from '../common/device-request.ts';
import { oneRequestAddress } from './addresses.ts';
import { useText } from './api.ts';
import { noonOf, RequestStateChip } from './chips.tsx';
import classes from './DeviceRequests.module.css';

const { ago, cell } = columnsFor<DeviceRequest>();

type Shown = { customers: boolean; assignees: boolean };

/** The columns of lists of device requests. `customers`: of several; otherwise the integrator is named. */
export function useRequestColumns({ customers, assignees }: Shown): Column<DeviceRequest>[] {
  const t = useText();
  const { number, date } = useFormats();
  return useMemo(() => {
    const wanted = ({ lines }: DeviceRequest) => lines.reduce((sum, { qty }) => sum + qty, 0);
    const allocated = ({ lines }: DeviceRequest) => lines.reduce((sum, line) => sum + line.allocated, 0);
    const progress = (row: DeviceRequest) => t('of', { allocated: number(allocated(row)), qty: number(wanted(row)) });
    return [
      { field: 'number', width: 1, to: oneRequestAddress, sortable: false, render: (row) => <Bdi>{row.number}</Bdi> },
      customers
        ? { field: 'company.name', name: 'company', width: 2, sortable: false }
        : { field: 'integrator.name', name: 'integrator', width: 1, sortable: false },
      {
        field: 'lines',
        width: 3,
        sortable: false,
        render: (row) => <Pictures request={row} />,
        text: (row) => row.lines.map(({ name, qty }) => `${qty} × ${name}`).join('\n'),
      },
      cell('state', ({ value }) => <RequestStateChip value={value} />, { width: 2, sortable: false }),
      { field: 'progress', width: 1, sortable: false, render: progress, text: progress },
      {
        field: 'neededBy',
        width: 1,
        sortable: false,
        render: (row) => (row.neededBy ? <Bdi>{date(noonOf(row.neededBy), 'date')}</Bdi> : '–'),
        text: ({ neededBy }) => neededBy,
      },
      ago('createdAt', { width: 1 }),
      ...(assignees
        ? [{ field: 'assignee.name', name: 'assignee', width: 1, sortable: false } satisfies Column<DeviceRequest>]
        : []),
      { field: 'structure.name', name: 'structure', hidden: true, sortable: false },
      { field: 'sender.name', name: 'sender', hidden: true, sortable: false },
    ];
  }, [t, number, date, customers, assignees]);
}

/** The first product with its picture, and how many others there are. */
function Pictures({ request: { lines } }: { request: DeviceRequest }) {
  const t = useText();
  const { number } = useFormats();
  const [first] = lines;
  if (!first) return null;
  return (
    <span className={classes.pictures}>
      <span className={classes.picture}>
        <ProductDrawing drawing={first.drawing} title="" />
      </span>
      <Text span truncate inherit>
        <bdi>
          {number(first.qty)} × {first.name}
        </bdi>
        {lines.length > 1 && ` ${t('more', { count: lines.length - 1 })}`}
      </Text>
    </span>
  );
}
