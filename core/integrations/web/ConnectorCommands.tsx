import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { commandAbility } from '#core/commands/common/command.ts';
import {
  type CommandCalls,
  CommandProgress,
  isUnfinished,
  useCommands,
  useCommandText,
} from '#core/commands/web/parts.tsx';
import { acceptsCommand } from '#core/devices/common/commands/accepts-command.ts';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { currentDenial } from '#platform/web/session/session.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { api, useText } from './api.ts';

const maxText = 500;
type Order = { method: string; params: Record<string, string> };
type Props = { app: AppManifest; calls: CommandCalls; device: DeviceDetail };

/** The commands that the connector of a device can send to it, or why it cannot send any. */
export function ConnectorCommands({ app, calls, device }: Props) {
  const t = useText();
  const query = useData(api.link.ofDevice, { params: { id: device.id } }, { silent: true });
  if (!query.data) return <QueryBoundary of={query} />;
  const { kind, takesCommands } = query.data;
  const resource = device.structure?.id ?? null;
  const offered = Object.entries(app.commands ?? {}).flatMap(([method, spec]) =>
    spec.through?.includes(kind ?? '') &&
    acceptsCommand(spec, device.solutionId, device.hardware.id) &&
    currentDenial(canDo(`${app.id}.device`, commandAbility(spec)), { resource }) === null
      ? [{ method, confirm: spec.confirm === true }]
      : [],
  );
  return (
    <Panel title={t('deviceCommands.title')}>
      {takesCommands && offered.length > 0 ? (
        <Offered app={app} calls={calls} device={device} offered={offered} />
      ) : (
        <Text c="dimmed">
          {t(
            kind === null
              ? 'deviceCommands.noConnector'
              : takesCommands
                ? 'deviceCommands.none'
                : 'deviceCommands.noLink',
          )}
        </Text>
      )}
    </Panel>
  );
}

function Offered({
  app,
  calls,
  device,
  offered,
}: Props & { offered: readonly { method: string; confirm: boolean }[] }) {
  const t = useText();
  const { recent, latest, sending, send, cancel, cancelling } = useCommands(calls, device.id);
  const textOf = useCommandText(app.id);
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<Order | null>(null);
  const isBusy = (method: string) =>
    device.suspended || sending || recent.some((one) => one.method === method && isUnfinished(one));
  const order = (confirm: boolean, method: string, params: Order['params'] = {}) =>
    confirm ? setAsked({ method, params }) : send(method, params);
  const custom = offered.find(({ method }) => method === 'custom');
  return (
    <Stack>
      <Group gap="sm">
        {offered
          .filter((one) => one !== custom)
          .map(({ method, confirm }) => (
            <Button key={method} variant="default" disabled={isBusy(method)} onClick={() => order(confirm, method)}>
              {textOf({ method, params: {} })}
            </Button>
          ))}
      </Group>
      {custom && (
        <Group gap="sm" align="end">
          <TextInput
            flex={1}
            dir="ltr"
            label={t('deviceCommands.text')}
            description={t('deviceCommands.textHint')}
            maxLength={maxText}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button
            variant="default"
            disabled={text.trim() === '' || isBusy(custom.method)}
            onClick={() => order(custom.confirm, custom.method, { data: text.trim() })}
          >
            {t('deviceCommands.send')}
          </Button>
        </Group>
      )}
      {latest && (
        <CommandProgress
          command={latest}
          app={app.id}
          cancelling={cancelling}
          onCancel={offered.some(({ method }) => method === latest.method) ? () => cancel(latest) : undefined}
        />
      )}
      <ConfirmDialog
        opened={asked !== null}
        title={asked ? textOf(asked) : ''}
        message={asked?.params.data ?? t('deviceCommands.ask')}
        entityName={device.name}
        confirmLabel={t('deviceCommands.send')}
        danger={false}
        onConfirm={() => {
          if (asked) send(asked.method, asked.params);
          setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      />
    </Stack>
  );
}
