import { Stack } from '@mantine/core';
import { useParams } from 'react-router';
import { alarmAddress } from '#core/alarms/common/alarm-address.ts';
import { deviceClass } from '#core/alarms/common/device-classes.ts';
import { DeviceFrame } from '#core/device-app/web/parts.tsx';
import { TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { LookList, PersonPanel } from '#core/tracking/web/parts.tsx';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { metrowatch } from '../app.ts';
import { api } from './api.ts';
import { useText } from './texts.ts';

/** The page of a device that a person wears: the call for help, duty and consent, the trail, and who has viewed it. */
export function PersonPage() {
  const id = Number(useParams().id);
  return <Person key={id} id={id} />;
}

function Person({ id }: { id: number }) {
  const t = useText();
  const query = useDevice(api.device, id);
  const reads = usePermitted(api.person.looks.route.access);
  const looks = {
    value: 'looks',
    label: t('looks'),
    content: () => <LookList of={api.person.looks} params={{ id }} table="tracking_person_looks" />,
  };
  return (
    <DeviceFrame query={query} more={reads ? [looks] : []}>
      {(device) =>
        device.token === 'active' ? (
          <Stack>
            <PersonPanel
              calls={api.person}
              tracking={api.tracking}
              device={device}
              calling={device.values.some(({ sensor, value }) => sensor === 'sos' && value === true)}
              alarmTo={(alarm) => alarmAddress(metrowatch, deviceClass.measured, alarm)}
            />
            <ValueTiles device={device} app="metrowatch" />
          </Stack>
        ) : (
          <TokenNotice device={device} />
        )
      }
    </DeviceFrame>
  );
}
