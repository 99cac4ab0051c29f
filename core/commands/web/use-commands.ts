import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { deviceTopic } from '#core/devices/web/parts.tsx';
import type { Client, ReplyPage } from '#platform/web/client/client-of.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { createIdempotencyKeys } from '#platform/web/client/idempotency-key.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { patchQueries } from '#platform/web/client/live/live-queries.ts';
import { type Command, type CommandOrder, canAdvance, type commandRoutes } from '../common/command.ts';

export type CommandCalls = Client<{ command: ReturnType<typeof commandRoutes> }>['command'];

/** The newer of two versions of a command. An update that arrives late does not move it back. */
export const newerCommand = (current: Command, update: Command): Command =>
  current.id === update.id &&
  (current.state === update.state || canAdvance(current.state, update.state) || current.changedAt < update.changedAt)
    ? update
    : current;

export const isUnfinished = ({ state }: Pick<Command, 'state'>): boolean =>
  state === 'queued' || state === 'sent' || state === 'delivered';

const most = 20;

/** The newest commands with one of them brought up to date, or added. */
const withCommand = (commands: readonly Command[], update: Command): Command[] =>
  commands.some(({ id }) => id === update.id)
    ? commands.map((current) => newerCommand(current, update))
    : [update, ...commands].sort((a, b) => b.id - a.id).slice(0, most);

/** The newest commands of a device, updated live, and a function that sends the next one. */
export function useCommands(calls: CommandCalls, deviceId: number, onSent?: (command: Command) => void) {
  const client = useQueryClient();
  const args = { params: { id: deviceId }, list: { limit: most, skip: 0, total: false } };
  const key = calls.list.key(args);
  const newest = useData(calls.list, args);
  const applyUpdate = useCallback(
    (update: Command) => {
      if (!client.getQueryData(key))
        client.setQueryData<ReplyPage<Command>>(key, { totalRecords: undefined, data: [] });
      patchQueries<ReplyPage<Command>>(client, key, ({ data }) => ({
        totalRecords: undefined,
        data: withCommand(data, update),
      }));
    },
    [client, key],
  );
  useLive(
    [deviceTopic(deviceId)],
    (event) => {
      if (event.type === 'command') applyUpdate(event.data as Command);
    },
    key,
  );
  const [keys] = useState(createIdempotencyKeys);
  const send = useAction(calls.send, {
    onDone: (command) => {
      keys.answered();
      applyUpdate(command);
      onSent?.(command);
    },
    onError: keys.failed,
  });
  const cancelling = useAction(calls.cancel, { onDone: applyUpdate });
  const recent = newest.data?.data ?? [];
  return {
    recent,
    latest: recent[0] ?? null,
    loading: newest.isPending,
    failed: newest.isError,
    sending: send.pending,
    error: send.error,
    cancel: ({ id }: Pick<Command, 'id'>) =>
      cancelling.run({ params: { id: deviceId, commandId: id }, silent: 'success' }),
    cancelling: cancelling.pending,
    send: (
      method: string,
      params: CommandOrder['params'],
      options: Pick<CommandOrder, 'replace' | 'alarmId' | 'expiresInSeconds'> = {},
    ) => {
      const body = { method, params, ...options };
      const headers = { 'idempotency-key': keys.keyFor({ deviceId, ...body }) };
      send.run({ params: { id: deviceId }, body, headers, silent: 'success' });
    },
  };
}
