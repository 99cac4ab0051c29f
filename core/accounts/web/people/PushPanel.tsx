import { Alert, Button, Grid, Stack, Switch, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { AheadPanel } from '#platform/web/offline/AheadPanel.tsx';
import { useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { PushDevice } from '../../common/push.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { currentSubscription, pushSupport, switchPushOff, switchPushOn } from './push-browser.ts';
import classes from './Security.module.css';

/** Notifications and offline data of this browser, and the other browsers of the person. */
export function PushPanels() {
  const devices = useData(api.push.list, {}, { silent: true });
  const [subscribed, setSubscribed] = useState(false);
  const readSubscription = useCallback(async () => setSubscribed((await currentSubscription()) !== null), []);
  useEffect(() => {
    readSubscription().catch((error: unknown) => console.warn('The subscription could not be read', error));
  }, [readSubscription]);
  if (!devices.data) return <QueryBoundary of={devices} height={sizes.drawing} />;
  const own = (subscribed && devices.data.find(({ current }) => current)) || null;
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <ThisDevice device={own} onChanged={readSubscription} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <DeviceList devices={devices.data} own={own} onChanged={readSubscription} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <AheadPanel />
      </Grid.Col>
    </Grid>
  );
}

type ThisDeviceProps = { device: PushDevice | null; onChanged(): Promise<void> };

function ThisDevice({ device, onChanged }: ThisDeviceProps) {
  const t = useText();
  const support = pushSupport();
  const { asOwner } = useMe();
  const key = useData(api.push.key, {}, { silent: true, enabled: support === 'supported' && !asOwner });
  const remove = useAction(api.push.remove);
  const test = useAction(api.push.test, { onDone: () => notify({ kind: 'success', message: t('push.tested') }) });
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<'blocked' | 'unavailable' | null>(
    support === 'supported' && Notification.permission === 'denied' ? 'blocked' : null,
  );
  const set = async (on: boolean, publicKey: string) => {
    setPending(true);
    try {
      if (on) {
        const result = await switchPushOn(publicKey);
        setProblem(result === 'on' ? null : result);
      } else {
        await switchPushOff();
        if (device) await remove.ask({ params: { id: device.id }, silent: 'success' });
      }
      await onChanged();
    } finally {
      setPending(false);
    }
  };
  return (
    <Panel title={t('push.title')}>
      <Stack gap="md" align="stretch">
        <Text size="sm" c="dimmed">
          {t('push.hint')}
        </Text>
        {asOwner ? (
          <Alert>{t('errors.not-as-owner')}</Alert>
        ) : support === 'supported' ? (
          <Switch
            label={t('push.on')}
            checked={device !== null}
            disabled={pending || !key.data || problem === 'blocked'}
            onChange={(event) => void set(event.currentTarget.checked, key.data?.publicKey ?? '')}
          />
        ) : (
          <Alert>{t(`push.${support}`)}</Alert>
        )}
        {problem && <Alert role="status">{t(`push.${problem}`)}</Alert>}
        {device && (
          <div>
            <Button
              variant="default"
              loading={test.pending}
              onClick={() => test.run({ params: { id: device.id }, silent: 'success' })}
            >
              {t('push.test')}
            </Button>
          </div>
        )}
      </Stack>
    </Panel>
  );
}

type ListProps = { devices: readonly PushDevice[]; own: PushDevice | null; onChanged(): Promise<void> };

function DeviceList({ devices, own, onChanged }: ListProps) {
  const t = useText();
  const { asOwner } = useMe();
  const remove = useAction(api.push.remove);
  const removeDevice = async (device: PushDevice) => {
    if (device.id === own?.id) await switchPushOff();
    await remove.ask({ params: { id: device.id }, silent: 'success' });
    await onChanged();
  };
  return (
    <Panel title={t('push.devices')}>
      {devices.length === 0 && <Text c="dimmed">{t('push.none')}</Text>}
      <ul className={classes.rows}>
        {devices.map((device) => {
          const name = device.agent || t('sessions.unknown');
          const Icon = /Android|iOS|iPhone/.test(device.agent) ? IconDeviceMobile : IconDeviceDesktop;
          return (
            <li key={device.id}>
              <Icon size={iconSizes.lg} aria-hidden />
              <div className={classes.grow}>
                <Text fw={550}>
                  <Bdi>{name}</Bdi>
                </Text>
                <Text size="sm" c="dimmed">
                  <Ago at={device.createdAt} />
                  {device.deliveredAt && (
                    <>
                      {' · '}
                      {t('push.delivered')} <Ago at={device.deliveredAt} />
                    </>
                  )}
                </Text>
              </div>
              {device.id === own?.id && <ToneChip tone="good">{t('push.thisDevice')}</ToneChip>}
              {!asOwner && (
                <Button
                  variant="default"
                  size="xs"
                  disabled={remove.pending}
                  aria-label={t('push.removeOf', { device: name })}
                  onClick={() => void removeDevice(device)}
                >
                  {t('push.remove')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
