import { Button, Table } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { patchQueries, refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { sizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import type { DeviceChannel } from '../../common/channel.ts';
import type { DeviceDetail } from '../../common/device.ts';
import { deviceTopic } from '../patch-device.ts';
import { useText } from '../texts.ts';
import type { DeviceCalls } from '../use-device.ts';
import { withChannelValues } from './channel-values.ts';
import { useSensorTexts } from './sensor-texts.ts';

type Props = { app: AppManifest; calls: DeviceCalls; device: Pick<DeviceDetail, 'id' | 'channelSensors' | 'token'> };

/**
 * The channels of a device with their newest values. Renders nothing for models without channels, and without an active
 * token.
 */
export function ChannelsPanel({ app, calls, device }: Props) {
  const { id, channelSensors, token } = device;
  if (!channelSensors || token !== 'active') return null;
  return <Channels app={app} calls={calls} id={id} sensors={channelSensors} />;
}

function Channels({ app, calls, id, sensors }: Omit<Props, 'device'> & { id: number; sensors: readonly string[] }) {
  const t = useText();
  const client = useQueryClient();
  const args = { params: { id } };
  const query = useData(calls.channels, args);
  useLive(
    [deviceTopic(id)],
    (event) => {
      let patched = true;
      patchQueries<DeviceChannel[]>(client, calls.channels.key(args), (channels) => {
        const after = withChannelValues(channels, event, id);
        patched &&= after !== null;
        return after ?? channels;
      });
      if (!patched) refetchQueries(client, calls.channels.key(args));
    },
    calls.channels.key(args),
  );
  return (
    <Panel title={t('channels.title')}>
      {!query.data ? (
        <QueryBoundary of={query} height={sizes.chart} />
      ) : query.data.length === 0 ? (
        <EmptyState title={t('channels.none')} text={t('channels.noneText')} />
      ) : (
        <ChannelTable app={app} channels={query.data} sensors={sensors} />
      )}
    </Panel>
  );
}

const initialRows = 32;

/** The time of the newest value of a channel. */
const reportedAt = ({ values }: DeviceChannel): string | null =>
  values.map(({ time }) => time).reduce((newest, time) => (time && (!newest || time > newest) ? time : newest), null);

function ChannelTable({
  app,
  channels,
  sensors,
}: {
  app: AppManifest;
  channels: readonly DeviceChannel[];
  sensors: readonly string[];
}) {
  const t = useText();
  const kitText = useKitText();
  const { name, valueText } = useSensorTexts(app.id);
  const [showAll, setShowAll] = useState(false);
  return (
    <>
      <Table.ScrollContainer minWidth={360}>
        <Table aria-label={t('channels.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('channels.channel')}</Table.Th>
              {sensors.map((sensor) => (
                <Table.Th key={sensor} scope="col">
                  {name(sensor)}
                </Table.Th>
              ))}
              <Table.Th scope="col">{t('channels.reported')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {channels.slice(0, showAll ? undefined : initialRows).map((row) => (
              <Table.Tr key={row.channel}>
                <Table.Th scope="row">
                  <bdi dir="ltr">{row.channel}</bdi>
                </Table.Th>
                {row.values.map((value) => (
                  <Table.Td key={value.sensor}>
                    <bdi>{valueText(value)}</bdi>
                  </Table.Td>
                ))}
                <Table.Td>
                  <Ago at={reportedAt(row)} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {!showAll && channels.length > initialRows && (
        <Button variant="subtle" size="xs" onClick={() => setShowAll(true)}>
          {kitText('actions.showMore')}
        </Button>
      )}
    </>
  );
}
