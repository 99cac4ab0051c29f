import { Button, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import type { SettingValue } from '#core/devices/common/models/model-settings.ts';
import { useOtherCustomer } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { unitSuffix } from '#platform/common/text/with-unit.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { currentDenial } from '#platform/web/session/session.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { acceptsCommand, commandAbility } from '../common/command.ts';
import { CommandProgress } from './CommandProgress.tsx';
import classes from './Commands.module.css';
import { useCommandText } from './command-texts.ts';
import { useText } from './texts.ts';
import { type CommandCalls, isUnfinished, useCommands } from './use-commands.ts';

type Params = Readonly<Record<string, SettingValue>>;
type Props = {
  app: AppManifest;
  calls: CommandCalls;
  device: DeviceDetail;
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

/** The numbers of a command as inputs, and a button for each of its choices. */
function CommandForm({ app, method, spec: { fields = {} }, disabled, onSend }: FormProps) {
  const numbers = Object.entries(fields).flatMap(([key, field]) => (field.kind === 'number' ? [{ key, field }] : []));
  const [entered, setEntered] = useState<Params>(
    Object.fromEntries(numbers.map(({ key, field }) => [key, field.default])),
  );
  const textOf = useCommandText(app);
  const { has, label } = useLabels(app);
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
      {choicesOf(fields).map((choice) => {
        const params = { ...choice, ...entered };
        return (
          <Button
            key={JSON.stringify(choice)}
            variant="default"
            disabled={disabled || Object.values(params).some((value) => Number.isNaN(value))}
            onClick={() => onSend(params)}
          >
            {textOf({ method, params })}
          </Button>
        );
      })}
    </div>
  );
}
