import { QueryClient } from '@tanstack/react-query';
import { RequestError } from './request-error.ts';

/** Replies are fresh for 30 s. Source: 1-core.md §9. */
export const freshMs = 30_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      gcTime: 300_000,
      refetchOnWindowFocus: false,
      // Only temporary failures are retried.
      retry: (failures, error) => error instanceof RequestError && error.status === 503 && failures < 2,
    },
    mutations: { retry: false },
  },
});

/** Clears the cache: the person, the permissions or the customer changed. */
export async function clearCache(): Promise<void> {
  await queryClient.cancelQueries();
  queryClient.removeQueries({ type: 'inactive' });
  await queryClient.resetQueries();
}
