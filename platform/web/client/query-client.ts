import { QueryClient } from '@tanstack/react-query';
import { RequestError } from './request-error.ts';

/** Answers stay fresh for 30 s. Source: 1-core.md §9. */
export const freshMs = 30_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      gcTime: 300_000,
      refetchOnWindowFocus: false,
      // Only what may pass by itself is asked again; a refusal stays one.
      retry: (failures, error) => error instanceof RequestError && error.status === 503 && failures < 2,
    },
    mutations: { retry: false },
  },
});

/** Forgets every answer: the person, the permissions or the customer changed. */
export async function clearCache(): Promise<void> {
  await queryClient.cancelQueries();
  queryClient.removeQueries({ type: 'inactive' });
  await queryClient.resetQueries();
}
