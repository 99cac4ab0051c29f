import { IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { deviceTopic } from '#core/devices/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { Command, CommandState } from '../common/command.ts';
import { useCommandText } from './command-texts.ts';
import { useText } from './texts.ts';
import { type CommandCalls, newerCommand } from './use-commands.ts';

const { ago, date } = columnsFor<Command>();

const tones: Record<CommandState, Tone> = {
  queued: 'none',
  sent: 'ok',
  delivered: 'ok',
  confirmed: 'good',
  failed: 'problem',
  expired: 'poor',
  unknown: 'poor',
};

/** The commands of a device, newest first. */
export function CommandHistory({ calls, deviceId }: { calls: CommandCalls; deviceId: number }) {
  const params = useMemo(() => ({ id: deviceId }), [deviceId]);
  const textOf = useCommandText(calls.list.app);
  const client = useQueryClient();
  // A new command does not have a row to patch yet.
  useLive([deviceTopic(deviceId)], (event) => {
    if (event.type === 'command' && (event.data as Command).state === 'queued')
      refetchQueries(client, calls.list.keyPrefix);
  });
  const t = useText();
  const name = useActorName();
  const actorOf = useCallback(
    ({ requestedBy, impersonatedBy, alarmId }: Command) =>
      name(requestedBy, impersonatedBy) ?? (alarmId === null ? '' : t('commandByRule')),
    [name, t],
  );
  const columns = useMemo(
    (): Column<Command>[] => [
      { field: 'command', width: 2, render: (row) => textOf(row), text: textOf },
      {
        field: 'commandState',
        width: 1,
        render: (row) => <StatusChip namespace="commands" field="commandState" value={row.state} tones={tones} />,
        text: (row) => row.state,
      },
      { field: 'requestedBy', width: 1, render: (row) => <bdi>{actorOf(row)}</bdi>, text: actorOf },
      date('createdAt', { width: 1 }),
      ago('changedAt', { width: 1 }),
    ],
    [textOf, actorOf],
  );
  const { ask } = useAction(calls.cancel);
  const rowActions = useMemo(
    () => [
      rowAction<Command>('cancel', {
        icon: IconX,
        access: calls.cancel.route.access,
        shown: ({ state }) => state === 'queued',
        run: ({ id }) => ask({ params: { id: deviceId, commandId: id }, silent: 'success' }),
      }),
    ],
    [calls, deviceId, ask],
  );
  return (
    <ListView
      of={calls}
      namespace="commands"
      table={`${calls.list.app}_device_commands`}
      params={params}
      columns={columns}
      rowActions={rowActions}
      empty="command"
      live={{ topics: [deviceTopic(deviceId)], patch: (row: Command, event) => patchCommand(row, event) }}
    />
  );
}

/** The row after a live event; unchanged if the event is about another command. */
function patchCommand(row: Command, event: { type: string; data: unknown }): Command {
  return event.type === 'command' ? newerCommand(row, event.data as Command) : row;
}
