import { Button, Group } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { commandAbility, type commandRoutes } from '#core/commands/common/command.ts';
import { useCommands, useCommandText } from '#core/commands/web/parts.tsx';
import type { DeviceLinkRow, deviceLinkRoutes } from '#core/devices/common/link.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { AlarmDetail } from '../../common/alarm.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const calls = mountedCalls<{
  link: ReturnType<typeof deviceLinkRoutes>;
  command: ReturnType<typeof commandRoutes>;
}>('link', 'command');

/**
 * The commands of a device that acts for the one of an alarm, such as closing the linked valve, for people who may send
 * them.
 */
export function LinkedCommands({ alarm, app }: { alarm: AlarmDetail; app: AppManifest }) {
  const watched = alarm.device;
  const offering = Object.values(app.links ?? {}).filter(({ of }) => watched && of.includes(watched.solutionId));
  return watched && offering.length > 0 && alarm.closedAt === null ? (
    <Offered alarm={alarm} app={app} deviceId={watched.id} />
  ) : null;
}

function Offered({ alarm, app, deviceId }: { alarm: AlarmDetail; app: AppManifest; deviceId: number }) {
  const { data: links = [] } = useData(calls.of(app).link.list, { params: { id: deviceId } }, { silent: true });
  const actors = links.filter(({ acts }) => acts);
  if (actors.length === 0) return null;
  return (
    <Group gap="xs">
      {actors.map(({ id, device }) => (
        <OfferedCommand key={id} alarm={alarm} app={app} actor={device} />
      ))}
    </Group>
  );
}

type CommandProps = { alarm: AlarmDetail; app: AppManifest; actor: DeviceLinkRow['device'] };

function OfferedCommand({ alarm, app, actor }: CommandProps) {
  const t = useText();
  const client = useQueryClient();
  const textOf = useCommandText(app.id);
  const [asked, setAsked] = useState(false);
  const { send, sending } = useCommands(calls.of(app).command, actor.id, () =>
    refetchQueries(client, api.alarm.get.keyPrefix),
  );
  const order = app.links?.[actor.solutionId]?.offers;
  const ability = commandAbility(app.commands?.[order?.method ?? ''] ?? {});
  const may = usePermitted(canDo(`${app.id}.device`, ability), { resource: alarm.structure?.id ?? null });
  if (!order || !may) return null;
  const name = textOf(order);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconHandStop size={iconSizes.sm} aria-hidden />}
        loading={sending}
        onClick={() => setAsked(true)}
      >
        {t('linked.offer', { command: name, device: actor.name })}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('askFor', { action: name })}
        message={t('linked.ask')}
        entityName={actor.name}
        confirmLabel={name}
        onConfirm={() => {
          send(order.method, { ...order.params }, { alarmId: alarm.id, replace: true });
          setAsked(false);
        }}
        onCancel={() => setAsked(false)}
      />
    </>
  );
}
