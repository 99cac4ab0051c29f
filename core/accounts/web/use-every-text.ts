import { useQuery } from '@tanstack/react-query';
import { loadTexts } from '#platform/web/i18n/i18n.ts';
import { knownApps } from '#platform/web/session/session.ts';

/** Whether the texts of all slices are here: where names of all of them stand side by side. */
export function useEveryText(): boolean {
  const texts = useQuery({
    queryKey: ['texts', 'of all apps'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      await loadTexts(knownApps().map((app) => app.id));
      return true;
    },
  });
  return texts.data ?? false;
}
