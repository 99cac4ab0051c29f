import { QueryClient } from '@tanstack/react-query';
import { forgetQueries } from '../offline/kept-queries.ts';
import { RequestError } from './request-error.ts';

/** Replies are fresh for 30 s. */
export const freshMs = 30_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      gcTime: 300_000,
      refetchOnWindowFocus: false,
      // Without a network a request fails at once instead of waiting, so that the page can show it.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Only temporary failures are retried.
      retry: (failures, error) => error instanceof RequestError && error.status === 503 && failures < 2,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Removes the data that is stored for starts without a network. */
export const forgetPages = (): Promise<void> =>
  forgetQueries().catch((error: unknown) => console.warn('Kept pages could not be removed', error));

/** Clears the cache: the person, the permissions or the customer changed. */
export async function clearCache(): Promise<void> {
  await forgetPages();
  await queryClient.cancelQueries();
  queryClient.removeQueries({ type: 'inactive' });
  await queryClient.resetQueries();
}
