import { Button, Group, Stack, Text } from '@mantine/core';
import { IconBan, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import type { Command } from '#core/commands/common/command.ts';
import { CommandProgress, useCommands } from '#core/commands/web/parts.tsx';
import { deviceAppOf } from '#core/device-app/web/parts.tsx';
import { nextWake } from '#core/devices/common/connection.ts';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import { canDo } from '#platform/common/permission-key.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { wakeSeconds } from '../../common/link-page.ts';
import type { LockState } from '../../common/lock.ts';
import { clockAlarm } from '../../common/lock-clock.ts';
import { lockErrors } from '../../common/lock-commands.ts';
import { pulseSeconds } from '../../common/pulse.ts';
import classes from '../Access.module.css';
import { OpenButton } from '../light/link/OpenButton.tsx';
import { Notice } from '../Notice.tsx';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';

type Props = { device: DeviceDetail; lock: LockState | undefined };

const wordOf = (error: unknown) => (error instanceof RequestError ? error.word : undefined);
const silent = 'success' as const;
/** What is shown below the state of a lock: whether its door is shut, and tampering. */
const shutSensors = ['door', 'cableInserted', 'coverOpen'];

/** The present state of a lock and its orders. */
export function LockOrders({ device, lock }: Props) {
  const t = useText();
  const { app, calls } = useAccess();
  const [sent, setSent] = useState<Command>();
  const [refused, setRefused] = useState<string>();
  const onDone = (command: Command) => {
    setRefused(undefined);
    setSent(command);
  };
  const onError = (error: Error) => setRefused(wordOf(error));
  const unlock = useAction(calls.lock.unlock, { onDone, onError });
  const pulse = pulseSeconds(app.access?.models[device.hardware.id], device.attributes);
  const open = (waitSeconds?: number) =>
    unlock.run({
      params: { id: device.id },
      body: { ...(pulse > 0 ? { seconds: pulse } : {}), ...(waitSeconds === undefined ? {} : { waitSeconds }) },
      silent: waitSeconds === undefined ? true : silent,
    });
  return (
    <Panel title={t('lock.title')}>
      <Stack>
        <State device={device} />
        {lock?.blocked && (
          <Notice color="red" icon={<IconBan aria-hidden />} title={t('lock.blocked')}>
            {lock.blocked.reason}
          </Notice>
        )}
        <ClockNotice lock={lock} />
        {refused && <Refusal word={refused} onWait={() => open(wakeSeconds)} />}
        <Opening
          device={device}
          pulse={pulse}
          disabled={unlock.pending || lock?.blocked != null || device.suspended}
          onOpen={() => open()}
        />
        <Closing device={device} lock={lock} bistable={pulse === 0} onDone={onDone} onError={onError} />
        {lock?.virtualButton && <VirtualButton id={device.id} />}
        {sent && <SentCommand key={sent.id} device={device} sent={sent} />}
      </Stack>
    </Panel>
  );
}

/** Wakes a virtual lock of the demo, as a person does at a real one. */
function VirtualButton({ id }: { id: number }) {
  const t = useText();
  const { calls } = useAccess();
  const wake = useAction(calls.lock.wakeVirtual, { notice: () => t('lock.woken') });
  return (
    <Can access={calls.lock.wakeVirtual.route.access}>
      <Button variant="default" loading={wake.pending} onClick={() => wake.run({ params: { id } })}>
        {t('lock.wakeVirtual')}
      </Button>
    </Can>
  );
}

/** What the lock has reported last, and when a sleeping one can be reached. */
function State({ device }: Pick<Props, 'device'>) {
  const t = useText();
  const { app } = useAccess();
  const { date } = useFormats();
  const { name, valueText } = useSensorTexts(app.id);
  const wakes = nextWake(device, useNow());
  const state = device.values.find(({ sensor }) => sensor === 'lockState');
  const shut = shutSensors.flatMap(
    (key) => device.values.find(({ sensor, value }) => sensor === key && value !== null) ?? [],
  );
  return (
    <Stack gap={4}>
      <p className={classes.state} data-state={state?.value ?? 'unknown'}>
        {state && state.value !== null ? valueText(state) : t('lock.unknown')}
      </p>
      {shut.length > 0 && (
        <Text size="sm">
          {shut.map((value, at) => (
            <bdi key={value.sensor}>{`${at > 0 ? ' · ' : ''}${name(value.sensor)}: ${valueText(value)}`}</bdi>
          ))}
        </Text>
      )}
      {device.connection === 'sleeping' && (
        <Text size="sm" c="dimmed">
          {wakes ? t('lock.wakes', { time: date(wakes, 'time') }) : t('lock.sleeps')}
        </Text>
      )}
    </Stack>
  );
}

/** Why an order was refused; a sleeping lock can be opened by a person in front of it. */
function Refusal({ word, onWait }: { word: string; onWait(): void }) {
  const t = useText();
  if (word !== lockErrors.asleep.word)
    return (
      <Notice color="orange" title={t('lock.refused')}>
        {t(`errors.${word}` as 'errors.lock-jammed')}
      </Notice>
    );
  return (
    <Notice color="orange" title={t('errors.wake-up-the-lock')}>
      <Stack gap="xs">
        <Text size="sm">{t('lock.wakeHint')}</Text>
        <Button variant="default" onClick={onWait}>
          {t('lock.standing')}
        </Button>
      </Stack>
    </Notice>
  );
}

type OpeningProps = { device: DeviceDetail; pulse: number; disabled: boolean; onOpen(): void };

/** Opens the lock, a momentary one for the seconds that it is set to. */
function Opening({ device, pulse, disabled, onOpen }: OpeningProps) {
  const t = useText();
  const { app } = useAccess();
  const { number } = useFormats();
  const may = usePermitted(canDo(`${app.id}.device`, 'unlock'), { resource: device.structure?.id ?? null });
  if (!may) return null;
  const seconds = t('analysis.seconds', { count: pulse, shown: number(pulse) });
  return (
    <OpenButton
      disabled={disabled}
      labels={{
        hold: pulse > 0 ? t('hold.pulse', { shown: seconds }) : t('hold.unlock'),
        holding: t('hold.holding'),
        again: t('hold.again'),
        hint: t(pulse > 0 ? 'hold.pulseHint' : 'hold.hint'),
      }}
      onOpen={onOpen}
    />
  );
}

type ClosingProps = Props & {
  /** It stays open until it is locked. */
  bistable: boolean;
  onDone(command: Command): void;
  onError(error: Error): void;
};

function Closing({ device, lock, bistable, onDone, onError }: ClosingProps) {
  const t = useText();
  const { calls } = useAccess();
  const resource = device.structure?.id ?? null;
  const close = useAction(calls.lock.lock, { onDone, onError });
  const block = useAction(calls.lock.block, { onDone, invalidates: [calls.lock.state] });
  const unblock = useAction(calls.lock.unblock, { onDone, invalidates: [calls.lock.state] });
  const args = { params: { id: device.id }, body: {}, silent };
  return (
    <Group>
      {bistable && (
        <Can access={calls.lock.lock.route.access} on={{ resource }}>
          <Button
            variant="default"
            leftSection={<IconLock size={iconSizes.md} aria-hidden />}
            loading={close.pending}
            onClick={() => close.run(args)}
          >
            {t('actions.lock')}
          </Button>
        </Can>
      )}
      <Can access={calls.lock.block.route.access} on={{ resource }}>
        {lock?.blocked ? (
          <Button
            variant="default"
            leftSection={<IconLockOpen size={iconSizes.md} aria-hidden />}
            onClick={() => unblock.run(args)}
          >
            {t('actions.unblock')}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconBan size={iconSizes.md} aria-hidden />}
            onClick={() => block.run(args)}
          >
            {t('actions.block')}
          </Button>
        )}
      </Can>
    </Group>
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
function SentCommand({ device, sent }: { device: DeviceDetail; sent: Command }) {
  const { app } = useAccess();
  const { recent } = useCommands(deviceAppOf(app).calls.command, device.id);
  return <CommandProgress command={recent.find(({ id }) => id === sent.id) ?? sent} app={app.id} />;
}
