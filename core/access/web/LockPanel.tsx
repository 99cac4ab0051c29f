import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconBan, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Command } from '#core/devices/common/command.ts';
import type { DevicePage } from '#core/devices/common/device.ts';
import { type CommandCalls, CommandProgress, useCommands, useSensorTexts } from '#core/devices/web/parts.tsx';
import { canDo } from '#platform/common/permission-key.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { wakeSeconds } from '../common/link-page.ts';
import type { LockState } from '../common/lock.ts';
import { clockAlarm } from '../common/lock-clock.ts';
import { lockErrors } from '../common/lock-commands.ts';
import classes from './Access.module.css';
import { grantAddress, openedGrant } from './addresses.ts';
import { LockDetails } from './LockDetails.tsx';
import { OpenButton } from './link/OpenButton.tsx';
import { NewestEvents } from './NewestEvents.tsx';
import { Notice } from './Notice.tsx';
import { useText } from './texts.ts';
import { useAccess } from './use-access.ts';

/** The present state of a lock, its orders, and the people who may open it now. */
export function LockPanel({ device }: { device: DevicePage }) {
  const { calls } = useAccess();
  const args = { params: { id: device.id } };
  const lock = useData(calls.lock.state, args);
  useLive(['access'], () => void lock.refetch(), calls.lock.state.key(args));
  return (
    <div className={classes.columns}>
      <Orders device={device} lock={lock.data} />
      <Stack>
        <MayOpen device={device} lock={lock.data} />
        <NewestEvents deviceId={device.id} />
        {lock.data && <LockDetails device={device} lock={lock.data} />}
      </Stack>
    </div>
  );
}

type Props = { device: DevicePage; lock: LockState | undefined };

const wordOf = (error: unknown) => (error instanceof RequestError ? error.word : undefined);

function Orders({ device, lock }: Props) {
  const t = useText();
  const { app, calls } = useAccess();
  const { valueText } = useSensorTexts(app.id);
  const [sent, setSent] = useState<Command>();
  const [refused, setRefused] = useState<string>();
  const resource = device.structure?.id ?? null;
  const mayUnlock = usePermitted(canDo(`${app.id}.device`, 'unlock'), { resource });
  const state = device.values.find(({ sensor }) => sensor === 'lockState');
  const onDone = (command: Command) => {
    setRefused(undefined);
    setSent(command);
  };
  const onError = (error: Error) => setRefused(wordOf(error));
  const unlock = useAction(calls.lock.unlock, { onDone, onError });
  const close = useAction(calls.lock.lock, { onDone, onError });
  const block = useAction(calls.lock.block, { onDone, invalidates: [calls.lock.state] });
  const unblock = useAction(calls.lock.unblock, { onDone, invalidates: [calls.lock.state] });
  const params = { id: device.id };
  const silent = 'success' as const;
  const open = (waitSeconds?: number) =>
    unlock.run({ params, body: waitSeconds === undefined ? {} : { waitSeconds }, silent: waitSeconds ? silent : true });
  return (
    <Panel title={t('lock.title')}>
      <Stack>
        <p className={classes.state} data-state={state?.value ?? 'unknown'}>
          {state ? valueText(state) : t('lock.unknown')}
        </p>
        {lock?.blocked && (
          <Notice color="red" icon={<IconBan aria-hidden />} title={t('lock.blocked')}>
            {lock.blocked.reason}
          </Notice>
        )}
        <ClockNotice lock={lock} />
        {refused && (
          <Notice
            color="orange"
            title={t(refused === lockErrors.asleep.word ? 'errors.wake-up-the-lock' : 'lock.refused')}
          >
            {refused === lockErrors.asleep.word ? (
              <Stack gap="xs">
                <Text size="sm">{t('lock.wakeHint')}</Text>
                <Button variant="default" onClick={() => open(wakeSeconds)}>
                  {t('lock.standing')}
                </Button>
              </Stack>
            ) : (
              t(`errors.${refused}` as 'errors.lock-jammed')
            )}
          </Notice>
        )}
        {mayUnlock && (
          <OpenButton
            disabled={unlock.pending || lock?.blocked != null || device.suspended}
            labels={{
              hold: t('hold.unlock'),
              holding: t('hold.holding'),
              again: t('hold.again'),
              hint: t('hold.hint'),
            }}
            onOpen={() => open()}
          />
        )}
        <Group>
          <Can access={calls.lock.lock.route.access} on={{ resource }}>
            <Button
              variant="default"
              leftSection={<IconLock size={iconSizes.md} aria-hidden />}
              loading={close.pending}
              onClick={() => close.run({ params, body: {}, silent })}
            >
              {t('actions.lock')}
            </Button>
          </Can>
          <Can access={calls.lock.block.route.access} on={{ resource }}>
            {lock?.blocked ? (
              <Button
                variant="default"
                leftSection={<IconLockOpen size={iconSizes.md} aria-hidden />}
                onClick={() => unblock.run({ params, body: {}, silent })}
              >
                {t('actions.unblock')}
              </Button>
            ) : (
              <Button
                variant="default"
                leftSection={<IconBan size={iconSizes.md} aria-hidden />}
                onClick={() => block.run({ params, body: {}, silent })}
              >
                {t('actions.block')}
              </Button>
            )}
          </Can>
        </Group>
        {sent && <SentCommand key={sent.id} device={device} sent={sent} />}
      </Stack>
    </Panel>
  );
}

/** What a clock that is off means for codes: a wrong time zone is named as such. */
function ClockNotice({ lock }: Pick<Props, 'lock'>) {
  const t = useText();
  const { number } = useFormats();
  const clock = lock?.clock;
  if (!clock || Math.abs(clock.offsetSeconds) <= clockAlarm) return null;
  const { offsetSeconds, zoneHours } = clock;
  const late = offsetSeconds < 0;
  const [hours, minutes] = [Math.abs(zoneHours), Math.round(Math.abs(offsetSeconds) / 60)];
  return (
    <Notice color="orange" title={t(zoneHours === 0 ? 'clock.off' : 'clock.zone')}>
      {zoneHours === 0
        ? t(late ? 'clock.slow' : 'clock.fast', { count: minutes, shown: number(minutes) })
        : t(late ? 'clock.late' : 'clock.early', { count: hours, shown: number(hours) })}
    </Notice>
  );
}

/** What becomes of the order that was just sent. */
function SentCommand({ device, sent }: { device: DevicePage; sent: Command }) {
  const { app, calls } = useAccess();
  const { recent } = useCommands((calls as unknown as { command: CommandCalls }).command, device.id);
  return <CommandProgress command={recent.find(({ id }) => id === sent.id) ?? sent} app={app.id} />;
}

function MayOpen({ device, lock }: Props) {
  const t = useText();
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
      {lock && lock.mayOpen.length === 0 ? (
        <EmptyState title={t('lock.nobody.title')} text={t('lock.nobody.text')} />
      ) : (
        <ul className={classes.plain}>
          {lock?.mayOpen.map(({ grantId, name, mode }) => (
            <li key={grantId}>
              <Anchor component={Link} to={openedGrant(app, mode, grantId)}>
                <bdi>{name || t('lock.unnamed')}</bdi>
              </Anchor>{' '}
              <Text span size="sm" c="dimmed">
                {t(`values.mode.${mode}` as 'values.mode.onetime')}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {lock?.slots && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('lock.slots')}: {t('lock.slotsUsed', { used: number(lock.slots.used), total: number(lock.slots.total) })}
        </Text>
      )}
    </Panel>
  );
}
