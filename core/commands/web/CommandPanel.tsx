import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { acceptsCommand } from '#core/devices/common/commands/accepts-command.ts';
import { forbiddingGuard, type GuardFacts } from '#core/devices/common/commands/command-guard.ts';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import type { SettingValue } from '#core/devices/common/models/model-settings.ts';
import { useOtherCustomer } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { unitSuffix } from '#platform/common/text/with-unit.ts';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { currentDenial } from '#platform/web/session/session.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { commandAbility } from '../common/command.ts';
import { CommandProgress } from './CommandProgress.tsx';
import classes from './Commands.module.css';
import { useCommandReason, useCommandText } from './command-texts.ts';
import { useText } from './texts.ts';
import { type CommandCalls, isUnfinished, useCommands } from './use-commands.ts';

type Params = Readonly<Record<string, SettingValue>>;
/** What the panel needs of a device. */
type CommandedDevice = Pick<
  DeviceDetail,
  'id' | 'companyId' | 'name' | 'structure' | 'solutionId' | 'hardware' | 'suspended' | 'token' | 'values' | 'position'
>;
type Props = {
  app: AppManifest;
  calls: CommandCalls;
  device: CommandedDevice;
  /** Commands that the page offers in a separate form. */
  except?: readonly string[];
  alarmAddress?: (id: number) => string;
};

/** The commands of a device that the person may send, each with the inputs of its parameters. */
export function CommandPanel({ app, calls, device, except = [], alarmAddress }: Props) {
  const t = useText();
  const other = useOtherCustomer(device);
  const { recent, latest, sending, send, cancel, cancelling } = useCommands(calls, device.id);
  const [asked, setAsked] = useState<{ method: string; params: Params } | null>(null);
  const textOf = useCommandText(app.id);
  const resource = device.structure?.id ?? null;
  const offered = Object.entries(app.commands ?? {}).filter(
    ([method, spec]) =>
      !spec.configures &&
      !spec.internal &&
      // The panel of connectors offers these.
      !spec.through &&
      !except.includes(method) &&
      acceptsCommand(spec, device.solutionId, device.hardware.id) &&
      currentDenial(canDo(`${app.id}.device`, commandAbility(spec)), { resource }) === null,
  );
  if (other || offered.length === 0) return null;
  const order = (method: string, params: Params, spec: CommandSpec) =>
    spec.confirm ? setAsked({ method, params }) : send(method, params);
  return (
    <Panel title={t('commandPanel.title')}>
      <Stack>
        <div className={classes.commands}>
          {offered.map(([method, spec]) => (
            <CommandForm
              key={method}
              app={app.id}
              method={method}
              spec={spec}
              device={device}
              disabled={device.suspended || sending || recent.some((one) => one.method === method && isUnfinished(one))}
              onSend={(params) => order(method, params, spec)}
            />
          ))}
        </div>
        {latest && (
          <CommandProgress
            command={latest}
            app={app.id}
            alarmAddress={alarmAddress}
            cancelling={cancelling}
            onCancel={offered.some(([method]) => method === latest.method) ? () => cancel(latest) : undefined}
          />
        )}
      </Stack>
      <ConfirmDialog
        opened={asked !== null}
        title={asked ? textOf(asked) : ''}
        message={t('commandPanel.ask')}
        entityName={device.name}
        confirmLabel={t('commandPanel.send')}
        danger={false}
        onConfirm={() => {
          if (asked) send(asked.method, asked.params);
          setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      />
    </Panel>
  );
}

type FormProps = {
  app: string;
  method: string;
  spec: CommandSpec;
  device: CommandedDevice;
  disabled: boolean;
  onSend(params: Params): void;
};

/** The orders that the choices of a command allow: one for each value of those that have few. */
const choicesOf = (fields: NonNullable<CommandSpec['fields']>): Params[] =>
  Object.entries(fields).reduce<Params[]>(
    (orders, [key, field]) => {
      if (field.kind === 'number') return orders;
      const values = field.kind === 'boolean' ? [true, false] : field.options;
      return orders.flatMap((order) => values.map((value) => ({ ...order, [key]: value })));
    },
    [{}],
  );

/** Why an order would be refused or wait now, as a text; null if it would be sent. */
function useForbidden(app: string, spec: CommandSpec, device: CommandedDevice): (params: Params) => string | null {
  const reasonOf = useCommandReason(app);
  const now = useNow();
  return (params) => {
    // Values are not shown without a subscription: the server decides.
    const guard = device.token === 'active' ? forbiddingGuard(spec, params, factsOf(device), now) : null;
    return guard && reasonOf(guard.word);
  };
}

const factsOf = ({ values, position }: CommandedDevice): GuardFacts => ({
  value(key) {
    const found = values.find(({ sensor }) => sensor === key);
    return found?.time ? { value: found.value, at: Date.parse(found.time) } : undefined;
  },
  position: position && { speed: position.speed, at: Date.parse(position.at) },
});

/** The numbers of a command as inputs, and a button for each of its choices. What forbids one is shown below. */
function CommandForm({ app, method, spec, device, disabled, onSend }: FormProps) {
  const { fields = {}, waitSeconds = 0 } = spec;
  const numbers = Object.entries(fields).flatMap(([key, field]) => (field.kind === 'number' ? [{ key, field }] : []));
  const [entered, setEntered] = useState<Params>(
    Object.fromEntries(numbers.map(({ key, field }) => [key, field.default])),
  );
  const textOf = useCommandText(app);
  const { has, label } = useLabels(app);
  const t = useText();
  const forbidden = useForbidden(app, spec, device);
  const orders = choicesOf(fields).map((choice) => ({ choice, params: { ...choice, ...entered } }));
  const reasons = new Set(orders.map(({ params }) => forbidden(params)).filter((why) => why !== null));
  const describedBy = useId();
  return (
    <div className={classes.command}>
      {numbers.map(({ key, field: { min, max, unit } }) => (
        <NumberInput
          key={key}
          label={has(`settings.${key}`) ? label(`settings.${key}`) : key}
          min={min}
          max={max}
          suffix={unitSuffix(unit)}
          value={Number.isNaN(entered[key]) ? '' : Number(entered[key])}
          onChange={(next) => setEntered({ ...entered, [key]: typeof next === 'number' ? next : Number.NaN })}
        />
      ))}
      {orders.map(({ choice, params }) => (
        <Button
          key={JSON.stringify(choice)}
          variant="default"
          aria-describedby={forbidden(params) === null ? undefined : describedBy}
          disabled={
            disabled ||
            (waitSeconds === 0 && forbidden(params) !== null) ||
            Object.values(params).some((value) => Number.isNaN(value))
          }
          onClick={() => onSend(params)}
        >
          {textOf({ method, params })}
        </Button>
      ))}
      {reasons.size > 0 && (
        <Text id={describedBy} size="sm" c="dimmed">
          {[...reasons]
            .map((why) =>
              waitSeconds > 0 ? t('commandPanel.mayWait', { why, time: formatDuration(waitSeconds * 1000) }) : why,
            )
            .join(' ')}
        </Text>
      )}
    </div>
  );
}
