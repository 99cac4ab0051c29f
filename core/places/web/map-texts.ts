import { useLargestCities } from '#core/countries/web/parts.tsx';
import { useText } from './api.ts';

/** What the controls of every map are called, and the names on it. */
export function useMapTexts() {
  const t = useText();
  const cities = useLargestCities();
  return { zoomIn: t('map.zoomIn'), zoomOut: t('map.zoomOut'), cities };
}
