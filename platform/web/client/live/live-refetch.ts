import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive } from './live.ts';
import { refetchQueries } from './live-queries.ts';

/** Sums over many records are read at most this often. */
const batchMs = 5000;

/**
 * Refetches the queries with this key prefix after events of the topics, several events together, and when the subscription
 * begins if there were events since the data was requested.
 */
export function useLiveRefetch(topics: readonly string[], keyPrefix: QueryKey): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onEvent = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      refetchQueries(client, keyPrefix);
    }, batchMs);
  };
  // Also of an event between the request of the data and the opening of the stream.
  useLive(topics, onEvent, keyPrefix);
  useEffect(() => () => clearTimeout(timer.current), []);
}
