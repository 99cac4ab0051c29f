import { useMemo } from 'react';
import { ago, type Column, date } from '#platform/web/ui/list/columns.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { StatusChip } from '#platform/web/ui/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/severity.ts';
import type { Command, CommandState } from '../common/command.ts';
import { useCommandText } from './command-texts.ts';
import { topicOf } from './patch-device.ts';
import { advanced, type CommandCalls } from './use-commands.ts';

const tones: Record<CommandState, Tone> = {
  queued: 'none',
  sent: 'ok',
  delivered: 'ok',
  confirmed: 'good',
  failed: 'problem',
  expired: 'poor',
};

/** All commands of a device, newest first. */
export function CommandHistory({ calls, deviceId }: { calls: CommandCalls; deviceId: number }) {
  const params = useMemo(() => ({ id: deviceId }), [deviceId]);
  const textOf = useCommandText(calls.list.app);
  const columns = useMemo(
    (): Column<Command>[] => [
      { field: 'command', width: 2, render: (row) => textOf(row), text: textOf },
      {
        field: 'commandState',
        width: 1,
        render: (row) => <StatusChip namespace="devices" field="commandState" value={row.state} tones={tones} />,
        text: (row) => row.state,
      },
      { field: 'requestedBy', width: 1 },
      date('createdAt', { width: 1 }),
      ago('changedAt', { width: 1 }),
    ],
    [textOf],
  );
  return (
    <ListView
      of={calls}
      namespace="devices"
      table={`${calls.list.app}_device_commands`}
      params={params}
      columns={columns}
      live={{ topics: [topicOf(deviceId)], patch: (row: Command, event) => patched(row, event) }}
    />
  );
}

/** Values of the device concern no row, and a new command is no row yet: only the latter asks for the list again. */
function patched(row: Command, event: { type: string; data: unknown }): Command | null {
  if (event.type !== 'command') return row;
  const news = event.data as Command;
  return news.id === row.id ? advanced(row, news) : null;
}
