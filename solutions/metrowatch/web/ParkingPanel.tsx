import { Stack } from '@mantine/core';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { deviceTopic } from '#core/devices/web/parts.tsx';
import { Figure, Figures } from '#core/telemetry/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { StateStrip } from '#platform/web/ui/values/StateStrip.tsx';
import { api } from './api.ts';
import { useText } from './texts.ts';

/** Since when a parking slot has been occupied, and its sessions of today. */
export function ParkingPanel({ device }: { device: DeviceDetail }) {
  const t = useText();
  const { number } = useFormats();
  const params = { id: device.id };
  const query = useData(api.parking.today, { params }, { silent: true });
  useLiveRefetch([deviceTopic(device.id)], api.parking.today.key({ params }));
  if (!query.data) return <QueryBoundary of={query} />;
  const { occupiedSince, day, sessions } = query.data;
  const count = t('parking.sessions', { count: sessions.length, sessions: number(sessions.length) });
  return (
    <Panel title={t('parking.title')}>
      <Stack>
        <Figures>
          {occupiedSince ? (
            <Figure name={t('parking.occupiedSince')}>
              <Ago at={occupiedSince} />
            </Figure>
          ) : (
            <Figure name={t('parking.now')}>{t('parking.free')}</Figure>
          )}
        </Figures>
        <StateStrip name={t('parking.today')} count={count} spans={sessions} period={day} />
      </Stack>
    </Panel>
  );
}
