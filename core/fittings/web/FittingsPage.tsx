import { useMemo } from 'react';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { DeviceLink } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import type { Fitting } from '../common/fitting.ts';
import { namespace, useText } from './text.ts';
import { type FittingCalls, fittingCalls, useCarriers } from './use-carriers.ts';

const { date } = columnsFor<Fitting>();
const live = { topics: ['devices'] };

/** All fittings of the devices of the current page's app: what was in what, since when and until when. */
export function FittingsPage() {
  const app = usePageHandle()?.app;
  if (!app) throw new Error('The page of fittings is in an app that mounts it');
  return <Fittings app={app} />;
}

function Fittings({ app }: { app: AppManifest }) {
  const t = useText();
  const carriers = useCarriers(app);
  const of = fittingCalls(app);
  const filters = useMemo(
    (): FiltersOf<FittingCalls['list']> => [
      { field: 'current', kind: 'boolean' },
      { field: 'fromAt', kind: 'dateRange' },
      { field: 'toAt', kind: 'dateRange' },
      {
        field: 'subjectType',
        kind: 'select',
        options: carriers.map(({ type, label }) => ({ value: type, label })),
        show: carriers.length > 1,
      },
    ],
    [carriers],
  );
  const columns = useMemo((): Column<Fitting>[] => {
    const carrierOf = ({ subject }: Fitting) => carriers.find(({ type }) => type === subject.type);
    const nameOf = ({ subject }: Fitting) => subject.name ?? t('hidden');
    const addressOf = ({ device }: Fitting) => deviceAddress(app, device);
    const reason = ({ why, endWhy }: Fitting) => [why, endWhy].filter(Boolean).join(' · ');
    const people = ({ by, endedBy }: Fitting) => [...new Set([by, endedBy])].filter(Boolean).join(' · ');
    return [
      {
        field: 'device',
        width: 2,
        sortable: false,
        to: addressOf,
        render: (row) => <DeviceLink to={addressOf(row)} name={row.device.name} />,
        text: ({ device }) => device.name,
      },
      {
        field: 'subject',
        width: 2,
        sortable: false,
        render: (row) => (
          <DeviceLink
            to={row.subject.name === null ? undefined : carrierOf(row)?.addressOf(row.subject.id)}
            name={nameOf(row)}
          />
        ),
        text: nameOf,
      },
      date('fromAt', { width: 1 }),
      date('toAt', { width: 1 }),
      { field: 'why', width: 2, sortable: false, render: (row) => <bdi>{reason(row)}</bdi>, text: reason },
      { field: 'by', width: 1, sortable: false, render: (row) => <bdi>{people(row)}</bdi>, text: people },
    ];
  }, [app, carriers, t]);
  return (
    <ListPage
      title={t('pages.devices-fittings')}
      of={of}
      namespace={namespace}
      table={`${app.id}_device_fitting`}
      columns={columns}
      filters={filters}
      exports
      live={live}
      empty="fittings"
      emptyDrawing="log"
    />
  );
}
