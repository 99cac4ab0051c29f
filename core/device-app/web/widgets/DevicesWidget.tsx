import { Anchor, MultiSelect } from '@mantine/core';
import { Link } from 'react-router';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { deviceTopic, MainValues } from '#core/devices/web/parts.tsx';
import { useData, useList } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import type { WidgetOptions, WidgetProps } from '#platform/web/shell/routing/bind-pages.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import { useText } from '../texts.ts';
import { deviceAppOf } from '../use-device-app.ts';

const mostDevices = 12;
const offeredDevices = 100;

const chosenIds = ({ devices }: WidgetOptions): number[] =>
  Array.isArray(devices) ? devices.filter((id) => typeof id === 'number').slice(0, mostDevices) : [];

/** The newest values of up to twelve devices; without a choice, of the newest installed ones. */
export function DevicesWidget({ app, options }: WidgetProps) {
  const t = useText();
  const { calls } = deviceAppOf(app);
  const ids = chosenIds(options);
  const list = { limit: mostDevices, total: false, filter: ids.length > 0 ? { id: ids } : { state: 'installed' } };
  const query = useData(calls.device.list, { list }, { silent: true });
  const devices = query.data?.data ?? [];
  useLiveRefetch(
    devices.map(({ id }) => deviceTopic(id)),
    calls.device.list.key({ list }),
  );
  if (!query.data) return <QueryBoundary of={query} height="100%" />;
  return (
    <WidgetRows calm={t('noSolutions.title')}>
      {devices.map((device) => (
        <WidgetRow
          key={device.id}
          title={
            <Anchor component={Link} to={deviceAddress(app, device)} fw={550} inherit>
              <bdi>{device.name}</bdi>
            </Anchor>
          }
          note={<MainValues device={device} app={app.id} />}
        />
      ))}
    </WidgetRows>
  );
}

/** Chooses the devices of the widget. */
export function DevicesOptions({ app, options, onChange }: WidgetProps & { onChange(options: WidgetOptions): void }) {
  const t = useText();
  const { rows } = useList(deviceAppOf(app).calls.device.list, { limit: offeredDevices, total: false });
  return (
    <MultiSelect
      label={t('overview.chooseDevices')}
      searchable
      maxValues={mostDevices}
      value={rows.length > 0 ? chosenIds(options).map(String) : []}
      data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(ids) => onChange({ ...options, devices: ids.map(Number) })}
    />
  );
}
