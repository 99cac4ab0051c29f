import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Client, Page } from '#platform/web/client/client-of.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { createIdempotencyKeys } from '#platform/web/client/idempotency-key.ts';
import { useLive } from '#platform/web/client/live.ts';
import { patchQueries } from '#platform/web/client/live-queries.ts';
import { type Command, canAdvance, type commandRoutes } from '../common/command.ts';
import { deviceTopic } from './patch-device.ts';

export type CommandCalls = Client<{ command: ReturnType<typeof commandRoutes> }>['command'];

/** The newer of two versions of a command. An update that arrives late does not move it back. */
export const newerCommand = (current: Command, update: Command): Command =>
  current.id === update.id &&
  (current.state === update.state || canAdvance(current.state, update.state) || current.changedAt < update.changedAt)
    ? update
    : current;

/** The latest command of a device, updated live, and a function that sends the next one. */
export function useCommands(calls: CommandCalls, deviceId: number) {
  const client = useQueryClient();
  const args = { params: { id: deviceId }, list: { limit: 1, skip: 0, total: false } };
  const key = calls.list.key(args);
  const newest = useData(calls.list, args);
  const applyUpdate = useCallback(
    (update: Command) => {
      if (!client.getQueryData(key)) client.setQueryData<Page<Command>>(key, { totalRecords: undefined, data: [] });
      patchQueries<Page<Command>>(client, key, (page) => {
        const current = page.data[0];
        if (current && current.id > update.id) return page;
        return { totalRecords: undefined, data: [current?.id === update.id ? newerCommand(current, update) : update] };
      });
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
    },
    onError: keys.failed,
  });
  return {
    latest: newest.data?.data[0] ?? null,
    loading: newest.isPending,
    failed: newest.isError,
    sending: send.pending,
    send: (method: string, params: Record<string, string | number | boolean>, expiresInSeconds = 60) => {
      const body = { method, params, expiresInSeconds };
      const headers = { 'idempotency-key': keys.keyFor({ deviceId, ...body }) };
      send.run({ params: { id: deviceId }, body, headers });
    },
  };
}
