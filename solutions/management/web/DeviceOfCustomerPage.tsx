import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { deviceAppOf } from '#core/device-app/web/parts.tsx';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { DeviceBadges, DeviceFacts, DeviceLog, deviceAddress, useDevice } from '#core/devices/web/parts.tsx';
import { ChangeDeviceOwner } from '#core/inventory/web/parts.tsx';
import { type SellingApp, useSellingApps } from '#core/market/web/parts.tsx';
import { newTicketAddress } from '#core/support/web/parts.tsx';
import { canDo } from '#platform/common/permission-key.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can, useMe } from '#platform/web/session/hooks.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { GoneState } from '#platform/web/ui/state/FailedState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { customerAddress, customersAddress, tokensAddress } from './addresses.ts';
import { useText } from './api.ts';
import classes from './Management.module.css';

/** A device as its integrator sees it: its model, owner, subscription and connection, without readings. */
export function DeviceOfCustomerPage() {
  const { appName = '', hardwareId = '', deviceId = '' } = useParams();
  const app = useSellingApps().find(({ id, webName }) => id === appName || webName === appName);
  if (!app?.manifest.solutions)
    return (
      <PageFrame>
        <GoneState />
      </PageFrame>
    );
  return <DeviceOf key={deviceId} app={app} hardwareId={Number(hardwareId)} deviceId={Number(deviceId)} />;
}

type Props = { app: SellingApp; hardwareId: number; deviceId: number };

function DeviceOf({ app, hardwareId, deviceId }: Props) {
  const t = useText();
  const { calls } = deviceAppOf(app.manifest);
  const found = useDevice(calls.device, deviceId);
  const [giving, setGiving] = useState(false);
  const parents = [{ label: t('pages.customers-list-type'), to: customersAddress() }];
  const device = found.data;
  if (!device || device.hardware.id !== hardwareId)
    return <PageFrame parents={parents}>{device ? <GoneState /> : <QueryBoundary of={found} />}</PageFrame>;
  return (
    <PageFrame
      title={device.name}
      parents={parents}
      badge={<DeviceBadges device={device} />}
      action={
        <Group gap="xs">
          <Button variant="default" component={Link} to={newTicketAddress({ device: device.id })}>
            {t('actions.newTicket')}
          </Button>
          {device.state === 'inventory' && (
            <Can access={canDo('product.device', 'transfer')}>
              <Button onClick={() => setGiving(true)}>{t('actions.changeOwner')}</Button>
            </Can>
          )}
        </Group>
      }
    >
      <Stack>
        <div className={classes.columns}>
          <Panel title={t('device.identity')}>
            <DeviceFacts device={device} />
          </Panel>
          <Ownership app={app} device={device} />
        </div>
        <Panel title={t('device.log')}>
          <DeviceLog calls={calls.device} deviceId={device.id} />
        </Panel>
      </Stack>
      {giving && <ChangeDeviceOwner items={[device]} onClose={() => setGiving(false)} />}
    </PageFrame>
  );
}

function Ownership({ app, device }: { app: SellingApp; device: DeviceDetail }) {
  const t = useText();
  const { date } = useFormats();
  const { customers, user } = useMe();
  const ownerName =
    customers.find(({ id }) => id === device.companyId)?.name ?? user.company?.name ?? t('device.owner');
  const items = [
    [
      t('device.owner'),
      <Anchor key="owner" component={Link} to={customerAddress({ id: device.companyId })}>
        <bdi>{ownerName}</bdi>
      </Anchor>,
    ],
    [t('device.since'), <Bdi key="since">{date(device.createdAt, 'date')}</Bdi>],
    [
      t('customer.tabs.tokens'),
      <Anchor key="tokens" component={Link} to={`${tokensAddress}?search=${device.serial}`}>
        {t('device.tokens')}
      </Anchor>,
    ],
    [
      t('columns.requests'),
      <Anchor key="requests" component={Link} to={`${customerAddress({ id: device.companyId })}?tab=requests`}>
        {t('device.requests')}
      </Anchor>,
    ],
    [
      t('device.app'),
      <Anchor key="app" component={Link} to={deviceAddress(app.manifest, device)}>
        {app.name}
      </Anchor>,
    ],
  ] as const;
  return <Facts title={t('device.ownership')} items={items} />;
}
