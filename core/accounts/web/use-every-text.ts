import { useQuery } from '@tanstack/react-query';
import { loadTexts } from '#platform/web/i18n/i18n.ts';
import { knownApps } from '#platform/web/session/session.ts';

/** The texts of all slices, for where names of all of them stand side by side: `data` is true once they are here. */
export function useEveryText() {
  return useQuery({
    queryKey: ['texts', 'of all apps'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      await loadTexts(knownApps().map((app) => app.id));
      return true;
    },
  });
}
