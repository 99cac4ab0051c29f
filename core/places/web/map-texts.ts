import { useData } from '#platform/web/client/hooks.ts';
import { api, useText } from './api.ts';

/** What the controls of every map are called, and the names on it. */
export function useMapTexts() {
  const t = useText();
  const { data: cities } = useData(
    api.country.largestCities,
    {},
    { staleTime: Number.POSITIVE_INFINITY, silent: true },
  );
  return { zoomIn: t('map.zoomIn'), zoomOut: t('map.zoomOut'), cities };
}
