import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Client, Page } from '#platform/web/client/client-of.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { createIdempotencyKeys } from '#platform/web/client/idempotency-key.ts';
import { useLive } from '#platform/web/client/live.ts';
import { patchQueries } from '#platform/web/client/live-queries.ts';
import { type Command, type commandRoutes, mayBecome } from '../common/command.ts';
import { topicOf } from './patch-device.ts';

export type CommandCalls = Client<{ command: ReturnType<typeof commandRoutes> }>['command'];

/** What a command became; news that arrives late does not move it back. */
export const advanced = (known: Command, news: Command): Command =>
  known.id === news.id &&
  (known.state === news.state || mayBecome(known.state, news.state) || known.changedAt < news.changedAt)
    ? news
    : known;

/** The newest command of a device as it goes its way, and sending of the next one. */
export function useCommands(calls: CommandCalls, deviceId: number) {
  const client = useQueryClient();
  const args = { params: { id: deviceId }, list: { limit: 1, skip: 0, total: false } };
  const key = calls.list.key(args);
  const newest = useData(calls.list, args);
  const take = useCallback(
    (news: Command) => {
      if (!client.getQueryData(key)) client.setQueryData<Page<Command>>(key, { totalRecords: undefined, data: [] });
      patchQueries<Page<Command>>(client, key, (page) => {
        const known = page.data[0];
        if (known && known.id > news.id) return page;
        return { totalRecords: undefined, data: [known?.id === news.id ? advanced(known, news) : news] };
      });
    },
    [client, key],
  );
  useLive(
    [topicOf(deviceId)],
    (event) => {
      if (event.type === 'command') take(event.data as Command);
    },
    key,
  );
  const [keys] = useState(createIdempotencyKeys);
  const send = useAction(calls.send, {
    onDone: (command) => {
      keys.answered();
      take(command);
    },
    onError: keys.failed,
  });
  return {
    last: newest.data?.data[0] ?? null,
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
