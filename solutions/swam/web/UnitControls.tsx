import { Alert, Button, Stack, Switch, Text } from '@mantine/core';
import { IconDroplet, IconDropletOff } from '@tabler/icons-react';
import { useState } from 'react';
import { alarmAddress } from '#core/alarms/common/alarm-address.ts';
import { deviceClass } from '#core/alarms/common/device-classes.ts';
import type { Command } from '#core/commands/common/command.ts';
import { CommandProgress, isUnfinished, useCommands, useCommandText } from '#core/commands/web/parts.tsx';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useOtherCustomer } from '#core/devices/web/parts.tsx';
import { useUnitCount } from '#core/places/web/parts.tsx';
import { canDo } from '#platform/common/permission-key.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { swam } from '../app.ts';
import { api, useText } from './api.ts';
import classes from './ControlUnit.module.css';
import { PositionOrder, RelayOrder } from './UnitOrders.tsx';

export type UnitState = {
  valve: string | null;
  opening: number | null;
  relay: boolean | null;
  pump: boolean | null;
  manual: boolean;
};
export type Order = { method: string; params: Record<string, string | number | boolean> };
type Props = { device: DeviceDetail; state: UnitState };

const movesValve = ({ method }: Pick<Command, 'method'>) => method === 'valve' || method === 'setPosition';
const followMs = 60_000;

/**
 * The commands of a unit, each with a description of its consequence before it is sent, and its progress afterwards.
 */
export function UnitControls({ device, state }: Props) {
  const t = useText();
  const textOf = useCommandText('swam');
  const { recent, loading, sending, send, cancel, cancelling } = useCommands(api.controlUnit, device.id);
  const [asked, setAsked] = useState<Order | null>(null);
  const on = { resource: device.structure?.id ?? null };
  const commands = usePermitted(canDo('swam.device', 'command'), on);
  const manages = usePermitted(canDo('swam.device', 'update'), on);
  const otherCustomer = useOtherCustomer(device);
  const consequence = useConsequence(device);
  const valve = recent.find(movesValve) ?? null;
  const running = asked && recent.find((one) => isUnfinished(one) && subjectOf(one) === subjectOf(asked));
  const shown = [valve, recent.find((one) => !movesValve(one)) ?? null].filter((one) => one !== null);
  const mayOrder = commands && !otherCustomer;
  return (
    <Panel title={t('unit.control')}>
      <Stack>
        {state.manual && (
          <Alert color="orange" variant="light">
            {t('errors.manual-mode')}
          </Alert>
        )}
        <NotFollowing command={valve} state={state} />
        {mayOrder ? (
          <Orders device={device} state={state} recent={recent} sending={sending} onOrder={setAsked} />
        ) : (
          !otherCustomer && <Text c="dimmed">{t('unit.mayNot')}</Text>
        )}
        {manages && !otherCustomer && (
          <Switch
            label={t('sensors.manualMode')}
            description={t('unit.manualHint')}
            checked={state.manual}
            disabled={device.suspended}
            onChange={() => setAsked({ method: 'manualMode', params: { on: !state.manual } })}
          />
        )}
        {!loading && shown.length === 0 && <Text c="dimmed">{t('unit.none')}</Text>}
        {shown.map((command) => (
          <CommandProgress
            key={command.id}
            command={command}
            app="swam"
            alarmAddress={(alarm) => alarmAddress(swam, deviceClass.measured, alarm)}
            cancelling={cancelling}
            onCancel={mayOrder ? () => cancel(command) : undefined}
          />
        ))}
      </Stack>
      <ConfirmDialog
        opened={asked !== null}
        danger={asked?.method === 'valve' && asked.params.position === 'closed'}
        title={asked ? textOf(asked) : ''}
        message={asked ? consequence(asked) : ''}
        entityName={device.name}
        confirmLabel={asked ? textOf(asked) : ''}
        onConfirm={() => {
          if (asked) send(asked.method, asked.params, running ? { replace: true } : {});
          setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      >
        {running && (
          <Text mt="sm" c="dimmed">
            {t('unit.replaces', { command: textOf(running) })}
          </Text>
        )}
      </ConfirmDialog>
    </Panel>
  );
}

type OrdersProps = Props & { recent: readonly Command[]; sending: boolean; onOrder(order: Order): void };

/** The orders to valve, relay and pump. In manual mode and while suspended the unit takes none. */
function Orders({ device, state, recent, sending, onOrder }: OrdersProps) {
  const t = useText();
  const disabled = state.manual || device.suspended;
  const position = (to: 'open' | 'closed', Icon: typeof IconDroplet) => {
    const underWay = recent.some(
      (one) =>
        isUnfinished(one) && one.method === 'valve' && (one.params as { position?: string } | null)?.position === to,
    );
    return (
      <Button
        variant={state.valve === to ? 'default' : 'filled'}
        leftSection={<Icon size={iconSizes.md} aria-hidden />}
        disabled={disabled || sending || underWay || state.valve === to}
        onClick={() => onOrder({ method: 'valve', params: { position: to } })}
      >
        {t(`commands.valve.${to}`)}
      </Button>
    );
  };
  return (
    <>
      <div className={classes.buttons}>
        {position('closed', IconDropletOff)}
        {position('open', IconDroplet)}
      </div>
      <PositionOrder disabled={disabled} now={state.opening} onOrder={onOrder} />
      <div className={classes.buttons}>
        <RelayOrder disabled={disabled} on={state.relay === true} onOrder={onOrder} />
        <Button
          variant="default"
          disabled={disabled}
          onClick={() => onOrder({ method: 'pump', params: { on: state.pump !== true } })}
        >
          {t(`commands.pump.${state.pump !== true}`)}
        </Button>
      </div>
      {device.connection !== 'online' && (
        <Text size="sm" c="dimmed">
          {t('unit.offline')}
        </Text>
      )}
    </>
  );
}

const subjectOf = (one: Pick<Command, 'method'>): string => (movesValve(one) ? 'valve' : one.method);

/** A sentence about the effect of an order on the people behind the unit. */
function useConsequence({ companyId, structure }: DeviceDetail): (order: Order) => string {
  const t = useText();
  const units = useUnitCount(companyId, structure?.id ?? null);
  const site = structure?.name ?? t('unit.noSite');
  return ({ method, params }) => {
    const water = units > 0 ? t('unit.behind', { count: units, site }) : site;
    if (method === 'valve') return t(`unit.means.${params.position === 'open' ? 'open' : 'closed'}`, { water });
    if (method === 'setPosition') return t('unit.means.position', { water });
    if (method === 'manualMode') return t(`unit.means.manual.${params.on === true}`);
    return t(`unit.means.${method === 'pump' ? 'pump' : 'relay'}`, { site });
  };
}

/** Shows that a valve is not in the position of the last order, a minute after the order was delivered. */
function NotFollowing({ command, state }: { command: Command | null; state: UnitState }) {
  const t = useText();
  const textOf = useCommandText('swam');
  const now = useNow();
  const at = command?.trace.find((step) => step.state === 'delivered')?.at;
  if (!command || !at || now - Date.parse(at) < followMs) return null;
  const { position, percent } = command.params as { position?: string; percent?: number };
  const followed =
    position === undefined
      ? state.opening === null || Math.abs(state.opening - (percent ?? 0)) <= 3
      : state.valve === null || state.valve === position;
  return followed ? null : (
    <Alert color="red" variant="light">
      <strong>{t('alarms.valve-not-following')}. </strong>
      {t('unit.notFollowing', {
        command: textOf(command),
        valve: state.valve === null ? t('unit.unknown') : t(`values.valve.${state.valve as 'open'}`),
      })}
    </Alert>
  );
}
