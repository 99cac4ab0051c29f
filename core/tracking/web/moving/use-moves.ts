import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLive } from '#platform/web/client/live/live.ts';

/** Moves are read at most this often. */
const gatherMs = 2000;

type Options<Reply> = {
  /** The key of the reply, which has everything at first. */
  of: QueryKey;
  /** Reads what has moved since a time. */
  read(since: string): Promise<Reply>;
  merged(before: Reply, moved: Reply): Reply;
};

/** Keeps a reply up to date while what it lists moves: only what has moved is read again. */
export function useMoves<Reply extends { until: string }>({ of, read, merged }: Options<Reply>): void {
  const client = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readMoved = useEffectEvent(async () => {
    waiting.current = undefined;
    const since = client.getQueryData<Reply>(of)?.until;
    if (since === undefined) return;
    try {
      const moved = await read(since);
      client.setQueryData<Reply>(of, (before) => before && merged(before, moved));
    } catch (error) {
      // A failed read is compensated by the next one.
      console.warn('What has moved was not read', error);
    }
  });
  useLive(
    ['positions'],
    () => {
      waiting.current ??= setTimeout(() => void readMoved(), gatherMs);
    },
    of,
  );
  useEffect(() => () => clearTimeout(waiting.current), []);
}
