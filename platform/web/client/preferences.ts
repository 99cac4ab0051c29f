import { useQuery, useQueryClient } from '@tanstack/react-query';
import { text } from '../i18n/i18n.ts';
import { transport } from './connection.ts';

const gatherMs = 200;
type Waiting = { signal: AbortSignal | undefined; resolve(value: unknown): void; reject(error: unknown): void };

/**
 * Reads preferences; requests within 200 ms are combined into one call, without those whose signal was aborted by then: a
 * page that has gone asks for nothing.
 */
export function createPreferenceReader(
  fetchAll: (keys: string[]) => Promise<Record<string, unknown>>,
  waitMs = gatherMs,
) {
  let waiting = new Map<string, Waiting[]>();
  let planned = false;

  function send(): void {
    const batch = new Map<string, Waiting[]>();
    for (const [key, askers] of waiting) {
      const present = askers.filter(({ signal, reject }) => {
        if (signal?.aborted) reject(signal.reason);
        return !signal?.aborted;
      });
      if (present.length > 0) batch.set(key, present);
    }
    waiting = new Map();
    planned = false;
    if (batch.size === 0) return;
    fetchAll([...batch.keys()]).then(
      (values) => {
        for (const [key, askers] of batch) for (const one of askers) one.resolve(values[key] ?? null);
      },
      (error: unknown) => {
        for (const askers of batch.values()) for (const one of askers) one.reject(error);
      },
    );
  }

  return (key: string, signal?: AbortSignal): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set(key, [...(waiting.get(key) ?? []), { signal, resolve, reject }]);
      if (planned) return;
      planned = true;
      setTimeout(send, waitMs);
    });
}

const address = '/user/parameter';
const read = createPreferenceReader(async (keys) => {
  const answer = await transport.send({
    method: 'GET',
    path: address,
    query: new URLSearchParams({ keys: keys.join(',') }),
    silent: true,
  });
  return answer.data as Record<string, unknown>;
});

function checkKey(key: string): string {
  if (!key.trim()) throw new Error(text('kit', 'notifications.preferenceKey'));
  return key;
}

/** A preference of the person, stored by the server. `set` is optimistic; null removes it. */
export function usePreference<T>(name: string): {
  value: T | null;
  loading: boolean;
  set(value: T | null): Promise<void>;
} {
  const key = checkKey(name);
  const client = useQueryClient();
  const queryKey = ['preference', key];
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(key, signal) as Promise<T | null>,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return {
    value: data ?? null,
    loading: isPending,
    async set(value) {
      const before = client.getQueryData<T | null>(queryKey) ?? null;
      client.setQueryData(queryKey, value);
      const query = new URLSearchParams({ key });
      try {
        if (value === null) await transport.send({ method: 'DELETE', path: address, query, silent: 'success' });
        else await transport.send({ method: 'POST', path: address, query, body: { value }, silent: 'success' });
      } catch (error) {
        client.setQueryData(queryKey, before);
        throw error;
      }
    },
  };
}
