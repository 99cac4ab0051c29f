import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { useDevice } from '#core/devices/web/parts.tsx';
import { FittedIn } from '#core/fittings/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { fleet } from '../../app.ts';
import type { ShownVehicle } from '../../common/vehicle/vehicle.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** The main tracker of a vehicle, which can be taken out or moved to another one. */
export function TrackerTab({ vehicle: { tracker } }: { vehicle: ShownVehicle }) {
  const t = useText();
  const { date } = useFormats();
  if (!tracker) return <EmptyState drawing="search" title={t('noTracker.title')} text={t('noTracker.text')} />;
  return (
    <Stack gap="md">
      <Panel title={t('columns.tracker')}>
        <Text>
          <Anchor component={Link} to={deviceAddress(fleet, tracker)} fw={550}>
            <bdi>{tracker.name}</bdi>
          </Anchor>{' '}
          <Text span c="dimmed">
            {t('trackerSince', { since: date(tracker.since) })}
          </Text>
        </Text>
      </Panel>
      <Fitting id={tracker.id} />
    </Stack>
  );
}

function Fitting({ id }: { id: number }) {
  const { data: device } = useDevice(api.device, id);
  return device ? <FittedIn app={fleet} device={device} /> : null;
}
