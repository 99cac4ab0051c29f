import { Anchor, Button, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { LockState } from '../../common/lock.ts';
import classes from '../Access.module.css';
import { grantAddress, openedGrant } from '../addresses.ts';
import { NewestEvents } from '../NewestEvents.tsx';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';
import { LockDetails } from './LockDetails.tsx';
import { LockOrders } from './LockOrders.tsx';

/** The present state of a lock, its orders, and the people who may open it now. */
export function LockPanel({ device }: { device: DeviceDetail }) {
  const { calls } = useAccess();
  const args = { params: { id: device.id } };
  const lock = useData(calls.lock.state, args);
  useLive(['access'], () => void lock.refetch(), calls.lock.state.key(args));
  return (
    <div className={classes.columns}>
      <LockOrders device={device} lock={lock.data} />
      <Stack>
        <MayOpen device={device} lock={lock} />
        <NewestEvents deviceId={device.id} />
        {lock.data && <LockDetails device={device} lock={lock.data} />}
      </Stack>
    </div>
  );
}

type Props = { device: DeviceDetail; lock: UseQueryResult<LockState> };

function MayOpen({ device, lock: query }: Props) {
  const t = useText();
  const lock = query.data;
  const { app, calls } = useAccess();
  const { number } = useFormats();
  const give = (
    <Can access={calls.userAccess.create.route.access}>
      <Button component={Link} to={grantAddress(app, { device: device.id })} variant="default" size="compact-md">
        {t('actions.give')}
      </Button>
    </Can>
  );
  return (
    <Panel title={t('lock.mayOpen')} aside={give}>
      {!lock && <QueryBoundary of={query} />}
      {lock?.mayOpen === null && <Text c="dimmed">{t('lock.mayOpenHidden')}</Text>}
      {lock?.mayOpen?.length === 0 && <EmptyState title={t('lock.nobody.title')} text={t('lock.nobody.text')} />}
      {lock?.mayOpen && lock.mayOpen.length > 0 && (
        <ul className={classes.plain}>
          {lock.mayOpen.map(({ grantId, name, mode }) => (
            <li key={grantId}>
              <Anchor component={Link} to={openedGrant(app, grantId)}>
                <bdi>{name || t('lock.unnamed')}</bdi>
              </Anchor>{' '}
              <Text span size="sm" c="dimmed">
                {t(`values.mode.${mode}` as 'values.mode.onetime')}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {(['slots', 'cards'] as const).map(
        (store) =>
          lock?.[store] && (
            <Text key={store} size="sm" c="dimmed" mt="sm">
              {t(`lock.${store}`)}:{' '}
              {t('lock.slotsUsed', { used: number(lock[store].used), total: number(lock[store].total) })}
            </Text>
          ),
      )}
    </Panel>
  );
}
